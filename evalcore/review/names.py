"""Names of streams: their ids in answers, and what a blinded reviewer sees instead."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence

__all__ = ["arrange", "blind_label", "panel_order", "stream_id"]

_OTHER = re.compile(r"[^A-Za-z0-9._:-]+")
LETTERS = 26


def stream_id(name: str) -> str:
    """The id that stands for a stream in answers: other characters than letters, digits and ``._:-`` become one dash.

    >>> stream_id("Model A/v1"), stream_id("")
    ('Model-A-v1', 'stream')
    """
    return _OTHER.sub("-", name).strip("-") or "stream"


def blind_label(position: int) -> str:
    """The name of the panel at a position, 0 first: A to Z, AA, AB, ...

    >>> [blind_label(k) for k in (0, 25, 26, 701, 702)]
    ['A', 'Z', 'AA', 'ZZ', 'AAA']
    """
    if position < 0:
        raise ValueError(f"position is {position}; 0 or more was expected")
    label = ""
    while position >= 0:
        position, letter = position // LETTERS - 1, position % LETTERS
        label = chr(ord("A") + letter) + label
    return label


def panel_order(reviewer: str, item: str, streams: Sequence[str]) -> tuple[str, ...]:
    """Stream ids as one reviewer sees them: by the SHA-256 of ``reviewer NUL item NUL stream``.

    The order is the same at each return to the item, and differs between reviewers and items.

    >>> panel_order("alice", "item1", ["real", "gen_a", "gen_b"])
    ('gen_b', 'real', 'gen_a')
    """
    return tuple(sorted(streams, key=lambda s: hashlib.sha256(f"{reviewer}\0{item}\0{s}".encode()).digest()))


def arrange(streams: Sequence[str], order: Sequence[str]) -> tuple[str, ...]:
    """``streams`` in a stored ``order``: those that it names first, the others after them as they stand.

    >>> arrange(["real", "gen_a", "gen_b"], ["gen_b", "gone"])
    ('gen_b', 'real', 'gen_a')
    """
    known = [stream for stream in dict.fromkeys(order) if stream in streams]
    return tuple(known + [stream for stream in streams if stream not in known])
