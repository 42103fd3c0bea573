from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evalcore.scene import SceneError
from evalcore.scene.gltf import open_gltf
from evalcore.scene.gltf.opening import local_path
from tests.scene.made import Gltf, box_file


def with_buffer(folder: Path, uri: str, **buffer: Any) -> Path:
    """A scene file in ``folder`` whose only buffer is said to be at ``uri``."""
    file = box_file()
    file.tree["buffers"] = [{"byteLength": len(file.data), "uri": uri, **buffer}]
    return file.write(folder / "scene.gltf")


def test_a_buffer_may_be_a_file_a_data_uri_or_the_binary_chunk(tmp_path: Path) -> None:
    data = box_file().data
    (tmp_path / "the box.bin").write_bytes(data)
    beside = open_gltf(with_buffer(tmp_path, "the%20box.bin"))
    assert beside.buffers == (data,)
    assert [path.name for path in beside.files] == ["scene.gltf", "the box.bin"]
    inside = open_gltf(box_file().write(tmp_path / "inside.gltf"))
    assert inside.buffers == (data,)
    assert [path.name for path in inside.files] == ["inside.gltf"]
    binary = open_gltf(box_file().write(tmp_path / "scene.glb"))
    assert binary.buffers[0] is not None
    assert binary.buffers[0][: len(data)] == data


@pytest.mark.parametrize(
    "uri",
    [
        "../outside.bin",
        "%2e%2e/outside.bin",
        "deep/../../outside.bin",
        "/etc/hostname",
        "file:///etc/hostname",
        "http://127.0.0.1/outside.bin",
        "C:/outside.bin",
        "..\\outside.bin",
        "link.bin",
        "a\0b",
        "",
    ],
)
def test_no_uri_leads_out_of_the_folder(tmp_path: Path, uri: str) -> None:
    (tmp_path / "outside.bin").write_bytes(box_file().data)
    folder = tmp_path / "sample"
    folder.mkdir()
    (folder / "link.bin").symlink_to(tmp_path / "outside.bin")
    with pytest.raises(SceneError, match="leads out of the scene's own folder") as error:
        open_gltf(with_buffer(folder, uri))
    assert error.value.kind == "uri"


def test_uris_of_pictures_and_of_extensions_are_held_to_the_same(tmp_path: Path) -> None:
    for more in (
        {"images": [{"uri": "../picture.png"}]},
        {"extensions": {"ACME_sound": {"clips": [{"uri": "../sound.wav"}]}}},
    ):
        file = box_file()
        file.tree |= more
        with pytest.raises(SceneError, match="leads out"):
            open_gltf(file.write(tmp_path / "scene.glb"))


def test_extras_are_free_and_a_missing_picture_is_no_fault_of_the_shape(tmp_path: Path) -> None:
    file = box_file()
    file.tree |= {"extras": {"uri": "../elsewhere"}, "images": [{"uri": "picture.png"}, {"uri": "data:image/png,"}]}
    assert len(open_gltf(file.write(tmp_path / "scene.glb")).document.nodes) == 1


def test_links_within_the_folder_are_followed(tmp_path: Path) -> None:
    (tmp_path / "real.bin").write_bytes(b"x")
    (tmp_path / "link.bin").symlink_to(tmp_path / "real.bin")
    assert local_path(tmp_path, "link.bin") == tmp_path / "link.bin"


@pytest.mark.parametrize(
    ("buffer", "kind", "message"),
    [
        ({"uri": "absent.bin"}, "missing", r"absent\.bin cannot be read \(No such file"),
        ({"uri": "short.bin"}, "truncated", r"buffer 0 has 5 bytes; the file says \d+"),
        ({"uri": "data:application/octet-stream;base64,AA*A"}, "format", "data URI of buffer 0 cannot be decoded"),
        ({"uri": "data:text/plain,AAAA"}, "format", "base64 was expected"),
        ({"uri": "data:;base64"}, "format", "base64 was expected"),
        ({"uri": None}, "missing", "buffer 0 names no file, and there is no binary chunk"),
    ],
)
def test_a_buffer_that_cannot_be_filled_is_named(tmp_path: Path, buffer: Any, kind: str, message: str) -> None:
    (tmp_path / "short.bin").write_bytes(b"12345")
    with pytest.raises(SceneError, match=message) as error:
        open_gltf(with_buffer(tmp_path, buffer["uri"]))
    assert error.value.kind == kind


def test_only_the_first_buffer_is_the_binary_chunk(tmp_path: Path) -> None:
    file = box_file()
    file.tree["buffers"] = [{"byteLength": 4}]
    with pytest.raises(SceneError, match="buffer 1 names no file"):
        open_gltf(file.write(tmp_path / "scene.glb"))


def test_a_view_beyond_its_buffer_is_named(tmp_path: Path) -> None:
    file = box_file()
    file.tree["bufferViews"][1]["byteLength"] += 1
    with pytest.raises(SceneError, match="bufferView 1 reaches beyond the end of buffer 0"):
        open_gltf(file.write(tmp_path / "scene.glb"))


def test_an_unknown_required_extension_is_refused_and_a_used_one_is_not(tmp_path: Path) -> None:
    file = box_file()
    file.tree["extensionsUsed"] = ["ACME_unknown"]
    open_gltf(file.write(tmp_path / "scene.glb"))
    file.tree["extensionsRequired"] = ["KHR_materials_unlit", "KHR_texture_transform", "KHR_mesh_quantization"]
    open_gltf(file.write(tmp_path / "scene.glb"))
    file.tree["extensionsRequired"].append("ACME_unknown")
    with pytest.raises(SceneError, match="requires the extension 'ACME_unknown'") as error:
        open_gltf(file.write(tmp_path / "scene.glb"))
    assert error.value.kind == "extension"


@pytest.mark.parametrize(
    ("nodes", "roots", "message"),
    [
        ([{"children": [1]}, {"children": [0]}], [0], "node 0 is among its own ancestors"),
        ([{"children": [0]}], [0], "node 0 is among its own ancestors"),
        ([{}, {"children": [2]}, {"children": [1]}], [0], "node 1 is among its own ancestors"),
        ([{"children": [2]}, {"children": [2]}, {}], [0, 1], "node 2 is a child of node 0 and of node 1"),
        ([{"children": [1, 1]}, {}], [0], "node 1 is a child of node 0 and of node 0"),
        ([{"children": [1]}, {}], [0, 1], "scene 0 names node 1, which is a child of node 0"),
        ([{}], [0, 0], "scene 0 names a node twice"),
    ],
)
def test_nodes_form_trees(tmp_path: Path, nodes: list[dict[str, Any]], roots: list[int], message: str) -> None:
    file = Gltf(*nodes)
    file.tree["scenes"] = [{"nodes": roots}]
    with pytest.raises(SceneError, match=message) as error:
        open_gltf(file.write(tmp_path / "scene.glb"))
    assert error.value.kind == "nodes"


def test_a_deep_chain_of_nodes_is_no_recursion(tmp_path: Path) -> None:
    deep = 20_000
    file = Gltf(*({"children": [k + 1]} for k in range(deep)), {})
    file.tree["scenes"] = [{"nodes": [0]}]
    assert len(open_gltf(file.write(tmp_path / "scene.glb")).document.nodes) == deep + 1


def test_the_text_of_a_faulty_file_is_shown_in_part_only(tmp_path: Path) -> None:
    with pytest.raises(SceneError) as error:
        open_gltf(with_buffer(tmp_path, "/" + "x" * 100_000))
    assert len(str(error.value)) < 400
    assert json.dumps(str(error.value))
