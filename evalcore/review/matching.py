"""Which marks of two reviewers are the same break: an assignment of greatest summed similarity."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from evalcore.review import _matching
from evalcore.review.config import EPSILON
from evalcore.review.panels import Floats, Index, Panels

__all__ = ["Matched", "match_marks", "match_panels", "similarity"]


@dataclass(frozen=True, eq=False)
class Matched:
    """Matched marks of many pairs of panels.

    ``count`` (N,) is how many marks of each pair match; ``left`` and ``right`` (K,) are the marks, and ``pair`` (K,)
    the pair that each belongs to.
    """

    count: Index
    pair: Index
    left: Index
    right: Index


def similarity(t: float, other: float, *, tolerance: float) -> float:
    """max(0, 1 - dt / T), 0 from T - 1e-9 on; with T = 0 only equal times are alike.

    >>> similarity(2.0, 2.25, tolerance=0.5), similarity(1.36, 1.4, tolerance=0.04)
    (0.5, 0.0)
    """
    apart = abs(t - other)
    if tolerance <= 0:
        return float(apart == 0)
    return 1 - apart / tolerance if apart < tolerance - EPSILON else 0.0


def match_marks(times: npt.ArrayLike, others: npt.ArrayLike, *, tolerance: float) -> list[tuple[int, int]]:
    """Match the marks of two reviewers on one stream.

    Parameters
    ----------
    times, others
        (n,) and (m,) seconds, in any order.
    tolerance
        Seconds, above 0. Marks that are ``tolerance`` apart (less 1e-9) or more never match.

    Returns
    -------
    list of (int, int)
        Positions in ``times`` and ``others`` of the matched marks, by time: the assignment that maximises the summed
        :func:`similarity`. Of assignments whose sums are within 1e-9 the one with more pairs, then with earlier marks.

    Raises
    ------
    ValueError
        A time that is not finite, more than one dimension, or a tolerance that is not above 0.

    Examples
    --------
    >>> match_marks([0.0, 1.0], [0.9, 1.9], tolerance=1.0)
    [(1, 0)]
    """
    one, other = np.asarray(times, dtype=np.float64), np.asarray(others, dtype=np.float64)
    for name, array in (("times", one), ("others", other)):
        if array.ndim != 1 or not np.isfinite(array).all():
            raise ValueError(f"{name} has shape {array.shape}; finite seconds in one dimension were expected")
    if not tolerance > 0:
        raise ValueError(f"tolerance is {tolerance}; seconds above 0 were expected")
    left_order, right_order = np.argsort(one, kind="stable"), np.argsort(other, kind="stable")
    time = np.concatenate([one[left_order], other[right_order]])
    n, m = len(one), len(other)
    total, pairs = np.zeros((n + 1, m + 1)), np.zeros((n + 1, m + 1), np.int64)
    left, right = np.zeros(n, np.int64), np.zeros(n, np.int64)
    found = _matching.match(time, 0, n, n, m, float(tolerance), EPSILON, total, pairs, left, right, 0)
    return [(int(left_order[i]), int(right_order[j - n])) for i, j in zip(left[:found], right[:found], strict=True)]


def match_panels(panels: Panels, one: Index, other: Index, *, tolerance: Floats) -> Matched:
    """Match the marks of each pair of panels ``one[k]``, ``other[k]``, as :func:`match_marks` does.

    ``tolerance`` (N,) is in seconds; a pair with not-a-number has no matches.
    """
    room = np.minimum(panels.marks[one], panels.marks[other])
    start = np.concatenate([[0], np.cumsum(room)]).astype(np.int64)
    left, right = np.zeros(start[-1], np.int64), np.zeros(start[-1], np.int64)
    count = _matching.match_pairs(panels.time, panels.first, one, other, tolerance, EPSILON, start[:-1], left, right)
    pair = np.repeat(np.arange(len(one)), count)
    place = start[:-1][pair] + np.arange(len(pair)) - np.repeat(np.cumsum(count) - count, count)
    return Matched(count, pair, left[place], right[place])
