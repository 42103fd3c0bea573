"""Intervals, ranks, agreement, survival, preferences and the bootstrap.

There is no p-value here: none is computed, stored or shown.
"""

from __future__ import annotations

from evalcore.stats.agreement import krippendorff_alpha
from evalcore.stats.bootstrap import BootstrapInterval, bootstrap_interval, resample_indices
from evalcore.stats.coincidences import (
    GroupedUnits,
    alpha_of_coincidences,
    grouped_units,
    nominal_alpha,
    ordinal_alpha,
)
from evalcore.stats.correlation import rank_correlation
from evalcore.stats.intervals import MeanInterval, PairedInterval, mean_interval, paired_interval
from evalcore.stats.preference import bradley_terry, win_rate, wins_both_ways
from evalcore.stats.ranks import average_rank, competition_rank
from evalcore.stats.resampling import Resampling
from evalcore.stats.survival import Median, SurvivalCurve, kaplan_meier

__all__ = [
    "BootstrapInterval",
    "GroupedUnits",
    "MeanInterval",
    "Median",
    "PairedInterval",
    "Resampling",
    "SurvivalCurve",
    "alpha_of_coincidences",
    "average_rank",
    "bootstrap_interval",
    "bradley_terry",
    "competition_rank",
    "grouped_units",
    "kaplan_meier",
    "krippendorff_alpha",
    "mean_interval",
    "nominal_alpha",
    "ordinal_alpha",
    "paired_interval",
    "rank_correlation",
    "resample_indices",
    "win_rate",
    "wins_both_ways",
]
