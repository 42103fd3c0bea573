from __future__ import annotations

import plotly.graph_objects as go

from evalcore.plots import agreement_rows, agreement_sweep, potato_sweep
from tests.tables.reviews import agreement_result, potato_result


def curves(figure: go.Figure) -> dict[str, go.Scatter]:
    """The curves by name, without their bands."""
    return {trace.name: trace for trace in figure.data if trace.showlegend}


def bands(figure: go.Figure) -> list[str]:
    return [trace.name for trace in figure.data if trace.fill == "toself"]


def texts(figure: go.Figure) -> list[str]:
    return [note.text for note in figure.layout.annotations]


def test_curves_over_the_tolerances_with_their_bands() -> None:
    figure = agreement_sweep(agreement_result())
    found = curves(figure)
    assert list(found) == ["F1", "F1 by chance", "kappa_loc", "Detection alpha", "Category alpha"]
    assert "Severity alpha: n/a, no variation" in texts(figure)
    assert list(found["F1"].y) == [0.8, 0.8, 0.8]
    assert list(found["kappa_loc"].y) == [None, 0.6, 0.6]
    assert list(found["Detection alpha"].y) == [0.5, 0.5, 0.5]
    assert list(figure.layout.xaxis.ticktext) == ["0.5 frame", "<b>0.5 s</b>", "1 s"]
    assert bands(figure) == ["F1", "kappa_loc", "Detection alpha", "Category alpha"]
    band = next(trace for trace in figure.data if trace.name == "kappa_loc" and trace.fill)
    assert (list(band.x), list(band.y)) == ([1, 2, 2, 1], [0.4, 0.4, 0.7, 0.7])  # none where kappa_loc has none
    assert found["kappa_loc"].hovertext[1] == (
        "<b>kappa_loc</b> at 0.5 s<br>0.600, 95% CI [0.400, 0.700]<br>4 pairs, 1 left out"
    )
    assert tuple(found["F1"].customdata[1]) == ("F1", "0.5 s")


def test_the_headline_is_marked_in_both_panels() -> None:
    figure = agreement_sweep(agreement_result())
    marked = [(shape.xref, (shape.x0 + shape.x1) / 2) for shape in figure.layout.shapes if shape.type == "rect"]
    assert marked == [("x", 1), ("x2", 1)]
    assert texts(figure)[0] == "4 answers of 2 reviewers; headline 0.5 s"


def test_no_two_curves_of_a_panel_look_alike() -> None:
    found = curves(agreement_sweep(agreement_result()))
    looks = {(one.line.color, one.line.dash, one.marker.symbol) for one in found.values()}
    assert len(looks) == len(found)


def test_a_run_without_intervals_says_so() -> None:
    result = agreement_result(record={"config": {"resamples": 0}})
    assert texts(agreement_sweep(result))[1] == "No interval was asked for"


def test_the_reference_figures_are_labelled() -> None:
    figure = potato_sweep(potato_result())
    assert "known faults" in texts(figure)[1]
    assert list(curves(figure)["sigma"].y) == [None, 0.9]
    assert not bands(figure)


def test_rows_by_stream_with_all_together_as_a_line() -> None:
    figure = agreement_rows(agreement_result(), "stream", names={"gen": "Model"})
    assert list(figure.layout.yaxis.ticktext) == ["Model", "real"]
    assert [shape.x0 for shape in figure.layout.shapes] == [0.5, 0.8, 0.6]
    points = {(trace.customdata[0][0], trace.xaxis): trace.x[0] for trace in figure.data}
    assert points == {("gen", "x"): 0.5, ("gen", "x2"): 0.8, ("real", "x2"): 0.8, ("gen", "x3"): 0.6}
    absent = [(note.xref, note.y) for note in figure.layout.annotations if note.text == "n/a"]
    assert absent == [("x", 1), ("x3", 1)]
    assert "95% CI [0.250, 0.700]" in figure.data[0].hovertext[0]


def test_rows_without_each_reviewer() -> None:
    figure = agreement_rows(agreement_result(), "reviewer")
    assert list(figure.layout.yaxis.ticktext) == ["without ann", "without bob"]
    empty = agreement_rows(agreement_result(by_reviewer={}), "reviewer")
    assert texts(empty)[-1] == "The run was made without breakdowns."
