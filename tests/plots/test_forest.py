from __future__ import annotations

from evalcore.plots.forest import beside_rows, interval_point, many_rows_axis, many_rows_height, mark_mean, row_axis
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


def test_up_to_sixty_rows_are_named() -> None:
    named, unnamed = (many_rows_axis([str(i) for i in range(n)], title="Clips") for n in (60, 61))
    assert (len(named["ticktext"]), named["title"]["text"]) == (60, "")
    assert (unnamed["ticktext"], unnamed["title"]["text"]) == ([], "Clips")
    assert many_rows_height(60) == 76 + 19 * 60
    assert (many_rows_height(1), many_rows_height(61)) == (220, 620)


def test_the_band_of_a_mean_is_left_out_without_an_interval() -> None:
    figure = blank("evalcore_light", title="T", subtitle="", height=300)
    mark_mean(figure, 2.0, (1.0, 4.0), colour=STYLE.colour)
    mark_mean(figure, 3.0, None, colour=STYLE.colour)
    assert [(shape.type, shape.x0, shape.x1) for shape in figure.layout.shapes] == [
        ("rect", 1.0, 4.0),
        ("line", 2.0, 2.0),
        ("line", 3.0, 3.0),
    ]
