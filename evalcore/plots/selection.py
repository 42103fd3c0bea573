"""Which models, methods, clips or tasks a figure shows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from evalcore.errors import InputError
from evalcore.plots.text import literal

__all__ = ["choose"]


def choose(wanted: Sequence[str] | None, known: Iterable[str], *, what: str) -> list[str]:
    """``wanted`` in the order of ``known``; all where it is None.

    Raises
    ------
    InputError
        One of them is not known.
    """
    names = list(dict.fromkeys(known))
    if unknown := sorted(set(wanted or ()) - set(names)):
        raise InputError(
            f"the result has no {what} {unknown[0]!r}.", fix=f"It has: {', '.join(map(literal, names)) or 'none'}."
        )
    return names if wanted is None else [name for name in names if name in set(wanted)]
