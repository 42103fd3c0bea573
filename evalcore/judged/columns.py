"""Columns of many rows with few different values: codes beside a vocabulary, so that no row is a Python object."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

__all__ = ["Coded", "Codes", "encode"]

Codes = npt.NDArray[np.int32]
_BY_EQUALITY = {bool, str, type(None)}  # 0, 0.0 and False are equal in Python, and different in JSON


@dataclass(frozen=True, eq=False)
class Coded:
    """One value a row: ``values[codes[i]]``, or None where the code is -1.

    ``codes`` is (n,) int32; ``values`` are plain JSON values and may hold some that no row uses.
    """

    values: Sequence[Any]
    codes: Codes

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, row: int) -> Any:
        code = self.codes[row]
        return self.values[code] if code >= 0 else None

    def take(self, rows: npt.NDArray[np.integer[Any]]) -> Coded:
        """The column at ``rows`` (None where a row is -1)."""
        codes = self.codes[rows] if len(self.codes) else np.full(len(rows), -1, np.int32)
        codes[rows < 0] = -1
        return Coded(self.values, codes)

    def to_list(self) -> list[Any]:
        """Every value as a Python object."""
        values = [*self.values, None]  # code -1 is the last
        return [values[code] for code in self.codes.tolist()]

    def counts(self) -> dict[int, int]:
        """How many rows have each code, for the codes that occur, in the order of the vocabulary."""
        found = np.bincount(self.codes[self.codes >= 0], minlength=len(self.values))
        return {code: int(found[code]) for code in np.flatnonzero(found).tolist()}


def encode(values: Iterable[Any]) -> Coded:
    """Code plain JSON values in order of their first appearance; values of different JSON type stay apart.

    >>> encode([True, 1, "a", True]).codes.tolist()
    [0, 1, 2, 0]
    """
    column = list(values)
    keys: list[Any] = column
    if not set(map(type, column)) <= _BY_EQUALITY:
        keys = [value if type(value) in _BY_EQUALITY else msgspec.json.encode(value) for value in column]
    vocabulary = dict(zip(keys, column, strict=True))
    position = {key: code for code, key in enumerate(vocabulary)}
    codes = np.fromiter(map(position.__getitem__, keys), dtype=np.int32, count=len(keys))
    return Coded(tuple(vocabulary.values()), codes)
