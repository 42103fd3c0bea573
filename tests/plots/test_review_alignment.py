from __future__ import annotations

import plotly.graph_objects as go
import pytest

from evalcore.plots import alignment_confusion, alignment_offsets, alignment_sweep
from tests.tables.reviews import alignment_result, alignment_row, coarse_row


def texts(figure: go.Figure) -> list[str]:
    return [note.text for note in figure.layout.annotations]


def test_detection_on_the_left_and_hits_on_the_right() -> None:
    figure = alignment_sweep(alignment_result())
    found = {trace.name: trace for trace in figure.data if trace.showlegend}
    assert {name: trace.xaxis for name, trace in found.items()} == {
        "Agreement": "x",
        "Kappa": "x",
        "Precision": "x",
        "Recall": "x",
        "Hit rate": "x2",
        "Same type on hits": "x2",
    }
    assert list(found["Precision"].y) == [None, 2 / 3, 2 / 3]
    assert found["Hit rate"].hovertext[1].endswith("n = 2 (break seen by both)")
    assert texts(figure)[:3] == [
        "Judge j: 6 predictions, 1 failed; against the consensus (default)",
        "Left out as too coarse: 5 at 0.5 frame",
        "<b>INCOMPLETE: 1 of 6 units failed</b>",
    ]


def test_nothing_to_compare_is_said() -> None:
    assert texts(alignment_sweep(alignment_result(streams=())))[-1] == "No prediction can be compared with a consensus"
    assert texts(alignment_confusion(coarse_row(), judge="j"))[-1] == "No prediction can be compared at this tolerance"
    none = alignment_offsets(alignment_result(streams=()), alignment_row(0.5))
    assert texts(none)[-1] == "Judge and reviewers both see a break on no stream"


def test_the_four_cells_can_be_clicked() -> None:
    figure = alignment_confusion(alignment_row(0.5, both=4, human_only=3, judge_only=2, neither=1, n=10), judge="j")
    markers = figure.data[-1]
    assert [list(row) for row in figure.data[0].z] == [[0.4, 0.3], [0.2, 0.1]]
    assert [tuple(cell) for cell in markers.customdata] == [("both",), ("human_only",), ("judge_only",), ("neither",)]
    assert markers.hovertext[1] == "reviewers: break<br>j: no break<br>3 streams"
    assert texts(figure)[1] == "kappa 0.167, precision 0.667, recall 0.667"
    undefined = alignment_row(0.5, kappa=None, kappa_reason="constant")
    assert texts(alignment_confusion(undefined, judge=None))[1] == "no kappa (constant)"


def test_how_far_the_judge_is_late_with_the_tolerance_as_a_band() -> None:
    figure = alignment_offsets(alignment_result(), alignment_row(0.5), names={"gen": "Model"})
    within, beyond = figure.data
    assert list(within.x) == pytest.approx([0.4])
    assert list(beyond.x) == pytest.approx([-1.0])
    assert list(within.error_x.array) == [0.2]
    assert tuple(beyond.customdata[0]) == ("cup/gen",)
    assert list(figure.layout.yaxis.ticktext) == ["Model"]
    [band] = [shape for shape in figure.layout.shapes if shape.type == "rect"]
    assert (band.x0, band.x1) == (-0.5, 0.5)
    assert not [one for one in alignment_offsets(alignment_result(), coarse_row()).layout.shapes if one.type == "rect"]
