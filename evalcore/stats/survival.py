"""The share of units without the event by time, where some are only known to be without it so far."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["Median", "SurvivalCurve", "kaplan_meier"]

ROUNDING = 1e-9  # a product of fractions counts as one half within it
ONE_UNIT = "an interval needs at least 2 units"
NOT_REACHED = "the curve stays above one half"
NO_BOUND = "the 95% band stays above one half, as far as it is defined"


@dataclass(frozen=True)
class Median:
    """The first time at which at most half of the units are left, with a 95% interval.

    Each is None, and the reason of the same name says why, where the curve or its band stays above one half: an
    interval is often open above.
    """

    time: float | None
    low: float | None
    high: float | None
    time_reason: str | None
    low_reason: str | None
    high_reason: str | None


@dataclass(frozen=True, eq=False)
class SurvivalCurve:
    """A Kaplan-Meier curve: 1 before the first of its K ``time``, and from each on ``share`` until the next.

    Attributes
    ----------
    time
        (K,) distinct times of an event or of a unit's end, ascending.
    share
        (K,) estimated share of units without the event after ``time``, 0..1.
    low, high
        (K,) pointwise 95% interval of ``share``, nan where it is undefined: where the share is 1 or 0.
    at_risk, events, censored
        (K,) units still observed just before ``time``, and those of them with the event, or with their end, at it.
    median
        The time to the event of half of the units.
    """

    time: npt.NDArray[np.float64]
    share: npt.NDArray[np.float64]
    low: npt.NDArray[np.float64]
    high: npt.NDArray[np.float64]
    at_risk: npt.NDArray[np.int64]
    events: npt.NDArray[np.int64]
    censored: npt.NDArray[np.int64]
    median: Median


def kaplan_meier(time: npt.ArrayLike, event: npt.ArrayLike) -> SurvivalCurve:
    """Kaplan-Meier estimate with log-log ("exponential Greenwood") intervals, and the median.

    Parameters
    ----------
    time
        (n,) times, 0 or more, n >= 1: of the event, or of the end of what was observed of a unit (censored).
    event
        (n,) bool: whether the unit had the event at its time. Of equal times events come before ends.

    Raises
    ------
    ValueError
        No unit, more than one dimension, two lengths, or a time that is negative or not finite.

    Notes
    -----
    The median is the first time with a share of at most one half, its interval the first times at which the two bounds
    of the band are (Brookmeyer and Crowley).

    References
    ----------
    E. L. Kaplan, P. Meier (1958), https://doi.org/10.1080/01621459.1958.10501452; R. Brookmeyer, J. Crowley (1982),
    https://doi.org/10.2307/2530286.

    Examples
    --------
    >>> curve = kaplan_meier([1.0, 2.0, 2.0, 4.0], [True, True, False, False])
    >>> curve.time.tolist(), curve.share.tolist(), curve.median.time
    ([1.0, 2.0, 4.0], [0.75, 0.5, 0.5], 2.0)
    """
    from scipy import stats

    times, happened = np.asarray(time, np.float64), np.asarray(event, bool)
    if times.ndim != 1 or not times.size or happened.shape != times.shape:
        raise ValueError(
            f"time has shape {times.shape} and event {happened.shape}; the same number of units, at least 1, was "
            "expected of both"
        )
    if not np.isfinite(times).all() or (times < 0).any():
        raise ValueError("a time is negative or not finite")
    sample = stats.CensoredData(uncensored=times[happened], right=times[~happened])
    estimate: Any = stats.ecdf(sample).sf
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="The confidence interval is undefined", category=RuntimeWarning)
        band = estimate.confidence_interval(method="log-log")
    share, moments = estimate.probabilities, estimate.quantiles
    low, high = band.low.probabilities, band.high.probabilities
    place = np.searchsorted(moments, times)
    events = np.bincount(place[happened], minlength=len(moments))
    left = np.bincount(place, minlength=len(moments))
    found, first, last = (_half(moments, bound) for bound in (share, low, high))
    without = ONE_UNIT if len(times) < 2 else NO_BOUND
    return SurvivalCurve(
        time=moments,
        share=share,
        low=low,
        high=high,
        at_risk=(len(times) - np.cumsum(left) + left).astype(np.int64),
        events=events.astype(np.int64),
        censored=(left - events).astype(np.int64),
        median=Median(
            found,
            first,
            last,
            NOT_REACHED if found is None else None,
            *(without if bound is None else None for bound in (first, last)),
        ),
    )


def _half(times: npt.NDArray[np.float64], shares: npt.NDArray[np.float64]) -> float | None:
    """The first time with a share of at most one half; where the share is undefined it does not count."""
    reached = np.flatnonzero(shares <= 0.5 + ROUNDING)
    return float(times[reached[0]]) if len(reached) else None
