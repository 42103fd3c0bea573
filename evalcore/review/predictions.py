"""Break-points that a judge predicts, read from JSON lines."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from evalcore.errors import InputError, nearest
from evalcore.jsonl import read_rows
from evalcore.review.answers import check_key

__all__ = ["Prediction", "Predictions", "read_predictions"]

FORM = 'A row is {"item", "stream", "t" (null: no break), "type", "confidence", "resolution", "judge", "error"}.'


class Prediction(msgspec.Struct, frozen=True, kw_only=True):
    """What a judge says about one stream: the break's ``t`` in seconds, null where it sees none.

    ``resolution`` is half the sampling interval of what it saw, in seconds: it cannot say more precisely. With
    ``error`` the call failed, and the row is no verdict. ``raw`` is the judge's own reply, ``judge_version`` the model
    that the endpoint reported, ``request_sha256`` the hash of all that the judge was shown.
    """

    item: str
    stream: str
    t: float | None = None
    type: str | None = None
    confidence: float | None = None
    resolution: float | None = None
    unknown_type: str | None = None
    judge: str | None = None
    judge_version: str | None = None
    endpoint: str | None = None
    prompt_sha256: str | None = None
    media_sha256: str | None = None
    request_sha256: str | None = None
    error: str | None = None
    raw: str | None = None


@dataclass(frozen=True)
class Predictions:
    """One prediction a stream, sorted by item and stream, of one judge and prompt.

    ``judge`` and ``prompt_sha256`` are None where the rows do not say. ``files`` maps the file to its SHA-256.
    """

    rows: tuple[Prediction, ...]
    judge: str | None = None
    prompt_sha256: str | None = None
    files: Mapping[str, str] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Prediction]:
        return iter(self.rows)


def read_predictions(path: Path, *, judge: str | None = None) -> Predictions:
    """Read predictions from JSON lines.

    A row that failed gives way to another of the same item and stream that did not: a run that was taken up again
    leaves both.

    Parameters
    ----------
    path
        The file.
    judge
        Which judge's rows to read, where the file has several.

    Raises
    ------
    InputError
        A row at fault, several judges or prompts, or two verdicts on one stream; with file and line.
    """
    raw = read_rows(path, Prediction, what="predictions of a judge, one row a stream")
    judges = {row.judge for _, row in raw if row.judge is not None}
    if judge is not None and judge not in judges:
        raise InputError(f"there is no judge {judge!r}.", where=path, fix=nearest(judge, judges))
    if judge is None and len(judges) > 1:
        raise InputError(f"there are {len(judges)} judges.", where=path, fix=f"Choose one. {nearest('', judges)}")
    found: dict[tuple[str, str], tuple[int, Prediction]] = {}
    for line, row in raw:
        if judge is not None and row.judge != judge:
            continue
        where = f"{path}:{line}"
        _check(row, where)
        key = (row.item, row.stream)
        if key in found and not row.error and not found[key][1].error:
            raise InputError(
                f"stream {row.stream!r} of item {row.item!r} has a verdict in line {found[key][0]} already.",
                where=where,
                fix="Keep one row a stream.",
            )
        if key not in found or found[key][1].error:
            found[key] = line, row
    if not found:
        raise InputError("the file has no rows.", where=path, fix=FORM)
    prompts = {row.prompt_sha256 for _, row in found.values() if row.prompt_sha256 is not None}
    if len(prompts) > 1:
        raise InputError(
            f"the predictions come from {len(prompts)} prompts.", where=path, fix="Keep those of one prompt in a file."
        )
    return Predictions(
        rows=tuple(row for _, (_, row) in sorted(found.items(), key=lambda entry: entry[0])),
        judge=judge or next(iter(judges), None),
        prompt_sha256=next(iter(prompts), None),
        files={path.name: hashlib.sha256(path.read_bytes()).hexdigest()},
    )


def _check(row: Prediction, where: str) -> None:
    for what, name in (("item", row.item), ("stream", row.stream)):
        check_key(name, what=what, where=where)
    for what, value in (("t", row.t), ("resolution", row.resolution)):
        if value is not None and not (math.isfinite(value) and value >= 0):
            raise InputError(f"{what} is {value}; seconds, 0 or more, were expected.", where=where, fix=FORM)
    if row.confidence is not None and not 0 <= row.confidence <= 1:
        raise InputError(f"confidence is {row.confidence}; 0 to 1 was expected.", where=where, fix=FORM)
