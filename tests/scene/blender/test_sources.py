"""The checks of a file on its way to Blender, which need none."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from evalcore.scene import FrameMode, SceneError
from evalcore.scene.blender.sources import source_of
from tests.scene.made import CORNERS, Gltf, box_file

REST = FrameMode("rest")


def faulty(kind: str) -> Gltf:
    """A file with a skin, which only Blender evaluates, and a fault that Blender would pass over in silence."""
    file = Gltf({"mesh": 0, "skin": 0})
    match kind:
        case "vertices":
            file.mesh(file.primitive(np.where(CORNERS == 3, np.inf, CORNERS)))
        case "reference":
            file.mesh(file.primitive(faces=np.array([[0, 1, 99]], np.uint16)))
        case "camera":
            file.tree["nodes"][0]["camera"] = 0
            file.tree["cameras"] = [{"type": "perspective", "perspective": {"yfov": 0, "znear": 1}}]
        case "limit":
            file.tree["nodes"][0]["extensions"] = {"EXT_mesh_gpu_instancing": {"attributes": {"TRANSLATION": 0}}}
            file.accessor(np.zeros((6000, 3), np.float32))
        case "nodes":
            file.tree["nodes"][0]["scale"] = [1e300, 1e300, 1e300]
            file.tree["nodes"].append({"children": [0], "scale": [1e300, 1, 1]})
            file.tree["scenes"] = [{"nodes": [1]}]
    if kind not in ("vertices", "reference"):
        file.mesh()
    file.tree["skins"] = [{"joints": [0]}]
    return file


@pytest.mark.parametrize("kind", ["vertices", "reference", "camera", "limit", "nodes"])
def test_what_the_other_reader_refuses_never_reaches_blender(tmp_path: Path, kind: str) -> None:
    path = faulty(kind).write(tmp_path / "scene.glb")
    with pytest.raises(SceneError) as error:
        source_of(path, REST, tmp_path, looks=False)
    assert error.value.kind == kind
    assert list(tmp_path.iterdir()) == [path]


def test_a_source_names_the_files_that_were_read(tmp_path: Path) -> None:
    file = box_file()
    (tmp_path / "box.bin").write_bytes(file.data)
    file.tree["buffers"] = [{"byteLength": len(file.data), "uri": "box.bin"}]
    path = file.write(tmp_path / "box.gltf")
    source = source_of(path, REST, tmp_path, looks=False)
    assert source.files == (path, tmp_path / "box.bin")
    assert source.job == {"path": str(tmp_path / "scene.glb"), "gltf": True, "kind": "rest", "frame": None}
