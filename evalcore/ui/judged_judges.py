"""Two judges on one scope: which, and on which task."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from evalcore.errors import EvalcoreError
from evalcore.judged import AgreementResult, BaselinesResult, JudgedData, Scope, agreement
from evalcore.judged.data import JUDGMENTS
from evalcore.ui.judged import FOLDER, Stamp, choose_judge, judges_of, judgments_stamp
from evalcore.ui.notices import empty_state, show_error
from evalcore.ui.permalinks import choose

__all__ = ["choose_judges", "compare_judges"]


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
