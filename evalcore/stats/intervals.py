"""Means with t-based 95% intervals, of one sample and of paired differences."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

__all__ = ["MeanInterval", "PairedInterval", "mean_interval", "paired_interval"]

CONFIDENCE = 0.95
POWER = 0.80  # of the minimal detectable difference


@dataclass(frozen=True)
class MeanInterval:
    """Mean of ``n`` values with its t-based 95% interval.

    ``sd`` is the sample standard deviation (ddof 1). With n = 1, ``sd`` and ``ci95`` are None and ``reason`` says why.
    """

    n: int
    mean: float
    sd: float | None
    ci95: tuple[float, float] | None
    reason: str | None


@dataclass(frozen=True)
class PairedInterval:
    """Mean of ``n`` paired differences (method - other) with its t-based 95% interval.

    ``wins`` counts the pairs in which the method is strictly better in the metric's own direction; ``ties`` counts
    the equal pairs apart. ``minimal_detectable_difference`` is a planning figure: the true mean difference that a
    study of this n and sd would tell from zero in 80% of repetitions. With n = 1, ``sd``, ``ci95`` and
    ``minimal_detectable_difference`` are None and ``reason`` says why.
    """

    n: int
    mean: float
    sd: float | None
    ci95: tuple[float, float] | None
    reason: str | None
    wins: int
    ties: int
    minimal_detectable_difference: float | None


@cache
def _t(quantile: float, freedom: int) -> float:
    # scipy.special has what scipy.stats.t.ppf calls, at a fifth of the import time.
    from scipy.special import stdtrit

    return float(stdtrit(freedom, quantile))


def _sample(name: str, values: npt.ArrayLike) -> list[float]:
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != 1 or not array.size:
        raise ValueError(f"{name} has shape {array.shape}; at least one value in one dimension was expected")
    if not np.isfinite(array).all():
        raise ValueError(f"{name} holds a value that is not finite")
    return [float(value) for value in array]


def _interval(values: list[float]) -> MeanInterval:
    # Correctly rounded sums: the figures do not depend on the order in which the units were finished.
    n, mean = len(values), math.fsum(values) / len(values)
    if n < 2:
        return MeanInterval(n, mean, None, None, "an interval needs at least 2 values")
    sd = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (n - 1))
    half = _t((1 + CONFIDENCE) / 2, n - 1) * sd / math.sqrt(n)
    return MeanInterval(n, mean, sd, (mean - half, mean + half), None)


def mean_interval(values: npt.ArrayLike) -> MeanInterval:
    """Mean, sample sd and mean +- t(0.975, n - 1) sd / sqrt(n).

    Parameters
    ----------
    values
        (n,) numbers, n >= 1; any order gives the same figures.

    Raises
    ------
    ValueError
        No value, more than one dimension, or a value that is not finite.

    Examples
    --------
    >>> mean_interval([1.0, 2.0, 3.0]).ci95
    (-0.484..., 4.484...)
    >>> mean_interval([1.0])
    MeanInterval(n=1, mean=1.0, sd=None, ci95=None, reason='an interval needs at least 2 values')
    """
    return _interval(_sample("values", values))


def paired_interval(method: npt.ArrayLike, other: npt.ArrayLike, *, higher_is_better: bool) -> PairedInterval:
    """Paired difference method - other: n, mean, sd, 95% interval, wins, ties.

    Parameters
    ----------
    method, other
        (n,) numbers each, n >= 1, of the same units in the same order.
    higher_is_better
        The metric's direction, as ``evalcore.metrics.METRICS`` declares it.

    Raises
    ------
    ValueError
        No value, more than one dimension, a value that is not finite, or two lengths.

    Notes
    -----
    The minimal detectable difference is (t(0.975, n - 1) + t(0.80, n - 1)) sd / sqrt(n).

    Examples
    --------
    >>> result = paired_interval([4.0, 3.0, 5.5, 4.5, 4.0], [5.0] * 5, higher_is_better=False)
    >>> result.mean, [round(bound, 4) for bound in result.ci95], result.wins, result.ties
    (-0.8, [-1.9278, 0.3278], 4, 0)
    """
    a, b = _sample("method", method), _sample("other", other)
    if len(a) != len(b):
        raise ValueError(f"method has {len(a)} values and other has {len(b)}; pairs were expected")
    interval = _interval([x - y for x, y in zip(a, b, strict=True)])
    n, sd = interval.n, interval.sd
    return PairedInterval(
        n=n,
        mean=interval.mean,
        sd=sd,
        ci95=interval.ci95,
        reason=interval.reason,
        wins=sum(x > y if higher_is_better else x < y for x, y in zip(a, b, strict=True)),
        ties=sum(x == y for x, y in zip(a, b, strict=True)),
        minimal_detectable_difference=None
        if sd is None
        else (_t((1 + CONFIDENCE) / 2, n - 1) + _t(POWER, n - 1)) * sd / math.sqrt(n),
    )
