"""Compiled clusters of the reference implementation; the definition stands in :mod:`evalcore.review.potato`."""

from __future__ import annotations

import numpy as np

from evalcore.kernels import kernel

__all__ = ["clusters"]


@kernel()
def clusters(time, first, unit_first, tolerance):  # type: ignore[no-untyped-def]
    """(M,) the cluster of each mark, numbered from 0 over all units (runs of panels, in the order of reviewers)."""
    cluster = np.zeros(len(time), np.int64)
    founder = np.zeros(len(time))
    last = np.zeros(len(time), np.int64)  # the latest panel that is in a cluster
    number = 0
    for u in range(len(unit_first) - 1):
        begin = number
        for panel in range(unit_first[u], unit_first[u + 1]):
            for mark in range(first[panel], first[panel + 1]):
                home = -1
                for k in range(begin, number):
                    if last[k] != panel and 1.0 - abs(time[mark] - founder[k]) / tolerance > 0.0:
                        home = k
                        break
                if home < 0:
                    home, number = number, number + 1
                    founder[home] = time[mark]
                last[home] = panel
                cluster[mark] = home
    return cluster
