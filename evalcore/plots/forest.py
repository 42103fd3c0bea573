"""Values with their intervals in rows: what every forest plot has in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from evalcore.plots.style import Style
from evalcore.plots.theme import Theme, palette

__all__ = ["beside_rows", "interval_point", "padded", "row_axis"]


def interval_point(
    value: float,
    bounds: tuple[float, float] | None,
    *,
    place: int,
    style: Style,
    customdata: tuple[Any, ...],
    hover: str,
) -> go.Scatter:
    """The marker of one row with its interval, where there is one."""
    low, high = bounds or (value, value)
    return go.Scatter(
        x=[value],
        y=[place],
        mode="markers",
        marker={"symbol": style.symbol, "size": 13, "color": style.colour},
        error_x={
            "type": "data",
            "symmetric": False,
            "array": [high - value],
            "arrayminus": [value - low],
            "color": style.colour,
            "thickness": 2.5,
            "width": 7,
            "visible": bounds is not None,
        },
        customdata=[customdata],
        hovertext=[hover],
        hoverinfo="text",
        showlegend=False,
    )


def row_axis(names: Sequence[str]) -> dict[str, Any]:
    """The vertical axis of rows called ``names`` (plotly text), the first on top."""
    return {
        "tickvals": list(range(len(names))),
        "ticktext": list(names),
        "range": [len(names) - 0.5, -0.5],
        "showgrid": False,
        "ticks": "",
    }


def padded(values: Sequence[float]) -> list[float]:
    """Range of an axis with room for a marker at either end.

    >>> padded([10.0, 20.0]), padded([3.0])
    ([9.5, 20.5], [2.0, 4.0])
    """
    low, high = min(values), max(values)
    pad = 0.05 * (high - low) or 1.0
    return [low - pad, high + pad]


def beside_rows(figure: go.Figure, texts: Sequence[str], *, head: str, shift: int, theme: Theme) -> None:
    """A column of plotly texts, one a row, ``shift`` pixels right of the plot, with its heading above."""
    column = {"xref": "paper", "x": 1, "xanchor": "left", "xshift": shift, "showarrow": False}
    for place, text in enumerate(texts):
        figure.add_annotation(text=text, y=place, **column)
    font = {"color": palette(theme).muted, "size": 13}
    figure.add_annotation(text=head, yref="paper", y=1, yanchor="bottom", font=font, **column)
