"""Intervals, ranks, agreement and the bootstrap. There is no p-value here: none is computed, stored or shown."""

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
from evalcore.stats.intervals import MeanInterval, PairedInterval, mean_interval, paired_interval
from evalcore.stats.ranks import average_rank, competition_rank
from evalcore.stats.resampling import Resampling

__all__ = [
    "BootstrapInterval",
    "GroupedUnits",
    "MeanInterval",
    "PairedInterval",
    "Resampling",
    "alpha_of_coincidences",
    "average_rank",
    "bootstrap_interval",
    "competition_rank",
    "grouped_units",
    "krippendorff_alpha",
    "mean_interval",
    "nominal_alpha",
    "ordinal_alpha",
    "paired_interval",
    "resample_indices",
]
