"""Bootstrap intervals of ranks: tasks are resampled, and all models ranked again on each resample."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from evalcore.judged.config import JUDGED_COMPONENTS, RANK_INTERVAL_TOLERANCE, SIMILARITY_COMPONENTS
from evalcore.judged.intervals import NOT_ASKED, task_resamples
from evalcore.judged.rank_table import RankTable
from evalcore.judged.result import BaselinesResult, TaskScore
from evalcore.stats import BootstrapInterval, bootstrap_interval
from evalcore.stats.ranks import DECIMALS

__all__ = ["NO_SCORES", "rank_intervals"]

Array = npt.NDArray[np.float64]
NO_SCORES = "no judgments were given to resample"
AT_ONCE = 4_000_000  # comparisons held in memory


def rank_intervals(
    table: RankTable, pool: Sequence[str], *, scores: BaselinesResult | None, resamples: int, seed: int
) -> list[tuple[BootstrapInterval, BootstrapInterval]]:
    """The intervals of mean rank and overall rank for each model of ``pool``.

    Event and structure come from the tasks of ``scores`` (or of an added model), PSNR and SSIM stay as they are. There
    is none, for the reason given, where a ranked model has no judgments, or where they are not those of the table.
    """
    if reason := _reason(table, pool, scores, resamples):
        nothing = BootstrapInterval(0, 0, 0, None, reason)
        return [(nothing, nothing)] * len(pool)
    assert scores is not None
    found = _tasks(table, scores)
    names = sorted(found[pool[0]])
    drawn = [
        np.stack(
            [
                task_resamples([getattr(found[model][task], name) for task in names], resamples=resamples, seed=seed)
                for model in pool
            ],
            axis=1,
        )
        for name in JUDGED_COMPONENTS
    ]
    fixed = [
        np.array([[table.rows[model][name] for model in pool]], dtype=np.float64) for name in SIMILARITY_COMPONENTS
    ]
    similarity = (_average_ranks(fixed[0]) + _average_ranks(fixed[1])) / 2
    mean = (_average_ranks(drawn[0]) + _average_ranks(drawn[1]) + similarity) / 3
    overall = 1 + _smaller_and_equal(mean)[0]
    return [
        (bootstrap_interval(mean[:, i], n=len(names)), bootstrap_interval(overall[:, i], n=len(names)))
        for i in range(len(pool))
    ]


def _tasks(table: RankTable, scores: BaselinesResult) -> Mapping[str, Mapping[str, TaskScore]]:
    return {**{model: one.tasks for model, one in scores.models.items()}, **table.tasks}


def _reason(table: RankTable, pool: Sequence[str], scores: BaselinesResult | None, resamples: int) -> str | None:
    """Why there is no interval, or None."""
    if scores is None:
        return NO_SCORES
    if not resamples:
        return NOT_ASKED
    found = _tasks(table, scores)
    for model in pool:
        if model not in found:
            return f"there are no judgments of {model!r} to resample"
        if found[model].keys() != found[pool[0]].keys():
            return f"the judgments of {model!r} are over other tasks than those of {pool[0]!r}"
        for name in JUDGED_COMPONENTS:
            value = table.rows[model][name] or 0.0
            mean = float(np.mean([getattr(task, name) for task in found[model].values()]))
            if abs(value - mean) > RANK_INTERVAL_TOLERANCE:
                return f"the {name} of {model!r} is {value:g} in the table, and {mean:.2f} by the judgments given"
    return None


def _average_ranks(values: Array) -> Array:
    """Average ranks of each row of (B, M), 1 for the largest."""
    smaller, equal = _smaller_and_equal(-values)
    return smaller + (equal + 1) / 2


def _smaller_and_equal(values: Array) -> tuple[Array, Array]:
    """For each value of (B, M), how many of its row are smaller, and how many equal (itself included)."""
    rounded = np.round(values, DECIMALS)
    smaller, equal = np.empty_like(rounded), np.empty_like(rounded)
    step = max(1, AT_ONCE // max(1, rounded.shape[1] ** 2))
    for start in range(0, len(rounded), step):
        rows = rounded[start : start + step]
        smaller[start : start + step] = (rows[:, None, :] < rows[:, :, None]).sum(axis=2)
        equal[start : start + step] = (rows[:, None, :] == rows[:, :, None]).sum(axis=2)
    return smaller, equal
