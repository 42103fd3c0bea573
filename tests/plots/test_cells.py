from __future__ import annotations

import plotly.graph_objects as go

from evalcore.plots.cells import FEWEST_ROWS, MOST_COLUMNS, cell_height, column_axis, heat_map
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
    figure = drawn([[0.0, 100.0], [None, 46.0]])
    cells, *_, markers = figure.data
    assert figure.layout.hoverdistance == -1
    assert [list(row) for row in cells.z] == [[0, 100], [None, 46]]
    assert (cells.zmin, cells.zmax, cells.hoverinfo) == (0, 100, "skip")
    found = {(x, y): tuple(custom) for x, y, custom in zip(markers.x, markers.y, markers.customdata, strict=True)}
    assert found == {(0, 0): (0, 0), (1, 0): (0, 1), (0, 1): (1, 0), (1, 1): (1, 1)}
    assert (markers.marker.opacity, markers.unselected.marker.opacity, markers.selected.marker.opacity) == (0, 0, 1)
    assert list(markers.hovertext) == ["0/0", "0/1", "1/0", "1/1"]


def test_numbers_are_read_on_dark_and_on_light_cells() -> None:
    _, white, black, _ = drawn([[0.0, 100.0, 44.0, 46.0]]).data
    assert (white.textfont.color, list(white.x), list(white.text)) == ("#ffffff", [0, 2], ["0/0", "0/2"])
    assert (black.textfont.color, list(black.x), list(black.text)) == ("#000000", [1, 3], ["0/1", "0/3"])


def test_a_selection_leaves_the_numbers_as_they_are() -> None:
    for numbers in drawn([[0.0, 100.0]]).data[1:3]:
        assert numbers.unselected.textfont.color == numbers.textfont.color
        assert numbers.hoverinfo == "skip"


def test_too_narrow_cells_have_no_numbers() -> None:
    assert [trace.mode for trace in drawn([[1.0] * MOST_COLUMNS]).data[1:]] == ["text", "text", "markers"]
    assert [trace.mode for trace in drawn([[1.0] * (MOST_COLUMNS + 1)]).data[1:]] == ["markers"]


def test_long_names_stand_upright_and_get_their_room() -> None:
    few, many = ["left", "right"], [f"a_task_with_a_name_{i}" for i in range(34)]
    assert (column_axis(few)["tickangle"], column_axis(many)["tickangle"]) == (0, -90)
    assert column_axis(few, title="k says")["title"]["text"] == "k says"
    assert cell_height(16, many) - cell_height(16, few) > 60
    assert cell_height(16, few, title=True) > cell_height(16, few)
    assert cell_height(16, ["&lt;" * 5] * 34) == cell_height(16, ["<" * 5] * 34)


def test_few_rows_leave_room_for_the_scale() -> None:
    assert cell_height(1, ["a"]) == cell_height(FEWEST_ROWS, ["a"])
    assert cell_height(FEWEST_ROWS + 1, []) > cell_height(FEWEST_ROWS, [])
