"""Intersection over union of boxes in space: axis-aligned and oriented, batched, exact for any rotation."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from evalcore.metrics._intersection import intersection_volume

__all__ = ["aabb_iou", "obb_iou"]

Array = npt.NDArray[np.float64]

ORTHONORMAL = 1e-6  # what float32 rotations keep; beyond it the axes are sheared or scaled, and the box is no box
BATCH = 4096  # pairs clipped at a time: bounds the memory, a few kilobytes a pair


def _iou(shared: Array, a: Array, b: Array) -> Array:
    union = a + b - shared
    return np.where(union > 0, np.clip(shared / np.where(union > 0, union, 1.0), 0.0, 1.0), np.nan)


def _largest(*extents: Array) -> Array:
    """Length to divide by, so that no product of three extents under- or overflows; 1 for two points."""
    largest: Array = np.max(extents, axis=(0, -1))
    return np.where(largest > 0, largest, 1.0)[..., None]


def _checked(name: str, array: npt.ArrayLike, *tail: int) -> Array:
    checked = np.asarray(array, dtype=np.float64)
    if checked.shape[-len(tail) :] != tail:
        raise ValueError(f"{name} has shape {checked.shape}; (..., {', '.join(map(str, tail))}) was expected")
    if not np.isfinite(checked).all():
        raise ValueError(f"{name} holds a value that is not finite")
    return checked


def _checked_boxes(side: str, centers: npt.ArrayLike, axes: npt.ArrayLike, half: npt.ArrayLike) -> list[Array]:
    c, r, h = (
        _checked(f"centers_{side}", centers, 3),
        _checked(f"axes_{side}", axes, 3, 3),
        _checked(f"half_{side}", half, 3),
    )
    if (h < 0).any():
        raise ValueError(f"half_{side} holds a negative extent")
    if (np.abs(np.swapaxes(r, -1, -2) @ r - np.eye(3)) > ORTHONORMAL).any():
        raise ValueError(f"axes_{side} holds axes that are not orthonormal; unit axes in columns were expected")
    return [c, r, h]


def aabb_iou(lo_a: npt.ArrayLike, hi_a: npt.ArrayLike, lo_b: npt.ArrayLike, hi_b: npt.ArrayLike) -> Array:
    """Intersection over union of axis-aligned boxes.

    Parameters
    ----------
    lo_a, hi_a, lo_b, hi_b
        Lower and upper corners, (N, 3) in any unit. Leading dimensions broadcast: (n, 1, 3) against (m, 3) gives all
        (n, m) pairs.

    Returns
    -------
    (N,) float64
        0..1; nan where both boxes have no volume, 0 where only one has none.

    Raises
    ------
    ValueError
        Another last dimension, a value that is not finite, or a lower corner above its upper one.

    Examples
    --------
    >>> aabb_iou([[0, 0, 0]], [[2, 1, 1]], [[1, 0, 0]], [[3, 1, 1]])
    array([0.33333333])
    """
    low_a, high_a = _checked("lo_a", lo_a, 3), _checked("hi_a", hi_a, 3)
    low_b, high_b = _checked("lo_b", lo_b, 3), _checked("hi_b", hi_b, 3)
    a, b = high_a - low_a, high_b - low_b
    if (a < 0).any() or (b < 0).any():
        raise ValueError("a lower corner lies above its upper corner")
    scale = _largest(*np.broadcast_arrays(a, b))
    shared = np.maximum(np.minimum(high_a, high_b) - np.maximum(low_a, low_b), 0)
    return _iou(np.prod(shared / scale, axis=-1), np.prod(a / scale, axis=-1), np.prod(b / scale, axis=-1))


def obb_iou(
    centers_a: npt.ArrayLike,
    axes_a: npt.ArrayLike,
    half_a: npt.ArrayLike,
    centers_b: npt.ArrayLike,
    axes_b: npt.ArrayLike,
    half_b: npt.ArrayLike,
) -> Array:
    """Intersection over union of oriented boxes, pair by pair.

    The intersection is exact for any two rotations: within 1e-9 in IoU also where boxes are flat, touching, identical,
    contained, nearly parallel or far from the origin, down to a millionth as thin as they are long (thinner still,
    the rounding of the axes themselves shows: about 1e-16 over the thinness).

    Parameters
    ----------
    centers_a, centers_b
        (N, 3) in any unit. Leading dimensions broadcast.
    axes_a, axes_b
        (N, 3, 3), the boxes' unit axes in the columns; a reflection is allowed.
    half_a, half_b
        (N, 3), half the extent along each axis.

    Returns
    -------
    (N,) float64
        0..1; nan where both boxes have no volume, 0 where only one has none.

    Raises
    ------
    ValueError
        Other last dimensions, a value that is not finite, a negative extent, or axes that are not orthonormal
        within 1e-6.

    Examples
    --------
    A unit cube and the same cube turned by 45 degrees about z share a regular octagon: IoU = 1 / sqrt(2).

    >>> import numpy as np
    >>> c = np.sqrt(0.5)
    >>> turned = [[[c, -c, 0], [c, c, 0], [0, 0, 1]]]
    >>> origin, half = np.zeros((1, 3)), np.full((1, 3), 0.5)
    >>> obb_iou(origin, np.eye(3)[None], half, origin, turned, half)
    array([0.70710678])
    """
    boxes = _checked_boxes("a", centers_a, axes_a, half_a) + _checked_boxes("b", centers_b, axes_b, half_b)
    tails = ((3,), (3, 3), (3,)) * 2
    lead = np.broadcast_shapes(*(x.shape[: x.ndim - len(tail)] for x, tail in zip(boxes, tails, strict=True)))
    at, axes, a, at_b, axes_b, b = (
        np.broadcast_to(x, (*lead, *tail)).reshape(-1, *tail) for x, tail in zip(boxes, tails, strict=True)
    )
    # Shifted, turned and scaled so that b becomes an upright box at the origin and the longest extent is 1: the
    # result then depends neither on where the scene lies nor on its unit.
    scale = _largest(a, b)
    to_b = np.swapaxes(axes_b, -1, -2)
    at, axes, a, b = (to_b @ ((at - at_b) / scale)[..., None])[..., 0], to_b @ axes, a / scale, b / scale
    shared = np.empty(len(a))
    for start in range(0, len(a), BATCH):
        part = slice(start, start + BATCH)
        shared[part] = intersection_volume(at[part], axes[part], a[part], b[part])
    return _iou(shared, 8 * a.prod(axis=-1), 8 * b.prod(axis=-1)).reshape(lead)
