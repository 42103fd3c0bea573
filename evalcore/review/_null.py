"""Compiled draws of the null; the definition stands in :mod:`evalcore.review.null`."""

from __future__ import annotations

import numpy as np

from evalcore.kernels import kernel
from evalcore.review._matching import count

__all__ = ["null_matches", "pool_sizes"]


@kernel()
def pool_sizes(low, high, place, item, item_first, marks):  # type: ignore[no-untyped-def]
    """(P,) how many panels of other items stand between ``low`` and ``high`` of a panel's row of possible ones."""
    sizes = np.zeros(len(low), np.int64)
    for panel in range(len(low)):
        own = 0
        for other in range(item_first[item[panel]], item_first[item[panel] + 1]):
            if marks[other] == marks[panel] and low[panel] <= place[other] < high[panel]:
                own += 1
        sizes[panel] = high[panel] - low[panel] - own
    return sizes


@kernel()
def null_matches(  # type: ignore[no-untyped-def]
    time, start, kept, replaced, low, high, place, item, item_first, marks, tolerance, epsilon, uniform
):
    """(S, T) matches of the panels ``kept`` with panels drawn in place of ``replaced``, summed over the draws.

    ``time`` holds the marks panel by panel in the order of ``place``, and ``start`` (P,) where those of a panel begin:
    panels with as many marks stand together, so a drawn one is found by counting. ``uniform`` (S, D) in [0, 1) chooses
    among the places from ``low`` to ``high`` that are not of the replaced panel's item.
    """
    most = 0
    for panel in range(len(marks)):
        most = max(most, marks[panel])
    total, pairs = np.zeros((most + 1, most + 1)), np.zeros((most + 1, most + 1), np.int64)
    own = np.zeros(len(item), np.int64)
    found = np.zeros(tolerance.shape)
    for s in range(len(kept)):
        panel, lowest, highest = replaced[s], low[replaced[s]], high[replaced[s]]
        n, m = marks[kept[s]], marks[panel]
        owned = 0
        for other in range(item_first[item[panel]], item_first[item[panel] + 1]):
            if marks[other] == m and lowest <= place[other] < highest:
                at = owned
                while at and own[at - 1] > place[other]:
                    own[at] = own[at - 1]
                    at -= 1
                own[at], owned = place[other], owned + 1
        pool = highest - lowest - owned
        for d in range(uniform.shape[1]):
            chosen = lowest + min(int(uniform[s, d] * pool), pool - 1)
            for k in range(owned):
                if own[k] <= chosen:
                    chosen += 1
            drawn = start[panel] + (chosen - place[panel]) * m
            for t in range(tolerance.shape[1]):
                if tolerance[s, t] > 0:
                    found[s, t] += count(time, start[kept[s]], drawn, n, m, tolerance[s, t], epsilon, total, pairs)
    return found
