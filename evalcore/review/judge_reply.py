"""What a judge's reply to a contact sheet says: the tile where the rollout breaks, and why."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

__all__ = ["Verdict", "parse_verdict"]


@dataclass(frozen=True)
class Verdict:
    """A judge's verdict: ``t`` in seconds of the first broken tile, None for no break.

    ``type`` is one of the schema's, None where the judge named none of them; what it named then is ``unknown_type``.
    ``confidence`` is 0 to 1.
    """

    t: float | None
    type: str | None = None
    confidence: float = 0.0
    unknown_type: str | None = None


def parse_verdict(reply: object, *, times: Sequence[float], types: Sequence[str]) -> Verdict:
    """Read a reply.

    Parameters
    ----------
    reply
        The reply's text, in which the last JSON object counts, or that object. ``break_tile`` (or ``break_frame``) is
        the number of the tile, 1 first, 0 or less for no break; ``violation_type`` and ``confidence`` may be absent.
    times
        Seconds of each tile.
    types
        Names of the schema's violation types.

    Raises
    ------
    ValueError
        There is no object with a tile in it, or no such tile: this reply is no verdict.

    Examples
    --------
    >>> parse_verdict('It breaks: {"break_tile": 2, "confidence": 0.5}', times=[0.25, 0.75], types=["drift"])
    Verdict(t=0.75, type=None, confidence=0.5, unknown_type=None)
    """
    content = _objects(reply)[-1:] if isinstance(reply, str) else [reply]
    if not content or not isinstance(content[0], Mapping):
        raise ValueError("the reply holds no JSON object")
    said: Mapping[str, Any] = content[0]
    number = _number(said.get("break_tile", said.get("break_frame")))
    if number is None:
        raise ValueError("the reply names no tile")
    tile = int(number)
    if tile > len(times):
        raise ValueError(f"the reply names tile {tile} of {len(times)}")
    confidence = min(1.0, max(0.0, _number(said.get("confidence")) or 0.0))
    if tile < 1:
        return Verdict(None, confidence=confidence)
    named = said.get("violation_type")
    word = named.strip() if isinstance(named, str) else ""
    by_lower = {name.lower(): name for name in types}
    kind = by_lower.get(word.lower())
    return Verdict(times[tile - 1], kind, confidence, word if word and kind is None else None)


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        number = float(value)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def _objects(text: str) -> list[Any]:
    """The JSON objects in a text, in their order; what is inside another one is not listed."""
    found = []
    start = text.find("{")
    while start >= 0:
        depth, quoted, escaped = 0, False, False
        for end in range(start, len(text)):
            letter = text[end]
            if quoted:
                quoted, escaped = escaped or letter != '"', letter == "\\" and not escaped
            elif letter == '"':
                quoted = True
            else:
                depth += (letter == "{") - (letter == "}")
                if not depth:
                    break
        else:
            break
        try:
            found.append(msgspec.json.decode(text[start : end + 1]))
            start = text.find("{", end + 1)
        except (msgspec.DecodeError, RecursionError, UnicodeEncodeError):
            start = text.find("{", start + 1)
    return found
