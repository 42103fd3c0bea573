"""Figures that are made of sums over items, with bootstrap intervals over items."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from evalcore.review.panels import Floats
from evalcore.stats import Resampling, bootstrap_interval

__all__ = ["Estimate", "Estimator", "ratio"]

NO_INTERVAL = "no resamples were asked for"
Figure = Callable[[Floats], Floats]


@dataclass(frozen=True)
class Estimate:
    """A figure and its 95% interval; ``value`` is None where it is undefined, ``ci95_reason`` says why no interval."""

    value: float | None
    ci95: tuple[float, float] | None
    ci95_reason: str | None


def ratio(sums: Floats) -> Floats:
    """The first of the last axis over the second, not-a-number where the second is 0."""
    above, below = sums[..., 0], sums[..., 1]
    return np.where(below == 0, np.nan, above / np.where(below == 0, 1, below))


class Estimator:
    """Estimates over items, all on the same resamples, so that the figures of one result are paired.

    Parameters
    ----------
    resampled
        (items,) which items are resampled: those that two or more reviewers answered, as others add to no figure.
    resamples
        0: there are no intervals.
    """

    def __init__(self, resampled: npt.NDArray[np.bool_], *, resamples: int, seed: int) -> None:
        self.items = len(resampled)
        self._resampled = np.flatnonzero(resampled)
        n = len(self._resampled)
        self._resampling = Resampling(n, resamples=resamples, seed=seed) if resamples and n else None

    def estimate(self, columns: Floats, figure: Figure, *, reason: str | None) -> Estimate:
        """The figure of the summed ``columns`` (items, K).

        Parameters
        ----------
        columns
            What each item adds; an item of zeros adds nothing and is not counted as a unit of the interval.
        figure
            From sums (..., K) to values (...), not-a-number where undefined.
        reason
            Why the figure is undefined, where the caller knows that it is; also why it then has no interval.
        """
        if reason is not None:
            return Estimate(None, None, reason)
        value = float(figure(columns.sum(axis=0)))
        if np.isnan(value):
            raise ValueError("the figure is undefined, and no reason was given")
        if self._resampling is None:
            return Estimate(value, None, NO_INTERVAL)
        n = int(columns.any(axis=1).sum())
        interval = bootstrap_interval(figure(self._resampling.sums(columns[self._resampled])), n=n)
        return Estimate(value, interval.ci95, interval.reason)
