from __future__ import annotations

from typing import Any

import pytest

from evalcore.errors import InputError
from evalcore.scene import RELEASE, SceneConfig
from evalcore.scene.config import GroundRule


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"align": "box"}, "align is 'box'. Did you mean 'bbox'"),
        ({"ground_policy": "keep"}, "ground_policy is 'keep'"),
        ({"obb": "loca"}, "Did you mean 'local'"),
        ({"scene_obb": "local"}, "scene_obb is 'local'"),
        ({"scale_rule": "side"}, "scale_rule is 'side'"),
        ({"width": 0}, "a picture of 0 x 432 pixels"),
        ({"agreement": float("nan")}, "agreement is nan"),
        ({"default_frame_mode": "now"}, "there is no frame mode 'now'"),
    ],
)
def test_an_unknown_setting_is_an_error(change: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError) as error:
        SceneConfig(**change)
    assert message in str(error.value)


def test_only_what_differs_from_the_release_is_named() -> None:
    assert RELEASE.deviations == {}
    other = SceneConfig(obb="pca", ground=GroundRule(flat=0.02), scale_rule="longest_side")
    assert other.deviations == {"obb": "pca", "ground": GroundRule(flat=0.02), "scale_rule": "longest_side"}


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Ground", True),
        ("floor.001", True),
        ("my-terrain", True),
        ("Plane2", True),
        ("ground_plane", True),
        ("airplane", False),
        ("planet", False),
        ("Grounds", False),
        ("chair", False),
    ],
)
def test_names_that_say_ground(name: str, expected: bool) -> None:
    assert RELEASE.ground.names_ground(name) is expected
