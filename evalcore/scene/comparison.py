"""One prediction against its ground truth: alignment, matching, and the four figures of geometry."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from evalcore.scene.align import align
from evalcore.scene.boxes import fitted_box, object_box
from evalcore.scene.errors import SceneError
from evalcore.scene.objects import Array, Bounds, SceneObject, bounds_of, moved, points_of, union
from evalcore.scene.orientation import is_identity, is_upright, rotation_of
from evalcore.scene.overlap import Overlap, assign, oriented_overlap, upright_overlap
from evalcore.scene.result import Degenerate, Match, Note
from evalcore.scene.side import Side

__all__ = ["Comparison", "compare"]


@dataclass(frozen=True, eq=False)
class Comparison:
    """What a comparison found. IoU figures are fractions, 0..1.

    ``transform`` (4, 4) takes the prediction to the ground truth, None where one of the two is empty; ``aligned`` are
    the prediction's objects after it, ground left out.
    """

    transform: Array | None
    aligned: tuple[SceneObject, ...]
    scene_aabb_iou: float
    scene_obb_iou: float
    object_aabb_iou: float
    object_obb_iou: float
    matches: tuple[Match, ...]
    degenerate: tuple[Degenerate, ...]
    notes: tuple[Note, ...]


def compare(truth: Side, prediction: Side) -> Comparison:
    """Align and compare two prepared sides, by the config of ``truth``.

    Objects are matched by the assignment with the largest sum of upright IoU. Object figures are sums over the matched
    pairs, divided by the larger number of objects: missing and extra objects count 0. Boxes without volume count 1
    where they agree, else 0, and are listed.

    Raises
    ------
    SceneError
        ``empty``: neither side has an object. Other kinds as :func:`evalcore.scene.align.align`.
    """
    notes = (*truth.notes, *prediction.notes)
    if not truth.objects or not prediction.objects:
        if not truth.objects and not prediction.objects:
            raise SceneError("empty", "ground truth and prediction have no objects; there is nothing to compare")
        return Comparison(None, (), 0.0, 0.0, 0.0, 0.0, (), (), notes)
    config = truth.config
    transform = align(truth, prediction)
    aligned = moved(prediction.objects, transform)
    low, high = truth.whole
    tolerance = config.agreement * float(np.linalg.norm(high - low))
    bounds = bounds_of(aligned)

    upright = upright_overlap(truth.bounds, bounds, tolerance=tolerance)
    rows, columns = assign(upright.iou)
    oriented = oriented_overlap(
        [truth.object_boxes[k] for k in rows],
        [object_box(aligned[k], config.obb) for k in columns],
        tolerance=tolerance,
    )
    scenes = upright_overlap(_one(truth.whole), _one(union(bounds)), tolerance=tolerance)
    fitted = oriented_overlap(
        [truth.scene_box],
        [fitted_box(points_of(aligned), config.scene_obb)],
        tolerance=tolerance,
    )
    count = max(len(truth.objects), len(aligned))
    matches = tuple(
        Match(truth.objects[row].name, aligned[column].name, float(upright.iou[row, column]), float(oriented.iou[k]))
        for k, (row, column) in enumerate(zip(rows, columns, strict=True))
    )
    if config.obb == "local" and _looks_baked(truth, prediction):
        notes += (Note("baked", "baked transforms: local boxes are not comparable"),)
    return Comparison(
        transform=transform,
        aligned=aligned,
        scene_aabb_iou=float(scenes.iou[0, 0]),
        scene_obb_iou=float(fitted.iou[0]),
        object_aabb_iou=sum(match.aabb_iou for match in matches) / count,
        object_obb_iou=sum(match.obb_iou for match in matches) / count,
        matches=matches,
        degenerate=(
            *(Degenerate("scene_aabb", None, None, float(v)) for v in scenes.iou[scenes.degenerate]),
            *(Degenerate("scene_obb", None, None, float(v)) for v in fitted.iou[fitted.degenerate]),
            *_flat_pairs(matches, upright.degenerate[rows, columns], oriented),
            *_flat_alone(truth, set(rows.tolist()), truth.bounds, tolerance),
            *_flat_alone(prediction, set(columns.tolist()), bounds, tolerance),
        ),
        notes=notes,
    )


def _one(box: Bounds) -> Bounds:
    return box[0][None], box[1][None]


def _flat_pairs(matches: tuple[Match, ...], upright: npt.NDArray[np.bool_], oriented: Overlap) -> list[Degenerate]:
    """The matched pairs without volume."""
    rows = []
    for k, match in enumerate(matches):
        if upright[k]:
            rows.append(Degenerate("aabb", match.gt, match.pred, match.aabb_iou))
        if oriented.degenerate[k]:
            rows.append(Degenerate("obb", match.gt, match.pred, match.obb_iou))
    return rows


def _flat_alone(side: Side, matched: set[int], bounds: Bounds, tolerance: float) -> list[Degenerate]:
    """Objects whose upright box has no volume and that agree with none of the other side."""
    flat = np.flatnonzero((bounds[1] - bounds[0]).min(axis=1) <= tolerance)
    names = [side.objects[k].name for k in flat if k not in matched]
    if side.name == "gt":
        return [Degenerate("aabb", name, None, 0.0) for name in names]
    return [Degenerate("aabb", None, name, 0.0) for name in names]


def _looks_baked(truth: Side, prediction: Side) -> bool:
    """Whether only the prediction has lost its rotations: then its own axes are the world's, not the objects'."""
    theirs = [rotation_of(one.matrix[:3, :3]) for one in prediction.objects]
    return all(map(is_identity, theirs)) and not all(
        is_upright(rotation_of(one.matrix[:3, :3])) for one in truth.objects
    )
