from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from evalcore.scene import SceneError
from evalcore.scene.blender import gltf_copy
from evalcore.scene.blender.gltf_copy import write_copy
from evalcore.scene.gltf import open_gltf, read_gltf
from evalcore.scene.gltf.container import split
from tests.scene.made import CAMERA, Gltf, box_file


def copied(file: Gltf, folder: Path, *, looks: bool = False, still: bool = False) -> tuple[Any, Path]:
    path = file.write(folder / "scene.gltf")
    copy = write_copy(open_gltf(path), folder / "copy.glb", still=still, looks=looks)
    return json.loads(split(copy.path.read_bytes())[0]), copy.path


def dressed() -> Gltf:
    """A box with a material, a picture, a light, and a required extension that changes nothing."""
    file = box_file(name="box", extensions={"KHR_lights_punctual": {"light": 0}}, extras={"uri": "../elsewhere"})
    file.tree["materials"] = [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}]
    file.tree["textures"] = [{"source": 0}]
    file.tree["images"] = [{"uri": "picture.png"}]
    file.tree["meshes"][0]["primitives"][0]["material"] = 0
    file.tree["extensions"] = {"KHR_lights_punctual": {"lights": [{"type": "point"}]}}
    file.tree["extensionsUsed"] = file.tree["extensionsRequired"] = ["KHR_lights_punctual"]
    return file


def test_a_copy_for_reading_has_shapes_alone(tmp_path: Path) -> None:
    tree, path = copied(dressed(), tmp_path)
    assert tree.keys() == {
        *("asset", "scene", "scenes", "nodes", "meshes", "accessors", "bufferViews", "buffers", "extensionsUsed")
    }
    assert tree["nodes"] == [{"name": "n0", "mesh": 0}]
    (primitive,) = tree["meshes"][0]["primitives"]
    assert primitive == {"attributes": {"POSITION": 0}, "indices": 1}
    np.testing.assert_array_equal(
        np.array(read_gltf(path).objects[0].bounds), np.array(read_gltf(tmp_path / "scene.gltf").objects[0].bounds)
    )


def test_a_copy_for_rendering_holds_its_pictures(tmp_path: Path) -> None:
    with pytest.raises(SceneError) as error:
        copied(dressed(), tmp_path, looks=True)
    assert error.value.kind == "missing"
    (tmp_path / "picture.png").write_bytes(b"a picture")
    tree, path = copied(dressed(), tmp_path, looks=True)
    (image,) = tree["images"]
    view = tree["bufferViews"][image["bufferView"]]
    content = open_gltf(path).buffers[0]
    assert content is not None
    assert content[view["byteOffset"] :][: view["byteLength"]] == b"a picture"
    assert tree["nodes"][0]["extensions"] == {"KHR_lights_punctual": {"light": 0}}
    assert "uri" not in json.dumps(tree)
    assert "extensionsRequired" not in tree


def test_several_buffers_become_one(tmp_path: Path) -> None:
    file = Gltf({"mesh": 0})
    file.mesh(file.primitive(faces=None))
    (tmp_path / "beside.bin").write_bytes(bytes(3) + np.array([[9, 0, 0], [0, 9, 0], [0, 0, 9]], np.float32).tobytes())
    file.tree["buffers"] = [{"byteLength": 1, "uri": "data:;base64,AA=="}, {"byteLength": 39, "uri": "beside.bin"}]
    file.tree["bufferViews"] = [{"buffer": 1, "byteOffset": 3, "byteLength": 36}]
    file.tree["accessors"][0]["count"] = 3
    tree, path = copied(file, tmp_path)
    assert len(tree["buffers"]) == 1
    np.testing.assert_array_equal(np.array(read_gltf(path).objects[0].bounds), [[0, -9, 0], [9, 0, 9]])


def test_nodes_that_are_not_shown_keep_their_place_and_lose_their_content(tmp_path: Path) -> None:
    file = Gltf(
        {"mesh": 0, "extensions": {"KHR_node_visibility": {"visible": False}}, "children": [1]},
        {"mesh": 0, "camera": 0, "translation": [1, 2, 3]},
        {"mesh": 0, "camera": 0},
    )
    file.mesh()
    file.tree["cameras"] = [CAMERA]
    file.tree["scenes"] = [{"nodes": [0]}]
    tree, _ = copied(file, tmp_path)
    assert tree["nodes"] == [
        {"name": "n0", "children": [1]},
        {"name": "n1", "camera": 0, "translation": [1, 2, 3]},  # hidden cameras still see
        {"name": "n2"},
    ]
    assert tree["cameras"][0]["name"] == "c1"


def test_animation_stays_where_a_moment_is_asked_for(tmp_path: Path) -> None:
    file = box_file()
    move = {"sampler": 0, "target": {"node": 0, "path": "translation"}}
    pointer = {"KHR_animation_pointer": {"pointer": "/materials/0/alphaCutoff"}}
    fade = {"sampler": 0, "target": {"path": "pointer", "extensions": pointer}}
    file.tree["animations"] = [{"channels": [move, fade], "samplers": []}, {"channels": [move], "samplers": []}]
    assert "animations" not in copied(file, tmp_path, still=True)[0]
    assert [one["channels"] for one in copied(file, tmp_path)[0]["animations"]] == [[move]]
    assert [one["channels"] for one in copied(file, tmp_path, looks=True)[0]["animations"]] == [[move, fade]]


@pytest.mark.parametrize("required", [True, False])
def test_what_blender_cannot_decode_is_refused(tmp_path: Path, required: bool) -> None:
    file = box_file()
    file.tree["bufferViews"][0]["extensions"] = {"EXT_meshopt_compression": {}}
    if required:
        file.tree["extensionsRequired"] = ["EXT_meshopt_compression"]
        with pytest.raises(SceneError, match="EXT_meshopt_compression, which Blender does not read"):
            copied(file, tmp_path)
    else:  # the plain data are there as well
        assert "extensions" not in copied(file, tmp_path)[0]["bufferViews"][0]
    basis = dressed()
    basis.tree["textures"] = [{"extensions": {"KHR_texture_basisu": {"source": 0}}}]
    with pytest.raises(SceneError, match="texture 0 needs KHR_texture_basisu"):
        copied(basis, tmp_path, looks=True)


def test_a_copy_beyond_the_format_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gltf_copy, "LARGEST", 100)
    with pytest.raises(SceneError) as error:
        copied(box_file(), tmp_path)
    assert error.value.kind == "limit"


@pytest.mark.parametrize(
    "part",
    [
        {"images": [5]},
        {"images": [{"uri": 5}]},
        {"textures": {"a": 1}},
        {"animations": [{"channels": ["x"]}]},
        {"animations": [{"channels": [{"target": {"extensions": [1]}}]}]},
    ],
)
def test_what_only_blender_reads_is_refused_where_it_is_no_gltf(tmp_path: Path, part: dict[str, Any]) -> None:
    file = box_file()
    file.tree |= part
    with pytest.raises(SceneError) as error:
        copied(file, tmp_path, looks=True)
    assert error.value.kind == "format"
