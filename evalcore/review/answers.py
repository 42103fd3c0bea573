"""Answers of reviewers as typed rows, read from and written to JSON lines."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from evalcore.errors import InputError
from evalcore.files import replacing
from evalcore.jsonl import read_rows
from evalcore.review.config import RUBRIC_SCALE

__all__ = [
    "Answer",
    "Answers",
    "Counterfactual",
    "Mark",
    "Preference",
    "answer_of",
    "check_key",
    "read_answers",
    "write_answers",
]

FORM = (
    'A row is {"item", "reviewer", "violations": [{"stream", "t", "type", "severity", "note"}], "clean": [stream], '
    '"preference": {"winner", "confidence", "rubric"}, "counterfactual": {"verdict", "t", "note"}}.'
)
_FIELDS = ("item", "reviewer", "violations", "clean", "preference", "counterfactual")


class Mark(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One break-point: ``t`` seconds after the stream's first frame, why (``type``) and how badly (``severity``)."""

    stream: str
    t: float
    type: str | None = None
    severity: int | None = None
    note: str = ""


class Preference(msgspec.Struct, frozen=True, kw_only=True):
    """Which stream is best: its id, or ``__tie__``; null where the reviewer did not say."""

    winner: str | None = None
    confidence: int | None = None
    rubric: dict[str, int] = {}


class Counterfactual(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Whether the divergence follows from the item's intervention; ``t`` in seconds, null where none was marked."""

    verdict: str | None = None
    t: float | None = None
    note: str = ""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """All that one reviewer says about one item.

    ``violations`` are in the order in which they were made. A stream in ``clean`` has no break in the reviewer's eyes;
    a stream that is neither marked nor clean was not answered, and none is both: a mark counts before a "clean".
    """

    item: str
    reviewer: str
    violations: tuple[Mark, ...] = ()
    clean: tuple[str, ...] = ()
    preference: Preference = Preference()
    counterfactual: Counterfactual = Counterfactual()

    @property
    def answered(self) -> tuple[str, ...]:
        """Streams with a mark or an explicit "no breaks", by name."""
        return tuple(sorted({mark.stream for mark in self.violations} | set(self.clean)))


@dataclass(frozen=True)
class Answers:
    """Answers sorted by item and reviewer, one a pair.

    ``files`` maps what they were read from to its SHA-256; ``places`` says for each (item, reviewer) where the answer
    stands, for messages.
    """

    rows: tuple[Answer, ...]
    files: Mapping[str, str] = field(default_factory=dict)
    places: Mapping[tuple[str, str], str] = field(default_factory=dict, compare=False, repr=False)

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Answer]:
        return iter(self.rows)

    @property
    def reviewers(self) -> tuple[str, ...]:
        """Names of the reviewers, sorted."""
        return tuple(sorted({answer.reviewer for answer in self.rows}))

    @classmethod
    def of(cls, answers: Iterable[Answer]) -> Answers:
        """Answers that come from no file; the hash is over their JSON lines.

        Raises
        ------
        InputError
            Two answers of one reviewer to one item.
        """
        rows = _sorted({}, answers)
        return cls(rows, {"answers.jsonl": hashlib.sha256(_lines(rows)).hexdigest()})


class _Mark(msgspec.Struct, forbid_unknown_fields=True):
    stream: str
    t: float
    type: str | None = None
    severity: int | float | str | None = None
    note: str | None = None


class _Preference(msgspec.Struct, forbid_unknown_fields=True):
    winner: str | None = None
    confidence: int | float | str | None = None
    rubric: dict[str, int | float | str | None] | None = None


class _Counterfactual(msgspec.Struct, forbid_unknown_fields=True):
    verdict: str | None = None
    t: float | None = None
    note: str | None = None


class _Row(msgspec.Struct, forbid_unknown_fields=True):
    item: str
    reviewer: str
    violations: list[_Mark] = []
    clean: list[str] = []
    preference: _Preference | None = None
    counterfactual: _Counterfactual | None = None


def check_key(name: str, *, what: str, where: object = None) -> str:
    """Return the name of an item, a reviewer or a stream if it can be one: not empty, no control character."""
    if not name.strip() or any(ord(letter) < 32 or ord(letter) == 127 for letter in name):
        raise InputError(
            f"{what} {name!r} cannot be a name.", where=where, fix="Use at least one letter, and no control character."
        )
    return name


def _whole(value: float | str | None, what: str, where: object) -> int | None:
    """A number that the reference implementation may have stored as text; blank is None."""
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not number.is_integer():
        raise InputError(f"{what} is {value!r}; a whole number was expected.", where=where, fix=FORM)
    return int(number)


def _seconds(value: float, what: str, where: object) -> float:
    if not (math.isfinite(value) and value >= 0):
        raise InputError(f"{what} is {value}; seconds, 0 or more, were expected.", where=where, fix=FORM)
    return value + 0.0  # turns minus zero into zero


def answer_of(row: object, *, where: object = None) -> Answer:
    """One answer from its plain form, with blanks ("" or null) as None and numbers that are text as numbers.

    Raises
    ------
    InputError
        A field that is missing, unknown or of another type, a negative time, a rubric's mark outside 1 to 5.

    Examples
    --------
    >>> row = {"item": "ball", "reviewer": "ann", "violations": [{"stream": "a", "t": 1.5, "severity": "2"}]}
    >>> answer_of(row).violations
    (Mark(stream='a', t=1.5, type=None, severity=2, note=''),)
    """
    try:
        read = msgspec.convert(row, _Row)
    except msgspec.ValidationError as error:
        raise InputError(f"{error}.", where=where, fix=FORM) from None
    return _answer(read, where)


def _answer(row: _Row, where: object) -> Answer:
    marks = [
        Mark(
            stream=check_key(mark.stream, what="stream", where=where),
            t=_seconds(mark.t, "the time of a mark", where),
            type=mark.type or None,
            severity=_whole(mark.severity, "a severity", where),
            note=mark.note or "",
        )
        for mark in row.violations
    ]
    marked = {mark.stream for mark in marks}
    clean = dict.fromkeys(check_key(stream, what="stream", where=where) for stream in row.clean)
    preference, verdict = row.preference or _Preference(), row.counterfactual or _Counterfactual()
    rubric = {name: _whole(value, f"rubric {name!r}", where) for name, value in (preference.rubric or {}).items()}
    low, high = RUBRIC_SCALE
    for name, value in rubric.items():
        if value is not None and not low <= value <= high:
            raise InputError(f"rubric {name!r} is {value}; {low} to {high} was expected.", where=where)
    return Answer(
        item=check_key(row.item, what="item", where=where),
        reviewer=check_key(row.reviewer, what="reviewer", where=where),
        violations=tuple(marks),
        clean=tuple(stream for stream in clean if stream not in marked),
        preference=Preference(
            winner=preference.winner or None,
            confidence=_whole(preference.confidence, "the confidence", where),
            rubric={name: value for name, value in rubric.items() if value is not None},
        ),
        counterfactual=Counterfactual(
            verdict=verdict.verdict or None,
            t=None if verdict.t is None else _seconds(verdict.t, "the time of the counterfactual", where),
            note=verdict.note or "",
        ),
    )


def _sorted(places: Mapping[int, object], answers: Iterable[Answer]) -> tuple[Answer, ...]:
    found: dict[tuple[str, str], tuple[int, Answer]] = {}
    for position, answer in enumerate(answers):
        key = (answer.item, answer.reviewer)
        if key in found:
            earlier = places.get(found[key][0])
            raise InputError(
                f"reviewer {answer.reviewer!r} answers item {answer.item!r} twice"
                + (f" (the first time in {earlier})." if earlier else "."),
                where=places.get(position),
                fix="Keep one row a reviewer and item.",
            )
        found[key] = position, answer
    return tuple(answer for _, (_, answer) in sorted(found.items(), key=lambda entry: entry[0]))


def read_answers(path: Path) -> Answers:
    """Read answers from JSON lines, one a reviewer and item.

    Raises
    ------
    InputError
        A missing file or a row at fault (the message has file and line), or two answers of one reviewer to one item.
    """
    rows = read_rows(path, _Row, what="answers of reviewers, one row a reviewer and item")
    places = {position: f"{path}:{line}" for position, (line, _) in enumerate(rows)}
    answers = _sorted(places, (_answer(row, places[position]) for position, (_, row) in enumerate(rows)))
    if not answers:
        raise InputError("the file has no rows.", where=path, fix=FORM)
    return Answers(
        answers,
        {path.name: hashlib.sha256(path.read_bytes()).hexdigest()},
        {(row.item, row.reviewer): places[position] for position, (_, row) in enumerate(rows)},
    )


def plain(answer: Answer) -> dict[str, Any]:
    """The answer as its row holds it: every field, null where nothing was said."""
    built: dict[str, Any] = msgspec.to_builtins(answer)
    return {name: built[name] for name in _FIELDS}


def _lines(answers: Iterable[Answer]) -> bytes:
    return b"".join(msgspec.json.encode(plain(answer)) + b"\n" for answer in answers)


def write_answers(path: Path, answers: Iterable[Answer]) -> None:
    """Write answers as JSON lines, sorted by item and reviewer, atomically; :func:`read_answers` gives them back."""
    with replacing(path) as partial:
        partial.write_bytes(_lines(_sorted({}, answers)))
