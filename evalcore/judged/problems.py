"""Faults of a data folder: the first one ends a strict load, a lenient one collects them."""

from __future__ import annotations

from dataclasses import dataclass

from evalcore.errors import InputError

__all__ = ["Faults", "Problem"]


@dataclass(frozen=True)
class Problem:
    """A fault of the data that loading went past (``strict=False``): ``where`` is a file, or file:line."""

    where: str
    message: str


class Faults:
    """What is at fault: raised at once if ``strict``, else kept in ``problems``."""

    def __init__(self, *, strict: bool) -> None:
        self.strict = strict
        self.problems: list[Problem] = []

    def add(self, what: str, *, where: str, fix: str | None = None) -> None:
        """Raise an :class:`~evalcore.errors.InputError`, or keep it as a :class:`Problem`."""
        if self.strict:
            raise InputError(what, where=where, fix=fix)
        self.problems.append(Problem(where, what))
