from __future__ import annotations

from dataclasses import replace

import plotly.graph_objects as go
import pytest

from evalcore.errors import InputError
from evalcore.plots import step_curves
from evalcore.rollout.result import RolloutResult


def traces(figure: go.Figure, name: str, *, fill: bool = False) -> list[go.Scatter]:
    return [trace for trace in figure.data if trace.name == name and (trace.fill is not None) == fill]


def headings(figure: go.Figure) -> dict[str, str]:
    return {note.name: note.text for note in figure.layout.annotations}


def test_curve_of_a_method(result: RolloutResult) -> None:
    figure = step_curves(result, metric="mad")
    (curve,) = traces(figure, "late")
    assert (list(curve.x), list(curve.y)) == ([1, 2, 3], [4, 5, 6])
    assert [tuple(point) for point in curve.customdata] == [("late", None, 1), ("late", None, 2), ("late", None, 3)]
    assert curve.hovertext[2] == (
        "<b>late</b><br>step 3 (300.0 ms)<br>MAD 6.000 grey levels<br>95% CI [5.500, 6.500], 3 clips"
    )
    assert figure.layout.yaxis.title.text == "MAD (grey levels), lower is better ↓"
    assert headings(figure) == {"subtitle": "Mean over 3 clips; band: t-based 95% interval of the mean"}


def test_band_is_a_closed_polygon(result: RolloutResult) -> None:
    (band,) = traces(step_curves(result, metric="mad"), "good", fill=True)
    assert list(band.x) == [1, 2, 3, 3, 2, 1]
    assert list(band.y) == [1.5, 2.5, 3.5, 4.5, 3.5, 2.5]
    assert not any(trace.fill for trace in step_curves(result, metric="mad", band=False).data)


def test_without_intervals_there_is_no_band_and_the_hover_says_only_n(result: RolloutResult) -> None:
    score = replace(result.methods["good"], per_step_mad_ci95=None)
    figure = step_curves(replace(result, methods={"good": score}), metric="mad")
    assert traces(figure, "good", fill=True) == []
    assert traces(figure, "good")[0].hovertext[1].endswith("grey levels<br>3 clips")


def test_milliseconds(result: RolloutResult) -> None:
    figure = step_curves(result, metric="ssim", axis="ms")
    assert list(traces(figure, "good")[0].x) == [100, 200, 300]
    assert figure.layout.xaxis.title.text == "Time after the last conditioning frame (ms)"


def test_a_choice_of_methods_does_not_change_their_look(result: RolloutResult) -> None:
    everything, one = step_curves(result, metric="mad"), step_curves(result, metric="mad", methods=["late"])
    assert {trace.name for trace in one.data} == {"late"}
    assert traces(one, "late")[0].line == traces(everything, "late")[0].line
    with pytest.raises(InputError, match="no method 'early'"):
        step_curves(result, metric="mad", methods=["early"])


def test_single_clips_have_a_gap_between_them(result: RolloutResult) -> None:
    figure = step_curves(result, metric="mad", methods=["good"], clips=["c1", "c3"])
    thin, mean = traces(figure, "good")
    assert list(thin.y) == [1, 2, 3, None, 3, 4, 5, None]
    assert tuple(thin.customdata[4]) == ("good", "c3", 1)
    assert thin.hovertext[4] == "<b>c3</b>, good<b></b><br>step 1 (100.0 ms)<br>MAD 3.000 grey levels"
    assert (thin.showlegend, mean.showlegend) == (False, None)
    assert headings(figure)["subtitle"].endswith("; thin: 2 clips")
    assert len(traces(step_curves(result, metric="mad", clips="all"), "good")[0].y) == 12
    with pytest.raises(InputError, match="no clip 'c9'"):
        step_curves(result, metric="mad", clips=["c9"])


def test_the_curve_of_a_clip_with_samples_says_how_far_they_lie_apart(result: RolloutResult) -> None:
    samples = [replace(result.clips[0], sample=k, per_step_mad=(k, 2.0, 3.0 + k)) for k in range(2)]
    clips = (replace(result.clips[0], samples=tuple(samples)), *result.clips[1:])
    (thin, _) = traces(step_curves(replace(result, clips=clips), metric="mad", clips="all"), "good")
    assert thin.hovertext[0].endswith("MAD 1.000 grey levels<br>mean of 2 samples, 0.000 to 1.000")
    assert "samples" not in thin.hovertext[4]


def test_an_incomplete_run_shows_why_there_is_no_curve(incomplete: RolloutResult) -> None:
    figure = step_curves(incomplete, metric="mad")
    assert len(figure.data) == 0
    assert headings(figure)["incomplete"] == "<b>INCOMPLETE: 1 of 9 units failed</b>"
    assert headings(figure)["empty"] == "No curve to show: 1 of 9 units failed"


def test_an_incomplete_run_can_still_show_its_clips(incomplete: RolloutResult) -> None:
    figure = step_curves(incomplete, metric="mad", methods=["good"], clips="all")
    assert [trace.showlegend for trace in figure.data] == [True]
    assert headings(figure)["subtitle"] == "3 clips, no mean"
    assert "incomplete" in headings(figure)


def test_methods_over_different_numbers_of_clips(result: RolloutResult) -> None:
    methods = {**result.methods, "late": replace(result.methods["late"], n=2)}
    figure = step_curves(replace(result, methods=methods), metric="mad", band=False)
    assert headings(figure)["subtitle"] == "Mean over 2 to 3 clips"


def test_no_method_chosen(result: RolloutResult) -> None:
    assert headings(step_curves(result, metric="mad", methods=[]))["empty"] == "No curve to show: no method is chosen"
