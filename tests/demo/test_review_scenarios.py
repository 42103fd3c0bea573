from __future__ import annotations

import numpy as np
import pytest

from evalcore.demo.faults import MODELS, NOW, VANISHES_AT
from evalcore.demo.review_scenarios import BLUR, DRIFT_AFTER, REAL, SCENARIOS, STREAMS, VANISH, seconds

OWN = [scenario for scenario in SCENARIOS if not scenario.rollout]


@pytest.mark.parametrize("scenario", OWN, ids=lambda scenario: scenario.item)
def test_a_stream_shows_the_recording_up_to_its_break_and_no_longer(scenario) -> None:
    look = scenario.shot.build().frame
    shown = {stream: list(scenario.frames(look, stream)) for stream in STREAMS}
    assert {len(frames) for frames in shown.values()} == {scenario.length}
    change = scenario.intervention
    for stream in (VANISH, BLUR):
        same = [np.array_equal(*pair) for pair in zip(shown[REAL], shown[stream], strict=True)]
        first = scenario.breaks[stream][0].frame if stream in scenario.breaks else scenario.length
        if stream == BLUR and stream in scenario.breaks:
            first -= DRIFT_AFTER - 1
        if change and stream not in change.followed_by:
            first = min(first, change.frame + 1)
        assert same.index(False) == first if first < scenario.length else all(same)


def test_what_vanishes_comes_back_at_the_second_break() -> None:
    scenario = next(one for one in SCENARIOS if one.item == "slow_fall")
    gone, back = (one.frame for one in scenario.breaks[VANISH])
    look = scenario.shot.build().frame
    real, shown = (list(scenario.frames(look, stream)) for stream in (REAL, VANISH))
    assert not np.array_equal(real[back - 1], shown[back - 1])
    assert gone < back
    assert np.array_equal(real[back], shown[back])


def test_an_intervention_stops_the_motion_or_turns_the_camera() -> None:
    paused, turned = (one for one in SCENARIOS if one.intervention)
    look = paused.shot.build().frame
    frames = list(paused.frames(look, REAL))
    at = paused.intervention.frame
    assert all(np.array_equal(frames[at], frame) for frame in frames[at:])
    assert not np.array_equal(frames[at - 1], frames[at])
    at = turned.intervention.frame
    assert [turned.intervention.time(float(t), float(at)) for t in (at - 1, at, at + 1)] == [at - 1, at, at - 1]


def test_rollout_clips_break_where_their_models_do() -> None:
    assert {VANISH, BLUR} <= set(MODELS)
    for scenario in SCENARIOS:
        if scenario.rollout:
            assert scenario.made == (REAL,)
            assert scenario.breaks[VANISH][0].frame == NOW + VANISHES_AT == 13
            assert scenario.breaks[BLUR][0].frame == NOW + DRIFT_AFTER == 11


def test_marks_stand_in_the_middle_of_a_frame() -> None:
    assert seconds(13) == pytest.approx(0.9)
