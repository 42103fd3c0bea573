"""Columns of many rows with few different values: codes beside a vocabulary, so that no row is a Python object."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

__all__ = ["Coded", "Coder", "Codes", "encode", "json_text"]

Codes = npt.NDArray[np.int32]
# Types that Python's equality keeps apart as JSON does; 0, 0.0 and False are equal in Python.
_APART = {bool, str, type(None), msgspec.UnsetType}


def json_text(value: object) -> str:
    """A plain value as compact JSON.

    >>> json_text("Yes"), json_text(None)
    ('"Yes"', 'null')
    """
    return msgspec.json.encode(value).decode()


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
        """The column at ``rows``, None where a row is -1."""
        return Coded(self.values, np.append(self.codes, np.int32(-1))[rows])

    def to_list(self) -> list[Any]:
        """Every value as a Python object."""
        values = [*self.values, None]  # what code -1 finds
        return [values[code] for code in self.codes.tolist()]

    def counts(self) -> list[tuple[Any, int]]:
        """Each value that occurs with the number of its rows, in the order of the vocabulary."""
        found = np.bincount(self.codes[self.codes >= 0], minlength=len(self.values))
        return [(self.values[code], int(found[code])) for code in np.flatnonzero(found).tolist()]


class _Growing(dict[Any, int]):
    def __missing__(self, key: Any) -> int:
        self[key] = len(self)
        return self[key]


class Coder:
    """Give codes to plain JSON values in the order of their first appearance, over as many columns as there are."""

    def __init__(self) -> None:
        self._codes = _Growing()
        self._others: dict[bytes, Any] = {}

    def __call__(self, column: Sequence[Any], *, apart: bool = False) -> Codes:
        """The codes of ``column``, (n,) int32; values of different JSON type stay apart.

        ``apart`` says that all values are known to be texts, booleans, null or absent.
        """
        keys = column
        if not apart and not set(map(type, column)) <= _APART:
            keys = [value if type(value) in _APART else self._key(value) for value in column]
        return np.fromiter(map(self._codes.__getitem__, keys), dtype=np.int32, count=len(keys))

    def _key(self, value: Any) -> bytes:
        text = msgspec.json.encode(value)
        self._others.setdefault(text, value)
        return text

    @property
    def values(self) -> tuple[Any, ...]:
        """The vocabulary so far."""
        return tuple(self._others[key] if isinstance(key, bytes) else key for key in self._codes)


def encode(values: Iterable[Any]) -> Coded:
    """Code one column.

    >>> encode([True, 1, "a", True]).codes.tolist()
    [0, 1, 2, 0]
    """
    coder = Coder()
    codes = coder(list(values))
    return Coded(coder.values, codes)
