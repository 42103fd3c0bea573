"""What agreement chance gives: one reviewer's marks against whole panels of other items in place of the other's.

Whole panels keep what real answers have in common: the merge window between marks, and where marks tend to stand.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evalcore.review import _null
from evalcore.review.config import EPSILON
from evalcore.review.panels import Floats, Index, Panels

__all__ = ["Pools", "null_matches", "pools_of"]

SIDES = 50_000  # sides whose random numbers are in memory at a time


@dataclass(frozen=True, eq=False)
class Pools:
    """For each panel the panels of other items that may stand in its place.

    They have as many marks, and their stream is as long within one frame of the panel's. ``size`` (P,) counts them; 0
    where the length is not known. ``row`` lists panels by number of marks and length; the possible ones of panel p are
    ``row[low[p]:high[p]]`` without those of its own item. ``place`` (P,) is where a panel stands in ``row``.
    """

    size: Index
    row: Index
    place: Index
    low: Index
    high: Index
    item_first: Index


def pools_of(panels: Panels, *, length: Floats, frame: Floats) -> Pools:
    """The possible replacements of each panel.

    ``length`` and ``frame`` (P,) are the seconds of each panel's stream and of one frame of it; not-a-number where a
    length is not known.
    """
    known = np.flatnonzero(~np.isnan(length))
    row = known[np.lexsort((known, length[known], panels.marks[known]))]
    place, low, high = (np.full(len(panels), -1, np.int64) for _ in range(3))
    place[row] = np.arange(len(row))
    low[:], high[:] = 0, 0
    marks, lengths = panels.marks[row], length[row]
    for number in np.unique(marks).tolist():
        begin, end = np.searchsorted(marks, [number, number + 1])
        those, seconds = row[begin:end], lengths[begin:end]
        low[those] = begin + np.searchsorted(seconds, seconds - frame[those] - EPSILON, side="left")
        high[those] = begin + np.searchsorted(seconds, seconds + frame[those] + EPSILON, side="right")
    item_first = np.searchsorted(panels.item, np.arange(len(panels.items) + 1)).astype(np.int64)
    size = _null.pool_sizes(low, high, place, panels.item, item_first, panels.marks)
    return Pools(size, row, place, low, high, item_first)


def null_matches(
    panels: Panels, pools: Pools, one: Index, other: Index, *, tolerance: Floats, draws: int, seed: int
) -> Floats:
    """(N, T) matches to expect by chance of each pair of panels, the mean over both sides and ``draws`` of each.

    ``tolerance`` (N, T) is in seconds, not-a-number where a pair is left out. Every pair's panels need a pool.
    """
    both = np.flatnonzero((panels.marks[one] > 0) & (panels.marks[other] > 0))
    kept = np.stack([one[both], other[both]], axis=1).ravel()
    replaced = np.stack([other[both], one[both]], axis=1).ravel()
    limits = np.repeat(tolerance[both], 2, axis=0)
    time, start = _in_rows(panels, pools)
    rng = np.random.default_rng(seed)
    found = np.zeros(limits.shape)
    for begin in range(0, len(kept), SIDES):
        some = slice(begin, begin + SIDES)
        found[some] = _null.null_matches(
            time,
            start,
            kept[some],
            replaced[some],
            pools.low,
            pools.high,
            pools.place,
            panels.item,
            pools.item_first,
            panels.marks,
            limits[some],
            EPSILON,
            rng.random((len(kept[some]), draws)),
        )
    expected = np.zeros(tolerance.shape)
    expected[both] = found.reshape(len(both), 2, tolerance.shape[1]).sum(axis=1) / (2 * draws)
    return expected


def _in_rows(panels: Panels, pools: Pools) -> tuple[Floats, Index]:
    """The marks of the panels of ``pools.row``, one after the other, and (P,) where those of each panel begin."""
    sizes = panels.marks[pools.row]
    begin = np.cumsum(sizes) - sizes
    start = np.zeros(len(panels), np.int64)
    start[pools.row] = begin
    marks = np.repeat(panels.first[pools.row] - begin, sizes) + np.arange(int(sizes.sum()))
    return panels.time[marks], start
