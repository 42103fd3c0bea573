"""Tables of what stands behind a judged score: tasks, classes, counts, single conditions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from evalcore.judged.columns import json_text
from evalcore.judged.conditions import OUTCOMES, VERDICTS, ConditionScore
from evalcore.judged.result import ModelScore
from evalcore.tables.coverage import incompleteness
from evalcore.tables.judged_scope import Judged, one_score, scope_notes, scores_of
from evalcore.tables.layout import Column
from evalcore.tables.table import Table, frame_of

__all__ = ["OUTCOME_WORDS", "judged_classes", "judged_conditions", "judged_counts", "judged_tasks", "tally"]

OUTCOME_WORDS = {
    "correct": "correct",
    "wrong": "wrong class",
    "other": "other",
    "uncertain": "uncertain",
    "unknown_label": "unknown label",
    "missing": "missing",
}


def judged_tasks(result: Judged, model: str | None = None) -> Table:
    """One row a task of one model: event, structure, conditions, and how many of them are right and clear.

    Raises
    ------
    InputError
        A model that the result does not have, or none said where there are several.
    """
    name, score = one_score(result, model)
    rows = []
    for task, one in score.tasks.items():
        correct = sum(recall.correct for recall in one.classes.values())
        rows.append((task, one.event, one.structure, one.n, correct, len(one.classes)))
    columns = (
        Column("task", "Task"),
        Column.of("event", "event"),
        Column.of("structure", "structure"),
        Column("n", "n", digits=0),
        Column("correct", "Correct", digits=0),
        Column("classes", "Classes", digits=0),
    )
    names = [column.key for column in columns]
    notes = (
        *scope_notes(result, score),
        "Event: mean over the task's classes of their recall. Structure: share of clear verdicts.",
        "A task alone has no interval here: the score's interval is over tasks.",
    )
    frame = frame_of(rows, names, numbers=names[1:])
    return Table(f"Tasks of {name}", frame, columns, notes, incompleteness(result))


def judged_classes(result: Judged, model: str | None = None) -> Table:
    """One row a task and reference class of one model: conditions, how many are correct, recall.

    Raises
    ------
    InputError
        As :func:`judged_tasks`.
    """
    name, score = one_score(result, model)
    rows = [
        (task, label, recall.n, recall.correct, recall.recall)
        for task, one in score.tasks.items()
        for label, recall in one.classes.items()
    ]
    columns = (
        Column("task", "Task"),
        Column("label", "Class"),
        Column("n", "n", digits=0),
        Column("correct", "Correct", digits=0),
        Column.of("recall", "recall"),
    )
    names = [column.key for column in columns]
    frame = frame_of(rows, names, numbers=names[2:])
    return Table(f"Recall by class of {name}", frame, columns, scope_notes(result, score), incompleteness(result))


def judged_counts(result: Judged) -> Table:
    """One row a model: coverage, what each event and verdict counts as, and the raw values behind them."""
    names = ["model", "n", "judged", "outside", *map(_event_key, OUTCOMES), *map(_verdict_key, VERDICTS)]
    texts = ["violations", "unknown_labels"]
    rows = []
    for model, score in scores_of(result).items():
        outcomes, verdicts = (tally(score, column) for column in ("outcome", "verdict"))
        row: list[Any] = [model, len(score.conditions), score.counts.judged, score.counts.outside]
        row += [outcomes.get(name, 0) for name in OUTCOMES] + [verdicts.get(name, 0) for name in VERDICTS]
        row += [_listed(score.violations), _listed(score.unknown_labels)]
        reasons = ("no condition has a judgment", "every event is a label of its task, other, uncertain or missing")
        rows.append([*row, *(None if given else why for given, why in zip(row[-2:], reasons, strict=True))])
    columns = (
        Column("model", "Model"),
        Column("n", "n", digits=0),
        Column("judged", "Judged", digits=0),
        *(Column(_event_key(name), f"Event {OUTCOME_WORDS[name]}", digits=0) for name in OUTCOMES),
        *(Column(_verdict_key(name), f"Structure {name}", digits=0) for name in VERDICTS),
        Column("outside", "Outside", digits=0),
        Column("violations", "Raw violation values", wrap=True),
        Column("unknown_labels", "Unknown labels", wrap=True),
    )
    notes = (
        *scope_notes(result),
        "Everything but correct counts as incorrect, everything but clear as not clear. Outside: judgments of "
        "conditions outside the scope, which are ignored. Raw values are JSON; absent: a judgment without the field.",
    )
    frame = frame_of(rows, [*names, *texts, *(f"{text}_reason" for text in texts)], numbers=names[1:])
    return Table(f"Coverage and misses on {result.subset}", frame, columns, notes, incompleteness(result))


def _event_key(outcome: str) -> str:
    return f"event_{outcome}"


def _verdict_key(verdict: str) -> str:
    return f"structure_{verdict}"


def tally(score: ModelScore, column: str) -> dict[Any, int]:
    """How many conditions have each value of a column such as ``outcome`` or ``verdict``."""
    return dict(score.table.columns[column].counts())


def _listed(values: Mapping[str, int]) -> str | None:
    ordered = sorted(values.items(), key=lambda entry: (-entry[1], entry[0]))
    return ", ".join(f"{value} ({n})" for value, n in ordered) or None


def judged_conditions(result: Judged, model: str | None = None, *, conditions: Iterable[str] | None = None) -> Table:
    """One row a condition of one model: truth, judged event, what both count as, the raw violation, the reason given.

    Parameters
    ----------
    conditions
        Which to list, as condition ids (default all); ids outside the scope are passed over.

    Raises
    ------
    InputError
        As :func:`judged_tasks`.
    """
    name, score = one_score(result, model)
    wanted = None if conditions is None else set(conditions)
    rows = [_condition_cells(row) for row in score.table if wanted is None or row.condition_id in wanted]
    columns = (
        Column("condition_id", "Condition"),
        Column("task", "Task"),
        Column("pair_id", "Pair"),
        Column("label", "Truth"),
        Column("event", "Judged event"),
        Column("outcome", "Outcome"),
        Column("verdict", "Structure"),
        Column("violation", "Raw violation"),
        Column("reason", "Judge's reason", wrap=True, reason="no_reason"),
    )
    names = [*(column.key for column in columns), "pair_id_reason", "event_reason", "violation_reason", "no_reason"]
    return Table(
        f"Conditions of {name}", frame_of(rows, names), columns, scope_notes(result, score), incompleteness(result)
    )


def _condition_cells(row: ConditionScore) -> tuple[str | None, ...]:
    missing = row.outcome == "missing"
    return (
        row.condition_id,
        row.task,
        row.pair_id,
        row.label,
        row.event,
        OUTCOME_WORDS[row.outcome],
        row.verdict,
        None if missing else json_text(row.violation),
        row.reason,
        None if row.pair_id else "a control is in no pair",
        None if row.event is not None else _NO_JUDGMENT if missing else "the judge's event is not a text",
        _NO_JUDGMENT if missing else None,
        None if row.reason else _NO_JUDGMENT if missing else "the judge gave no reason",
    )


_NO_JUDGMENT = "there is no judgment"
