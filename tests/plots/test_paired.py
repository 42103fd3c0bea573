from __future__ import annotations

from dataclasses import replace

import plotly.graph_objects as go
import pytest

from evalcore.errors import InputError
from evalcore.plots import paired_dots, paired_forest
from evalcore.rollout import Pair, PairedResult, paired
from evalcore.rollout.result import RolloutResult


@pytest.fixture
def pair(result: RolloutResult) -> PairedResult:
    """good - persistence on MAD: -1, 0, 1."""
    return paired(result, "good", "persistence", metric="mad")


def texts(figure: go.Figure) -> list[str]:
    return [note.text for note in figure.layout.annotations]


def test_forest_row(pair: PairedResult) -> None:
    figure = paired_forest([pair])
    (point,) = figure.data
    # t(0.975, 2) / sqrt(3) = 2.484
    assert (point.x[0], round(point.error_x.array[0], 3), round(point.error_x.arrayminus[0], 3)) == (0, 2.484, 2.484)
    assert tuple(point.customdata[0]) == ("good", "persistence")
    assert point.hovertext[0] == (
        "<b>good − persistence</b><br>mean 0.000, n 3<br>sd 1.000<br>95% CI [−2.484, 2.484]<br>wins 1, ties 1, losses 1"
    )
    assert "0.000  [−2.484, 2.484]" in texts(figure)
    assert "1 / 3, 1 tied" in texts(figure)
    assert figure.layout.title.text == "Paired MAD differences against persistence"
    assert figure.layout.xaxis.title.text == "Difference in MAD (grey levels), method − baseline"


def test_the_better_side_follows_the_metric(result: RolloutResult, pair: PairedResult) -> None:
    ssim = paired(result, "good", "persistence", metric="ssim")
    assert texts(paired_forest([pair]))[1:3] == ["◀ method better", "persistence better ▶"]
    assert texts(paired_forest([ssim]))[1:3] == ["◀ persistence better", "method better ▶"]


def test_zero_is_always_in_sight(result: RolloutResult) -> None:
    low, high = paired_forest([paired(result, "late", "good")]).layout.xaxis.range
    assert low < 0 < high


def test_several_pairs_are_not_adjusted_and_say_so(result: RolloutResult, pair: PairedResult) -> None:
    figure = paired_forest([pair, paired(result, "late", "good")])
    assert texts(figure)[0].endswith("intervals are not adjusted for the number of pairs")
    assert list(figure.layout.yaxis.ticktext) == ["good<br>− persistence", "late<br>− good"]
    assert "adjusted" not in texts(paired_forest([pair]))[0]


def test_colours_are_those_of_the_result(result: RolloutResult) -> None:
    late = paired(result, "late", "persistence")
    assert paired_forest([late], methods=list(result.methods)).data[0].marker.color == "#d55e00"
    assert paired_dots(late, methods=list(result.methods)).data[0].marker.color == "#d55e00"


def test_one_clip_has_no_interval_and_says_why(pair: PairedResult) -> None:
    alone = replace(pair, n=1, sd=None, ci95=None, ci95_reason="needs 2 clips", pairs=pair.pairs[:1])
    forest = paired_forest([alone])
    assert forest.data[0].error_x.visible is False
    assert texts(forest)[0].endswith("; no interval: needs 2 clips")
    assert "no interval: needs 2 clips" in forest.data[0].hovertext[0]
    assert texts(paired_dots(alone))[0] == "Mean 0.000, no interval: needs 2 clips; 1 clip"


def test_mixed_metrics_and_no_pair_are_refused(result: RolloutResult, pair: PairedResult) -> None:
    with pytest.raises(InputError, match="one metric; found mad, ssim"):
        paired_forest([pair, paired(result, "good", "persistence", metric="ssim")])
    with pytest.raises(InputError, match="found no pair"):
        paired_forest([])


def test_dots_are_sorted_best_first_and_told_apart(pair: PairedResult) -> None:
    figure = paired_dots(pair)
    assert [(trace.name, list(trace.x), list(trace.y)) for trace in figure.data] == [
        ("win (1)", [-1.0], [0]),
        ("tie (1)", [0.0], [1]),
        ("loss (1)", [1.0], [2]),
    ]
    assert [trace.marker.symbol for trace in figure.data] == ["circle", "x-thin-open", "circle-open"]
    assert list(figure.layout.yaxis.ticktext) == ["c1", "c2", "c3"]
    assert tuple(figure.data[2].customdata[0]) == ("c3",)
    assert figure.data[0].hovertext[0] == "<b>c1</b><br>difference −1.000<br>good 2.000<br>persistence 3.000"


def test_dots_of_ssim_have_the_largest_on_top(result: RolloutResult) -> None:
    figure = paired_dots(paired(result, "good", "persistence", metric="ssim"))
    assert list(figure.layout.yaxis.ticktext) == ["c1", "c2", "c3"]
    assert figure.data[0].x[0] > 0


def test_many_clips_are_named_by_the_hover_text_only(pair: PairedResult) -> None:
    many = replace(pair, pairs=tuple(Pair(f"c{i}", float(i), 0.0, float(i)) for i in range(61)))
    assert len(paired_dots(replace(many, pairs=many.pairs[:60])).layout.yaxis.ticktext) == 60
    figure = paired_dots(many)
    assert len(figure.layout.yaxis.ticktext or ()) == 0
    assert figure.layout.yaxis.title.text == "Clips, sorted by difference"


def test_an_incomplete_run_says_so(pair: PairedResult, incomplete: RolloutResult) -> None:
    partial = replace(pair, coverage=incomplete.coverage, failures=incomplete.failures)
    for figure in (paired_forest([pair, partial]), paired_dots(partial)):
        assert texts(figure)[1] == "<b>INCOMPLETE: 1 of 9 units failed</b>"
