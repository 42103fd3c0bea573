"""What a reviewer does to an answer, one act at a time; each returns the answer that comes after it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from evalcore.errors import InputError
from evalcore.review.answers import Answer, Mark
from evalcore.review.config import EPSILON, MERGE_WINDOW

__all__ = ["add_mark", "change_mark", "mark_near", "pending", "remove_mark", "set_clean"]


def _ordered(marks: Sequence[Mark]) -> tuple[Mark, ...]:
    return tuple(sorted(marks, key=lambda mark: (mark.t, mark.stream)))


def add_mark(answer: Answer, mark: Mark, *, window: float = MERGE_WINDOW) -> Answer:
    """Mark a break. Marks of the same stream within ``window`` seconds (inclusive) give way to the new one, and the
    stream is no longer clean. Marks are kept by time and stream.

    >>> answer = add_mark(Answer(item="ball", reviewer="ann", clean=("a",)), Mark(stream="a", t=2.0))
    >>> answer = add_mark(answer, Mark(stream="a", t=2.25))
    >>> [mark.t for mark in answer.violations], answer.clean
    ([2.25], ())
    """
    kept = [one for one in answer.violations if one.stream != mark.stream or abs(one.t - mark.t) > window + EPSILON]
    return msgspec.structs.replace(
        answer,
        violations=_ordered([*kept, mark]),
        clean=tuple(stream for stream in answer.clean if stream != mark.stream),
    )


def change_mark(answer: Answer, position: int, mark: Mark) -> Answer:
    """Put ``mark`` in the place of the mark at a position, as a new mark would be put (nudging may merge marks)."""
    return add_mark(remove_mark(answer, position), mark)


def remove_mark(answer: Answer, position: int) -> Answer:
    """Take the mark at a position away; its stream is then unanswered unless it has others."""
    kept = [mark for k, mark in enumerate(answer.violations) if k != position]
    return msgspec.structs.replace(answer, violations=tuple(kept))


def set_clean(answer: Answer, stream: str, *, clean: bool = True) -> Answer:
    """Say that a stream has no break, or take that back.

    Raises
    ------
    InputError
        The stream has a mark: it must be taken away first.
    """
    if clean and any(mark.stream == stream for mark in answer.violations):
        raise InputError("the panel has a mark, so it is not without breaks.", fix="Delete its marks first.")
    others = tuple(one for one in answer.clean if one != stream)
    return msgspec.structs.replace(answer, clean=(*others, stream) if clean else others)


def mark_near(answer: Answer, stream: str, t: float, *, within: float) -> int | None:
    """Position of the stream's mark that is nearest to ``t`` and at most ``within`` seconds away, else None."""
    near = [
        (abs(mark.t - t), position)
        for position, mark in enumerate(answer.violations)
        if mark.stream == stream and abs(mark.t - t) <= within + EPSILON
    ]
    return min(near)[1] if near else None


def pending(answer: Answer, streams: Sequence[str]) -> tuple[str, ...]:
    """The ``streams`` that are neither marked nor clean, in their order."""
    answered = set(answer.answered)
    return tuple(stream for stream in streams if stream not in answered)
