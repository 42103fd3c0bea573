"""From a score to its conditions: which are listed, which one is looked at, and the way to the frames of its judge."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import streamlit as st

from evalcore.errors import EvalcoreError
from evalcore.judged import PROFILES, BaselinesResult, ConditionScore, JudgedData, ModelScore
from evalcore.judged.columns import json_text
from evalcore.judged.conditions import OUTCOMES, VERDICTS
from evalcore.tables import Table
from evalcore.tables.judged_tasks import OUTCOME_WORDS
from evalcore.ui.exports import downloads
from evalcore.ui.judged import choose_one_or_all
from evalcore.ui.literal import literal_heading, literal_remarks
from evalcore.ui.notices import show_error
from evalcore.ui.pages import PAGES
from evalcore.ui.permalinks import choose, move_choice

__all__ = ["FILTERS", "choose_conditions", "frames_link", "pick_row", "scores_link", "show_condition"]

FILTERS = ("task", "label", "outcome", "verdict")  # parameters of the address
MOST = 2000  # conditions in a list; every scope of the reference release has fewer
TALLEST = 320  # pixels of a list: what is chosen stands below it


def choose_conditions(score: ModelScore) -> list[str]:
    """The ids of a model's conditions by task, reference class, outcome and verdict (``?task=``, ``?label=``, ...).

    Of very many the first ones, and the page says so.
    """
    with st.container(horizontal=True, vertical_alignment="bottom"):
        task = choose_one_or_all("Task", score.tasks, query="task", every="All tasks")
        classes = score.tasks[task].classes if task else {}
        label = choose_one_or_all("Class", classes, query="label", every="All classes")
        outcome = choose_one_or_all("Event", OUTCOMES, query="outcome", every="All outcomes", words=OUTCOME_WORDS)
        verdict = choose_one_or_all("Structure", VERDICTS, query="verdict", every="All verdicts")
    columns = score.table.columns
    kept = np.ones(len(score.conditions), dtype=bool)
    for name, value in zip(FILTERS, (task, label, outcome, verdict), strict=True):
        if value is not None:
            codes = [code for code, one in enumerate(columns[name].values) if one == value]
            kept &= np.isin(columns[name].codes, codes)
    found = np.flatnonzero(kept)
    if len(found) > MOST:
        literal_remarks(f"The first {MOST} of {len(found)} are listed; choose a task, a class or an outcome.")
    return columns["condition_id"].take(found[:MOST]).to_list()


def pick_row(table: Table, names: Sequence[str], *, label: str, query: str, name: str) -> str | None:
    """Show a table as a list and let the reader choose one of its rows, there or in a menu (``?query=``).

    ``names`` are what the rows are called in the menu and the address. None where the list is empty. ``name`` is that
    of the exports.
    """
    if not names:
        st.info("No condition is like that.", icon=":material/info:")
        return None
    place, key = st.container(), f"list.{query}"
    state = st.session_state.get(key)
    selected = next(iter(state["selection"]["rows"]), None) if state else None
    if selected is not None and selected != st.session_state.get(f"{key}.shown") and selected < len(names):
        move_choice(query, names[selected])
    chosen = choose(label, names, query=query, help="Or select a row of the list above.")
    row = st.session_state[f"{key}.shown"] = names.index(chosen)
    st.session_state[key] = {"selection": {"rows": [row], "columns": [], "cells": []}}
    with place:
        literal_heading(f"{table.title} ({len(names)})")
        st.dataframe(
            table.sortable(),
            hide_index=True,
            column_config={
                heading: st.column_config.NumberColumn(format=printf)
                for heading, printf in table.formats().items()
                if printf is not None
            },
            key=key,
            on_select="rerun",
            selection_mode="single-row-required",
            placeholder="n/a",
            height=min(TALLEST, 36 * (len(names) + 1)),
        )
        literal_remarks(*(f"n/a: {reason}." for _, reason in table.layout.reasons), *table.layout.notes)
        downloads(name, csv=table.to_csv(), latex=table.to_latex(), markdown=table.to_markdown())
    return chosen


def show_condition(data: JudgedData, score: ModelScore, condition_id: str, *, heading: str) -> None:
    """What was asked, what the judge said and what it counts as, for one condition of a model."""
    row = next(row for row in score.conditions if row.condition_id == condition_id)
    definition, condition = data.tasks[row.task], data.condition(condition_id)
    said = [f"Task {row.task}: {definition.question or 'no question is given'}"]
    said.append(f"Classes: {', '.join(definition.labels)}. Truth: {row.label}.")
    if condition.observation_time is not None:
        said.append(f"The event can be seen after {condition.observation_time:g} s.")
    if row.outcome == "missing":
        said.append("There is no judgment: the event counts as incorrect, the structure as not clear.")
    else:
        event = {None: "not a text", "": "an empty text"}.get(row.event, row.event)
        said.append(f"Judged event: {event}, which counts as {OUTCOME_WORDS[row.outcome]}.")
        said.append(f"Raw violation: {json_text(row.violation)}, which counts as {row.verdict}.")
        said.append(f"The judge's reason: {row.reason}" if row.reason else "The judge gave no reason.")
    said.append(_partner(score, row))
    with st.container(border=True):
        literal_heading(heading)
        st.text("\n".join(said))


def _partner(score: ModelScore, row: ConditionScore) -> str:
    if row.pair_id is None:
        return "A control: it is in no pair."
    others = (one for one in score.conditions if one.pair_id == row.pair_id and one.condition_id != row.condition_id)
    other = next(others, None)
    if other is None:
        return f"Pair {row.pair_id}: the other member is outside this scope."
    return (
        f"Pair {row.pair_id}: the event of the other member, {other.condition_id}, is {OUTCOME_WORDS[other.outcome]}."
    )


def frames_link(data: JudgedData, result: BaselinesResult, model: str, condition_id: str) -> None:
    """A link to the frames of a clip that its judge saw; where there is no clip, where it would have to be."""
    try:
        clip = data.clip(model, condition_id)
    except EvalcoreError as error:
        show_error(error, title="The clip cannot be shown")
        return
    if not clip.is_file():
        literal_remarks(f"The clip is not here, so that its frames cannot be shown: {data.workspace.relative(clip)}")
        return
    profiles = [name for name in result.models[model].settings.profiles if name in PROFILES]
    asked = {"model": model, "condition": condition_id, "subset": result.subset, "judge": result.judge}
    _link(
        "judged-judge-frames",
        "Frames that its judge saw",
        asked | ({"profile": profiles[0]} if len(profiles) == 1 else {}),
    )


def scores_link(result: BaselinesResult, model: str) -> None:
    """A link to what is behind a model's Event and Structure."""
    asked = {"model": model, "subset": result.subset, "judge": result.judge}
    _link("judged-scoring", "Scores and conditions of this model", asked)


def _link(url: str, label: str, asked: dict[str, str]) -> None:
    page = next((page for page in PAGES if page.url == url), None)
    if page:
        st.page_link(page.path, label=label, icon=page.icon, query_params=asked)
