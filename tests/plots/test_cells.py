from __future__ import annotations

import plotly.graph_objects as go

from evalcore.plots.cells import MOST_COLUMNS, heat_map
from evalcore.plots.theme import blank


def drawn(values: list[list[float | None]]) -> go.Figure:
    figure = blank("evalcore_light", title="T", subtitle="", height=300)
    places = [[(row, column) for column in range(len(values[0]))] for row in range(len(values))]
    names = [[f"{row}/{column}" for row, column in line] for line in places]
    heat_map(
        figure,
        values,
        texts=names,
        customdata=places,
        hover=names,
        limit=100,
        title="Event (%)",
        theme="evalcore_light",
    )
    return figure


def test_an_unseen_marker_in_each_cell_can_be_clicked() -> None:
    cells, markers = drawn([[0.0, 100.0], [None, 46.0]]).data
    assert [list(row) for row in cells.z] == [[0, 100], [None, 46]]
    assert (cells.zmin, cells.zmax, cells.hoverinfo) == (0, 100, "skip")
    found = {(x, y): tuple(custom) for x, y, custom in zip(markers.x, markers.y, markers.customdata, strict=True)}
    assert found == {(0, 0): (0, 0), (1, 0): (0, 1), (0, 1): (1, 0), (1, 1): (1, 1)}
    assert (markers.marker.opacity, markers.unselected.marker.opacity, markers.selected.marker.opacity) == (0, 0, 1)
    assert list(markers.hovertext) == ["0/0", "0/1", "1/0", "1/1"]


def test_numbers_are_read_on_dark_and_on_light_cells() -> None:
    markers = drawn([[0.0, 100.0, 44.0, 46.0]]).data[1]
    assert list(markers.textfont.color) == ["#ffffff", "#000000", "#ffffff", "#000000"]


def test_too_narrow_cells_have_no_numbers() -> None:
    assert drawn([[1.0] * MOST_COLUMNS]).data[1].mode == "markers+text"
    assert drawn([[1.0] * (MOST_COLUMNS + 1)]).data[1].mode == "markers"
