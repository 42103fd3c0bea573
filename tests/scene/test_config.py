from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from evalcore.errors import InputError
from evalcore.scene import RELEASE, SceneConfig
from evalcore.scene.config import GroundRule, read_config
from evalcore.scene.release import release_file


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"align": "box"}, "align is 'box'. Did you mean 'bbox'"),
        ({"ground_policy": "keep"}, "ground_policy is 'keep'"),
        ({"obb": "loca"}, "Did you mean 'local'"),
        ({"scene_obb": "local"}, "scene_obb is 'local'"),
        ({"scale_rule": "side"}, "scale_rule is 'side'"),
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
    other = SceneConfig(rendering=replace(RELEASE.rendering, lights="own", samples=8))
    assert other.deviations == {"rendering.lights": "own", "rendering.samples": 8}


def test_the_release_is_as_published() -> None:
    """Reference text: 768 x 432, 32 samples, bbox, ground excluded; the protocol page fixes what it leaves open."""
    one = RELEASE.rendering
    assert (one.engine, one.width, one.height, one.samples, one.seed) == ("CYCLES", 768, 432, 32, 0)
    assert (one.denoise, one.dither, one.lights, one.blender_version) == (False, 0, "gt_all", "5.0.1")
    assert (RELEASE.clip.model, RELEASE.clip.pretrained) == ("ViT-B-32-quickgelu", "openai")
    assert (RELEASE.align, RELEASE.ground_policy, RELEASE.obb, RELEASE.scene_obb) == ("bbox", "exclude", "local", "yaw")
    assert (RELEASE.scale_rule, RELEASE.default_frame_mode) == ("diagonal", "current")
    assert not one.comparable
    assert replace(one, lights="own").comparable


def test_the_file_of_the_release_is_the_release() -> None:
    assert read_config(release_file()) == RELEASE


def test_another_file_changes_what_it_names(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    path.write_text('{"geometry": {"obb": "yaw"}, "rendering": {"samples": 4, "exposure": 1}}')
    assert read_config(path).deviations == {"obb": "yaw", "rendering.samples": 4, "rendering.exposure": 1}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "mine.json: this is not JSON"),
        ("[]", "mine.json: Expected `object`"),
        ('{"protocol": "rollout"}', "protocol is 'rollout'; 'scene' was expected"),
        ('{"protocol_version": "2"}', "protocol_version is '2'; '1' was expected"),
        ('{"render": {}}', "there is no section 'render'. Did you mean 'rendering'?"),
        ('{"clip": "ViT"}', "section clip is no object"),
        ('{"rendering": {"sample": 8}}', "section rendering has no 'sample'. Did you mean 'samples'?"),
        ('{"rendering": {"samples": "8"}}', "Expected `int`, got `str` - at `$.rendering.samples`"),
        ('{"rendering": {"samples": 0}}', "mine.json: samples is 0"),
        ('{"rendering": {"lights": "gt"}}', "lights"),
        ('{"rendering": {"width": 0}}', "a picture of 0 x 432 pixels"),
        ('{"geometry": {"default_frame_mode": "now"}}', "there is no frame mode 'now'"),
        ('{"geometry": {"align": "box"}}', "align"),
    ],
)
def test_a_file_at_fault_is_named(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "mine.json"
    path.write_text(content)
    with pytest.raises(InputError) as error:
        read_config(path)
    assert message in str(error.value)
    assert "mine.json" in str(error.value)


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
