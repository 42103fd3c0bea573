"""Words that tables and figures share."""

from __future__ import annotations

__all__ = ["counted"]


def counted(n: int, noun: str) -> str:
    """``1 clip``, ``5 clips``."""
    return f"{n} {noun}{'' if n == 1 else 's'}"
