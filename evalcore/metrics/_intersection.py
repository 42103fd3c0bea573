"""Volume of the intersection of oriented boxes: five tetrahedra of one box, clipped by the six faces of the other.

The volume of a clipped tetrahedron is a continuous function of its corners' distances to the face, so coplanar,
identical, touching and flat boxes lose accuracy by rounding alone: no tolerance decides anything.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

__all__ = ["intersection_volume"]

Array = npt.NDArray[np.float64]
Index = npt.NDArray[np.intp]

CORNERS = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=np.float64)
TETRAHEDRA = np.array([[0, 3, 5, 6], [1, 0, 3, 5], [2, 0, 3, 6], [4, 0, 5, 6], [7, 3, 5, 6]])

# Corners of what is left of a tetrahedron with 1, 2 or 3 corners inside (those come first): the corner i for (i, i),
# the point where edge i-j meets the face for (i, j). One corner leaves a tetrahedron, two or three leave a prism.
LEFT = {
    1: ((0, 0), (0, 1), (0, 2), (0, 3)),
    2: ((0, 0), (0, 2), (0, 3), (1, 1), (1, 2), (1, 3)),
    3: ((0, 0), (1, 1), (2, 2), (0, 3), (1, 3), (2, 3)),
}
PRISM = np.array([[0, 1, 2, 3], [1, 2, 3, 4], [2, 3, 4, 5]])

# Pieces below this share of the larger box are dropped early: hundreds of them stay far below 1e-9 in IoU.
NEGLIGIBLE = 1e-15


def intersection_volume(centers: Array, axes: Array, half: Array, upright: Array) -> Array:
    """Volume shared by each box and an upright box at the origin.

    ``centers`` (N, 3), ``axes`` (N, 3, 3) in columns and ``half`` (N, 3) give the first box, ``upright`` (N, 3) the
    half extents of the second; all of order 1. Returns (N,).
    """
    corners = centers[:, None] + (CORNERS * half[:, None]) @ np.swapaxes(axes, -1, -2)
    apart = (np.abs(centers) > np.abs(corners - centers[:, None]).max(axis=1) + upright).any(axis=1)
    kept = np.flatnonzero(~apart)
    pieces = corners[kept][:, TETRAHEDRA].reshape(-1, 4, 3)
    owner = np.repeat(kept, len(TETRAHEDRA))
    larger = 8 * np.maximum(half.prod(axis=1), upright.prod(axis=1))
    for axis in range(3):
        for sign in (1.0, -1.0):
            pieces, owner = _clip(pieces, owner, sign * pieces[:, :, axis] - upright[owner, axis, None])
            substantial = _six_volumes(pieces) > NEGLIGIBLE * larger[owner]
            pieces, owner = pieces[substantial], owner[substantial]
    volume = np.bincount(owner, weights=_six_volumes(pieces), minlength=len(half)) / 6
    shared: Array = np.minimum(volume, 8 * np.minimum(half.prod(axis=1), upright.prod(axis=1)))
    return shared


def _clip(pieces: Array, owner: Index, above: Array) -> tuple[Array, Index]:
    """Cut tetrahedra (M, 4, 3) at the face that their corners lie ``above`` (M, 4) by, and keep what lies below."""
    inside = above <= 0
    count = inside.sum(axis=1)
    untouched = count == 4
    kept, owners = [pieces[untouched]], [owner[untouched]]
    for n_inside, left in LEFT.items():
        chosen = np.flatnonzero(count == n_inside)
        order = np.argsort(~inside[chosen], axis=1, kind="stable")
        corner = np.take_along_axis(pieces[chosen], order[..., None], axis=1)
        height = np.take_along_axis(above[chosen], order, axis=1)
        solid = np.stack([corner[:, i] if i == j else _meet(corner, height, i, j) for i, j in left], axis=1)
        parts = solid[:, None] if n_inside == 1 else solid[:, PRISM]
        kept.append(parts.reshape(-1, 4, 3))
        owners.append(np.repeat(owner[chosen], parts.shape[1]))
    return np.concatenate(kept), np.concatenate(owners)


def _meet(corner: Array, height: Array, i: int, j: int) -> Array:
    share = height[:, i] / (height[:, i] - height[:, j])
    return corner[:, i] + share[:, None] * (corner[:, j] - corner[:, i])


def _six_volumes(pieces: Array) -> Array:
    a, b, c = np.moveaxis(pieces[:, 1:] - pieces[:, :1], 1, 0)
    volumes: Array = np.abs(np.einsum("ni,ni->n", a, np.cross(b, c)))
    return volumes
