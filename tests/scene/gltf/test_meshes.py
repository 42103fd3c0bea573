from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from evalcore.scene import SceneError
from evalcore.scene.gltf import open_gltf
from evalcore.scene.gltf.meshes import Triangles, triangles
from tests.scene.made import CORNERS, FACES, Gltf

SQUARE = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0], [9, 9, 9]], np.float32)


@pytest.fixture
def file() -> Gltf:
    return Gltf()


def read(file: Gltf, folder: Path, *, weights: tuple[float, ...] = ()) -> Triangles:
    return triangles(open_gltf(file.write(folder / "scene.glb")), 0, weights)


def test_all_primitives_are_one_mesh(file: Gltf, tmp_path: Path) -> None:
    file.mesh(file.primitive(), file.primitive(CORNERS + np.float32(10)))
    vertices, faces = read(file, tmp_path)
    assert vertices.tolist() == [*CORNERS.tolist(), *(CORNERS + 10).tolist()]
    assert faces.tolist() == [*FACES.tolist(), *(FACES + 8).tolist()]


@pytest.mark.parametrize(
    ("mode", "order", "expected"),
    [
        (4, [0, 1, 2, 2, 1, 3], [[0, 1, 2], [2, 1, 3]]),
        (5, [0, 1, 2, 3], [[0, 1, 2], [1, 2, 3]]),
        (6, [0, 1, 2, 3], [[0, 1, 2], [0, 2, 3]]),
        (5, [0, 1], []),
        (6, [], []),
        (4, [0, 0, 1, 1, 2, 2], []),
    ],
)
def test_lists_strips_and_fans(file: Gltf, tmp_path: Path, mode: int, order: list[int], expected: list[Any]) -> None:
    primitive = file.primitive(SQUARE, np.array([*order, 0], np.uint8), mode=mode)
    file.tree["accessors"][primitive["indices"]]["count"] = len(order)
    file.mesh(primitive)
    vertices, faces = read(file, tmp_path)
    assert faces.tolist() == expected
    assert len(vertices) == len({corner for face in expected for corner in face})


def test_without_indices_the_corners_come_in_order(file: Gltf, tmp_path: Path) -> None:
    file.mesh(file.primitive(SQUARE[:3], None))
    vertices, faces = read(file, tmp_path)
    assert (vertices.tolist(), faces.tolist()) == (SQUARE[:3].tolist(), [[0, 1, 2]])


@pytest.mark.parametrize("mode", [0, 1, 2, 3])
def test_points_and_lines_have_no_faces(file: Gltf, tmp_path: Path, mode: int) -> None:
    file.mesh(file.primitive(mode=mode))
    assert [len(part) for part in read(file, tmp_path)] == [0, 0]


def test_a_vertex_that_no_face_uses_is_left_out(file: Gltf, tmp_path: Path) -> None:
    file.mesh(file.primitive(SQUARE, np.array([1, 2, 3, 4, 4, 0], np.uint8)))
    vertices, faces = read(file, tmp_path)
    assert (vertices.tolist(), faces.tolist()) == (SQUARE[1:4].tolist(), [[0, 1, 2]])


def test_a_primitive_without_positions_shows_nothing(file: Gltf, tmp_path: Path) -> None:
    file.mesh({"attributes": {}})
    assert [len(part) for part in read(file, tmp_path)] == [0, 0]


def test_morph_targets_move_by_their_weights(file: Gltf, tmp_path: Path) -> None:
    primitive = file.primitive(SQUARE[:3], None)
    up, along = np.zeros((3, 3), np.float32), np.zeros((3, 3), np.float32)
    up[:, 2], along[1, 0] = 1, 4
    primitive["targets"] = [{"POSITION": file.accessor(up)}, {"POSITION": file.accessor(along)}, {}]
    file.mesh(primitive)
    assert read(file, tmp_path)[0].tolist() == SQUARE[:3].tolist()
    assert read(file, tmp_path, weights=(0.5, 0.25, 1))[0].tolist() == [[0, 0, 0.5], [2, 0, 0.5], [0, 1, 0.5]]
    primitive["targets"][0]["POSITION"] = file.accessor(up[:2])
    with pytest.raises(SceneError, match="mesh 0 has 3 vertices and moves 2"):
        read(file, tmp_path, weights=(1,))


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_a_coordinate_that_is_not_finite_is_named(file: Gltf, tmp_path: Path, value: float) -> None:
    vertices = CORNERS.copy()
    vertices[5, 1] = value
    file.mesh(file.primitive(vertices))
    with pytest.raises(SceneError, match="vertex 5 of mesh 0 has a coordinate that is not a finite number") as error:
        read(file, tmp_path)
    assert error.value.kind == "vertices"


def test_corners_that_fit_no_triangle_are_named(file: Gltf, tmp_path: Path) -> None:
    file.mesh(file.primitive(SQUARE, np.array([0, 1, 2, 3], np.uint8)))
    with pytest.raises(SceneError, match="mesh 0 has 4 corners of triangles"):
        read(file, tmp_path)
    file = Gltf()
    file.mesh(file.primitive(SQUARE, np.array([0, 1, 5], np.uint8)))
    with pytest.raises(SceneError, match="mesh 0 names vertex 5, and there are 5"):
        read(file, tmp_path)


def test_positions_of_another_type_are_named(file: Gltf, tmp_path: Path) -> None:
    file.mesh(file.primitive(CORNERS.astype(np.uint32)))
    with pytest.raises(SceneError, match="mesh 0 has positions of type 5125"):
        read(file, tmp_path)


DRACO = "KHR_draco_mesh_compression"


def test_placeholders_of_compressed_data_are_never_read(file: Gltf, tmp_path: Path) -> None:
    primitive = file.primitive(extensions={DRACO: {"bufferView": 0, "attributes": {"POSITION": 0}}})
    file.mesh(primitive)
    assert len(read(file, tmp_path)[1]) == 12  # the plain data is there as well
    file.tree["extensionsRequired"] = [DRACO]
    with pytest.raises(SceneError, match=f"mesh 0 is compressed by {DRACO}") as error:
        read(file, tmp_path)
    assert error.value.kind == "decoder"
    del file.tree["extensionsRequired"], file.tree["accessors"][primitive["indices"]]["bufferView"]
    with pytest.raises(SceneError, match=f"mesh 0 is compressed by {DRACO}"):
        read(file, tmp_path)
