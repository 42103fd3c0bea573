"""The few named exceptions. Each message says what is wrong, where, what was expected and what to do next."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

__all__ = ["EvalcoreError", "IncompleteError", "InputError", "VideoError", "nearest"]


class EvalcoreError(Exception):
    """Base of every error that is meant for the reader; the command line prints it without a traceback.

    ``exit_code`` is what the command line returns: 2 for bad usage or bad input, 3 for an incomplete run or a
    failed check.
    """

    exit_code = 2


class InputError(EvalcoreError):
    """Bad usage or bad input.

    Parameters
    ----------
    what
        What is wrong, and what was expected.
    where
        The place: a file, ``file:line``, a clip, an option.
    fix
        What to do about it, as a sentence.
    """

    def __init__(self, what: str, *, where: object = None, fix: str | None = None) -> None:
        self.what, self.where, self.fix = what, None if where is None else str(where), fix
        place = f"{self.where}: " if self.where else ""
        super().__init__(f"{place}{what}{f' {fix}' if fix else ''}")


class VideoError(EvalcoreError):
    """A video file that cannot be used as asked.

    Parameters
    ----------
    kind
        One word for tables and filters: ``missing``, ``empty``, ``not_video``, ``no_stream``, ``undecodable``,
        ``truncated``, ``frame_count``, ``size``, ``colour``, ``pixel_format``, ``rotation`` or ``too_long``.
    message
        What was found and what was expected.
    """

    def __init__(self, kind: str, message: str) -> None:
        self.kind = kind
        super().__init__(message)


class IncompleteError(EvalcoreError):
    """A figure was asked of a run that is incomplete or was stopped by a check."""

    exit_code = 3


def nearest(name: str, known: Iterable[str]) -> str:
    """A sentence that helps after a name that is not known: the nearest one, or a few of those there are.

    >>> nearest("pesistence", ["late", "persistence"])
    "Did you mean 'persistence'?"
    >>> nearest("x", ["late", "blur"])
    'There are: blur, late.'
    """
    names = sorted(known)
    if close := get_close_matches(name, names, n=1):
        return f"Did you mean {close[0]!r}?"
    shown = ", ".join(names[:8]) + (", ..." if len(names) > 8 else "")
    return f"There are: {shown}." if names else "There are none."
