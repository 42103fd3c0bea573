"""Answers as the reference implementation (Potato) stores them: one JSON blob an answer, in several kinds of file."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from evalcore.errors import InputError
from evalcore.jsonl import read_json, read_rows
from evalcore.review.answers import Answer, Answers, answer_of, read_answers

__all__ = ["BlobProblem", "parse_blob", "read_blobs", "read_foreign"]

LABELS = "instance_id_to_label_to_value"  # in user_state.json: item -> what the user answered there
PARTS = ("violations", "clean", "preference", "counterfactual")
FORM = (
    "Give user_state.json or the folder of all users' folders, an export with user_id, instance_id and "
    "label_annotations in each row, or JSON of item -> reviewer -> answer."
)


@dataclass(frozen=True)
class BlobProblem:
    """Something that is stored and cannot be used: ``where`` is the file with item and reviewer."""

    where: str
    message: str


def parse_blob(value: object) -> dict[str, Any] | None:
    """The four parts of a stored answer, None where ``value`` holds none.

    An answer is a mapping, or JSON text of one, alone or below ``_data``; of a list the first entry counts. Parts of
    another type than the protocol's are empty, and so are marks that are no mapping.

    >>> parse_blob({"_data": '[{"clean": ["a"]}]'})
    {'violations': [], 'clean': ['a'], 'preference': {}, 'counterfactual': {}}
    """
    if isinstance(value, Mapping) and "_data" in value:
        value = value["_data"]
    if isinstance(value, str):
        try:
            value = msgspec.json.decode(value)
        except msgspec.DecodeError:
            return None
    if isinstance(value, list):
        value = value[0] if value else None
    if not isinstance(value, Mapping):
        return None
    marks, clean = value.get("violations"), value.get("clean")
    return {
        "violations": [dict(mark) for mark in marks if isinstance(mark, Mapping)] if isinstance(marks, list) else [],
        "clean": [str(stream) for stream in clean] if isinstance(clean, list) else [],
        **{name: dict(part) if isinstance(part := value.get(name), Mapping) else {} for name in PARTS[2:]},
    }


def read_blobs(path: Path, *, schema: str | None = None) -> tuple[Answers, tuple[BlobProblem, ...]]:
    """Read stored answers.

    Parameters
    ----------
    path
        ``user_state.json``, a folder with one such file below each user's folder, an export (JSON lines or a JSON
        list) with ``user_id``, ``instance_id`` and ``label_annotations``, or JSON of item -> reviewer -> answer.
    schema
        Name of the annotation scheme; default the only one with an answer of this kind.

    Returns
    -------
    answers, problems
        What can be used, and what is stored beside it and cannot: marks without a stream or a time.

    Raises
    ------
    InputError
        Nothing of these forms, several schemes with answers, or an answer at fault (a negative time, for example).
    """
    files = sorted(path.rglob("user_state.json")) if path.is_dir() else [path]
    if not files:
        raise InputError("the folder has no user_state.json.", where=path, fix=FORM)
    found = [entry for file in files for entry in _entries(file)]
    names = {entry.schema for entry in found if entry.schema is not None}
    if schema is None and len(names) > 1:
        raise InputError(
            f"there are answers to {len(names)} schemes: {', '.join(sorted(names))}.", where=path, fix="Choose one."
        )
    answers: dict[tuple[str, str], Answer] = {}
    places: dict[tuple[str, str], str] = {}
    problems: list[BlobProblem] = []
    for entry in found:
        if schema is not None and entry.schema not in (None, schema):
            continue
        where = f"{entry.file}: item {entry.item!r}, reviewer {entry.reviewer!r}"
        blob = parse_blob(entry.value)
        if blob is None:
            problems.append(BlobProblem(where, "this is no answer of the review protocol"))
            continue
        if (entry.item, entry.reviewer) in answers:
            raise InputError("this answer is there twice.", where=where, fix="Keep one file a user.")
        answers[entry.item, entry.reviewer] = _answer(entry, blob, where, problems)
        places[entry.item, entry.reviewer] = where
    if not answers:
        raise InputError("there is no stored answer.", where=path, fix=FORM)
    digests = {file.name if file == path else file.relative_to(path).as_posix(): _sha256(file) for file in files}
    return Answers(tuple(answers[key] for key in sorted(answers)), digests, places), tuple(problems)


def read_foreign(path: Path, *, schema: str | None = None) -> tuple[Answers, tuple[BlobProblem, ...]]:
    """Read answers of either kind: rows of the protocol (:func:`read_answers`), else stored blobs."""
    if path.is_file():
        head = path.read_bytes()[:100_000].removeprefix(b"\xef\xbb\xbf").lstrip().partition(b"\n")[0]
        try:
            row = msgspec.json.decode(head)
        except msgspec.DecodeError:
            row = None
        if isinstance(row, dict) and "reviewer" in row:
            return read_answers(path), ()
    return read_blobs(path, schema=schema)


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


@dataclass(frozen=True)
class _Entry:
    file: str
    item: str
    reviewer: str
    schema: str | None
    value: object


def _entries(path: Path) -> Iterator[_Entry]:
    if path.suffix == ".jsonl":
        for line, row in read_rows(path, dict[str, Any], what="an export of the reference implementation"):
            yield from _exported(row, f"{path}:{line}")
        return
    content = read_json(path, Any, what="stored answers of the reference implementation")
    if isinstance(content, list):
        for position, row in enumerate(content):
            yield from _exported(row, f"{path}, entry {position + 1}")
    elif isinstance(content, dict) and LABELS in content:
        user = content.get("user_id") or path.parent.name
        for item, labels in _mapping(content[LABELS], path).items():
            for schema, value in _labels(labels):
                yield _Entry(str(path), item, str(user), schema, value)
    else:
        for item, reviewers in _mapping(content, path).items():
            for reviewer, value in _mapping(reviewers, path).items():
                yield _Entry(str(path), item, reviewer, None, value)


def _mapping(value: object, where: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise InputError("this is no form of stored answers that is known.", where=where, fix=FORM)
    return value


def _exported(row: object, where: str) -> Iterator[_Entry]:
    fields = _mapping(row, where)
    item, user = fields.get("instance_id", fields.get("id")), fields.get("user_id", fields.get("user"))
    labels = fields.get("label_annotations", fields.get("annotations"))
    if not isinstance(item, str) or not isinstance(user, str) or not isinstance(labels, Mapping):
        raise InputError("the row has no instance_id, user_id and label_annotations.", where=where, fix=FORM)
    for schema, value in labels.items():
        if _is_answer(value):
            yield _Entry(where, item, user, schema, value)


def _labels(labels: object) -> Iterator[tuple[str, object]]:
    """(scheme, value) of one item: ``[[{"schema", "name"}, value], ...]`` or scheme -> name -> value."""
    if isinstance(labels, Mapping):
        pairs = [(schema, value) for schema, value in labels.items()]
    else:
        pairs = [
            (str(pair[0].get("schema")), pair[1])
            for pair in (labels if isinstance(labels, list) else [])
            if isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], Mapping)
        ]
    yield from (pair for pair in pairs if _is_answer(pair[1]))


def _is_answer(value: object) -> bool:
    """Whether this is an answer of the protocol: other schemes of the same project have none of its parts."""
    inner = value["_data"] if isinstance(value, Mapping) and "_data" in value else value
    if isinstance(inner, str):
        try:
            inner = msgspec.json.decode(inner)
        except msgspec.DecodeError:
            return False
    inner = inner[0] if isinstance(inner, list) and inner else inner
    return isinstance(inner, Mapping) and any(part in inner for part in PARTS)


def _answer(entry: _Entry, blob: dict[str, Any], where: str, problems: list[BlobProblem]) -> Answer:
    usable = []
    for mark in blob["violations"]:
        t = _number(mark.get("t"))
        stream = mark.get("stream")
        if t is None or not isinstance(stream, str) or not stream:
            problems.append(BlobProblem(where, f"a mark has no {'time' if t is None else 'stream'} and is left out"))
            continue
        usable.append({name: mark.get(name) for name in ("stream", "type", "severity", "note")} | {"t": t})
    preference, counterfactual = blob["preference"], blob["counterfactual"]
    return answer_of(
        {
            "item": entry.item,
            "reviewer": entry.reviewer,
            "violations": usable,
            "clean": blob["clean"],
            "preference": {name: preference.get(name) for name in ("winner", "confidence", "rubric")},
            "counterfactual": {
                "verdict": counterfactual.get("verdict"),
                "t": _number(counterfactual.get("t")),
                "note": counterfactual.get("note"),
            },
        },
        where=where,
    )


def _number(value: object) -> float | None:
    try:
        number = float(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else None
    except ValueError:
        return None
    return number if number is not None and math.isfinite(number) else None
