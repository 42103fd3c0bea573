from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import radians
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from evalcore.metrics import pl
from evalcore.scene import RELEASE, FrameMode, SceneError
from evalcore.scene.blender import Blender, RenderView
from evalcore.scene.gltf.transforms import trs
from tests.scene.made import CAMERA, Gltf, about_z, box_object, scene_file

CURRENT = FrameMode("current")
SMALL = replace(RELEASE.rendering, width=64, height=36, samples=4)
Show = Callable[..., Any]


@pytest.fixture(scope="module")
def show(blender: Blender) -> Show:
    """A picture of a scene by the camera and the lights of another one."""

    def show(scene: Path, truth: Path, **more: Any) -> Any:
        settings = more.pop("settings", SMALL)
        return blender.render(RenderView(scene, CURRENT, truth, CURRENT, **more), settings)

    return show


@pytest.fixture(scope="module")
def room(show: Show, blends: Path) -> Any:
    """The ground truth of most tests."""
    return show(blends / "room/scene.blend", blends / "room/scene.blend")


def test_two_renders_are_the_same_bit_by_bit(show: Show, room: Any, blends: Path, program: Path) -> None:
    assert (room.dtype, room.shape) == (np.uint8, (36, 64, 3))
    assert 40 < room.mean() < 220
    path = blends / "room/scene.blend"
    with Blender(program, workers=2) as other:  # another process, with fewer threads
        again = other.render(RenderView(path, CURRENT, path, CURRENT), SMALL)
    assert (again == room).all()
    assert pl(again, room) == 0
    assert (
        show(blends / "room/scene.blend", blends / "room/scene.blend", settings=replace(SMALL, seed=1)) != room
    ).any()


def test_blend_and_glb_of_one_scene_look_the_same_by_the_lights_of_the_truth(
    show: Show, room: Any, blends: Path
) -> None:
    truth, other = blends / "room/scene.blend", blends / "room_glb/scene.glb"
    losses = {lights: pl(show(other, truth, lights=lights), room) for lights in ("gt_all", "gt_world", "own")}
    assert losses["gt_all"] < 0.05
    assert losses["own"] > 1  # a glTF has no world
    assert losses["gt_world"] < losses["own"]
    assert pl(show(truth, truth, lights="own"), room) < 0.05


def test_a_scene_of_another_size_and_place_looks_the_same_after_its_transform(
    show: Show, room: Any, blends: Path
) -> None:
    tilt = (np.sin(radians(5)), 0, 0, np.cos(radians(5)))
    transform = trs(np.array([1, 2, -0.5]), np.array(about_z(40)), np.ones(3)) @ trs(
        np.zeros(3), np.array(tilt), np.full(3, 3.0)
    )
    truth = blends / "room/scene.blend"
    assert pl(show(blends / "moved/scene.blend", truth, transform=transform), room) < 0.05
    assert pl(show(blends / "moved/scene.blend", truth), room) > 1


def test_the_world_of_the_truth_stays_where_it_is(show: Show, blends: Path) -> None:
    """Seen is only the sky, bright to the right: turning a prediction must not turn it."""
    truth = blends / "sky/scene.blend"
    seen = show(truth, truth)
    assert seen[:, -8:].mean() > seen[:, :8].mean() + 20
    turned = show(truth, truth, transform=trs(np.zeros(3), np.array(about_z(90)), np.full(3, 2.0)))
    assert np.abs(turned.astype(int) - seen).max() <= 1
    own = show(truth, truth, transform=trs(np.zeros(3), np.array(about_z(90)), np.full(3, 2.0)), lights="own")
    assert np.abs(own.astype(int) - seen).max() > 20


def coloured(hidden: bool | None) -> Gltf:
    """A grey cube before a camera, and before it a red one that may be hidden (None: it is not there)."""
    file = scene_file(
        [box_object("far", size=(2, 2, 2)), box_object("near", size=(3, 1, 3), at=(0, -4, 0))], camera=True
    )
    file.tree["materials"] = [{"pbrMetallicRoughness": {"baseColorFactor": [1, 0, 0, 1]}}]
    file.tree["meshes"][1]["primitives"][0]["material"] = 0
    if hidden is None:
        del file.tree["nodes"][1]["mesh"]
    else:
        file.tree["nodes"][1]["extensions"] = {"KHR_node_visibility": {"visible": not hidden}}
    return file


def test_hidden_nodes_are_hidden_and_what_has_no_light_is_lit_evenly(show: Show, tmp_path: Path) -> None:
    paths = {hidden: coloured(hidden).write(tmp_path / str(hidden) / "scene.glb") for hidden in (True, False, None)}
    pictures = {hidden: show(path, path) for hidden, path in paths.items()}
    assert (pictures[True] == pictures[None]).all()
    middle = pictures[False][18, 32].astype(int)
    assert middle[0] > 2 * middle[1] > 0
    grey = pictures[None].reshape(-1, 3).mean(axis=0)
    assert 60 < grey.min() <= grey.max() < 220
    assert np.ptp(grey) < 3


def test_a_truth_without_camera_has_no_picture(show: Show, blends: Path, tmp_path: Path) -> None:
    truth = scene_file([box_object()]).write(tmp_path / "scene.glb")
    with pytest.raises(SceneError, match=r"scene\.glb has no camera") as error:
        show(blends / "room/scene.blend", truth)
    assert error.value.kind == "camera"


def test_a_picture_that_is_not_there_is_an_error_of_the_render_alone(
    show: Show, blender: Blender, blends: Path, tmp_path: Path
) -> None:
    file = coloured(None)
    file.tree["cameras"] = [CAMERA]
    file.tree |= {"images": [{"uri": "absent.png"}], "textures": [{"source": 0}]}
    file.tree["materials"] = [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}]
    file.tree["meshes"][0]["primitives"][0]["material"] = 0
    for path in (file.write(tmp_path / "scene.gltf"), blends / "picture_missing/scene.blend"):
        assert len(blender(path, CURRENT).objects) == 1
        with pytest.raises(SceneError) as error:
            show(path, path)
        assert error.value.kind == "missing"
    assert show(blends / "picture_packed/scene.blend", blends / "picture_packed/scene.blend").shape == (36, 64, 3)


def test_only_rotation_scale_and_translation_move_a_scene(show: Show, blends: Path) -> None:
    for linear in (np.diag([1.0, 1, 2]), np.diag([-1.0, 1, 1]), np.full((3, 3), np.nan)):
        transform = np.eye(4)
        transform[:3, :3] = linear
        with pytest.raises(ValueError, match="a transform of a scene"):
            show(blends / "room/scene.blend", blends / "room/scene.blend", transform=transform)
