"""Compiled components of matched marks; the definition stands in :mod:`evalcore.review.components`."""

from __future__ import annotations

import numpy as np

from evalcore.kernels import kernel

__all__ = ["components"]


@kernel()
def _root(parent, mark):  # type: ignore[no-untyped-def]
    while parent[mark] != mark:
        parent[mark] = parent[parent[mark]]
        mark = parent[mark]
    return mark


@kernel()
def components(time, panel, first, unit_first, left, right):  # type: ignore[no-untyped-def]
    """(M,) the first mark of each mark's component, and (M,) whether the mark counts for its reviewer there.

    Marks without a partner count nowhere. Of several marks of one panel the one nearest the component's median counts.
    """
    marks = len(time)
    parent = np.arange(marks)
    for k in range(len(left)):
        a, b = _root(parent, left[k]), _root(parent, right[k])
        parent[max(a, b)] = min(a, b)
    root = np.zeros(marks, np.int64)
    size = np.zeros(marks, np.int64)
    for mark in range(marks):
        root[mark] = _root(parent, mark)
        size[root[mark]] += 1
    counts = np.zeros(marks, np.bool_)
    members = np.zeros(marks, np.int64)
    for u in range(len(unit_first) - 1):
        begin, end = first[unit_first[u]], first[unit_first[u + 1]]
        for head in range(begin, end):
            if root[head] != head or size[head] < 2:
                continue
            found = 0
            for mark in range(head, end):
                if root[mark] == head:
                    members[found] = mark
                    found += 1
            times = np.sort(time[members[:found]])
            median = 0.5 * (times[(found - 1) // 2] + times[found // 2])
            best = members[0]
            for k in range(1, found + 1):
                if k == found or panel[members[k]] != panel[best]:
                    counts[best] = True
                    if k < found:
                        best = members[k]
                elif abs(time[members[k]] - median) < abs(time[best] - median):
                    best = members[k]
    return root, counts
