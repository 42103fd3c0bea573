"""The objects of a sample as a list that is linked to their picture, both ways."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from evalcore.plots import LAYERS, scene_view
from evalcore.plots.scene_view import Stage
from evalcore.tables import scene_objects
from evalcore.tables.scene_objects import ComparedObject
from evalcore.ui.charts import show_figure, theme
from evalcore.ui.exports import downloads
from evalcore.ui.literal import literal_heading, literal_remarks
from evalcore.ui.permalinks import choose, choose_many, move_choice
from evalcore.ui.scene_clicks import clicked_object
from evalcore.ui.scene_inspection import Inspection

__all__ = ["show_objects"]

NONE = "*"  # in the address; ids begin with gt: or pred:
SHOWN_FIRST = ("Meshes", "Pairs", "Ground")
STAGES: dict[str, Stage] = {"After alignment": "after", "Before": "before"}
LIST = "list.object"
HEIGHT, ROW, NAME = 500, 35, 96  # pixels: the list beside the picture, its rows, its columns of names


def show_objects(inspection: Inspection, *, sample_id: str, model: str) -> None:
    """The picture, and beside it every object: a row that is selected is framed, an object that is clicked selected.

    The address has ``?stage=``, ``?layers=`` and ``?object=``.
    """
    picture, listing = st.columns([4, 3])
    rows, name = inspection.rows, f"scene-{sample_id}"
    with picture:
        with st.container(horizontal=True, vertical_alignment="bottom"):
            stage = STAGES[choose("Prediction", list(STAGES), query="stage", style="buttons")]
            layers = choose_many("Layers", LAYERS, query="layers", default=SHOWN_FIRST)
        place = st.container()
        clicked = clicked_object(name, key="scene.clicks")
    with listing:
        selected = _choose_object(rows, clicked, name=f"objects-{sample_id}-{model}")
    figure = scene_view(
        inspection.truth,
        inspection.prediction,
        found=inspection.found,
        title=f"{sample_id}, {model}",
        stage=stage,
        layers=layers,
        selected=selected,
        meshes=inspection.meshes,
        theme=theme(),
    )
    figure.update_layout(meta=name)
    with place:
        show_figure(figure, name=name)


def _choose_object(rows: Sequence[ComparedObject], clicked: str | None, *, name: str) -> str | None:
    """The row that is selected in the list, in the menu or by a click in the picture; None for none of them."""
    ids = [row.id for row in rows]
    place = st.container()
    current = st.session_state.get("object")
    state = st.session_state.get(LIST)
    touched = next(iter(state["selection"]["rows"]), None) if state else None
    if state and touched != st.session_state.get(f"{LIST}.shown"):
        move_choice("object", ids[touched] if touched is not None and touched < len(ids) else NONE)
    elif clicked in ids:
        move_choice("object", NONE if clicked == current else clicked)  # once more: nothing is selected
    words = {row.id: " – ".join(name for name in (row.gt, row.pred) if name is not None) for row in rows}
    labels = {NONE: "None", **{row.id: f"{words[row.id]} ({row.word})" for row in rows}}
    chosen = choose("Selected object", [NONE, *ids], query="object", labels=labels, help="Or a row, or a click.")
    shown = None if chosen == NONE else ids.index(chosen)
    st.session_state[f"{LIST}.shown"] = shown
    st.session_state[LIST] = {"selection": {"rows": [] if shown is None else [shown], "columns": [], "cells": []}}
    table = scene_objects(rows)
    with place:
        literal_heading(f"{table.title} ({len(rows)})")
        columns = {
            "Status": st.column_config.TextColumn(width=62),
            "Ground truth": st.column_config.TextColumn(width=NAME),
            "Prediction": st.column_config.TextColumn(width=NAME),
            **{
                heading: st.column_config.NumberColumn(heading.split()[0], format=printf, width=52, help=heading)
                for heading, printf in table.formats().items()
                if printf
            },
        }
        st.dataframe(
            table.sortable(),
            hide_index=True,
            key=LIST,
            on_select="rerun",
            selection_mode="single-row",
            placeholder="–",
            height=min(HEIGHT, ROW * (max(len(rows), 1) + 1) + 3),
            column_config=columns,
        )
        literal_remarks("AABB, OBB: IoU of a pair's upright and oriented boxes in %.", *table.layout.notes)
        downloads(name, csv=table.to_csv(), latex=table.to_latex(), markdown=table.to_markdown())
    return None if chosen == NONE else chosen
