"""Read the files of a data folder and hold them against each other."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from evalcore.batch import file_sha256
from evalcore.errors import InputError, nearest
from evalcore.jsonl import read_json
from evalcore.judged.config import CONDITION_ALIASES, EVALUATOR_FIELDS, MANIFEST_ALIASES, OTHER, UNCERTAIN
from evalcore.judged.data import (
    CONDITIONS,
    MANIFEST,
    SPLITS,
    TASKS,
    Condition,
    JudgedData,
    ManifestRow,
    TaskDefinition,
    nearest_condition,
)
from evalcore.judged.problems import Faults, Problem
from evalcore.judged.row_structure import Field
from evalcore.judged.rows import Rows
from evalcore.judged.splits import read_split
from evalcore.workspace import Workspace, check_encoding, check_name

__all__ = ["load"]

# In the order of the rows' own fields.
_CONDITION = {
    name: Field(kind, CONDITION_ALIASES[name], default)
    for name, kind, default in (
        ("condition_id", str, msgspec.NODEFAULT),
        ("task", str, msgspec.NODEFAULT),
        ("label", str, msgspec.NODEFAULT),
        ("pair_id", str | None, None),
        ("observation_time", float | None, None),
        ("reference", str | None, None),
        ("partition", str | None, None),
    )
}
_MANIFEST = {name: Field(str, aliases) for name, aliases in MANIFEST_ALIASES.items()}


class _TaskRow(msgspec.Struct):
    labels: list[str]
    family: str | None = None
    question: str | None = None


def load(workspace: Workspace, *, strict: bool = True) -> JudgedData:
    """Read and validate a data folder; no video and no judgment is opened.

    Parameters
    ----------
    workspace
        The data folder itself (``--data``), laid out as ``data/README.md`` says. The manifest, the splits, the prompts
        and the baselines may be absent.
    strict
        Whether the first fault is an error. Otherwise rows at fault are left out, ``problems`` lists them, and a score
        of the data is not complete.

    Raises
    ------
    InputError
        With file and line: a row that is not UTF-8 or not JSON or lacks a field, a duplicate condition, a task that
        ``tasks.json`` lacks, a label that the task lacks, a path out of the folder, a pair of three, a field of the
        evaluator in the model-facing manifest, a manifest row of an unknown condition, a split that is empty or names
        a condition twice or without a truth row. ``conditions.jsonl`` and ``tasks.json`` must exist and be readable
        even if not ``strict``.
    """
    faults = Faults(strict=strict)
    files: dict[str, str] = {}
    aliases: dict[str, Mapping[str, str]] = {}
    tasks = _read_tasks(workspace, faults, files)
    conditions = _read_conditions(workspace, tasks, faults, files, aliases)
    positions = {condition.condition_id: position for position, condition in enumerate(conditions)}
    manifest = _read_manifest(workspace, positions, faults, files, aliases)
    scopes = {}
    for path in sorted(workspace.path(SPLITS).glob("*.txt")):
        check_encoding(path)
        scope = read_split(workspace.path(SPLITS, path.name), conditions, positions, faults, files)
        if scope is not None:
            scopes[scope.subset] = scope
    data = JudgedData(
        workspace=workspace,
        conditions=conditions,
        tasks=tasks,
        manifest=manifest,
        scopes=scopes,
        aliases=aliases,
        problems=tuple(sorted(faults.problems, key=_place)),
        files=files,
    )
    _ = data.lookup, data.class_column, data.pair_column  # once for all models, and not at the first score
    return data


def _place(problem: Problem) -> tuple[str, int]:
    """File and line; a block's broken lines are found before the faults between its rows."""
    name, _, line = problem.where.rpartition(":")
    return (name, int(line)) if line.isdecimal() else (problem.where, 0)


def _read_tasks(workspace: Workspace, faults: Faults, files: dict[str, str]) -> dict[str, TaskDefinition]:
    path = workspace.path(TASKS)
    rows = read_json(path, dict[str, _TaskRow], what="the labels of each task")
    files[TASKS] = file_sha256(path)
    tasks = {}
    for name, row in rows.items():
        labels = tuple(dict.fromkeys(label.strip() for label in row.labels))
        if not labels or not all(labels):
            faults.add(f"task {name!r} has no labels, or an empty one.", where=TASKS, fix="Name its labels.")
        tasks[name] = TaskDefinition(labels, row.family, row.question)
    return tasks


def _read_conditions(
    workspace: Workspace,
    tasks: Mapping[str, TaskDefinition],
    faults: Faults,
    files: dict[str, str],
    aliases: dict[str, Mapping[str, str]],
) -> tuple[Condition, ...]:
    rows = Rows(workspace.path(CONDITIONS), CONDITIONS, "the truth of each condition", _CONDITION, faults)
    first_lines: dict[str, int] = {}
    members: dict[str, int] = {}
    conditions = []
    for block in rows:
        columns = {**block.columns, "label": map(str.strip, block.columns["label"])}
        for line, *values in zip(block.lines, *columns.values(), strict=True):
            condition = Condition(*values)
            fault = _condition_fault(workspace, condition, tasks)
            if condition.condition_id in first_lines:
                earlier = first_lines[condition.condition_id]
                fault = f"condition {condition.condition_id!r} stands already on line {earlier}.", "Keep one row each."
            elif condition.pair_id is not None and members.get(condition.pair_id, 0) == 2:
                fault = f"pair {condition.pair_id!r} has two members already.", "Give a pair two conditions."
            if fault:
                faults.add(fault[0], where=f"{CONDITIONS}:{line}", fix=fault[1])
                continue
            first_lines[condition.condition_id] = line
            if condition.pair_id is not None:
                members[condition.pair_id] = members.get(condition.pair_id, 0) + 1
            conditions.append(condition)
    if not conditions:
        faults.add("the file has no rows.", where=CONDITIONS, fix="Write one row a condition; see data/README.md.")
    files[CONDITIONS] = rows.sha256
    if rows.aliases:
        aliases[CONDITIONS] = rows.aliases
    return tuple(conditions)


def _condition_fault(
    workspace: Workspace, condition: Condition, tasks: Mapping[str, TaskDefinition]
) -> tuple[str, str | None] | None:
    """What is wrong with one row by itself, and what to do about it."""
    try:
        check_name(condition.condition_id, what="condition_id")
        if condition.reference is not None:
            workspace.path(condition.reference)
    except InputError as error:
        return error.what, error.fix
    if condition.task not in tasks:
        return f"there is no task {condition.task!r} in {TASKS}.", nearest(condition.task, tasks)
    known = tasks[condition.task].labels
    if condition.label not in known:
        return f"the label {condition.label!r} is none of task {condition.task!r}.", nearest(condition.label, known)
    if condition.label in (OTHER, UNCERTAIN):
        return (
            f"the label {condition.label!r} is what a judge says when no label fits.",
            "Give the class that was observed.",
        )
    if condition.observation_time is not None and not condition.observation_time >= 0:
        return f"the observation time is {condition.observation_time}.", "Give seconds, 0 or more, or null."
    return None


def _read_manifest(
    workspace: Workspace,
    positions: Mapping[str, int],
    faults: Faults,
    files: dict[str, str],
    aliases: dict[str, Mapping[str, str]],
) -> tuple[ManifestRow, ...]:
    path = workspace.path(MANIFEST)
    if not path.exists() and not path.is_symlink():
        return ()
    rows = Rows(path, MANIFEST, "what a generative model sees", _MANIFEST, faults, forbidden=EVALUATOR_FIELDS)
    first_lines: dict[str, int] = {}
    manifest = []
    for block in rows:
        for line, *values in zip(block.lines, *block.columns.values(), strict=True):
            row = ManifestRow(*values)
            where = f"{MANIFEST}:{line}"
            try:
                workspace.path("inputs", row.first_frame)
            except InputError as error:
                faults.add(error.what, where=where, fix=error.fix)
                continue
            if row.condition_id not in positions:
                faults.add(
                    f"there is no condition {row.condition_id!r}.",
                    where=where,
                    fix=nearest_condition(row.condition_id, positions),
                )
            elif row.condition_id in first_lines:
                earlier = first_lines[row.condition_id]
                faults.add(
                    f"condition {row.condition_id!r} stands already on line {earlier}.",
                    where=where,
                    fix="Keep one row each.",
                )
            else:
                first_lines[row.condition_id] = line
                manifest.append(row)
    files[MANIFEST] = rows.sha256
    if rows.aliases:
        aliases[MANIFEST] = rows.aliases
    return tuple(manifest)
