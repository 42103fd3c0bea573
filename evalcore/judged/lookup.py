"""Find many ids among many others at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

__all__ = ["Lookup"]

WORD = 8  # bytes
ODD = np.uint64(0x9E3779B97F4A7C15)  # 2^64 / golden ratio: spreads neighbours, Knuth's multiplicative hashing
SHIFT = np.uint64(32)


class Lookup:
    """The positions of texts, found in an open-addressing table with linear probing; every hit is compared in full.

    A dict of a million texts costs a chain of cache misses for each one that is looked up; here a block of them is
    looked up by a few array operations.

    Parameters
    ----------
    texts
        Different texts without NUL.
    """

    def __init__(self, texts: Sequence[str]) -> None:
        # One byte more than the longest, so that a longer text, cut to this width, equals none.
        longest = max((len(text.encode()) for text in texts), default=0)
        self._words = -(-(longest + 1) // WORD)
        self._texts = self._column(texts)
        size = 1 << (4 * len(texts)).bit_length()  # a quarter full at most: most texts stand in their own slot
        self._table = np.full(size, -1, dtype=np.int32)
        left = np.arange(len(texts), dtype=np.int32)
        slots = self._slots(self._texts)
        while len(left):
            free = self._table[slots] < 0
            self._table[slots[free]] = left[free]  # of several for one slot, the last one is there
            homeless = self._table[slots] != left
            left, slots = left[homeless], (slots[homeless] + 1) & (size - 1)

    def find(self, texts: Sequence[str]) -> npt.NDArray[np.int32]:
        """The position of each text, (n,); -1 where it is none of them.

        >>> Lookup(["ball-1a", "ball-1b"]).find(["ball-1b", "ball", "ball-1a"])
        array([ 1, -1,  0], dtype=int32)
        """
        found = np.full(len(texts), -1, dtype=np.int32)
        if not len(self._texts):
            return found
        sought = self._column(texts)
        slots = self._slots(sought)
        left = np.arange(len(texts))
        while len(left):
            there = self._table[slots]
            same = (self._texts.take(there) == sought[left]) & (there >= 0)
            found[left[same]] = there[same]
            on = (there >= 0) & ~same
            left, slots = left[on], (slots[on] + 1) & (len(self._table) - 1)
        if "\0" in "".join(texts):  # the end of a text looks like NUL in a column
            found[["\0" in text for text in texts]] = -1
        return found

    def _column(self, texts: Sequence[str]) -> npt.NDArray[np.bytes_]:
        """(n,) the texts in UTF-8, padded with NUL, or cut where they are longer than any known one."""
        kind = f"S{self._words * WORD}"
        try:
            return np.array(texts, dtype=kind)
        except UnicodeEncodeError:
            return np.array([text.encode("utf-8", "surrogatepass") for text in texts], dtype=kind)

    def _slots(self, column: npt.NDArray[np.bytes_]) -> npt.NDArray[np.int64]:
        mixed = np.zeros(len(column), dtype=np.uint64)
        for word in column.view(np.uint64).reshape(len(column), self._words).T:
            mixed = (mixed ^ word) * ODD
            mixed ^= mixed >> SHIFT
        return (mixed & np.uint64(len(self._table) - 1)).astype(np.int64)
