"""IoU of boxes as a score needs it: every pair has a value, also where boxes have no volume; and the assignment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from evalcore.metrics import aabb_iou, obb_iou
from evalcore.scene.boxes import OrientedBox
from evalcore.scene.objects import Array, Bounds

__all__ = ["Overlap", "assign", "oriented_overlap", "upright_overlap"]

Mask = npt.NDArray[np.bool_]
ROWS = 256  # of a table at a time: bounds the memory of the pairs


@dataclass(frozen=True, eq=False)
class Overlap:
    """IoU of pairs of boxes, 0..1, and which of the pairs are ``degenerate``: both boxes have no volume.

    A degenerate pair counts 1 where the boxes agree within ``tolerance`` metres, else 0.
    """

    iou: Array
    degenerate: Mask


def upright_overlap(truth: Bounds, prediction: Bounds, *, tolerance: float) -> Overlap:
    """All pairs of upright boxes: corners (n, 3) and (m, 3) give tables (n, m)."""
    n, m = len(truth[0]), len(prediction[0])
    iou, degenerate = np.empty((n, m)), np.empty((n, m), dtype=np.bool_)
    for start in range(0, n, ROWS):
        rows = slice(start, start + ROWS)
        low, high = (corner[rows, None] for corner in truth)
        iou[rows] = aabb_iou(low, high, *prediction)
        both = _flat(high - low, tolerance) & _flat(prediction[1] - prediction[0], tolerance)
        apart = np.maximum(np.abs(low - prediction[0]), np.abs(high - prediction[1])).max(axis=-1)
        iou[rows] = np.where(both, apart <= tolerance, iou[rows])
        degenerate[rows] = both
    return Overlap(iou, degenerate)


def oriented_overlap(truth: Sequence[OrientedBox], prediction: Sequence[OrientedBox], *, tolerance: float) -> Overlap:
    """Box by box: two sequences of n give (n,) values."""
    if not truth:
        return Overlap(np.empty(0), np.empty(0, dtype=np.bool_))
    iou = obb_iou(*_stacked(truth), *_stacked(prediction))
    half = np.array([one.half for one in truth]), np.array([one.half for one in prediction])
    both = _flat(2 * half[0], tolerance) & _flat(2 * half[1], tolerance)
    for position in np.flatnonzero(both).tolist():
        apart = np.linalg.norm(truth[position].corners[:, None] - prediction[position].corners, axis=-1)
        # Corner by corner in any order: the axes of a flat box have no order and no direction of their own.
        agree = max(apart.min(axis=0).max(), apart.min(axis=1).max()) <= tolerance
        iou[position] = float(agree)
    return Overlap(iou, both)


def assign(table: Array) -> tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]:
    """Rows and columns of the assignment with the largest sum (Hungarian algorithm); pairs of value 0 are none.

    >>> [positions.tolist() for positions in assign(np.array([[0.9, 0.8], [0.8, 0.0], [0.0, 0.0]]))]
    [[0, 1], [1, 0]]
    """
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(table, maximize=True)
    matched = table[rows, columns] > 0
    return rows[matched], columns[matched]


def _flat(extents: Array, tolerance: float) -> Mask:
    """Whether a box has no volume: rounding gives a picture on a wall a thickness far below ``tolerance``."""
    flat: Mask = extents.min(axis=-1) <= tolerance
    return flat


def _stacked(boxes: Sequence[OrientedBox]) -> tuple[Array, Array, Array]:
    return (
        np.array([one.center for one in boxes]),
        np.array([one.axes for one in boxes]),
        np.array([one.half for one in boxes]),
    )
