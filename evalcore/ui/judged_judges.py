"""Two judges on one scope: which, on which task, and the conditions where they disagree."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from evalcore.errors import EvalcoreError
from evalcore.judged import AgreementResult, BaselinesResult, JudgedData, Scope, agreement
from evalcore.judged.config import JudgedComponent
from evalcore.judged.data import JUDGMENTS
from evalcore.metrics import METRICS
from evalcore.tables import Column, Table
from evalcore.tables.table import frame_of
from evalcore.ui.judged import FOLDER, Stamp, choose_judge, judges_of, judgments_stamp
from evalcore.ui.notices import empty_state, show_error
from evalcore.ui.permalinks import choose

__all__ = ["choose_judges", "compare_judges", "disagreements"]

SAID: dict[JudgedComponent, str] = {"event": "event", "structure": "verdict"}


def choose_judges(data: JudgedData) -> tuple[str, str]:
    """A judge (``?judge=``) and another one (``?other=``); where there is but one the page says so and stops."""
    judge = choose_judge(data)
    others = [name for name in judges_of(data) if name != judge]
    if not others:
        empty_state(
            "There is one judge",
            f"Put the judgments of another into a folder of its own, `{FOLDER}/{JUDGMENTS}/<judge>/`, one "
            "`<model>.jsonl` a model. Labels by people in the same form are one more judge.",
        )
        st.stop()
    return judge, choose("Compared with", others, query="other")


def compare_judges(
    data: JudgedData, first: BaselinesResult, second: BaselinesResult, *, task: str | None = None
) -> AgreementResult:
    """The agreement of two judges on the scope of their results, or on one ``task`` of it, computed once for all."""
    mixed = any(score.settings.mixed for one in (first, second) for score in one.models.values())
    try:
        files = tuple(stamp for judge in (first.judge, second.judge) for stamp in judgments_stamp(data, judge))
        return _agreement(tuple(data.files.items()), files, first.judge, second.judge, first.subset, task, mixed, data)
    except EvalcoreError as error:
        show_error(error, title="These judges cannot be compared")
        st.stop()


@st.cache_resource(max_entries=64, show_spinner="Comparing the judges")
def _agreement(
    truth: tuple[tuple[str, str], ...],
    files: Stamp,
    judge: str,
    other: str,
    subset: str,
    task: str | None,
    mixed: bool,
    _data: JudgedData,
) -> AgreementResult:
    if task is not None:
        scope = _on_task(_data, _data.scope(subset), task)
        _data, subset = replace(_data, scopes={scope.subset: scope}), scope.subset
    return agreement(_data, subset, judge=judge, other=other, mixed=mixed)


def _on_task(data: JudgedData, scope: Scope, task: str) -> Scope:
    """The conditions of one task of ``scope``, as a scope that says so by its name."""
    kept = (position for position in scope.positions.tolist() if data.conditions[position].task == task)
    return Scope.of(f"{scope.subset}, task {task}", kept, data.conditions)


def disagreements(
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
