from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from evalcore.scene import FrameMode, Scene, SceneError, read_scene
from tests.scene.made import Gltf, box_file, room

REST = FrameMode("rest")


def blender(path: Path, mode: FrameMode) -> Scene:
    """A reader of another kind, which knows any file."""
    return Scene(tuple(room(0)), (), (path,), f"made at {mode}")


def animated(file: Gltf) -> Gltf:
    times, places = np.array([0, 1], np.float32), np.array([[0, 0, 0], [10, 0, 0]], np.float32)
    file.tree["animations"] = [
        {
            "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}],
            "samplers": [{"input": file.accessor(times), "output": file.accessor(places)}],
        }
    ]
    return file


@pytest.mark.parametrize("mode", ["rest", "current", "first", "last", "middle", "exact:7.5"])
def test_a_file_without_animation_is_the_same_at_every_frame(tmp_path: Path, mode: str) -> None:
    path = box_file().write(tmp_path / "scene.glb")
    assert read_scene(path, FrameMode.parse(mode), blender=blender).reader == "gltf"


def test_an_animated_file_needs_blender_but_for_its_rest(tmp_path: Path) -> None:
    path = animated(box_file()).write(tmp_path / "scene.glb")
    scene = read_scene(path, REST)
    assert (scene.reader, scene.animated) == ("gltf", True)
    for mode in ("current", "first", "exact:3"):
        assert read_scene(path, FrameMode.parse(mode), blender=blender).reader == f"made at {mode}"
        with pytest.raises(SceneError, match=f"frame mode {mode} needs Blender.*EVALCORE_BLENDER") as error:
            read_scene(path, FrameMode.parse(mode))
        assert error.value.kind == "blender"


def test_a_blend_file_needs_blender(tmp_path: Path) -> None:
    path = tmp_path / "scene.blend"
    path.touch()
    assert read_scene(path, REST, blender=blender).reader == "made at rest"
    with pytest.raises(SceneError, match=r"a \.blend file needs Blender; .*make blender"):
        read_scene(path, REST)


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({"skins": [{"joints": [0]}]}, "blender"),
        ({"extensionsRequired": ["KHR_draco_mesh_compression"]}, "decoder"),
    ],
)
def test_skins_and_compression_are_left_to_blender_where_it_is_at_hand(
    tmp_path: Path, change: dict[str, Any], kind: str
) -> None:
    file = box_file(**({"skin": 0} if kind == "blender" else {}))
    file.tree["meshes"][0]["primitives"][0]["extensions"] = {"KHR_draco_mesh_compression": {}}
    file.tree |= change
    path = file.write(tmp_path / "scene.glb")
    assert read_scene(path, REST, blender=blender).reader == "made at rest"
    with pytest.raises(SceneError, match="EVALCORE_BLENDER") as error:
        read_scene(path, REST)
    assert error.value.kind == kind


def test_no_reader_sees_a_file_that_did_not_pass_the_checks(tmp_path: Path) -> None:
    def unreachable(path: Path, mode: FrameMode) -> Scene:
        pytest.fail("the file was given to a reader")

    file = animated(box_file())
    file.tree["images"] = [{"uri": "../outside.png"}]
    with pytest.raises(SceneError, match="leads out"):
        read_scene(file.write(tmp_path / "scene.glb"), FrameMode("current"), blender=unreachable)
    broken = box_file(translation=[0, 0, 1e99]).write(tmp_path / "scene.glb")
    with pytest.raises(SceneError, match="beyond"):
        read_scene(broken, REST, blender=unreachable)
