"""Hold the judgments of a model against the truth of a scope: what each condition counts as, as columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import msgspec
import numpy as np
import numpy.typing as npt

from evalcore.judged.columns import Coded, Codes
from evalcore.judged.conditions import OUTCOMES, VERDICTS, ConditionScores, Outcome
from evalcore.judged.config import OTHER, UNCERTAIN
from evalcore.judged.data import JudgedData, Scope
from evalcore.judged.judgments import Judgments, verdict

__all__ = ["Marks", "Truth", "mark", "truth_of"]

_CODE: dict[Outcome, int] = {outcome: code for code, outcome in enumerate(OUTCOMES)}


@dataclass(frozen=True, eq=False)
class Truth:
    """The conditions of a scope as (n,) codes.

    ``task`` points into ``scope.tasks``, ``klass`` into ``classes``, which are (task code, label) in order. ``pair`` is
    -1 for a control, else points into ``pair_ids``. ``labels`` are the allowed labels of all tasks with their codes,
    ``allowed`` the sorted ``task * len(labels) + label`` of those that a task allows.
    """

    scope: Scope
    task: Codes
    klass: Codes
    classes: list[tuple[int, str]]
    pair: Codes
    pair_ids: tuple[str | None, ...]
    labels: Mapping[str, int]
    allowed: npt.NDArray[np.int64]

    @property
    def class_task(self) -> Codes:
        """(classes,) the task of each class."""
        return np.array([task for task, _ in self.classes], dtype=np.int32)


@dataclass(frozen=True, eq=False)
class Marks:
    """One model on a scope, (n,) each: which conditions are correct and which clear, raw answers, and scored rows."""

    correct: npt.NDArray[np.bool_]
    clear: npt.NDArray[np.bool_]
    event: Coded
    violation: Coded
    conditions: ConditionScores


def truth_of(data: JudgedData, scope: Scope) -> Truth:
    """The truth of ``scope``, in the order of its conditions."""
    task_code = {task: code for code, task in enumerate(scope.tasks)}
    klass = data.class_column.take(scope.positions)
    occurring = np.flatnonzero(np.bincount(klass.codes, minlength=len(klass.values))).tolist()
    ordered = sorted(occurring, key=lambda code: klass.values[code])
    new_code = np.zeros(len(klass.values), dtype=np.int32)
    new_code[ordered] = np.arange(len(ordered))
    classes = [(task_code[klass.values[code][0]], klass.values[code][1]) for code in ordered]
    codes = new_code[klass.codes]

    pair = data.pair_column.take(scope.positions)
    control = next((code for code, pair_id in enumerate(pair.values) if pair_id is None), -1)
    names = sorted({label for task in scope.tasks for label in data.tasks[task].labels})
    labels = {label: code for code, label in enumerate(names)}
    allowed = sorted(task_code[t] * len(labels) + labels[label] for t in scope.tasks for label in data.tasks[t].labels)
    return Truth(
        scope=scope,
        task=np.array([task for task, _ in classes], dtype=np.int32)[codes],
        klass=codes,
        classes=classes,
        pair=np.where(pair.codes == control, np.int32(-1), pair.codes),
        pair_ids=tuple(pair.values),
        labels=labels,
        allowed=np.array(allowed, dtype=np.int64),
    )


def mark(data: JudgedData, truth: Truth, judgments: Judgments) -> Marks:
    """Find the judgment of each condition, and what it counts as."""
    rows = _rows(len(data.conditions), judgments)[truth.scope.positions]
    event = judgments.events.take(rows)
    outcome = _outcomes(truth, event)
    violation = judgments.violations.take(rows)
    verdicts = [VERDICTS.index(verdict(value)) for value in violation.values]
    verdict_code = np.array([*verdicts, VERDICTS.index("missing")], dtype=np.int32)[violation.codes]
    conditions = ConditionScores(
        {
            "condition_id": Coded(data.condition_ids, truth.scope.positions),
            "task": Coded(truth.scope.tasks, truth.task),
            "label": Coded([label for _, label in truth.classes], truth.klass),
            "pair_id": Coded(truth.pair_ids, truth.pair),
            "event": Coded([value.strip() if isinstance(value, str) else None for value in event.values], event.codes),
            "outcome": Coded(OUTCOMES, outcome),
            "verdict": Coded(VERDICTS, verdict_code),
            "violation": Coded([None if v is msgspec.UNSET else v for v in violation.values], violation.codes),
            "reason": Coded(judgments.reasons, rows),
        }
    )
    return Marks(
        correct=outcome == _CODE["correct"],
        clear=verdict_code == VERDICTS.index("clear"),
        event=event,
        violation=violation,
        conditions=conditions,
    )


def _rows(conditions: int, judgments: Judgments) -> Codes:
    """The row that judges each condition of the data, -1 where there is none."""
    known = np.flatnonzero(judgments.positions >= 0).astype(np.int32)
    rows = np.full(conditions, -1, dtype=np.int32)
    rows[judgments.positions[known]] = known
    return rows


def _outcomes(truth: Truth, event: Coded) -> Codes:
    """What each condition's event counts as, as codes of ``OUTCOMES``."""
    # A label of any task is its code, 0 or more; whatever cannot be right is minus its outcome.
    no_label = {OTHER: -_CODE["other"], UNCERTAIN: -_CODE["uncertain"]}
    unknown = -_CODE["unknown_label"]
    meanings = [
        no_label.get(value.strip(), truth.labels.get(value.strip(), unknown)) if isinstance(value, str) else unknown
        for value in event.values
    ]
    judged = np.array([*meanings, -_CODE["missing"]], dtype=np.int32)[event.codes]
    expected = np.array([truth.labels[label] for _, label in truth.classes], dtype=np.int32)
    outcome = np.where(judged < 0, -judged, np.int32(_CODE["wrong"]))
    outcome[judged == expected[truth.klass]] = _CODE["correct"]
    wrong = np.flatnonzero(outcome == _CODE["wrong"])
    key = truth.task[wrong] * np.int64(len(truth.labels)) + judged[wrong]
    place = np.minimum(np.searchsorted(truth.allowed, key), len(truth.allowed) - 1)
    outcome[wrong[truth.allowed[place] != key]] = _CODE["unknown_label"]
    return outcome
