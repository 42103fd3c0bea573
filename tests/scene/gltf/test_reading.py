from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from evalcore.scene import Scene, SceneError
from evalcore.scene.config import Limits
from evalcore.scene.gltf import read_gltf
from evalcore.scene.objects import bounds_of, union
from tests.scene.made import CORNERS, FACES, Gltf, box_file, box_object, room, scene_file

BOX = [0, -3, 0, 1, 0, 2]  # the box of 1 x 2 x 3 with Z up


def read(file: Gltf, folder: Path) -> Scene:
    return read_gltf(file.write(folder / "scene.glb"))


def box(scene: Scene) -> list[float]:
    return np.concatenate(union(bounds_of(scene.objects))).tolist()


def names(scene: Scene) -> list[str]:
    return [one.name for one in scene.objects]


@pytest.mark.parametrize("ending", [".glb", ".gltf"])
def test_y_up_becomes_z_up(tmp_path: Path, ending: str) -> None:
    scene = read_gltf(box_file(name="A").write(tmp_path / f"scene{ending}"))
    assert names(scene) == ["A"]
    assert box(scene) == BOX
    assert scene.objects[0].faces.shape == (12, 3)
    assert (scene.reader, scene.animated) == ("gltf", False)


@pytest.mark.parametrize(
    ("node", "expected"),
    [
        ({"scale": [-1, 1, 1]}, [-1, -3, 0, 0, 0, 2]),
        ({"matrix": [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]}, [-1, -3, 0, 0, 0, 2]),
        ({"scale": [1, 0, 1]}, [0, -3, 0, 1, 0, 0]),
        ({"translation": [5, 7, 11]}, [5, -14, 7, 6, -11, 9]),
        ({"rotation": [0, math.sqrt(0.5), 0, math.sqrt(0.5)]}, [0, 0, 0, 3, 1, 2]),
        ({"rotation": [0, 2, 0, 2]}, [0, 0, 0, 3, 1, 2]),
    ],
)
def test_transforms_of_a_node(tmp_path: Path, node: dict[str, Any], expected: list[float]) -> None:
    np.testing.assert_allclose(box(read(box_file(**node), tmp_path)), expected, rtol=0, atol=1e-15)


def test_shear_from_parents_is_kept(tmp_path: Path) -> None:
    eighth = math.pi / 8
    file = Gltf(
        {"children": [1], "scale": [1, 3, 1]}, {"mesh": 0, "rotation": [0, 0, math.sin(eighth), math.cos(eighth)]}
    )
    file.tree["scenes"] = [{"nodes": [0]}]
    file.mesh()
    s = math.sqrt(0.5)
    np.testing.assert_allclose(box(read(file, tmp_path)), [-2 * s, -3, 0, s, 0, 9 * s], rtol=0, atol=1e-15)


def test_two_primitives_are_one_object_and_two_nodes_are_two(tmp_path: Path) -> None:
    file = Gltf({"mesh": 0}, {"mesh": 0, "translation": [5, 0, 0]})
    file.mesh(file.primitive(), file.primitive())
    scene = read(file, tmp_path)
    assert len(scene.objects) == 2
    assert box(scene) == [0, -3, 0, 6, 0, 2]
    assert scene.objects[0].vertices is scene.objects[1].vertices


def test_only_the_nodes_of_the_default_scene_count(tmp_path: Path) -> None:
    file = Gltf({"mesh": 0}, {"mesh": 0, "translation": [50, 0, 0]}, {"mesh": 0, "translation": [90, 0, 0]})
    file.mesh()
    file.tree |= {"scenes": [{"nodes": [0]}, {"nodes": [1]}], "scene": 1}
    assert box(read(file, tmp_path)) == [50, -3, 0, 51, 0, 2]
    del file.tree["scene"]
    assert box(read(file, tmp_path)) == BOX


def test_a_file_without_scenes_has_no_objects(tmp_path: Path) -> None:
    file = box_file()
    del file.tree["scenes"], file.tree["scene"]
    assert read(file, tmp_path).objects == ()
    file.tree["scenes"] = []
    assert read(file, tmp_path).objects == ()
    assert read(Gltf({"name": "nothing"}), tmp_path).objects == ()


def test_what_is_hidden_and_all_below_it_is_no_object(tmp_path: Path) -> None:
    hidden = {"extensions": {"KHR_node_visibility": {"visible": False}}}
    file = Gltf({"mesh": 0}, {"mesh": 0, "children": [2], **hidden}, {"mesh": 0, "children": [3]}, {"camera": 0})
    file.mesh()
    file.tree["scenes"] = [{"nodes": [0, 1]}]
    file.tree["cameras"] = [{"type": "perspective", "perspective": {"yfov": 1, "znear": 0.1}}]
    scene = read(file, tmp_path)
    assert len(scene.objects) == 1
    assert len(scene.cameras) == 1
    file.tree["nodes"][1]["extensions"]["KHR_node_visibility"]["visible"] = True
    assert len(read(file, tmp_path).objects) == 3


def test_loose_vertices_points_and_lying_bounds_do_not_count(tmp_path: Path) -> None:
    file = box_file()
    file.tree["meshes"] = []
    loose = np.vstack([CORNERS, [[100, 100, 100]]]).astype(np.float32)
    file.mesh(file.primitive(loose), file.primitive(loose, mode=0))
    file.tree["accessors"][0] |= {"min": [-100] * 3, "max": [100] * 3}
    assert box(read(file, tmp_path)) == BOX
    file.tree["meshes"][0]["primitives"] = file.tree["meshes"][0]["primitives"][1:]
    assert read(file, tmp_path).objects == ()


def test_quantised_positions_are_decoded(tmp_path: Path) -> None:
    file = Gltf({"mesh": 0, "scale": [3, 3, 3]}, {"mesh": 1})
    padded = np.zeros((8, 4), np.int16)
    padded[:, :3] = np.round(CORNERS / 3 * 32767)
    view = file.view(padded.tobytes(), byteStride=8)
    file.tree["accessors"] += [
        {"bufferView": view, "componentType": 5122, "count": 8, "type": "VEC3", "normalized": normalized}
        for normalized in (True, False)
    ]
    for index in (0, 1):
        file.mesh({"attributes": {"POSITION": index}, "indices": file.accessor(FACES.ravel())})
    file.tree["extensionsRequired"] = ["KHR_mesh_quantization"]
    fraction, plain = read(file, tmp_path).objects
    np.testing.assert_allclose(np.concatenate(bounds_of([fraction])).ravel(), BOX, rtol=0, atol=3 / 32767)
    assert np.concatenate(bounds_of([plain])).ravel().tolist() == [0, -32767, 0, 10922, 0, 21845]


def instanced(**attributes: Any) -> Gltf:
    file = Gltf({"children": [1], "translation": [0, 10, 0]}, {"name": "tree", "mesh": 0, "scale": [2, 2, 2]})
    file.tree["scenes"] = [{"nodes": [0]}]
    file.mesh()
    rows = {name: file.accessor(np.asarray(values)) for name, values in attributes.items()}
    file.tree["nodes"][1]["extensions"] = {"EXT_mesh_gpu_instancing": {"attributes": rows}}
    return file


def test_instances_are_objects_of_their_own(tmp_path: Path) -> None:
    quarter = np.array([[0, 0, 0, 1], [0, math.sqrt(0.5), 0, math.sqrt(0.5)]], np.float32)
    shifts, scales = np.array([[0, 0, 0], [100, 0, 0]], np.float32), np.array([[1, 1, 1], [1, 3, 1]], np.float32)
    scene = read(instanced(TRANSLATION=shifts, ROTATION=quarter, SCALE=scales, _ID=shifts[:, 0]), tmp_path)
    assert names(scene) == ["tree[0]", "tree[1]"]
    low, high = bounds_of(scene.objects)
    np.testing.assert_allclose(low, [[0, -6, 10], [200, 0, 10]], rtol=0, atol=1e-5)
    np.testing.assert_allclose(high, [[2, 0, 14], [206, 2, 22]], rtol=0, atol=1e-5)


def test_rotations_of_instances_may_be_normalised_integers(tmp_path: Path) -> None:
    file = instanced(ROTATION=np.array([[0, 127, 0, 0]], np.int8))
    file.tree["accessors"][-1]["normalized"] = True
    low, high = bounds_of(read(file, tmp_path).objects)  # half a turn about the vertical axis
    np.testing.assert_allclose([*low[0], *high[0]], [-2, 0, 10, 0, 6, 14], rtol=0, atol=1e-12)


def test_instances_without_transforms_are_the_node_itself(tmp_path: Path) -> None:
    assert names(read(instanced(), tmp_path)) == ["tree"]


@pytest.mark.parametrize(
    ("extension", "message"),
    [
        ({}, "the instances of node 1 have no attributes"),
        ([], "the instances of node 1 have no attributes"),
        ({"attributes": {"TRANSLATION": 99}}, "name an accessor 99 for TRANSLATION"),
        ({"attributes": {"SCALE": "0"}}, "name an accessor '0' for SCALE"),
        ({"attributes": {"ROTATION": 0}}, "accessor 0 is VEC3 of type 5126; VEC4 was expected"),
    ],
)
def test_faulty_instances_are_named(tmp_path: Path, extension: Any, message: str) -> None:
    file = instanced()
    file.tree["nodes"][1]["extensions"]["EXT_mesh_gpu_instancing"] = extension
    with pytest.raises(SceneError, match=message):
        read(file, tmp_path)


def test_instances_of_different_numbers_or_without_rotation_are_named(tmp_path: Path) -> None:
    with pytest.raises(SceneError, match=r"attributes of \[1, 2\] elements"):
        read(instanced(TRANSLATION=np.zeros((1, 3), np.float32), SCALE=np.ones((2, 3), np.float32)), tmp_path)
    with pytest.raises(SceneError, match="an instance of node 1 has a transform that is not finite, or no rotation"):
        read(instanced(ROTATION=np.zeros((1, 4), np.float32)), tmp_path)
    with pytest.raises(SceneError, match="an instance of node 1 has a transform that is not finite"):
        read(instanced(SCALE=np.full((1, 3), np.nan, np.float32)), tmp_path)


def test_names_come_from_the_node_then_the_mesh_and_are_unique(tmp_path: Path) -> None:
    nodes = [{"name": "b", "mesh": 0}, {"mesh": 0}, {"name": "b", "mesh": 0}, {"name": "b#2", "mesh": 0}, {"mesh": 1}]
    file = Gltf(*nodes)
    file.mesh(name="a mesh")
    file.mesh()
    assert names(read(file, tmp_path)) == ["Node_4", "a mesh", "b", "b#2", "b#3"]


def test_a_skin_needs_blender(tmp_path: Path) -> None:
    file = box_file(skin=0)
    file.tree["skins"] = [{"joints": [0]}]
    with pytest.raises(SceneError, match="node 0 is a mesh with a skin") as error:
        read(file, tmp_path)
    assert error.value.kind == "blender"


def test_morph_weights_of_the_node_go_before_those_of_the_mesh(tmp_path: Path) -> None:
    file = Gltf({"name": "a", "mesh": 0}, {"name": "b", "mesh": 0, "weights": [2]})
    primitive = file.primitive()
    primitive["targets"] = [{"POSITION": file.accessor(np.tile(np.array([1, 0, 0], np.float32), (8, 1)))}]
    file.mesh(primitive, weights=[0.5])
    low, _ = bounds_of(read(file, tmp_path).objects)
    assert low[:, 0].tolist() == [0.5, 2]


def test_cameras_stand_and_look_as_stored_without_scale(tmp_path: Path) -> None:
    wide = {"type": "perspective", "perspective": {"yfov": 0.7, "znear": 0.01}}
    flat = {"type": "orthographic", "orthographic": {"xmag": 2, "ymag": 1.5, "znear": 0, "zfar": 9}, "name": "plan"}
    file = Gltf(
        {"name": "eye", "camera": 0, "translation": [1, 2, 3], "scale": [2, 3, -4]},
        {"camera": 1, "rotation": [-math.sqrt(0.5), 0, 0, math.sqrt(0.5)]},
    )
    file.tree["cameras"] = [wide, flat]
    eye, plan = read(file, tmp_path).cameras
    assert (eye.name, eye.yfov, eye.span, eye.near, eye.far) == ("eye", 0.7, None, 0.01, math.inf)
    assert eye.matrix[:3, 3].tolist() == [1, -3, 2]
    assert np.linalg.det(eye.matrix[:3, :3]) == pytest.approx(1, abs=1e-12)
    assert (plan.name, plan.yfov, plan.span, plan.near, plan.far) == ("plan", None, 4, 0, 9)
    # Turned to look straight down: its -Z is the world's -Z, its +Y the world's +Y.
    np.testing.assert_allclose(plan.matrix, np.eye(4), rtol=0, atol=1e-15)


@pytest.mark.parametrize(
    ("camera", "kind", "message"),
    [
        ({"type": "perspective"}, "format", "the camera of node 0 has no perspective values"),
        ({"type": "perspective", "perspective": {"yfov": 4, "znear": 1}}, "camera", "sees 4.0 radians from 1.0 m on"),
        ({"type": "perspective", "perspective": {"yfov": 1e-310, "znear": 1}}, "camera", "sees 1e-310 radians"),
        ({"type": "perspective", "perspective": {"yfov": 1, "znear": 0}}, "camera", "from 0.0 m on"),
        (
            {"type": "orthographic", "orthographic": {"xmag": 0, "ymag": 0, "znear": 0, "zfar": 1}},
            "camera",
            "shows 0 metres",
        ),
    ],
)
def test_a_camera_that_sees_nothing_is_named(tmp_path: Path, camera: Any, kind: str, message: str) -> None:
    file = Gltf({"camera": 0})
    file.tree["cameras"] = [camera]
    with pytest.raises(SceneError, match=message) as error:
        read(file, tmp_path)
    assert error.value.kind == kind


def test_a_camera_beyond_all_measure_is_refused(tmp_path: Path) -> None:
    file = Gltf({"camera": 0, "translation": [0, 1e13, 0]})
    file.tree["cameras"] = [{"type": "perspective", "perspective": {"yfov": 1, "znear": 1}}]
    with pytest.raises(SceneError, match="stands beyond 1e\\+12 metres") as error:
        read(file, tmp_path)
    assert error.value.kind == "limit"


def test_the_limits_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = Gltf({"mesh": 0}, {"mesh": 0}, {"mesh": 1})
    file.mesh()
    file.mesh()
    monkeypatch.setattr("evalcore.scene.gltf.reading.LIMITS", Limits(objects=2))
    with pytest.raises(SceneError, match="more than 2 objects"):
        read(file, tmp_path)
    with pytest.raises(SceneError, match="node 1 has 3 instances; at most 2"):
        read(instanced(TRANSLATION=np.zeros((3, 3), np.float32)), tmp_path)
    monkeypatch.setattr("evalcore.scene.gltf.reading.LIMITS", Limits(vertices=23))
    for crowded in (file, instanced(TRANSLATION=np.zeros((3, 3), np.float32))):
        with pytest.raises(SceneError, match="the objects have more than 23 vertices"):
            read(crowded, tmp_path)
    monkeypatch.setattr("evalcore.scene.gltf.reading.LIMITS", Limits(vertices=24))
    assert len(read(file, tmp_path).objects) == 3


@pytest.mark.parametrize("node", [{"translation": [2e12, 0, 0]}, {"scale": [1e200, 1e200, 1e200]}])
def test_coordinates_beyond_all_measure_are_refused(tmp_path: Path, node: dict[str, Any]) -> None:
    with pytest.raises(SceneError, match="reaches beyond 1e\\+12 metres") as error:
        read(box_file(**node), tmp_path)
    assert error.value.kind == "limit"


def test_transforms_that_overflow_together_are_refused(tmp_path: Path) -> None:
    file = Gltf({"children": [1], "scale": [1e200] * 3}, {"mesh": 0, "scale": [1e200] * 3})
    file.tree["scenes"] = [{"nodes": [0]}]
    file.mesh()
    with pytest.raises(SceneError, match="the transforms above node 1 are not finite"):
        read(file, tmp_path)


def test_objects_read_back_are_those_written(tmp_path: Path) -> None:
    objects = [*room(3), box_object("tilted", size=(1, 2, 3), rotation=(0.2, 0.3, 0.1, 0.9))]
    scene = read(scene_file(objects, camera=True), tmp_path)
    low, high = bounds_of(sorted(objects, key=lambda one: one.name))
    found = bounds_of(scene.objects)
    np.testing.assert_allclose(found[0], low, rtol=0, atol=1e-12)
    np.testing.assert_allclose(found[1], high, rtol=0, atol=1e-12)
    assert [camera.name for camera in scene.cameras] == ["camera"]
