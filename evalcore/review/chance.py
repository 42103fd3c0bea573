"""How far apart marks of different items are: what chance gives, over all pairs instead of a sample of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from evalcore.review import _chance
from evalcore.review.panels import Floats, Index, Panels

__all__ = ["Chance", "chance_of"]


@dataclass(frozen=True, eq=False)
class Chance:
    """The distances \\|dt\\| of all unordered pairs of marks of different items, whatever their stream or reviewer.

    ``pairs`` is how many there are, ``mean`` their mean in seconds (None where there is none).
    """

    pairs: int
    mean: float | None
    _time: Floats
    _weight: Index
    _same_item: Floats  # distances of the pairs of one item, ascending

    def ks(self, offsets: Floats) -> float | None:
        """Kolmogorov-Smirnov distance between ``offsets`` (seconds) and the distances by chance, 0 to 1.

        Both distributions step where they have a value, equal values at once. None where one of the two is empty.
        """
        if not len(offsets) or not self.pairs:
            return None
        values, counts = np.unique(offsets, return_counts=True)
        until = np.cumsum(counts)
        within = _chance.pairs_within(self._time, self._weight, values)
        within = within - np.searchsorted(self._same_item, values, side="right")
        below = _chance.pairs_below(self._time, self._weight, values)
        below = below - np.searchsorted(self._same_item, values, side="left")
        at = np.abs(until / len(offsets) - within / self.pairs).max()
        before = np.abs((until - counts) / len(offsets) - below / self.pairs).max()
        return float(max(at, before))


def chance_of(panels: Panels) -> Chance:
    """The distances by chance of all marks of ``panels``."""
    item = panels.item[panels.panel_of_mark]
    within = _within_items(panels.time, item)
    time = np.sort(panels.time)
    n = len(time)
    # Over ascending values the distances of all pairs sum to sum_k (2k - n + 1) t_k.
    summed = float((time * (2 * np.arange(n) - n + 1)).sum()) - float(within.sum())
    pairs = n * (n - 1) // 2 - len(within)
    values, weight = np.unique(time, return_counts=True)
    return Chance(pairs, summed / pairs if pairs else None, values, weight.astype(np.int64), np.sort(within))


def _within_items(time: Floats, item: Index) -> Floats:
    order = np.argsort(item, kind="stable")
    time, sizes = time[order], np.unique(item, return_counts=True)[1]
    starts = np.cumsum(sizes) - sizes
    found = [np.zeros(0)]
    for size in np.unique(sizes).tolist():
        i, j = np.triu_indices(size, 1)
        block = starts[sizes == size][:, None]
        found.append(np.abs(time[block + i] - time[block + j]).ravel())
    return np.concatenate(found)
