"""The table that is ranked: four component scores a model, from a JSON or CSV file, and new models beside them."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NoReturn

from evalcore.errors import InputError, nearest
from evalcore.judged.config import COMPONENTS, DIAGNOSTIC_WORD, Component
from evalcore.judged.result import JudgedResult, JudgeSettings, TaskScore

__all__ = ["TABLE_FORM", "Added", "RankTable", "read_table"]

TABLE_FORM = '{"<model>": {"event": ..., "structure": ..., "psnr": ..., "ssim": ...}}'
FORM = f"The table is {TABLE_FORM}, or CSV: model,event,..."
WHY = (
    "a similarity diagnostic compares other clips at other times; the ranking's PSNR and SSIM are those of the "
    "published 40-clip table."
)
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


@dataclass(frozen=True)
class Added:
    """What a new model's scores stand for, so that nobody takes its rank for a published one.

    ``judged`` of the ``n`` conditions of ``subset`` have a judgment. ``complete`` is false where the data had problems.
    """

    subset: str
    n: int
    judged: int
    complete: bool
    settings: JudgeSettings


@dataclass(frozen=True)
class RankTable:
    """Component scores of models, higher is better; None where a model lacks one.

    ``where`` says for each model where it stands (file:line), ``sha256`` is of the file's content. ``added`` are models
    that are not from the file, ``tasks`` their figures a task.
    """

    rows: Mapping[str, Mapping[Component, float | None]]
    file: str = ""
    sha256: str = ""
    where: Mapping[str, str] = field(default_factory=dict)
    added: Mapping[str, Added] = field(default_factory=dict)
    tasks: Mapping[str, Mapping[str, TaskScore]] = field(default_factory=dict)

    def add(
        self, model: str, score: JudgedResult, *, psnr: float | None = None, ssim: float | None = None
    ) -> RankTable:
        """The table with one more model.

        Parameters
        ----------
        model
            Its name.
        score
            Gives event and structure; its scope, coverage and judge settings stay with it.
        psnr, ssim
            From the 40-clip evaluation of the published table; a model without them is not ranked.

        Raises
        ------
        InputError
            The name is empty, the table has that model, or a value is not finite.
        """
        if not model.strip():
            raise InputError("the new model has no name.", fix="Give it one.")
        if model in self.rows:
            raise InputError(f"the table has a model {model!r} already.", where=self.file, fix="Give another name.")
        for name, value in (("psnr", psnr), ("ssim", ssim)):
            if value is not None and not math.isfinite(value):
                raise InputError(f"the {name} of {model!r} is {value}.", fix="Give a finite number.")
        added = Added(score.subset, len(score.conditions), score.counts.judged, score.complete, score.settings)
        values: dict[Component, float | None] = {
            "event": score.event,
            "structure": score.structure,
            "psnr": None if psnr is None else float(psnr),
            "ssim": None if ssim is None else float(ssim),
        }
        return replace(
            self,
            rows={**self.rows, model: values},
            where={**self.where, model: score.settings.file},
            added={**self.added, model: added},
            tasks={**self.tasks, model: score.tasks},
        )


def read_table(path: Path) -> RankTable:
    """Read component scores from ``.json`` ({model: {event, structure, psnr, ssim}}) or ``.csv`` (with a header).

    Values are numbers; null, an empty cell or an absent one is a missing component. A byte-order mark is accepted.

    Raises
    ------
    InputError
        Another ending, not UTF-8, not JSON or CSV of this form, a value that is not a finite number, two rows of one
        model, a column that is not known, a similarity diagnostic (it never enters the ranking).
    """
    readers = {".json": _from_json, ".csv": _from_csv}
    if path.suffix.lower() not in readers:
        raise InputError("a table ends in .json or .csv.", where=path, fix=FORM)
    try:
        content = path.read_bytes()
        text = content.decode("utf-8-sig")
    except OSError as error:
        raise InputError(f"the table cannot be read ({error.strerror}).", where=path, fix=FORM) from None
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise InputError("this is not UTF-8.", where=f"{path}:{line}", fix="Save the file as UTF-8.") from None
    found = readers[path.suffix.lower()](path, text)
    if not found:
        raise InputError("the table has no model.", where=path, fix=FORM)
    return RankTable(
        rows={model: values for model, (values, _) in found.items()},
        file=path.name,
        sha256=hashlib.sha256(content).hexdigest(),
        where={model: f"{path.name}:{line}" for model, (_, line) in found.items()},
    )


Found = dict[str, tuple[dict[Component, float | None], int]]


def _from_json(path: Path, text: str) -> Found:
    def refuse(name: str) -> NoReturn:
        raise InputError(f"{name} is not a number of JSON.", where=path, fix="Write a number, or null.")

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        names = [name for name, _ in pairs]
        if again := next((name for number, name in enumerate(names) if name in names[:number]), None):
            raise InputError(f"{again!r} stands there twice.", where=path, fix="Keep one.")
        return dict(pairs)

    try:
        table = json.loads(text, parse_constant=refuse, object_pairs_hook=unique)
    except json.JSONDecodeError as error:
        raise InputError(f"this is not JSON ({error.msg}).", where=f"{path}:{error.lineno}", fix=FORM) from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"this is not JSON ({error}).", where=path, fix=FORM) from None
    if not isinstance(table, dict):
        raise InputError("this is not a JSON object.", where=path, fix=FORM)
    if table.get(DIAGNOSTIC_WORD) is True:
        raise InputError(f"this is a similarity diagnostic; {WHY}", where=path, fix="Rank the published table.")
    if "protocol" in table:
        raise InputError("this is a result file, not a table of component scores.", where=path, fix=FORM)
    found: Found = {}
    for model, row in table.items():
        line = _line_of(model, text)
        where = f"{path}:{line}"
        if not isinstance(row, dict):
            raise InputError(f"the row of {model!r} is not an object.", where=where, fix=FORM)
        _check_columns(row, where)
        found[model] = {name: _json_number(row.get(name), name, where) for name in COMPONENTS}, line
    return found


def _line_of(model: str, text: str) -> int:
    """The line where a model's row begins."""
    keys = "|".join(re.escape(json.dumps(model, ensure_ascii=ascii_only)) for ascii_only in (True, False))
    match = re.search(rf"({keys})\s*:", text)
    return text.count("\n", 0, match.start()) + 1 if match else 1


def _json_number(value: object, name: str, where: str) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        raise InputError(f"{name} is {value!r}, not a finite number.", where=where, fix="Write a number, or null.")
    return float(value)


def _from_csv(path: Path, text: str) -> Found:
    lines = csv.reader(io.StringIO(text, newline=""), strict=True)
    found: Found = {}
    try:
        header = [name.strip() for name in next(lines, [])]
        if "model" not in header or len(set(header)) < len(header):
            raise InputError(f"the header is {','.join(header)!r}.", where=f"{path}:1", fix=FORM)
        _check_columns((name for name in header if name != "model"), f"{path}:1")
        for cells in lines:
            where = f"{path}:{lines.line_num}"
            if not any(cell.strip() for cell in cells):
                continue
            if len(cells) != len(header):
                raise InputError(f"there are {len(cells)} cells, the header has {len(header)}.", where=where, fix=FORM)
            row = dict(zip(header, (cell.strip() for cell in cells), strict=True))
            model = row["model"]
            if not model:
                raise InputError("the row names no model.", where=where, fix="Name it in the column model.")
            if model in found:
                raise InputError(
                    f"model {model!r} stands already on line {found[model][1]}.", where=where, fix="Keep one row each."
                )
            found[model] = {name: _csv_number(row.get(name, ""), name, where) for name in COMPONENTS}, lines.line_num
    except csv.Error as error:
        raise InputError(f"this is not CSV ({error}).", where=f"{path}:{lines.line_num}", fix=FORM) from None
    return found


def _csv_number(text: str, name: str, where: str) -> float | None:
    if not text:
        return None
    if not NUMBER.fullmatch(text) or not math.isfinite(float(text)):
        raise InputError(f"{name} is {text!r}, not a finite number.", where=where, fix="Write a number, or nothing.")
    return float(text)


def _check_columns(names: Iterable[str], where: str) -> None:
    for name in names:
        if DIAGNOSTIC_WORD in name.lower():
            raise InputError(f"{name!r} is a similarity diagnostic; {WHY}", where=where, fix="Leave it out.")
        if name not in COMPONENTS:
            raise InputError(f"there is no component {name!r}.", where=where, fix=nearest(name, COMPONENTS))
