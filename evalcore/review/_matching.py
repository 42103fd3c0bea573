"""Compiled kernels of the matcher; the definition stands in :mod:`evalcore.review.matching`."""

from __future__ import annotations

import numpy as np

from evalcore.kernels import kernel

__all__ = ["count", "fill", "match", "match_pairs"]


@kernel()
def fill(time, a, b, n, m, tolerance, epsilon, total, pairs):  # type: ignore[no-untyped-def]
    """Best sum of similarities, and most pairs with that sum, of what is left from mark i and mark j on.

    ``a`` and ``b`` are where the two panels' marks begin in ``time``, ``n`` and ``m`` how many there are. Marks that
    cross can be uncrossed without losing similarity or pairs, so pairs in order of time are enough.
    """
    for i in range(n + 1):
        total[i, m], pairs[i, m] = 0.0, 0
    for j in range(m + 1):
        total[n, j], pairs[n, j] = 0.0, 0
    for i in range(n - 1, -1, -1):
        for j in range(m - 1, -1, -1):
            best, most = total[i + 1, j], pairs[i + 1, j]
            other, count_ = total[i, j + 1], pairs[i, j + 1]
            if other > best + epsilon or (other >= best - epsilon and count_ > most):
                best, most = other, count_
            apart = abs(time[a + i] - time[b + j])
            if apart < tolerance - epsilon:
                other, count_ = total[i + 1, j + 1] + (1.0 - apart / tolerance), pairs[i + 1, j + 1] + 1
                if other > best + epsilon or (other >= best - epsilon and count_ > most):
                    best, most = other, count_
            total[i, j], pairs[i, j] = best, most


@kernel()
def _equal(time, mark, other, i, j, x, y, tolerance, epsilon, total, pairs):  # type: ignore[no-untyped-def]
    """Whether a best matching from (i, j) on can begin with the pair (x, y) of the marks ``mark`` and ``other``."""
    apart = abs(time[mark] - time[other])
    return (
        apart < tolerance - epsilon
        and pairs[x + 1, y + 1] + 1 == pairs[i, j]
        and total[x + 1, y + 1] + (1.0 - apart / tolerance) >= total[i, j] - epsilon
    )


@kernel()
def match(time, a, b, n, m, tolerance, epsilon, total, pairs, left, right, at):  # type: ignore[no-untyped-def]
    """Write the matched marks' positions to ``left`` and ``right`` from ``at`` on; return how many pairs there are.

    Of equal matchings the one with the earliest marks: from the front, a pair is taken where an equal matching has it,
    else the earlier of its two marks is kept where an equal matching has it with a later partner, else left out.
    """
    fill(time, a, b, n, m, tolerance, epsilon, total, pairs)
    i, j, found = 0, 0, 0
    while i < n and j < m and pairs[i, j] > 0:
        partner_i, partner_j = i, j
        taken = _equal(time, a + i, b + j, i, j, i, j, tolerance, epsilon, total, pairs)
        if time[a + i] <= time[b + j]:
            while not taken and partner_j + 1 < m:
                partner_j += 1
                taken = _equal(time, a + i, b + partner_j, i, j, i, partner_j, tolerance, epsilon, total, pairs)
        else:
            while not taken and partner_i + 1 < n:
                partner_i += 1
                taken = _equal(time, a + partner_i, b + j, i, j, partner_i, j, tolerance, epsilon, total, pairs)
        if taken:
            left[at + found], right[at + found] = a + partner_i, b + partner_j
            i, j, found = partner_i + 1, partner_j + 1, found + 1
        elif time[a + i] <= time[b + j]:
            i += 1
        else:
            j += 1
    return found


@kernel()
def count(time, a, b, n, m, tolerance, epsilon, total, pairs):  # type: ignore[no-untyped-def]
    """How many pairs :func:`match` finds."""
    if n == 1 or m == 1:
        for i in range(n):
            for j in range(m):
                if abs(time[a + i] - time[b + j]) < tolerance - epsilon:
                    return 1
        return 0
    fill(time, a, b, n, m, tolerance, epsilon, total, pairs)
    return pairs[0, 0]


@kernel()
def match_pairs(time, first, one, other, tolerance, epsilon, start, left, right):  # type: ignore[no-untyped-def]
    """Match many pairs of panels; returns (N,) how many marks match, written from ``start`` (N,) on.

    ``tolerance`` (N,) is not-a-number for a pair that is left out.
    """
    most = 0
    for p in range(len(first) - 1):
        most = max(most, first[p + 1] - first[p])
    total, pairs = np.zeros((most + 1, most + 1)), np.zeros((most + 1, most + 1), np.int64)
    found = np.zeros(len(one), np.int64)
    for k in range(len(one)):
        a, b = first[one[k]], first[other[k]]
        n, m = first[one[k] + 1] - a, first[other[k] + 1] - b
        if n and m and tolerance[k] > 0:
            found[k] = match(time, a, b, n, m, tolerance[k], epsilon, total, pairs, left, right, start[k])
    return found
