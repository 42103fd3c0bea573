"""What the reviewers of a stream say together: where it breaks and why, or that it does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

import msgspec

from evalcore.batch import Coverage, Result, record
from evalcore.errors import InputError, nearest
from evalcore.review.answers import Answer, Answers
from evalcore.review.config import METHODS, ConsensusConfig, Method

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ConsensusResult", "StreamConsensus", "consensus", "load_consensus"]

UNNAMED = "no reviewer who marked the stream gave a type"
NO_BREAK = "the consensus is that there is no break"


@dataclass(frozen=True)
class StreamConsensus:
    """One stream that somebody answered. ``t`` is the break in seconds, ``type`` why; null where there is no break.

    ``marked`` and ``clean`` count the reviewers who saw a break and who saw none.
    """

    item: str
    stream: str
    verdict: Literal["break", "clean"]
    t: float | None
    type: str | None
    marked: int
    clean: int
    t_reason: str | None = None
    type_reason: str | None = None


@dataclass(frozen=True)
class ConsensusResult(Result):
    """What ``evalcore.review.consensus`` returns: one row a stream, by item and stream."""

    protocol: ClassVar[str] = "review"

    streams: tuple[StreamConsensus, ...]
    method: Method = "default"

    @property
    def config(self) -> ConsensusConfig:
        """The settings of the run, from its record."""
        return msgspec.convert(self.record["config"], ConsensusConfig)

    @property
    def scores(self) -> pd.DataFrame:
        """One row a stream id: how many rollouts there are, and how many break."""
        import pandas as pd

        counts: dict[str, list[int]] = {}
        for row in self.streams:
            of = counts.setdefault(row.stream, [0, 0])
            of[0] += 1
            of[1] += row.verdict == "break"
        rows = [(name, n, broken, broken / n) for name, (n, broken) in sorted(counts.items())]
        return pd.DataFrame(rows, columns=["stream", "n", "broken", "share"])

    @property
    def rows(self) -> pd.DataFrame:
        """One row a stream of an item."""
        import pandas as pd

        return pd.DataFrame(self.streams, columns=[*StreamConsensus.__dataclass_fields__])


def consensus(answers: Answers | Iterable[Answer], *, method: Method = "default") -> ConsensusResult:
    """The consensus of each stream that somebody answered.

    Each reviewer counts with the earliest mark on the stream, as that is where it stops making sense. More reviewers
    with a mark than with an explicit "no breaks": a break at the lower median of their marks, which is always a mark
    that somebody made, with the most frequent type (of several the first reviewer's by name). Else no break.

    Parameters
    ----------
    answers
        One a reviewer and item.
    method
        ``potato``: as the reference implementation, the mean of the two middle marks of an even number, and of several
        types the one that comes first in the order of the answers.

    Raises
    ------
    InputError
        Another method, or two answers of one reviewer to one item.

    Examples
    --------
    >>> from evalcore.review import Answer, Mark
    >>> times = {"ann": 2.0, "bob": 2.2, "eve": 9.0}
    >>> result = consensus(
    ...     Answer(item="ball", reviewer=name, violations=(Mark(stream="a", t=t),)) for name, t in times.items()
    ... )
    >>> result.streams[0].verdict, result.streams[0].t
    ('break', 2.2)
    """
    if method not in METHODS:
        raise InputError(f"there is no method {method!r}.", fix=nearest(method, METHODS))
    rows = answers if isinstance(answers, Answers) else tuple(answers)
    given = rows if isinstance(rows, Answers) else Answers.of(rows)
    earliest: dict[tuple[str, str], list[tuple[float, str | None]]] = {}
    clean: Counter[tuple[str, str]] = Counter()
    for answer in given if method == "default" else rows:
        first: dict[str, tuple[float, str | None]] = {}
        for mark in answer.violations:
            if mark.stream not in first or mark.t < first[mark.stream][0]:
                first[mark.stream] = (mark.t, mark.type)
        for stream, one in first.items():
            earliest.setdefault((answer.item, stream), []).append(one)
        clean.update((answer.item, stream) for stream in answer.clean if stream not in first)
    streams = tuple(_consensus(*key, earliest.get(key, []), clean[key], method) for key in sorted({*earliest, *clean}))
    return ConsensusResult(
        coverage=Coverage(requested=len(streams), done=len(streams), failed=0),
        failures=(),
        record=record(config=ConsensusConfig(method), inputs=given.files, packages=()),
        streams=streams,
        method=method,
    )


def _consensus(
    item: str, stream: str, marks: list[tuple[float, str | None]], clean: int, method: Method
) -> StreamConsensus:
    if len(marks) <= clean:
        return StreamConsensus(item, stream, "clean", None, None, len(marks), clean, NO_BREAK, NO_BREAK)
    times = sorted(t for t, _ in marks)
    lower, upper = times[(len(times) - 1) // 2], times[len(times) // 2]
    types = Counter(kind for _, kind in marks if kind is not None)  # of equal counts the first one put in comes first
    kind = types.most_common(1)[0][0] if types else None
    t = lower if method == "default" else (lower + upper) / 2
    return StreamConsensus(
        item, stream, "break", t, kind, len(marks), clean, None, None if kind is not None else UNNAMED
    )


def load_consensus(path: Path) -> ConsensusResult:
    """Read a result written by ``ConsensusResult.save`` (a folder) or by ``--out`` (a JSON file)."""
    return ConsensusResult.read(path)
