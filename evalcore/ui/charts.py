"""Figures and tables on a page: theme, selection, and the same exports everywhere."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import unescape
from math import ceil
from typing import TYPE_CHECKING, Any

import streamlit as st

from evalcore.tables import Table
from evalcore.ui.exports import downloads
from evalcore.ui.literal import literal_heading, literal_remarks

if TYPE_CHECKING:
    import pandas as pd
    import plotly.graph_objects as go

    from evalcore.plots import Theme

__all__ = ["clicked_point", "show_figure", "show_table", "theme"]

WHY = "Why n/a"
LETTERS = 60  # longer texts break their lines in a column of this width
WIDTH = 520  # pixels; about 75 letters
LINE = 21  # pixels
TALL = 66  # pixels; only in rows above 4 rem does Streamlit break lines
LINES = 4  # at most, so that one long message does not stretch every row


def theme() -> Theme:
    """The figures' theme that fits the page's."""
    return "evalcore_dark" if st.context.theme.type == "dark" else "evalcore_light"


def clicked_point(name: str) -> Sequence[Any] | None:
    """The ``customdata`` of the point that was clicked in the figure ``name``, or None; known before it is drawn."""
    state: Any = st.session_state.get(f"figure.{name}")
    points = state["selection"]["points"] if state else []
    return next((point["customdata"] for point in points if point.get("customdata")), None)


def show_figure(figure: go.Figure, *, name: str, select: bool = False) -> None:
    """Draw a figure; its toolbar saves it as SVG called ``name``.

    With ``select``, a click on a point runs the page again, which finds it by :func:`clicked_point`.
    """
    st.plotly_chart(
        figure,
        theme=None,
        key=f"figure.{name}",
        on_select="rerun" if select else "ignore",
        selection_mode="points",
        config={
            "displaylogo": False,
            "toImageButtonOptions": {"format": "svg", "filename": name},
            "modeBarButtonsToRemove": ["select2d", "lasso2d", "autoScale2d"],
        },
        alt=unescape(re.sub("<[^>]*>", " ", figure.layout.title.text)),
    )


def show_table(table: Table, *, name: str) -> None:
    """Show a table with what is missing in its run, its notes, and its exports called ``name``.

    Columns sort by clicking on their heads. What is null says ``n/a``; the reason stands below the table where all
    have the same, else in a column of its own.
    """
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        literal_heading(table.title)
        if table.incomplete:
            st.badge(table.incomplete, icon=":material/warning:", color="orange")
    frame, reasons = table.sortable(), table.layout.reasons
    if len(reasons) > 1:
        frame = frame.assign(**{WHY: _reasons(table)})
    longest = _longest_texts(frame)
    columns = {}
    for heading in frame.columns:
        printf = table.formats().get(heading)
        if printf is None:
            width = WIDTH if longest.get(heading, 0) > LETTERS else None
            columns[heading] = st.column_config.Column(width=width)
        else:
            columns[heading] = st.column_config.NumberColumn(format=printf)
    st.dataframe(
        frame,
        hide_index=True,
        column_config=columns,
        key=f"table.{name}",
        placeholder="n/a",
        row_height=_row_height(max(longest.values(), default=0)),
    )
    only = [f"n/a: {reason.rstrip('.')}." for _, reason in reasons] if len(reasons) == 1 else []
    literal_remarks(*only, *table.layout.notes)
    downloads(name, csv=table.to_csv(), latex=table.to_latex(), markdown=table.to_markdown())


def _longest_texts(frame: pd.DataFrame) -> dict[str, int]:
    """Letters of the longest text in each column that holds texts."""
    lengths = {heading: [len(cell) for cell in frame[heading] if isinstance(cell, str)] for heading in frame.columns}
    return {heading: max(found) for heading, found in lengths.items() if found}


def _row_height(letters: int) -> int | None:
    """Pixels for rows whose longest text has so many letters; None for the usual one line."""
    if letters <= LETTERS:
        return None
    return max(TALL, 16 + LINE * min(LINES, ceil(letters / (WIDTH / 7))))


def _reasons(table: Table) -> list[str]:
    """Why cells of each row are null; which ones is only said where a row's reasons differ."""
    said = dict(table.layout.reasons)
    lines = []
    for row in table.layout.rows:
        columns: dict[str, list[str]] = {}
        for column, cell in zip(table.columns, row, strict=True):
            if cell.mark:
                columns.setdefault(said[cell.mark], []).append(column.label)
        several = len(columns) > 1
        lines.append("; ".join(f"{', '.join(names)}: {why}" if several else why for why, names in columns.items()))
    return lines
