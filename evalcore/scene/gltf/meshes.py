"""The triangles of a mesh: all its primitives as one, with the vertices that a face uses."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from evalcore.scene.errors import SceneError
from evalcore.scene.gltf.accessors import indices, numbers
from evalcore.scene.gltf.document import Primitive
from evalcore.scene.gltf.opening import OpenFile
from evalcore.scene.objects import Array

__all__ = ["Triangles", "triangles"]

Triangles = tuple[Array, npt.NDArray[np.int32]]
DRACO = "KHR_draco_mesh_compression"
STRIP, FAN = 5, 6
POSITION_TYPES = frozenset({5120, 5121, 5122, 5123, 5126})  # the integers come with KHR_mesh_quantization


def triangles(file: OpenFile, mesh: int, weights: Sequence[float]) -> Triangles:
    """Vertices (V, 3) that a face uses, in glTF's own axes (Y up), and faces (F, 3) of all primitives of ``mesh``.

    Points and lines have no faces; a face that names a vertex twice is none. ``weights`` are those of the morph
    targets.

    Raises
    ------
    SceneError
        ``decoder``, ``format``, ``reference``, ``limit`` as in the accessors; ``vertices``: a coordinate is not finite.
    """
    vertices: list[Array] = [np.empty((0, 3))]
    faces: list[npt.NDArray[np.int64]] = [np.empty((0, 3), np.int64)]
    count = 0
    for primitive in file.document.meshes[mesh].primitives:
        if primitive.mode < 4 or "POSITION" not in primitive.attributes:
            continue
        points = _positions(file, mesh, primitive, weights)
        corners = _corners(file, mesh, primitive, len(points))
        vertices.append(points)
        faces.append(corners + count)
        count += len(points)
    corners = np.concatenate(faces)
    a, b, c = corners.T
    corners = corners[(a != b) & (b != c) & (a != c)]
    used, renumbered = np.unique(corners, return_inverse=True)
    return np.concatenate(vertices)[used], renumbered.reshape(-1, 3).astype(np.int32)


def _positions(file: OpenFile, mesh: int, primitive: Primitive, weights: Sequence[float]) -> Array:
    document, index = file.document, primitive.attributes["POSITION"]
    plain = [index] if primitive.indices is None else [index, primitive.indices]
    if DRACO in primitive.extensions and (
        DRACO in document.extensions_required
        or any(document.accessors[one].buffer_view is None and not document.accessors[one].sparse for one in plain)
    ):
        raise SceneError(
            "decoder", f"mesh {mesh} is compressed by {DRACO}; export without compression, or let Blender read it"
        )
    if document.accessors[index].component_type not in POSITION_TYPES:
        raise SceneError("format", f"mesh {mesh} has positions of type {document.accessors[index].component_type}")
    points = numbers(file, index, kind="VEC3")
    for weight, target in zip(weights, primitive.targets, strict=False):
        if weight and "POSITION" in target:
            moves = numbers(file, target["POSITION"], kind="VEC3")
            if len(moves) != len(points):
                raise SceneError("reference", f"mesh {mesh} has {len(points)} vertices and moves {len(moves)}")
            points = points + weight * moves
    if not np.isfinite(points).all():
        where = int(np.flatnonzero(~np.isfinite(points).all(axis=1))[0])
        raise SceneError("vertices", f"vertex {where} of mesh {mesh} has a coordinate that is not a finite number")
    return points


def _corners(file: OpenFile, mesh: int, primitive: Primitive, count: int) -> npt.NDArray[np.int64]:
    """The (F, 3) triangles of a list, strip or fan; the winding of strips is of no matter here."""
    order = np.arange(count) if primitive.indices is None else indices(file, primitive.indices)
    if len(order) and order.max() >= count:
        raise SceneError("reference", f"mesh {mesh} names vertex {order.max()}, and there are {count}")
    if primitive.mode == STRIP:
        return np.stack([order[:-2], order[1:-1], order[2:]], axis=1) if len(order) > 2 else np.empty((0, 3), np.int64)
    if primitive.mode == FAN:
        apex = np.broadcast_to(order[:1], max(len(order) - 2, 0))
        return np.stack([apex, order[1:-1], order[2:]], axis=1) if len(order) > 2 else np.empty((0, 3), np.int64)
    if len(order) % 3:
        raise SceneError("format", f"mesh {mesh} has {len(order)} corners of triangles; a multiple of 3 was expected")
    return order.reshape(-1, 3)
