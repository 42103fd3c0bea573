"""The bootstrap by counts: figures that are made of sums over units need no unit twice in memory."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from evalcore.stats.bootstrap import RESAMPLES

__all__ = ["Resampling"]

CELLS = 4_000_000  # counts that are floats at a time


class Resampling:
    """How often each of ``n`` units stands in each resample: the draws of ``resample_indices``, counted.

    Examples
    --------
    >>> import numpy as np
    >>> from evalcore.stats import resample_indices
    >>> values = np.array([1.0, 2.0, 4.0])
    >>> sums = Resampling(3, resamples=100).sums(values)
    >>> bool((sums == values[resample_indices(3, resamples=100)].sum(axis=1)).all())
    True
    """

    def __init__(self, n: int, *, resamples: int = RESAMPLES, seed: int = 0) -> None:
        if n < 1 or resamples < 1:
            raise ValueError(f"n is {n} and resamples is {resamples}; at least 1 of each was expected")
        self.n, self.resamples = n, resamples
        rng = np.random.default_rng(seed)
        self._counts = np.zeros((resamples, n), np.uint32 if n > np.iinfo(np.uint16).max else np.uint16)
        for rows in self._blocks():
            drawn = rng.integers(0, n, size=(rows.stop - rows.start, n))
            cells = drawn + n * np.arange(len(drawn))[:, None]
            self._counts[rows] = np.bincount(cells.ravel(), minlength=drawn.size).reshape(drawn.shape)

    def _blocks(self) -> list[slice]:
        step = max(1, CELLS // self.n)
        return [slice(k, min(k + step, self.resamples)) for k in range(0, self.resamples, step)]

    @property
    def counts(self) -> npt.NDArray[np.unsignedinteger]:
        """(B, n) how often each unit stands in each resample; read-only."""
        counts = self._counts.view()
        counts.flags.writeable = False
        return counts

    def sums(self, values: npt.ArrayLike) -> npt.NDArray[np.float64]:
        """(B, ...) sums over each resample of ``values`` (n, ...).

        Raises
        ------
        ValueError
            ``values`` has not one row a unit.
        """
        array = np.asarray(values, np.float64)
        if array.ndim < 1 or len(array) != self.n:
            raise ValueError(f"values has shape {array.shape}; one row for each of {self.n} units was expected")
        columns = array.reshape(self.n, -1)
        out = np.empty((self.resamples, columns.shape[1]))
        for rows in self._blocks():
            out[rows] = self._counts[rows].astype(np.float64) @ columns
        return out.reshape(self.resamples, *array.shape[1:])
