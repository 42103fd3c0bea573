from __future__ import annotations

from evalcore.plots.forest import beside_rows, interval_point, row_axis
from evalcore.plots.style import Style
from evalcore.plots.theme import blank

STYLE = Style("#0072b2", "solid", "circle")


def test_interval_is_drawn_to_both_sides_of_its_value() -> None:
    point = interval_point(3.0, (1.0, 4.0), place=2, style=STYLE, customdata=("m",), hover="h")
    assert (list(point.x), list(point.y)) == ([3.0], [2])
    assert (list(point.error_x.array), list(point.error_x.arrayminus), point.error_x.visible) == ([1.0], [2.0], True)
    assert tuple(point.customdata[0]) == ("m",)


def test_a_value_without_interval_has_no_bar() -> None:
    assert interval_point(3.0, None, place=0, style=STYLE, customdata=(), hover="").error_x.visible is False


def test_the_first_row_is_on_top() -> None:
    axis = row_axis(["a", "b"])
    assert axis["range"] == [1.5, -0.5]
    assert axis["ticktext"] == ["a", "b"]


def test_texts_stand_at_their_rows_below_their_heading() -> None:
    figure = blank("evalcore_light", title="T", subtitle="", height=300)
    beside_rows(figure, ["1", "2"], head="n", shift=20, theme="evalcore_light")
    notes = figure.layout.annotations[1:]
    assert [(note.text, note.y, note.xshift) for note in notes] == [("1", 0, 20), ("2", 1, 20), ("n", 1, 20)]
    assert (notes[2].yref, notes[0].yref) == ("paper", None)
