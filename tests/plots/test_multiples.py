from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest

from evalcore.errors import InputError
from evalcore.plots import panel_pages, small_multiples
from evalcore.rollout.result import RolloutResult


def test_a_panel_a_clip_with_the_same_axes(result: RolloutResult) -> None:
    figure = small_multiples(result, "mad")
    assert [note.text for note in figure.layout.annotations if note.name == "clip"] == ["c1", "c2", "c3"]
    ranges = {tuple(figure.layout[f"yaxis{i}"].range) for i in ("", 2, 3)}
    assert ranges == {(0.0, 8.42)}  # 0 to the largest value, 8, and 6% of 8 - 1
    late = next(trace for trace in figure.data if trace.name == "late" and trace.xaxis == "x2")
    assert list(late.y) == [4, 5, 6]
    assert tuple(late.customdata[0]) == ("late", "c2", 1)


def test_each_method_is_once_in_the_legend(result: RolloutResult) -> None:
    figure = small_multiples(result, "mad")
    assert [trace.name for trace in figure.data if trace.showlegend] == ["good", "late", "persistence"]


def test_pages_share_the_axis_and_the_last_may_be_short(result: RolloutResult) -> None:
    first = small_multiples(result, "mad", methods=["good"], per_page=2)
    last = small_multiples(result, "mad", methods=["good"], per_page=2, page=1)
    assert [len(first.data), len(last.data)] == [2, 1]
    assert last.data[0].customdata[0][1] == "c3"
    assert first.layout.yaxis.range == last.layout.yaxis.range
    assert last.layout.annotations[0].text == "Clips 3 to 3 of 3, same axes in all panels"


def test_pages_are_those_of_the_chosen_methods(result: RolloutResult) -> None:
    clips = tuple(clip for clip in result.clips if clip.method != "late" or clip.clip_id == "c1")
    partial = replace(result, clips=clips)
    assert panel_pages(partial, per_page=2) == 2
    assert panel_pages(partial, ["late"], per_page=2) == 1
    assert panel_pages(partial, per_page=3) == 1
    assert panel_pages(replace(result, clips=())) == 1
    for methods in (["good"], ["late"]):
        last = panel_pages(partial, methods, per_page=2) - 1
        assert len(small_multiples(partial, "mad", methods=methods, per_page=2, page=last).data) == 1
    with pytest.raises(InputError, match="no method 'early'"):
        panel_pages(result, ["early"])


@pytest.mark.parametrize("page", [-1, 2])
def test_a_page_beyond_the_last_is_refused(result: RolloutResult, page: int) -> None:
    with pytest.raises(InputError, match=rf"no page {page}\. The 3 clips have pages 0 to 1\."):
        small_multiples(result, "mad", per_page=2, page=page)


def test_ticks_stand_at_the_left_and_under_each_column(result: RolloutResult) -> None:
    figure = small_multiples(result, "mad", columns=2)
    assert [figure.layout[f"xaxis{i}"].showticklabels for i in ("", 2, 3)] == [False, True, True]
    assert [figure.layout[f"yaxis{i}"].showticklabels for i in ("", 2, 3)] == [True, False, True]
    assert figure.layout.xaxis3.domain == figure.layout.xaxis.domain
    assert figure.layout.yaxis3.domain[1] < figure.layout.yaxis.domain[0]


def test_thirty_panels_keep_apart(result: RolloutResult) -> None:
    clips = tuple(replace(result.clips[0], clip_id=f"clip_{i}") for i in range(30))
    figure = small_multiples(replace(result, clips=clips), "mad")
    left = [figure.layout[f"xaxis{i or ''}"].domain for i in (0, 2, 3, 4, 5, 6)]
    assert all(one[1] < other[0] for one, other in pairwise(left))
    assert left[-1][1] == 1.0
    assert figure.layout.yaxis30.domain[0] == pytest.approx(0)


def test_a_panel_says_how_far_samples_lie_apart(result: RolloutResult) -> None:
    samples = [replace(result.clips[0], sample=k, per_step_mad=(k, 2.0, 3.0 + k)) for k in range(2)]
    figure = small_multiples(replace(result, clips=(replace(result.clips[0], samples=tuple(samples)),)), "mad")
    assert figure.data[0].hovertext[2].endswith("MAD 3.000 grey levels<br>mean of 2 samples, 3.000 to 4.000")


def test_an_incomplete_run_says_so_and_leaves_the_panel_without_the_method(incomplete: RolloutResult) -> None:
    figure = small_multiples(incomplete, "ssim")
    assert figure.layout.annotations[1].text == "<b>INCOMPLETE: 1 of 9 units failed</b>"
    assert [trace.name for trace in figure.data if trace.xaxis == "x3"] == ["good", "persistence"]


def test_nothing_to_show(result: RolloutResult) -> None:
    figure = small_multiples(replace(result, clips=()), "mad")
    assert figure.layout.annotations[-1].text == "No clip has a value"
