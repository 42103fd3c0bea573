"""The five alignments of a prediction to its ground truth, each one 4x4 transform (protocol, "Alignment")."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from evalcore.scene.config import Alignment, ScaleRule
from evalcore.scene.errors import SceneError
from evalcore.scene.objects import Array, Bounds, bounds_of, moved
from evalcore.scene.overlap import upright_overlap
from evalcore.scene.side import Side

__all__ = ["align"]

LARGEST = 1e12  # scales beyond leave no digit of the smaller scene


def align(truth: Side, prediction: Side) -> Array:
    """The transform (4, 4) that takes the prediction to the ground truth, by ``truth.config.align``.

    ``bbox``: uniform scale from the boxes around all objects, and the translation after which their centres agree.
    ``identity``: none. ``object_bbox``: as bbox, of the one pair of objects that overlaps best after bbox at the first
    frame. ``depth_bbox``: scale from the median depths, centres as bbox. ``depth_camera``: the prediction's first
    camera comes to stand where the truth's stands, with scale from the median depths; this may turn the prediction.

    Raises
    ------
    SceneError
        ``size``: a box without a size to compare. ``match``: no two objects overlap. ``camera``: no camera where
        depths are compared, or nothing in its sight.
    """
    return METHODS[truth.config.align](truth, prediction)


def _identity(truth: Side, prediction: Side) -> Array:
    return np.eye(4)


def _bbox(truth: Side, prediction: Side) -> Array:
    return _of_boxes(truth.whole, prediction.whole, truth.config.scale_rule, what="scene")


def _object_bbox(truth: Side, prediction: Side) -> Array:
    first, other = truth.first, prediction.first
    if not first.objects or not other.objects:
        raise SceneError("match", "a scene is empty at its first frame; there is no pair of objects to align by")
    after = bounds_of(moved(other.objects, _bbox(first, other)))
    low, high = first.whole
    tolerance = truth.config.agreement * float(np.linalg.norm(high - low))
    table = upright_overlap(first.bounds, after, tolerance=tolerance).iou
    if not table.max() > 0:
        raise SceneError("match", "no object of the prediction overlaps one of the ground truth at the first frame")
    # Objects are sorted by name: of pairs that rounding alone tells apart, the first by name.
    row, column = np.argwhere(table >= table.max() - truth.config.agreement)[0]
    pair = [(side.bounds[0][k], side.bounds[1][k]) for side, k in ((first, row), (other, column))]
    names = f"{first.objects[row].name!r} and {other.objects[column].name!r}"
    return _of_boxes(pair[0], pair[1], truth.config.scale_rule, what=f"objects {names}")


def _depth_bbox(truth: Side, prediction: Side) -> Array:
    return _about_centres(_ratio(truth.depth, prediction.depth), truth.whole, prediction.whole)


def _depth_camera(truth: Side, prediction: Side) -> Array:
    scale = np.diag([*[_ratio(truth.depth, prediction.depth)] * 3, 1.0])
    there, here = truth.scene.cameras[0].matrix, prediction.scene.cameras[0].matrix
    transform: Array = there @ scale @ np.linalg.inv(here)
    return transform


def _of_boxes(truth: Bounds, prediction: Bounds, rule: ScaleRule, *, what: str) -> Array:
    lengths = [_length(box, rule) for box in (truth, prediction)]
    for whose, length in zip(("ground truth", "prediction"), lengths, strict=True):
        if not length > 0:
            raise SceneError("size", f"the box of the {what} has no {rule} in the {whose}; there is no scale to take")
    return _about_centres(_ratio(*lengths), truth, prediction)


def _ratio(truth: float, prediction: float) -> float:
    ratio = truth / prediction
    if not 1 / LARGEST < ratio < LARGEST:
        raise SceneError("size", f"the ground truth is {ratio:g} times as large as the prediction; no scale is taken")
    return ratio


def _length(box: Bounds, rule: ScaleRule) -> float:
    extent = box[1] - box[0]
    if rule == "longest_side":
        return float(extent.max())
    if rule == "volume_root":
        return float(np.cbrt(extent.prod()))
    return float(np.linalg.norm(extent))


def _about_centres(scale: float, truth: Bounds, prediction: Bounds) -> Array:
    transform = np.diag([scale, scale, scale, 1.0])
    transform[:3, 3] = (truth[0] + truth[1]) / 2 - scale * (prediction[0] + prediction[1]) / 2
    return transform


METHODS: dict[Alignment, Callable[[Side, Side], Array]] = {
    "bbox": _bbox,
    "identity": _identity,
    "object_bbox": _object_bbox,
    "depth_bbox": _depth_bbox,
    "depth_camera": _depth_camera,
}
