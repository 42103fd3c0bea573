"""Small judged results made by hand, for the tests of tables and figures.

Scope "two": task A with classes L, L, L, R and task B with fall, fall; the last condition is a control. The first model
answers A with L, L, R, R and one of B with fall, so that its event is ((2/3 + 1)/2 + 1/2)/2 = 66.67 %.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import mean
from typing import Any

import msgspec

from evalcore.batch import Coverage
from evalcore.judged import (
    BaselinesResult,
    ClassRecall,
    ConditionScore,
    Counts,
    JudgedResult,
    JudgeSettings,
    ModelScore,
    PairScore,
    Published,
    TaskScore,
)
from evalcore.judged.conditions import ConditionScores

__all__ = ["BEST", "OTHER", "RECORD", "SETTINGS", "baselines_result", "judged_result", "model_score"]

RECORD = {"evalcore": "0.1.0", "created": "2026-01-02T03:04:05+00:00", "config": {"subset": "two", "judge": "j"}}
SETTINGS = JudgeSettings(judges=("j",), profiles=("paper-prefix-8",), file="best.jsonl")
NO_PAIRS = "a bootstrap interval needs at least 5 units; there are 3"


def _row(condition_id: str, label: str, event: str | None, outcome: str, verdict: str, **more: Any) -> ConditionScore:
    task, pair_id = condition_id[0].upper(), None if condition_id == "b2" else f"{condition_id[0]}-{label}"
    return ConditionScore(condition_id, task, label, pair_id, event, outcome, verdict, **more)  # type: ignore[arg-type]


BEST = (
    _row("a1", "L", "L", "correct", "clear", violation=False),
    _row("a2", "L", "L", "correct", "clear", violation="no", reason="rolls to the left"),
    _row("a3", "L", "R", "wrong", "flagged", violation=True),
    _row("a4", "R", "R", "correct", "clear", violation=False),
    _row("b1", "fall", "fall", "correct", "uncertain", violation=0),
    _row("b2", "fall", None, "missing", "missing"),
)
OTHER = (
    _row("a1", "L", "other", "other", "clear", violation=False),
    _row("a2", "L", "L", "correct", "flagged", violation=True),
    _row("a3", "L", "up", "unknown_label", "flagged", violation=True),
    _row("a4", "R", "uncertain", "uncertain", "uncertain", violation=None),
    _row("b1", "fall", "fall", "correct", "clear", violation=False),
    _row("b2", "fall", "fall", "correct", "clear", violation=False),
)


def model_score(rows: Sequence[ConditionScore], *, outside: int = 0, **changes: Any) -> ModelScore:
    """The score of a model by the rows of its conditions; its intervals are the value and 10 to either side."""
    tasks = {}
    for task in dict.fromkeys(row.task for row in rows):
        mine = [row for row in rows if row.task == task]
        truth, right = Counter(row.label for row in mine), Counter(r.label for r in mine if r.outcome == "correct")
        classes = {label: ClassRecall(n, right[label], right[label] / n) for label, n in truth.items()}
        event = 100 * mean(one.recall for one in classes.values())
        structure = 100 * mean(row.verdict == "clear" for row in mine)
        tasks[task] = TaskScore(event, structure, len(mine), classes)
    event, structure = mean(t.event for t in tasks.values()), mean(t.structure for t in tasks.values())
    outcomes = Counter(row.outcome for row in rows)
    judged = [row for row in rows if row.outcome != "missing"]
    fields: dict[str, Any] = {
        "event": event,
        "structure": structure,
        "ci95": {"event": (event - 10, event + 10), "structure": (structure - 10, structure + 10)},
        "ci95_reason": {"event": None, "structure": None},
        "ci95_pairs": {"event": None, "structure": None},
        "ci95_pairs_reason": {"event": NO_PAIRS, "structure": NO_PAIRS},
        "tasks": tasks,
        "pairs": PairScore(2, 1, 50.0),
        "counts": Counts(
            len(judged),
            outcomes["missing"],
            outside,
            *(outcomes[name] for name in ("unknown_label", "other", "uncertain")),
        ),
        "violations": dict(Counter(msgspec.json.encode(row.violation).decode() for row in judged)),
        "unknown_labels": dict(Counter(str(row.event) for row in rows if row.outcome == "unknown_label")),
        "settings": SETTINGS,
        "conditions": ConditionScores.of(rows),
    }
    return ModelScore(**{**fields, **changes})


def judged_result(rows: Sequence[ConditionScore] = BEST, **changes: Any) -> JudgedResult:
    """The same as the result of one file of judgments."""
    score = model_score(rows, **changes)
    own = {name: getattr(score, name) for name in ModelScore.__dataclass_fields__}
    return JudgedResult(coverage=Coverage(len(rows), len(rows), 0), failures=(), record=RECORD, subset="two", **own)


def baselines_result(**changes: Any) -> BaselinesResult:
    """Models ``best`` and ``other_1`` of judge j; three of four published values agree."""
    fields: dict[str, Any] = {
        "coverage": Coverage(12, 12, 0),
        "failures": (),
        "record": RECORD,
        "subset": "two",
        "judge": "j",
        "models": {"best": model_score(BEST, outside=3), "other_1": model_score(OTHER)},
        "published": Published(4, 4),
    }
    return BaselinesResult(**{**fields, **changes})
