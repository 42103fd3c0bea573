"""Heat maps whose cells can be read and clicked."""

from __future__ import annotations

from collections.abc import Sequence
from html import unescape
from typing import Any

import plotly.graph_objects as go

from evalcore.plots.theme import Theme, palette

__all__ = ["MOST_COLUMNS", "cell_height", "column_axis", "heat_map"]

MANY, MOST_COLUMNS = 20, 40  # above the first, numbers and rows are smaller; above the second, numbers are left out
ROW, LOW_ROW, LETTER = 28, 20, 6.2  # pixels
NARROWEST_PLOT = 450  # pixels
FEWEST_ROWS = 4  # fewer get higher, for the scale beside them
COLOURS = "Cividis"  # perceptually uniform, and read alike with and without colour vision deficiencies
ON_DARK, ON_LIGHT = "#ffffff", "#000000"
DARK = 0.45  # below this share of the scale white is read better than black


def cell_height(rows: int, names: Sequence[str], *, title: bool = False) -> int:
    """Pixels for ``rows`` of cells above columns called ``names``, and above the title of their axis."""
    below = 24 + round(LETTER * _longest(names)) if _upright(names) else 60
    row = ROW if rows <= MANY else LOW_ROW
    return row * max(FEWEST_ROWS, rows) + below + (36 if title else 0)


def column_axis(names: Sequence[str], *, title: str = "") -> dict[str, Any]:
    """The horizontal axis of columns called ``names`` (plotly text), which stand upright where they are long."""
    return {
        "title": {"text": title},
        "tickvals": list(range(len(names))),
        "ticktext": list(names),
        "range": [-0.5, len(names) - 0.5],
        "tickangle": -90 if _upright(names) else 0,
        "tickfont": {"size": 11},
        "showgrid": False,
        "showline": False,
        "ticks": "",
    }


def _upright(names: Sequence[str]) -> bool:
    return LETTER * _longest(names) * len(names) > NARROWEST_PLOT


def _longest(names: Sequence[str]) -> int:
    return max((len(unescape(name)) for name in names), default=0)


def heat_map(
    figure: go.Figure,
    values: Sequence[Sequence[float | None]],
    *,
    texts: Sequence[Sequence[str]],
    customdata: Sequence[Sequence[tuple[Any, ...]]],
    hover: Sequence[Sequence[str]],
    limit: float,
    title: str,
    theme: Theme,
) -> None:
    """Add cells coloured from 0 to ``limit``, with ``texts`` where they fit; row 0 is on top, rows and columns count.

    Browsers send no selection for a heat map, so that an unseen marker in each cell carries ``customdata`` and
    ``hover``; the one that is clicked shows as a frame.
    """
    columns = len(values[0])
    figure.add_heatmap(
        z=[[None if value is None else float(value) for value in row] for row in values],
        zmin=0,
        zmax=limit,
        colorscale=COLOURS,
        xgap=1,
        ygap=1,
        hoverinfo="skip",
        colorbar={"title": {"text": title, "side": "right"}, "thickness": 14, "outlinewidth": 0},
    )
    places = [(column, row) for row in range(len(values)) for column in range(columns)]
    if columns <= MOST_COLUMNS:
        dark = {(column, row): (values[row][column] or 0.0) < DARK * limit for column, row in places}
        for colour, on_dark in ((ON_DARK, True), (ON_LIGHT, False)):
            here = [place for place in places if dark[place] == on_dark]
            figure.add_trace(_numbers(here, [texts[row][column] for column, row in here], colour, columns))
    figure.add_scatter(
        x=[column for column, _ in places],
        y=[row for _, row in places],
        mode="markers",
        marker={"symbol": "square-open", "size": 20, "color": palette(theme).alert, "line": {"width": 3}, "opacity": 0},
        selected={"marker": {"opacity": 1}},
        unselected={"marker": {"opacity": 0}},
        customdata=[customdata[row][column] for column, row in places],
        hovertext=[hover[row][column] for column, row in places],
        hoverinfo="text",
        showlegend=False,
    )
    figure.update_layout(hoverdistance=-1)  # the nearest marker, however far: anywhere in a wide cell


def _numbers(places: Sequence[tuple[int, int]], texts: Sequence[str], colour: str, columns: int) -> go.Scatter:
    """The texts of cells in one colour, which a selection does not dim."""
    return go.Scatter(
        x=[column for column, _ in places],
        y=[row for _, row in places],
        mode="text",
        text=list(texts),
        textfont={"size": 10 if columns > MANY else 11, "color": colour},
        unselected={"textfont": {"color": colour}},
        hoverinfo="skip",
        showlegend=False,
    )
