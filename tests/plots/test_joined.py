"""Figures of the joined views."""

from __future__ import annotations

from dataclasses import replace

import pytest

from evalcore.errors import InputError
from evalcore.joined import StreamSurvival
from evalcore.plots import (
    break_scatter,
    mark_breaks,
    method_styles,
    preference_forest,
    small_multiples,
    step_curves,
    survival_curves,
)
from tests.joined.results import breaks_result, preference_result, survival_result


def texts(figure) -> list[str]:
    return [one.text for one in figure.layout.annotations]


def test_survival_falls_in_steps_from_the_first_frame():
    figure = survival_curves(survival_result(), names={"gen": "The model"})
    band, curve, ends = figure.data[:3]
    assert (list(curve.x), list(curve.y), curve.line.shape) == ([0, 1, 2], [100, 75, 37.5], "hv")
    assert curve.name == "The model"
    assert list(curve.marker.size) == [0, 8, 8]  # a marker only where something breaks
    assert (list(ends.x), list(ends.y), ends.marker.symbol) == ([2], [37.5], "line-ns")
    assert list(band.x) == [1, 2, 2, 2, 2, 2, 2, 1]
    assert list(band.y) == [25, 25, 12.5, 12.5, 62.5, 62.5, 87.5, 87.5]
    assert figure.data[3].x == ()  # without a break there is no band
    assert "75.0% unbroken<br>95% CI [25.0, 87.5]<br>1 of 3 break, 0 end here" in curve.hovertext[1]
    assert list(curve.customdata[1]) == ["gen", 1.0]


def test_survival_counts_who_is_still_watched():
    figure = survival_curves(survival_result())
    ticks = list(figure.layout.xaxis.tickvals)
    assert ticks == [0, 0.5, 1, 1.5, 2]
    assert texts(figure)[-12:] == ["gen", "3", "3", "3", "2", "2", "real", "2", "2", "2", "2", "2"]


def test_a_stream_keeps_its_style_whatever_is_chosen():
    figure = survival_curves(survival_result(), streams=["real"], band=False)
    assert len(figure.data) == 2
    assert figure.data[0].line.color == method_styles(["gen", "real"], "evalcore_light")["real"].colour
    with pytest.raises(InputError, match="no stream 'other'"):
        survival_curves(survival_result(), streams=["other"])


def test_survival_without_curves_says_why():
    figure = survival_curves(survival_result(partial=True))
    assert not figure.data
    assert "No curve to show: 1 of 5 rollouts have no known length" in texts(figure)
    assert any("INCOMPLETE" in text for text in texts(figure))
    assert "No curve to show: no stream is chosen" in texts(survival_curves(survival_result(), streams=[]))


def test_all_broken_at_the_first_frame_is_drawn():
    result = survival_result()
    point = replace(result.by_stream["gen"].curve[0], t=0.0, unbroken=0.0, low=None, high=None)
    at_once = replace(result, by_stream={"gen": StreamSurvival(1, 1, 0.0, None, None, (point,))})
    figure = survival_curves(at_once)
    assert list(figure.data[1].x) == [0, 0]
    assert list(figure.layout.xaxis.tickvals) == [0]


def test_strengths_stand_best_first_with_the_undefined_below():
    figure = preference_forest(preference_result(), names={"gen": "The model"})
    assert [trace.x[0] for trace in figure.data] == [0.25, -0.25]
    assert list(figure.layout.yaxis.ticktext) == ["The model", "other", "real"]
    assert "n/a: it never lost" in texts(figure)
    assert {"0.25  no interval", "−0.25  [−0.50, 0.12]", "5 / 8"} <= set(texts(figure))
    assert [trace.error_x.visible for trace in figure.data] == [False, True]
    assert figure.layout.shapes[0].x0 == 0
    assert list(figure.data[1].customdata[0]) == ["other"]


def test_win_rates_stand_against_one_half():
    figure = preference_forest(preference_result(), "win_rate", theme="evalcore_dark")
    assert [trace.x[0] for trace in figure.data] == [100, 31.25, 18.75]
    assert figure.layout.shapes[0].x0 == 50
    assert "2.5 wins of 8.0 comparisons" in figure.data[1].hovertext[0]


def test_no_preference_says_so():
    nothing = replace(preference_result(), by_stream={}, pairs=())
    assert "Nothing to show: nobody gave a preference" in texts(preference_forest(nothing))


def test_breaks_are_rings_on_the_curves_of_their_clips(result):
    figure = step_curves(result, metric="mad", clips="all", axis="ms")
    before = len(figure.data)
    assert mark_breaks(figure, breaks_result()) == 1  # the others are among given frames, and nowhere
    [ring] = figure.data[before:]
    assert (list(ring.x), list(ring.y)) == ([200.0], [2.0])  # step 2 at 10 frames a second
    assert list(ring.customdata[0]) == ["good", "c1", 2]
    assert "human break at 1.05 s, step 2<br>2 of 3 reviewers; drift" in ring.hovertext[0]
    assert (ring.name, ring.showlegend) == ("Human break", True)
    alone = step_curves(result, metric="mad")
    assert mark_breaks(alone, breaks_result()) == 0  # no clip's own curve is drawn


def test_breaks_are_in_the_panel_of_their_clip(result):
    first, *_ = breaks_result().clips
    clips = (replace(first, clip_id="c2"), replace(first, clip_id="c3"))
    figure = small_multiples(result, "mad")
    before = len(figure.data)
    assert mark_breaks(figure, replace(breaks_result(), clips=clips), theme="evalcore_dark") == 2
    rings = figure.data[before:]
    assert [(ring.xaxis, ring.yaxis, ring.showlegend) for ring in rings] == [("x2", "y2", True), ("x3", "y3", False)]


def test_error_against_time_to_break():
    figure = break_scatter(breaks_result(), methods=["late", "good"])
    good, late = figure.data
    assert (list(good.x), list(good.y)) == ([2.0], [1.05])
    assert (list(late.x), list(late.y)) == ([3.0, 5.0], [0.25, pytest.approx(1.12 * 1.05)])
    assert list(late.marker.symbol) == ["circle", "circle-open"]  # the first of the run's methods
    assert "Rank correlation −0.50, 95% CI [−0.75, 0.25]; 3 rollouts of 2 items, 2 with a break" in texts(figure)
    assert "no break (1)" in texts(figure)
    assert any(text.startswith("Not a substitute for reviewers") for text in texts(figure))
    assert list(late.customdata[0]) == ["late", "c1", -1, "ball"]


def test_error_without_reviewed_clips_or_a_correlation():
    nothing = replace(breaks_result(), clips=(), correlations=())
    assert "No scored clip is reviewed" in texts(break_scatter(nothing))
    few = replace(breaks_result(), correlations=breaks_result().correlations[2:])
    assert "No rank correlation: fewer than 3; 2 rollouts of 2 items, 1 with a break" in texts(break_scatter(few))


def test_names_never_become_markup(result):
    name = "<b>x</b>$y$"
    survival = replace(survival_result(), by_stream={name: survival_result().by_stream["gen"]})
    preference = replace(preference_result(), by_stream={name: preference_result().by_stream["other"]})
    breaks = replace(breaks_result(), clips=(replace(breaks_result().clips[0], clip_id=name, method=name, type=name),))
    for figure in (survival_curves(survival), preference_forest(preference), break_scatter(breaks)):
        spec = figure.to_json()
        shown = [*texts(figure), *(str(trace.name) for trace in figure.data)]
        shown += [str(text) for trace in figure.data for text in trace.hovertext or ()]
        assert not [text for text in shown if "<b>x" in text or "$y$" in text], spec
