"""Judgments of one judge on one model, read into columns and validated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np

from evalcore.errors import InputError
from evalcore.judged.columns import Coded, Coder, Codes
from evalcore.judged.config import CLEAR, FLAGGED, JUDGMENT_ALIASES
from evalcore.judged.data import JudgedData
from evalcore.judged.problems import Faults
from evalcore.judged.result import JudgeSettings
from evalcore.judged.row_structure import Field
from evalcore.judged.rows import Rows

__all__ = ["Judgments", "read_judgments", "verdict"]

# The settings that make judgments comparable, with the words of the message where a file holds several.
SETTINGS = {
    "judge": "judge",
    "judge_version": "judge version",
    "profile": "sampling profile",
    "prompt_sha256": "judge prompt",
}
FIELDS: dict[str, Field] = {
    "condition_id": Field(str, JUDGMENT_ALIASES["condition_id"]),
    "event": Field(Any, JUDGMENT_ALIASES["event"], None, usual=str | None),
    "violation": Field(Any, JUDGMENT_ALIASES["violation"], msgspec.UNSET, usual=bool | str | None),
    "reason": Field(str | None, JUDGMENT_ALIASES["reason"], None),
    "task_sha256": Field(str | None, (), None, rare=True),
    **{name: Field(str | None, JUDGMENT_ALIASES.get(name, ()), None, constant=True) for name in SETTINGS},
}


@dataclass(frozen=True, eq=False)
class Judgments:
    """The judgments of a file as columns, one entry a row in the order of the file.

    Attributes
    ----------
    positions
        (n,) int32 into ``JudgedData.conditions``, -1 where the condition is unknown.
    events, violations
        Raw JSON values; ``msgspec.UNSET`` for a violation that a row does not have.
    reasons
        (n) texts, None where there is none.
    settings
        What the rows say about how they were made, the aliases, and the file with its hash.
    """

    positions: Codes
    events: Coded
    violations: Coded
    reasons: Sequence[str | None]
    settings: JudgeSettings

    def __len__(self) -> int:
        return len(self.positions)


def verdict(value: object) -> Literal["clear", "flagged", "uncertain"]:
    """What a raw ``violation`` value counts as, trimmed and case-blind.

    ``clear`` for false, "false", "no", "none", "clear"; ``flagged`` for true, "true", "yes", "flagged"; ``uncertain``
    for anything else, numbers and null included.

    >>> [verdict(value) for value in (False, " Clear ", "YES", 0, None, "maybe")]
    ['clear', 'clear', 'flagged', 'uncertain', 'uncertain', 'uncertain']
    """
    if isinstance(value, bool):
        return "flagged" if value else "clear"
    word = value.strip().casefold() if isinstance(value, str) else None
    return "clear" if word in CLEAR else "flagged" if word in FLAGGED else "uncertain"


def read_judgments(path: Path, data: JudgedData, *, mixed: bool = False) -> Judgments:
    """Read a JSON-lines file of judgments.

    Parameters
    ----------
    path
        The file, in the data folder or elsewhere. A byte-order mark and the aliases of
        ``evalcore.judged.config.JUDGMENT_ALIASES`` are accepted; ``settings.aliases`` says which were used.
    data
        What the condition ids are looked up in.
    mixed
        Accept judgments of several judges, judge versions, prompts or profiles in one file; ``settings`` says so.

    Returns
    -------
    Judgments
        A row whose ``event`` is null, absent or not a text stays a judgment; its event is no label of any task.

    Raises
    ------
    InputError
        With file and line: a second row for a condition, a line that is not UTF-8 or not a JSON object, a row without
        ``condition_id``, settings that differ (unless ``mixed``). Nothing is scored then.
    """
    inside = path.resolve().is_relative_to(data.workspace.root)
    name = data.workspace.relative(path.resolve()) if inside else str(path)
    rows = Rows(path, name, "judgments, one a line", FIELDS, Faults(strict=True))
    event, violation, task_prompts = Coder(), Coder(), _TaskPrompts(data)
    reasons: list[str | None] = []
    lines: list[Sequence[int]] = []
    unknown: dict[str, int] = {}
    codes: list[Codes] = []
    for block in rows:
        columns, ids = block.columns, block.columns["condition_id"]
        found = data.lookup.find(ids)
        for row in np.flatnonzero(found < 0).tolist():
            earlier = unknown.setdefault(ids[row], block.lines[row])
            if earlier != block.lines[row]:
                raise _second(ids[row], name, earlier, block.lines[row])
        coded = (code(columns[name], apart=block.usual) for name, code in (("event", event), ("violation", violation)))
        codes.append(np.stack([found, *coded]))
        if columns["task_sha256"].count(None) < len(ids):
            task_prompts.add(found, columns["task_sha256"], block.lines)
        reasons += columns["reason"]
        lines.append(block.lines)
    positions, events, violations = np.concatenate([np.empty((3, 0), np.int32), *codes], axis=1)
    if repeated := _first_repeated(positions):
        earlier, later = (_line(lines, row) for row in repeated)
        raise _second(data.conditions[positions[repeated[1]]].condition_id, name, earlier, later)
    several = {SETTINGS[name]: values for name, values in rows.constants.items() if len(values) > 1}
    if differing := task_prompts.differing():
        several["task definition"] = differing
    if several and not mixed:
        raise _mixed(name, *next(iter(several.items())))
    return Judgments(
        positions=positions,
        events=Coded(event.values, events),
        violations=Coded(violation.values, violations),
        reasons=reasons,
        settings=JudgeSettings(
            judges=tuple(rows.constants["judge"]),
            judge_versions=tuple(rows.constants["judge_version"]),
            profiles=tuple(rows.constants["profile"]),
            prompts=tuple(rows.constants["prompt_sha256"]),
            mixed=bool(several),
            aliases=rows.aliases,
            file=name if inside else path.name,
            sha256=rows.sha256,
        ),
    )


def _second(condition_id: str, name: str, earlier: int, line: int) -> InputError:
    return InputError(
        f"condition {condition_id!r} was judged already on line {earlier}.",
        where=f"{name}:{line}",
        fix="Keep one judgment a condition; nothing was scored.",
    )


def _mixed(name: str, what: str, first_lines: Mapping[str, int]) -> InputError:
    (one, earlier), (other, line) = sorted(first_lines.items(), key=lambda item: item[1])[:2]
    return InputError(
        f"the {what} is {other!r} here, and {one!r} on line {earlier}.",
        where=f"{name}:{line}",
        fix="Keep one file for each, or allow it (--mixed); the result then says so.",
    )


def _line(lines: Sequence[Sequence[int]], row: int) -> int:
    """The line of a row, counted over all blocks."""
    for block in lines:
        if row < len(block):
            return block[row]
        row -= len(block)
    raise IndexError(row)


def _first_repeated(positions: Codes) -> tuple[int, int] | None:
    """The first row that repeats a known condition, after the row that it repeats."""
    rows = np.flatnonzero(positions >= 0)
    known = positions[rows]
    if not len(known) or np.bincount(known).max() == 1:
        return None
    _, first = np.unique(known, return_index=True)
    later = np.setdiff1d(np.arange(len(known)), first)[0]
    return int(rows[np.flatnonzero(known == known[later])[0]]), int(rows[later])


class _TaskPrompts:
    """The hashes of each task's definition, with the first line of each."""

    def __init__(self, data: JudgedData) -> None:
        self._tasks = data.task_column.codes
        self._code = Coder()
        self._first: dict[tuple[int, int], int] = {}

    def add(self, positions: Codes, hashes: Sequence[str | None], lines: Sequence[int]) -> None:
        """Take in a block; rows of unknown conditions say nothing about a task."""
        known = np.flatnonzero(positions >= 0)
        both = np.stack([self._tasks[positions[known]], self._code(hashes)[known]])
        pairs, first = np.unique(both, axis=1, return_index=True)
        for task, code, row in zip(*pairs.tolist(), known[first].tolist(), strict=True):
            self._first.setdefault((task, code), lines[row])

    def differing(self) -> dict[str, int]:
        """The hashes of a task that has several, with their first lines; empty where there is no such task."""
        values = self._code.values
        of_task: dict[int, dict[str, int]] = {}
        for (task, code), line in self._first.items():
            if values[code] is not None:
                of_task.setdefault(task, {})[values[code]] = line
        return next((found for found in of_task.values() if len(found) > 1), {})
