"""Bootstrap intervals of event and structure, over tasks and over pairs within their tasks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from evalcore.judged.config import JUDGED_COMPONENTS, MOST_PAIR_UNITS
from evalcore.judged.marking import Truth
from evalcore.stats import BootstrapInterval, bootstrap_interval, resample_indices

__all__ = ["NOT_ASKED", "Intervals", "over_pairs", "over_tasks", "task_resamples"]

Array = npt.NDArray[np.float64]
Interval = tuple[float, float]
Intervals = tuple[dict[str, Interval | None], dict[str, str | None]]
Flags = npt.NDArray[np.bool_]
NOT_ASKED = "no resamples were asked for"
AT_ONCE = 2_000_000  # drawn units held in memory


def task_resamples(values: npt.ArrayLike, *, resamples: int, seed: int) -> Array:
    """The mean over tasks on each resample of them: (T,) values give (B,) means, the same tasks for every call."""
    array = np.asarray(values, dtype=np.float64)
    means: Array = array[resample_indices(len(array), resamples=resamples, seed=seed)].mean(axis=1)
    return means


def over_tasks(event: Array, structure: Array, *, resamples: int, seed: int) -> Intervals:
    """Intervals of both components from their (T,) values in percent, resampling tasks.

    Returns
    -------
    tuple
        Component -> interval or None, and component -> reason or None.
    """
    if not resamples:
        return _none(NOT_ASKED)
    return _named(
        [
            bootstrap_interval(task_resamples(values, resamples=resamples, seed=seed), n=len(values))
            for values in (event, structure)
        ]
    )


@dataclass(frozen=True, eq=False)
class _Units:
    """The units that are resampled in one task: pairs, controls and lone members.

    ``members`` (m,) are the task's conditions, ``unit`` (m,) the unit of each, 0 to ``n`` - 1, and ``klass`` (m,) its
    class, 0 to ``classes`` - 1.
    """

    members: npt.NDArray[np.int64]
    unit: npt.NDArray[np.int64]
    klass: npt.NDArray[np.int64]
    n: int
    classes: int

    def table(self, marks: Flags) -> Array:
        """How many marked members of each class a unit has, (n, classes)."""
        key = (self.unit * self.classes + self.klass)[marks[self.members]]
        return np.bincount(key, minlength=self.n * self.classes).reshape(self.n, self.classes).astype(np.float64)


def _units(truth: Truth) -> list[_Units]:
    """One entry a task, in the order of its code; the members of a pair in two tasks are two units."""
    key = np.where(truth.pair < 0, -1 - np.arange(len(truth.pair)), truth.pair)
    order = np.argsort(truth.task, kind="stable")
    found = []
    for rows in np.split(order, np.flatnonzero(np.diff(truth.task[order])) + 1):
        # Units in the order of their first member, so that nothing depends on how pairs are coded.
        _, first, unit = np.unique(key[rows], return_index=True, return_inverse=True)
        classes, klass = np.unique(truth.klass[rows], return_inverse=True)
        found.append(_Units(rows, np.argsort(np.argsort(first))[unit], klass, len(first), len(classes)))
    return found


def over_pairs(truth: Truth, models: Sequence[tuple[Flags, Flags]], *, resamples: int, seed: int) -> list[Intervals]:
    """Intervals of both components for each model, resampling pairs within their tasks.

    A unit is a pair with both members in the scope, a control, or a member that is alone. Every task keeps as many
    units as it has; recall is averaged over the classes that the resample has. All models get the same resamples,
    from one generator that goes through the tasks in order.

    Parameters
    ----------
    truth
        The conditions of the scope.
    models
        For each model, which conditions are correct and which are clear, (n,) each.

    Returns
    -------
    list
        As :func:`over_tasks`, one entry a model.
    """
    if not resamples:
        return [_none(NOT_ASKED)] * len(models)
    too_many = _none(f"not computed for more than {MOST_PAIR_UNITS:,} pairs and single conditions")
    if len(truth.task) > 2 * MOST_PAIR_UNITS:  # a unit has two members at most
        return [too_many] * len(models)
    tasks = _units(truth)
    total = sum(task.n for task in tasks)
    if total > MOST_PAIR_UNITS:
        return [too_many] * len(models)
    random = np.random.default_rng(seed)
    sums = np.zeros((len(models), len(JUDGED_COMPONENTS), resamples))
    for task in tasks:
        size = task.table(np.ones(len(truth.task), dtype=bool))
        tables = [(task.table(correct), task.table(clear).sum(axis=1)) for correct, clear in models]
        step = max(1, AT_ONCE // task.n)
        for start in range(0, resamples, step):
            times = _times(random.integers(0, task.n, size=(min(step, resamples - start), task.n)))
            part = slice(start, start + len(times))
            class_size = times @ size
            present = class_size > 0
            for model, (correct, clear) in enumerate(tables):
                recall = np.divide(times @ correct, class_size, out=np.zeros_like(class_size), where=present)
                sums[model, 0, part] += recall.sum(axis=1) / present.sum(axis=1)
                sums[model, 1, part] += (times @ clear) / class_size.sum(axis=1)
    means = 100 * sums / len(tasks)
    return [_named([bootstrap_interval(values, n=total) for values in model]) for model in means]


def _times(drawn: npt.NDArray[np.int64]) -> Array:
    """How often each of n units was drawn, (B, n) from (B, n) draws."""
    resamples, n = drawn.shape
    flat = (drawn + n * np.arange(resamples)[:, None]).ravel()
    return np.bincount(flat, minlength=drawn.size).reshape(resamples, n).astype(np.float64)


def _named(intervals: Sequence[BootstrapInterval]) -> Intervals:
    return (
        {name: one.ci95 for name, one in zip(JUDGED_COMPONENTS, intervals, strict=True)},
        {name: one.reason for name, one in zip(JUDGED_COMPONENTS, intervals, strict=True)},
    )


def _none(reason: str) -> Intervals:
    return dict.fromkeys(JUDGED_COMPONENTS), dict.fromkeys(JUDGED_COMPONENTS, reason)
