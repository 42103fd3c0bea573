"""Meshes as a browser can draw them: large ones with fewer faces, for the picture alone. No figure is taken of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from evalcore.scene import SceneObject

__all__ = ["FACES_OF_ALL", "FACES_OF_ONE", "DrawnMesh", "drawn_meshes", "with_fewer_faces"]

FACES_OF_ONE, FACES_OF_ALL = (
    20_000,
    40_000,
)  # of one mesh, and of one scene: what turns smoothly without a graphics card
FEWEST = 12  # a box

Vertices = npt.NDArray[np.float64]
Faces = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class DrawnMesh:
    """What is drawn of an object: ``vertices`` (V, 3) in its own axes, ``faces`` (F, 3), of ``total`` faces it has."""

    vertices: Vertices
    faces: Faces
    total: int

    @property
    def reduced(self) -> bool:
        """Whether faces are left out."""
        return len(self.faces) < self.total


def drawn_meshes(
    objects: Sequence[SceneObject], *, each: int = FACES_OF_ONE, together: int = FACES_OF_ALL
) -> dict[str, DrawnMesh]:
    """Name -> mesh to draw, none with more than ``each`` faces and all with about ``together``.

    Where all together have too many, one limit holds for each of them, so that small objects stay whole. Instances
    share their mesh.
    """
    limit = min(each, _limit([len(one.faces) for one in objects], together))
    made: dict[int, DrawnMesh] = {}
    for one in objects:
        if id(one.faces) not in made:
            vertices, faces = one.vertices, one.faces
            if len(faces) > limit:
                vertices, faces = with_fewer_faces(vertices, faces, most=limit)
            made[id(one.faces)] = DrawnMesh(vertices, faces, len(one.faces))
    return {one.name: made[id(one.faces)] for one in objects}


def _limit(counts: Sequence[int], together: int) -> int:
    """The largest number of faces for each object with which all have at most ``together``, and no less than a box."""
    left = together
    for place, count in enumerate(sorted(counts)):
        share = left // (len(counts) - place)
        if count > share:
            return max(share, FEWEST)
        left -= count
    return max(counts, default=FEWEST)


def with_fewer_faces(vertices: Vertices, faces: Faces, *, most: int) -> tuple[Vertices, Faces]:
    """A mesh of the same shape with at most about ``most`` faces: vertices in one cell of a grid become their mean.

    Vertex clustering (J. Rossignac and P. Borrel: Multi-resolution 3D approximations for rendering complex scenes,
    1993, doi:10.1007/978-3-642-78114-8_29). It keeps extents to a cell, not the topology.
    """
    cells = max(2.0, (most / 2) ** 0.5)
    while True:
        vertices, faces = _clustered(vertices, faces, cells)
        if len(faces) <= most or cells <= 2:
            return vertices, faces
        cells = max(2.0, cells * min(0.9, (most / len(faces)) ** 0.5))


def _clustered(vertices: Vertices, faces: Faces, cells: float) -> tuple[Vertices, Faces]:
    """The mesh on a grid with ``cells`` along its longest side; faces that shrink to a line or come twice go."""
    low = vertices.min(axis=0)
    longest = float((vertices.max(axis=0) - low).max())
    place = ((vertices - low) * (cells / longest if longest > 0 else 0)).astype(np.int64)
    _, depth, height = place.max(axis=0) + 1
    _, cluster = np.unique((place[:, 0] * depth + place[:, 1]) * height + place[:, 2], return_inverse=True)
    count = np.bincount(cluster)
    means = np.stack([np.bincount(cluster, weights=vertices[:, axis]) / count for axis in range(3)], axis=1)
    corners = cluster[faces]
    a, b, c = corners.T
    corners = corners[(a != b) & (b != c) & (c != a)]
    _, first = np.unique(np.sort(corners, axis=1), axis=0, return_index=True)
    kept, faces_left = np.unique(corners[np.sort(first)], return_inverse=True)
    return means[kept], faces_left.reshape(-1, 3).astype(np.int32)
