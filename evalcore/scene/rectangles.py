"""Convex hulls, also of points in one plane or on one line, and the smallest rectangle around points in a plane."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from evalcore.scene.config import FLOAT32
from evalcore.scene.objects import Array

__all__ = ["hull_corners", "principal_axes", "smallest_rectangle"]

BATCH = 512  # edges tried at a time: bounds the memory


def principal_axes(points: Array) -> Array:
    """Orthonormal axes (3, 3) in the columns, by falling spread of points (n, 3) about the origin."""
    axes: Array = np.linalg.svd(np.linalg.qr(points, mode="r"), full_matrices=True)[2].T
    return axes


def hull_corners(points: Array) -> npt.NDArray[np.intp]:
    """Positions of the corners of the convex hull of points (n, 2) or (n, 3), n >= 1; in order around a plane hull.

    The hull of points in one plane is that in the plane; the hull of points on one line is its two ends.
    """
    from scipy.spatial import ConvexHull, QhullError

    centred = points - points.mean(axis=0)
    try:
        corners: npt.NDArray[np.intp] = ConvexHull(centred).vertices.astype(np.intp)
    except (QhullError, ValueError):  # without area or volume, or too few points
        if points.shape[1] == 3:
            return hull_corners(centred @ principal_axes(centred)[:, :2])
        one = np.argmax((centred**2).sum(axis=1))
        return np.array([one, np.argmax(((centred - centred[one]) ** 2).sum(axis=1))])
    return corners


def smallest_rectangle(points: Array) -> Array:
    """Axes (2, 2), in the columns, of the rectangle of least area around points (n, 2).

    It lies along an edge of the convex hull (Freeman and Shapira 1975, doi:10.1145/360881.360919). Of rectangles whose
    areas differ by less than float32 coordinates keep, the one turned least wins, so that symmetric shapes do not
    choose by rounding.

    >>> smallest_rectangle(np.array([[0, 0], [3, 1], [2.5, 2.5], [-0.5, 1.5]])).round(6).tolist()
    [[0.948683, -0.316228], [0.316228, 0.948683]]
    """
    hull = points[hull_corners(points)]
    hull = hull - hull.mean(axis=0)
    edges = np.roll(hull, -1, axis=0) - hull
    lengths = np.linalg.norm(edges, axis=1)
    if not lengths.any():
        return np.eye(2)
    x, y = (edges[lengths > 0] / lengths[lengths > 0, None]).T
    # Turned by right angles, without any rounding, to lie within 45 degrees of the first axis.
    steep = np.abs(y) > np.abs(x)
    x, y = np.where(steep, y, x), np.where(steep, -x, y)
    x, y = np.where(x < 0, -x, x), np.where(x < 0, -y, y)
    area = np.concatenate([_areas(hull, x[k : k + BATCH], y[k : k + BATCH]) for k in range(0, len(x), BATCH)])
    close = np.flatnonzero(area <= area.min() * (1 + FLOAT32))
    turn = np.arctan2(y[close], x[close]) / FLOAT32
    best = close[np.lexsort((turn < 0, np.abs(turn).round()))[0]]
    return np.array([[x[best], -y[best]], [y[best], x[best]]])


def _areas(hull: Array, x: Array, y: Array) -> Array:
    along = hull[:, :1] * x + hull[:, 1:] * y
    across = hull[:, 1:] * x - hull[:, :1] * y
    areas: Array = np.ptp(along, axis=0) * np.ptp(across, axis=0)
    return areas
