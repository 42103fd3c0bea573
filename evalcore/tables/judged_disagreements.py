"""The conditions where two judges disagree."""

from __future__ import annotations

from evalcore.judged.config import JudgedComponent
from evalcore.judged.result import BaselinesResult
from evalcore.metrics import METRICS
from evalcore.tables.layout import Column
from evalcore.tables.table import Table, frame_of

__all__ = ["judged_disagreements"]

SAID: dict[JudgedComponent, str] = {"event": "event", "structure": "verdict"}


def judged_disagreements(
    first: BaselinesResult,
    second: BaselinesResult,
    component: JudgedComponent,
    *,
    model: str | None = None,
    task: str | None = None,
) -> Table:
    """One row a condition where two judges say different things of ``component``, of those that both judged.

    ``model`` and ``task``: only of that one.
    """
    column = SAID[component]
    rows: list[tuple[str | None, ...]] = []
    for name in (one for one in first.models if one in second.models and model in (None, one)):
        for mine, other in zip(first.models[name].conditions, second.models[name].conditions, strict=True):
            said, answered = getattr(mine, column), getattr(other, column)
            both = "missing" not in (mine.outcome, other.outcome)
            if both and said != answered and task in (None, mine.task):
                rows.append((name, mine.condition_id, mine.task, mine.label, said, answered, mine.reason, other.reason))
    judges = (first.judge, second.judge)
    columns = [
        Column("model", "Model"),
        Column("condition_id", "Condition"),
        Column("task", "Task"),
        Column("label", "Truth"),
    ]
    for key, judge in zip(("said", "answered"), judges, strict=True):
        columns.append(Column(key, f"{judge} says", reason="no_text"))
    for key, judge in zip(("why", "why_other"), judges, strict=True):
        columns.append(Column(key, f"Reason of {judge}", wrap=True, reason="no_reason"))
    frame = frame_of(rows, [column.key for column in columns])
    frame = frame.assign(no_text="the judge's event is not a text", no_reason="the judge gave no reason")
    title = f"{METRICS[component].label}: conditions where the judges disagree"
    notes = (f"Scope {first.subset}; judge {judges[0]} against {judges[1]}; of the conditions that both judged.",)
    return Table(title, frame, tuple(columns), notes)
