from __future__ import annotations

import plotly.graph_objects as go

from evalcore.plots import marks_timeline
from evalcore.review import Prediction
from tests.tables.reviews import consensus_result
from tests.tables.test_review_consensus import ANSWERS, ITEM


def texts(figure: go.Figure) -> list[str]:
    return [note.text for note in figure.layout.annotations]


def test_a_row_a_reviewer_in_each_stream() -> None:
    figure = marks_timeline(ITEM, ANSWERS, length=4.0)
    names = ["<b>Model</b>", "ann", "bob", "<b>Recording</b>", "ann", "bob"]
    assert list(figure.layout.yaxis.ticktext) == names
    first, second = figure.data
    assert (list(first.x), list(first.y)) == ([2.02, 1.02], [1, 1])
    assert (list(second.x), list(second.y)) == ([0.5], [4])
    assert [tuple(point) for point in first.customdata] == [("gen", "ann", 2.02), ("gen", "ann", 1.02)]
    assert first.hovertext[0] == "<b>ann</b><br>2.020 s, frame 50<br>drift<br>severity 2<br>=1+1"
    assert second.hovertext[0] == "<b>ann</b><br>0.500 s"  # the stream has no rate
    said = {note.y: note.text for note in figure.layout.annotations if note.text in ("no breaks", "not answered")}
    assert said == {2: "no breaks", 5: "not answered"}
    assert figure.layout.xaxis.range[1] > 4


def test_the_consensus_is_a_line_through_its_stream() -> None:
    figure = marks_timeline(ITEM, ANSWERS, consensus=consensus_result())
    [line] = figure.layout.shapes
    assert (line.x0, line.x1) == (1.5, 1.5)
    assert 0 < line.y0 < 1  # below the stream's own heading
    assert 2 < line.y1 < 3  # to its last reviewer
    assert "consensus 1.50 s, flicker (2 of 2)" in texts(figure)
    assert "consensus: no break (1 of 2 see none)" in texts(figure)


def test_a_judge_has_a_row_of_its_own() -> None:
    said = {
        "gen": Prediction(item="ball", stream="gen", t=3.0, resolution=0.25, judge="j", type="drift"),
        "real": Prediction(item="ball", stream="real", error="no reply"),
    }
    figure = marks_timeline(ITEM, ANSWERS, predictions=said)
    star = next(trace for trace in figure.data if trace.marker.symbol == "star-open")
    assert (list(star.x), list(star.error_x.array)) == ([3.0], [0.25])
    assert star.hovertext[0] == "<b>j</b><br>3.000 s ± 0.250 s<br>drift"
    assert "the call failed" in texts(figure)
    assert "not judged" in texts(marks_timeline(ITEM, ANSWERS, predictions={"real": said["real"]}))
    clean = {"gen": Prediction(item="ball", stream="gen")}
    assert "no break" in texts(marks_timeline(ITEM, ANSWERS, predictions=clean))


def test_an_item_that_nobody_answered_says_so() -> None:
    assert texts(marks_timeline(ITEM, ()))[-1] == "Nobody has answered this item"
