from __future__ import annotations

from fractions import Fraction

import pytest

from evalcore.errors import InputError
from evalcore.judged import PROFILES
from evalcore.judged.frames import ClipTimeline
from evalcore.judged.sampling import choose_frames
from evalcore.plots import sampling_timeline


def timeline(n: int, fps: int, observation_time: float | None) -> ClipTimeline:
    times = [Fraction(k, fps) for k in range(n)]
    choices = {
        name: choose_frames(
            times,
            last_duration=Fraction(1, fps),
            time_base=Fraction(1, 15360),
            profile=profile,
            observation_time=observation_time,
        )
        for name, profile in PROFILES.items()
    }
    return ClipTimeline(tuple(map(float, times)), n / fps, (640, 360), (640, 360), choices)


def test_frames_of_both_profiles_on_the_time_axis() -> None:
    figure = sampling_timeline(timeline(90, 15, 4.5), condition_id="a1")
    every, paper, observation = figure.data
    assert (len(every.x), every.x[89], every.y[89]) == (90, 89 / 15, 0)
    assert [custom[1] for custom in paper.customdata] == [0, 8, 17, 25, 34, 42, 51, 59]
    assert (tuple(every.customdata[3]), tuple(observation.customdata[7])) == ((None, 3), ("observation-8", 67))
    assert list(paper.text) == list("12345678")
    assert paper.hovertext[1] == "<b>2</b> of 8, paper-prefix-8<br>frame 8<br>0.533 s"
    assert list(figure.layout.yaxis.ticktext) == ["all frames", "paper-prefix-8", "observation-8"]
    texts = [note.text for note in figure.layout.annotations]
    assert texts[:2] == ["90 frames, the last one shown until 6.000 s", "Observation time 4.5 s"]
    assert {"prefix ends 3.967 s", "prefix ends 4.500 s", "observation time 4.5 s"} <= set(texts)


def test_ends_are_lines_and_what_is_beyond_the_clip_is_shaded() -> None:
    beyond, paper, observation, awaited = sampling_timeline(timeline(90, 15, 4.5), condition_id="a1").layout.shapes
    assert (beyond.type, beyond.x0) == ("rect", 6.0)
    assert (paper.x0, (paper.y0 + paper.y1) / 2) == (119 / 30, 1)
    assert (observation.x0, (observation.y0 + observation.y1) / 2) == (4.5, 2)
    assert (awaited.x0, awaited.x1) == (4.5, 4.5)


def test_a_clip_that_ends_too_early_says_that_no_judge_is_asked() -> None:
    figure = sampling_timeline(timeline(30, 15, 4.5), condition_id="a1")
    texts = [note.text for note in figure.layout.annotations]
    assert texts[2].startswith("<b>observation-8: the clip ends before its observation time")
    assert "beyond the clip's end" in texts
    assert figure.layout.xaxis.range[1] > 4.5
    paper = sampling_timeline(timeline(30, 15, 4.5), condition_id="a1", profiles=["paper-prefix-8"])
    assert not [note for note in paper.layout.annotations if note.name == "incomplete"]


def test_without_an_observation_time_there_is_no_line_for_it() -> None:
    figure = sampling_timeline(timeline(90, 15, None), condition_id="a1")
    assert figure.layout.annotations[1].text == "No observation time"
    assert len(figure.layout.shapes) == 3


def test_frames_that_stand_close_are_numbered_at_both_ends_only() -> None:
    figure = sampling_timeline(timeline(8, 30, None), condition_id="a1", profiles=["observation-8"])
    assert list(figure.data[1].text) == ["1", *[""] * 6, "8"]


def test_a_clip_of_one_frame() -> None:
    figure = sampling_timeline(timeline(1, 30, None), condition_id="a1")
    assert list(figure.data[1].text) == ["1"]
    assert figure.layout.annotations[0].text.startswith("1 frame, ")


def test_an_unknown_profile_is_named() -> None:
    with pytest.raises(InputError, match="no profile 'all'"):
        sampling_timeline(timeline(8, 30, None), condition_id="a1", profiles=["all"])
