from __future__ import annotations

import numpy as np
import pytest

from evalcore.demo.judged_motion import BREAKS_AT, FILMED, frames, motion
from evalcore.demo.judged_setups import EDGE, GAP, Placed, setup
from evalcore.demo.judged_tasks import TASKS
from evalcore.judged.config import PREFIX_END

PREFIX = float(PREFIX_END)


def start(task: str, label: str) -> Placed:
    (body,) = setup(task, label, seed=3).bodies
    return body


@pytest.mark.parametrize("task", FILMED)
def test_every_answer_has_a_motion_that_begins_with_the_first_picture(task: str) -> None:
    for label in TASKS[task].labels:
        for event in TASKS[task].labels:
            body = start(task, label)
            at = motion(body, event)(0)
            assert (at.x, at.y, at.angle) == pytest.approx((body.x, body.y, body.angle))


@pytest.mark.parametrize(("event", "side"), [("rolls_left", -1), ("rolls_right", 1)])
def test_a_ball_rolls_along_the_plank_then_on_the_floor(event: str, side: int) -> None:
    at = motion(start("tilted_plank_ball", "rolls_left"), event)
    seen = [at(time) for time in np.arange(0.5, 5.5, 0.1)]
    assert (side * np.diff([each.x for each in seen]) > 0).all()
    assert max(each.y for each in seen) <= 150
    # On this plank the left is the lower side: rolling to the right goes up.
    assert (at(2).y > at(1).y) == (side < 0)


def test_the_gap_is_reached_after_the_prefix_and_before_the_observation() -> None:
    body = start("gap_ball", "falls_in")
    crosses, falls = (motion(body, event) for event in ("crosses", "falls_in"))
    for time in np.arange(0, PREFIX, 1 / 30):
        assert (falls(time).x, falls(time).y) == (crosses(time).x, crosses(time).y)
    assert crosses(PREFIX).x < GAP
    observed = TASKS["gap_ball"].observed
    assert falls(observed).y > falls(PREFIX).y + 40
    assert crosses(observed).y == crosses(0).y


def test_a_block_tips_over_the_edge_and_comes_to_rest_below() -> None:
    at = motion(start("ledge_block", "tips_over"), "tips_over")
    angles = [at(time).angle for time in np.arange(0, 2.5, 0.1)]
    assert (np.diff(angles) >= 0).all()
    rest = at(TASKS["ledge_block"].observed)
    assert rest.x > EDGE
    assert rest.y > 110
    assert np.hypot(at(5.4).x - rest.x, at(5.4).y - rest.y) < 1
    resting = start("ledge_block", "stays")
    assert motion(resting, "stays")(4) == resting


def test_a_second_body_appears_where_the_scene_does_not_stay_whole() -> None:
    still = setup("ledge_block", "stays", seed=3)
    whole, broken = (np.stack(list(frames(still, "stays", fps=10, seconds=2, whole=each))) for each in (True, False))
    assert whole.shape == (20, 180, 320, 3)
    first = round(BREAKS_AT * 10)
    assert (whole[:first] == broken[:first]).all()
    assert all((one != other).any() for one, other in zip(whole[first:], broken[first:], strict=True))
