"""Node transforms of glTF as 4x4 matrices, and the turn from its Y up to Z up."""

from __future__ import annotations

import numpy as np

from evalcore.scene.errors import SceneError
from evalcore.scene.gltf.document import Node
from evalcore.scene.objects import Array

__all__ = ["Z_UP", "matrix_of", "trs"]

Z_UP = np.array([[1.0, 0, 0, 0], [0, 0, -1, 0], [0, 1, 0, 0], [0, 0, 0, 1]])
SHEAR = 1e-5  # cosine between two axes of a node: as far as two readers may differ


def trs(translation: Array, rotation: Array, scale: Array) -> Array:
    """Matrices (..., 4, 4) from translation (..., 3), quaternion x y z w (..., 4) of any length, and scale (..., 3)."""
    x, y, z, w = np.moveaxis(rotation / np.linalg.norm(rotation, axis=-1, keepdims=True), -1, 0)
    matrix = np.zeros((*x.shape, 4, 4))
    matrix[..., 0, :3] = np.stack([1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)], axis=-1)
    matrix[..., 1, :3] = np.stack([2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)], axis=-1)
    matrix[..., 2, :3] = np.stack([2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)], axis=-1)
    matrix[..., :3, :3] *= scale[..., None, :]
    matrix[..., :3, 3] = translation
    matrix[..., 3, 3] = 1
    return matrix


def matrix_of(node: Node, number: int) -> Array:
    """The node's own matrix.

    Raises
    ------
    SceneError
        ``nodes``: a value that is not finite, a rotation of length zero, a matrix that is not affine or has shear
        (readers that keep translation, rotation and scale apart would lose it without a word).
    """
    if node.matrix is None:
        rotation = np.array(node.rotation)
        if not rotation.any():
            raise SceneError("nodes", f"the rotation of node {number} is zero; a unit quaternion was expected")
        matrix = trs(np.array(node.translation), rotation, np.array(node.scale))
    else:
        if len(node.matrix) != 16:
            raise SceneError("nodes", f"the matrix of node {number} has {len(node.matrix)} values; 16 were expected")
        matrix = np.array(node.matrix).reshape(4, 4).T
        if matrix[3].tolist() != [0, 0, 0, 1]:
            raise SceneError(
                "nodes", f"the matrix of node {number} is not affine: its last row is {matrix[3].tolist()}"
            )
        lengths = np.linalg.norm(matrix[:3, :3], axis=0)
        unit = matrix[:3, :3] / np.where(lengths > 0, lengths, 1)
        if np.abs((unit.T @ unit)[np.triu_indices(3, 1)]).max() > SHEAR:
            raise SceneError(
                "nodes",
                f"the matrix of node {number} has shear, which translation, rotation and scale cannot express; "
                "put the shear into the vertices",
            )
    if not np.isfinite(matrix).all():
        raise SceneError("nodes", f"the transform of node {number} is not finite")
    return matrix
