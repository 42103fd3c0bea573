from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from evalcore.demo.faults import NOW, STEPS, VANISHES_AT
from evalcore.demo.room import HEIGHT, WIDTH
from evalcore.demo.scenes import SHOTS, Shot
from evalcore.metrics import mad

ONE_OF_EACH = [shot for shot in SHOTS if shot.number == 0]


def test_there_are_six_scenes_of_each_of_five_kinds() -> None:
    assert Counter(shot.kind for shot in SHOTS) == dict.fromkeys(("bounce", "roll", "fall", "pendulum", "pan"), 6)
    assert len({shot.clip_id for shot in SHOTS}) == len({shot.seed for shot in SHOTS}) == 30
    assert SHOTS[0].clip_id == "bounce_01"


@pytest.mark.parametrize("shot", ONE_OF_EACH, ids=lambda shot: shot.clip_id)
def test_a_scene_built_again_gives_the_same_picture(shot: Shot) -> None:
    frame = shot.build().frame(3.5)
    assert frame.shape == (HEIGHT, WIDTH, 3)
    assert frame.dtype == np.uint8
    assert (frame == shot.build().frame(3.5)).all()


@pytest.mark.parametrize("shot", SHOTS, ids=lambda shot: shot.clip_id)
def test_the_scene_moves_and_its_main_object_can_vanish(shot: Shot) -> None:
    scene = shot.build()
    times = [NOW + step for step in (0, *STEPS)]
    assert mad(scene.frame(times[0]), scene.frame(times[-1])) > 1
    for step in (VANISHES_AT, STEPS[-1]):
        assert mad(scene.frame(NOW + step), scene.frame(NOW + step, hidden=True)) > 1
    if shot.kind != "pan":  # there the position is the camera's
        places = np.array([scene.position(time) for time in times])
        assert (places > 0).all()
        assert (places < (WIDTH, HEIGHT)).all()


@pytest.mark.parametrize("shot", ONE_OF_EACH, ids=lambda shot: shot.clip_id)
def test_an_offset_changes_the_picture_in_proportion(shot: Shot) -> None:
    scene = shot.build()
    right = scene.frame(NOW)
    near, far = (mad(scene.frame(NOW, offset=(distance, 0)), right) for distance in (0.5, 2.0))
    assert 0 < near < far
