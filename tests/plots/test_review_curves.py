from __future__ import annotations

import plotly.graph_objects as go

from evalcore.plots.review_curves import Curve, numbered_style, sweep_panels
from evalcore.plots.theme import blank

TICKS = ("0.5 frame", "0.5 s")


def drawn(*curves: Curve, headline: int | None = 1) -> go.Figure:
    figure = blank("evalcore_light", title="", subtitle="", height=300)
    sweep_panels(figure, {"One": curves, "Two": curves[:1]}, ticks=TICKS, headline=headline, theme="evalcore_light")
    return figure


def test_a_curve_without_a_value_says_why_in_its_panel() -> None:
    reasons = (None, "one & two " * 8)
    none = [Curve(name, [None, None], numbered_style(1), (), reasons) for name in ("x", "y")]
    figure = drawn(Curve("F1", [0.2, 0.4], numbered_style(0)), *none)
    [said] = [note.text for note in figure.layout.annotations if "n/a" in note.text]
    lines = said.split("<br>")
    assert lines[0].startswith("x, y: n/a, one &amp; two")
    assert len(lines) == 2
    assert [trace.name for trace in figure.data] == ["F1", "F1"]


def test_bands_stop_where_there_is_no_interval() -> None:
    figure = drawn(Curve("F1", [0.2, 0.4], numbered_style(0), [None, (0.3, 0.5)]), headline=None)
    band = figure.data[0]
    assert (list(band.x), list(band.y)) == ([1, 1], [0.3, 0.5])
    assert not [shape for shape in figure.layout.shapes if shape.type == "rect"]


def test_panels_share_a_range_that_reaches_what_is_negative() -> None:
    figure = drawn(Curve("kappa", [-0.4, 0.4], numbered_style(0), [(-0.6, 0.0), None]))
    assert list(figure.layout.yaxis.range) == list(figure.layout.yaxis2.range)
    assert figure.layout.yaxis.range[0] < -0.6
    assert [shape.y0 for shape in figure.layout.shapes if shape.type == "line"] == [0, 0]
