"""Figures and tables on a page: theme, selection, and the same exports everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import streamlit as st

from evalcore.tables import Table
from evalcore.ui.exports import downloads

if TYPE_CHECKING:
    import plotly.graph_objects as go

    from evalcore.plots import Theme

__all__ = ["show_figure", "show_table", "theme"]


def theme() -> Theme:
    """The figures' theme that fits the page's."""
    return "evalcore_dark" if st.context.theme.type == "dark" else "evalcore_light"


def show_figure(figure: go.Figure, *, name: str, select: bool = False) -> Sequence[Any] | None:
    """Draw a figure; its toolbar saves it as SVG called ``name``.

    With ``select``, return the ``customdata`` of the point that was clicked, or None.
    """
    state: Any = st.plotly_chart(
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
        alt=figure.layout.title.text,
    )
    points = state["selection"]["points"] if select else []
    return next((point["customdata"] for point in points if point.get("customdata")), None)


def show_table(table: Table, *, name: str, select: bool = False) -> int | None:
    """Show a table with its notes and its exports called ``name``; columns sort by clicking on their heads.

    With ``select``, return the number of the row that was chosen, or None.
    """
    st.subheader(table.title, anchor=False)
    formats = {
        heading: st.column_config.NumberColumn(format=printf)
        for heading, printf in table.formats().items()
        if printf is not None
    }
    state: Any = st.dataframe(
        table.sortable(),
        hide_index=True,
        column_config=formats,
        key=f"table.{name}",
        on_select="rerun" if select else "ignore",
        selection_mode="single-row",
        placeholder="n/a",
        # Cells break their lines where the row has room for it.
        row_height=58 if any(column.wrap for column in table.columns) else None,
    )
    for note in table.footnotes:
        st.caption(_plain(note))
    downloads(name, csv=table.to_csv(), latex=table.to_latex(), markdown=table.to_markdown())
    rows = state["selection"]["rows"] if select else []
    return rows[0] if rows else None


def _plain(text: str) -> str:
    """Text that may hold names from files, so that Markdown shows it as it stands."""
    return "".join(f"\\{character}" if character in r"\`*_{}[]()<>#+-.!|~$:" else character for character in text)
