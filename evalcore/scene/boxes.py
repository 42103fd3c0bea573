"""Oriented boxes of objects and scenes: along the object's own axes, or fitted to points."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from evalcore.scene.config import FLOAT32, ObbKind, SceneObbKind
from evalcore.scene.objects import Array, SceneObject
from evalcore.scene.orientation import rotation_of
from evalcore.scene.rectangles import hull_corners, principal_axes, smallest_rectangle

__all__ = ["OrientedBox", "fitted_box", "object_box"]

DIRECTIONS = 1000  # tried for the least volume; hulls with more faces are round


@dataclass(frozen=True, eq=False)
class OrientedBox:
    """``center`` (3,), unit ``axes`` (3, 3) in the columns, ``half`` (3,) the extent along each, in metres."""

    center: Array
    axes: Array
    half: Array

    @property
    def corners(self) -> Array:
        """The eight corners, (8, 3)."""
        signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
        corners: Array = self.center + (signs * self.half) @ self.axes.T
        return corners


def object_box(one: SceneObject, kind: ObbKind) -> OrientedBox:
    """The box of an object: ``local`` along its own axes, or fitted to its vertices as :func:`fitted_box`.

    Where parents give an object shear, its own axes are the nearest ones at right angles.
    """
    if kind != "local":
        return fitted_box(one.world, kind)
    linear = one.matrix[:3, :3]
    axes = rotation_of(linear)
    stretch = axes.T @ linear
    # Off the diagonal stands shear, or the rounding of a matrix that was stored in float32; the latter would give a
    # picture on a wall some thickness.
    rounding = np.abs(stretch) <= FLOAT32 * np.abs(stretch).max()
    stretch[rounding & ~np.eye(3, dtype=np.bool_)] = 0
    along = stretch @ one.vertices.T
    low, high = along.min(axis=1), along.max(axis=1)
    return OrientedBox(axes @ ((low + high) / 2) + one.matrix[:3, 3], axes, (high - low) / 2)


def fitted_box(points: Array, kind: SceneObbKind) -> OrientedBox:
    """The box of points (N, 3), N >= 1.

    ``yaw``: upright, with the smallest rectangle in XY. ``min_volume``: the smallest with a face on a face of the
    convex hull, then turned about its own axes as long as that makes it smaller (for few shapes, such as a regular
    tetrahedron, a still smaller box exists). ``pca``: along the principal axes of the hull's corners; axes of equal
    spread, which rounding would choose, are those of the smallest rectangle.
    """
    centre = points.mean(axis=0)
    axes = AXES[kind](points - centre)
    along = axes.T @ (points - centre).T
    low, high = along.min(axis=1), along.max(axis=1)
    return OrientedBox(centre + axes @ ((low + high) / 2), axes, (high - low) / 2)


def _yaw(points: Array) -> Array:
    axes = np.eye(3)
    axes[:2, :2] = smallest_rectangle(points[:, :2])
    return axes


def _principal(points: Array) -> Array:
    corners = points[hull_corners(points)]
    corners = corners - corners.mean(axis=0)
    axes = principal_axes(corners)
    spread = np.linalg.norm(corners @ axes, axis=0)
    first, last = spread[1] >= spread[0] * (1 - FLOAT32), spread[2] >= spread[1] * (1 - FLOAT32)
    if first and last:
        return _yaw(corners)
    if first or last:
        return _around(corners, axes[:, 2 if first else 0])
    return axes


def _min_volume(points: Array) -> Array:
    from scipy.spatial import ConvexHull, QhullError

    try:
        hull = ConvexHull(points)
    except (QhullError, ValueError):  # flat: the normal of its plane is the direction of least extent
        return _around(points, principal_axes(points)[:, 2])
    corners = points[hull.vertices]
    best = _smallest(corners, [_around(corners, normal) for normal in _distinct(hull.equations[:, :3])])
    while True:
        turned = _smallest(corners, [best, *(_around(corners, axis) for axis in best.T)])
        if _volume(corners, turned) >= _volume(corners, best) * (1 - FLOAT32):
            return best
        best = turned


def _distinct(normals: Array) -> Array:
    """Unit normals (m, 3) without those that nearly repeat another: as few as make a fitting affordable."""
    grain = FLOAT32
    while True:
        _, first = np.unique((normals / grain).round(), axis=0, return_index=True)
        if len(first) <= DIRECTIONS:
            return normals[np.sort(first)]
        grain *= 2


def _around(points: Array, normal: Array) -> Array:
    """Axes of the smallest box with one axis along ``normal``."""
    across = principal_axes(normal[None])[:, 1:]
    return np.column_stack([across @ smallest_rectangle(points @ across), normal])


def _smallest(points: Array, tried: list[Array]) -> Array:
    """The axes of least volume; of those that float32 coordinates do not tell apart, the ones turned least."""
    volumes = np.array([_volume(points, axes) for axes in tried])
    close = np.flatnonzero(volumes <= volumes.min() * (1 + FLOAT32))
    upright = [np.abs(tried[position]).max(axis=0).sum() for position in close]
    best: Array = tried[close[np.argmax((np.array(upright) / FLOAT32).round())]]
    return best


def _volume(points: Array, axes: Array) -> float:
    return float(np.ptp(points @ axes, axis=0).prod())


AXES: dict[SceneObbKind, Callable[[Array], Array]] = {"yaw": _yaw, "min_volume": _min_volume, "pca": _principal}
