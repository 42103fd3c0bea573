from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from evalcore.scene import SceneError
from evalcore.scene.gltf.document import Node
from evalcore.scene.gltf.transforms import Z_UP, matrix_of, trs


def node(**fields: Any) -> Node:
    return msgspec.convert(fields, Node)


def test_trs_agrees_with_scipy() -> None:
    rng = np.random.default_rng(0)
    quaternions, shifts, scales = rng.normal(size=(20, 4)), rng.normal(size=(20, 3)), rng.normal(size=(20, 3))
    matrices = trs(shifts, quaternions, scales)
    for matrix, quaternion, shift, scale in zip(matrices, quaternions, shifts, scales, strict=True):
        linear = Rotation.from_quat(quaternion).as_matrix() @ np.diag(scale)
        np.testing.assert_allclose(matrix[:3, :3], linear, rtol=0, atol=1e-14)
        assert matrix[:3, 3].tolist() == shift.tolist()
        assert matrix[3].tolist() == [0, 0, 0, 1]


def test_a_node_without_transform_is_the_identity() -> None:
    assert matrix_of(node(), 0).tolist() == np.eye(4).tolist()


def test_a_matrix_is_stored_by_columns() -> None:
    matrix = matrix_of(node(matrix=[1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 0, 4, 5, 6, 1]), 0)
    assert matrix.tolist() == [[1, 0, 0, 4], [0, 2, 0, 5], [0, 0, 3, 6], [0, 0, 0, 1]]


def test_z_up_keeps_hands_and_lifts_y() -> None:
    assert np.linalg.det(Z_UP) == 1
    assert (Z_UP @ [0, 1, 0, 1]).tolist() == [0, 0, 1, 1]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"rotation": [0, 0, 0, 0]}, "the rotation of node 7 is zero"),
        ({"matrix": [1, 0, 0]}, "the matrix of node 7 has 3 values"),
        ({"matrix": [1, 0, 0, 0.5, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]}, "node 7 is not affine"),
        ({"matrix": [1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]}, "the matrix of node 7 has shear"),
        ({"translation": [1e999, 0, 0]}, "the transform of node 7 is not finite"),
    ],
)
def test_a_transform_that_no_reader_can_keep_is_named(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(SceneError, match=message) as error:
        matrix_of(node(**fields), 7)
    assert error.value.kind == "nodes"


def test_the_rounding_of_a_stored_rotation_is_no_shear() -> None:
    rotation = Rotation.from_rotvec([0.4, -0.3, 0.9]).as_matrix() @ np.diag([0.2, 30, -1])
    matrix = np.eye(4)
    matrix[:3, :3] = rotation.astype(np.float32)
    assert matrix_of(node(matrix=matrix.T.ravel().tolist()), 0)[:3, :3].tolist() == matrix[:3, :3].tolist()


def test_zero_scale_has_no_shear() -> None:
    assert matrix_of(node(matrix=[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]), 0)[1, 1] == 0
