from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from evalcore.scene import BoxesResult, FrameMode, SceneConfig, SceneError, boxes
from tests.scene.made import about_z, box_object, scene_file

REST = FrameMode("rest")


def test_objects_with_both_boxes_and_the_ground(tmp_path: Path) -> None:
    objects = [
        box_object("floor", size=(10, 10, 0.02), at=(0, 0, -0.01)),
        box_object("box", size=(2, 4, 6), at=(1, 2, 3), rotation=about_z(90)),
    ]
    found = boxes(scene_file(objects, camera=True).write(tmp_path / "scene.glb"), REST)
    box, floor = found.objects
    assert (box.name, box.ground, floor.name, floor.ground) == ("box", False, "floor", True)
    assert box.aabb == pytest.approx((-1, 1, 0, 3, 3, 6), abs=1e-12)
    assert box.obb.center == pytest.approx((1, 2, 3), abs=1e-12)
    assert box.obb.half == pytest.approx((1, 2, 3), abs=1e-12)
    np.testing.assert_allclose(box.obb.axes, [[0, -1, 0], [1, 0, 0], [0, 0, 1]], rtol=0, atol=1e-12)
    assert (found.scene, found.frame_mode, found.reader, found.cameras) == ("scene.glb", "rest", "gltf", ("camera",))
    assert list(found.record["inputs"]["files"]) == ["scene.glb"]
    assert found.rows["name"].tolist() == ["box", "floor"]


def test_the_settings_choose_box_and_ground(tmp_path: Path) -> None:
    path = scene_file([box_object("box", size=(2, 4, 6), rotation=about_z(30))]).write(tmp_path / "scene.glb")
    config = SceneConfig(ground_policy="include", obb="min_volume")
    found = boxes(path, REST, config=config)
    assert sorted(found.objects[0].obb.half) == pytest.approx([1, 2, 3], abs=1e-6)
    assert found.record["config"]["obb"] == "min_volume"


def test_the_list_is_read_back_as_written(tmp_path: Path) -> None:
    found = boxes(scene_file([box_object()]).write(tmp_path / "scene.glb"), REST)
    found.write(tmp_path / "boxes.json")
    assert BoxesResult.read(tmp_path / "boxes.json") == found
    assert found.complete


def test_a_scene_that_cannot_be_read_is_one_error(tmp_path: Path) -> None:
    with pytest.raises(SceneError, match=r"scene\.glb cannot be read"):
        boxes(tmp_path / "scene.glb", REST)
