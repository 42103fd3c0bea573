"""Values with their intervals in rows: what every forest plot has in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import plotly.graph_objects as go

from evalcore.plots.style import Style, transparent
from evalcore.plots.theme import Theme, palette

__all__ = [
    "beside_rows",
    "interval_point",
    "many_rows_axis",
    "many_rows_height",
    "mark_mean",
    "padded",
    "row_axis",
]

MOST_NAMES = 60


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


def many_rows_axis(names: Sequence[str], *, title: str) -> dict[str, Any]:
    """The vertical axis of rows called ``names``, up to 60 of them; beyond that the axis has ``title`` in their place.

    ``names`` and ``title`` are plotly text.
    """
    named = len(names) <= MOST_NAMES
    pad = max(0.6, 0.015 * len(names))
    return {
        "tickvals": list(range(len(names))) if named else [],
        "ticktext": list(names) if named else [],
        "title": {"text": "" if named else title},
        "range": [len(names) - 1 + pad, -pad],
        "showgrid": named,
        "tickfont": {"size": 12},
        "ticks": "",
    }


def many_rows_height(n: int) -> int:
    """Pixels for ``n`` rows of :func:`many_rows_axis` with the axis below them."""
    return max(220, 76 + 19 * n) if n <= MOST_NAMES else 620


def mark_mean(figure: go.Figure, mean: float, bounds: tuple[float, float] | None, *, colour: str) -> None:
    """A dashed line at the mean of the values, and the band of its interval."""
    if bounds:
        band = transparent(colour, 0.14)
        figure.add_vrect(x0=bounds[0], x1=bounds[1], fillcolor=band, line_width=0, layer="below")
    figure.add_vline(x=mean, line={"color": colour, "width": 2, "dash": "dash"})


def beside_rows(figure: go.Figure, texts: Sequence[str], *, head: str, shift: int, theme: Theme) -> None:
    """A column of plotly texts, one a row, ``shift`` pixels right of the plot, with its heading above."""
    column = {"xref": "paper", "x": 1, "xanchor": "left", "xshift": shift, "showarrow": False}
    for place, text in enumerate(texts):
        figure.add_annotation(text=text, y=place, **column)
    font = {"color": palette(theme).muted, "size": 13}
    figure.add_annotation(text=head, yref="paper", y=1, yanchor="bottom", font=font, **column)
