"""Compiled counts of pairs of times; the definition stands in :mod:`evalcore.review.chance`."""

from __future__ import annotations

import numpy as np

from evalcore.kernels import kernel

__all__ = ["pairs_below", "pairs_within"]


@kernel()
def pairs_within(time, weight, limits):  # type: ignore[no-untyped-def]
    """(K,) how many unordered pairs of ``weight`` (D,) marks at ``time`` (D,), ascending, are at most a limit apart."""
    counts = np.zeros(len(limits), np.int64)
    for k in range(len(limits)):
        inside, first, pairs = 0, 0, 0
        for j in range(len(time)):
            while time[j] - time[first] > limits[k]:
                inside -= weight[first]
                first += 1
            pairs += weight[j] * inside + weight[j] * (weight[j] - 1) // 2
            inside += weight[j]
        counts[k] = pairs
    return counts


@kernel()
def pairs_below(time, weight, limits):  # type: ignore[no-untyped-def]
    """As :func:`pairs_within`, for pairs that are less than a limit apart."""
    counts = np.zeros(len(limits), np.int64)
    for k in range(len(limits)):
        if limits[k] <= 0.0:
            continue
        inside, first, pairs = 0, 0, 0
        for j in range(len(time)):
            while time[j] - time[first] >= limits[k]:
                inside -= weight[first]
                first += 1
            pairs += weight[j] * inside + weight[j] * (weight[j] - 1) // 2
            inside += weight[j]
        counts[k] = pairs
    return counts
