"""Intervals, ranks, agreement and the bootstrap. There is no p-value here: none is computed, stored or shown."""

from __future__ import annotations

from evalcore.stats.agreement import krippendorff_alpha
from evalcore.stats.bootstrap import BootstrapInterval, bootstrap_interval, resample_indices
from evalcore.stats.intervals import MeanInterval, PairedInterval, mean_interval, paired_interval
from evalcore.stats.ranks import average_rank, competition_rank

__all__ = [
    "BootstrapInterval",
    "MeanInterval",
    "PairedInterval",
    "average_rank",
    "bootstrap_interval",
    "competition_rank",
    "krippendorff_alpha",
    "mean_interval",
    "paired_interval",
    "resample_indices",
]
