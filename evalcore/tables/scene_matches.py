"""The objects of one scored sample, as the result keeps them."""

from __future__ import annotations

from dataclasses import replace

from evalcore.scene import Degenerate, SampleScore
from evalcore.tables.scene_objects import ComparedObject, scene_objects
from evalcore.tables.table import Table

__all__ = ["scene_matches"]

BOXES = {"scene_aabb": "upright box of the scene", "scene_obb": "oriented box of the scene"}
KINDS = {"aabb": "upright", "obb": "oriented"}


def scene_matches(sample: SampleScore) -> Table:
    """One row a matched pair with both IoU (times 100), then what has no partner, and what is left out as ground.

    Notes name the boxes without volume and what they count.
    """
    rows = [ComparedObject("matched", one.gt, one.pred, one.aabb_iou, one.obb_iou) for one in sample.matches]
    rows += [ComparedObject("missing", gt=name) for name in sample.unmatched.gt]
    rows += [ComparedObject("extra", pred=name) for name in sample.unmatched.pred]
    rows += [ComparedObject("ground", gt=name) for name in sample.excluded.gt]
    rows += [ComparedObject("ground", pred=name) for name in sample.excluded.pred]
    notes = [f"Without volume: {_named(one)}; it counts {one.counted:g}." for one in sample.degenerate]
    table = scene_objects(rows)
    return replace(table, title=f"Objects of {sample.sample_id}, {sample.model}", notes=(*table.notes, *notes))


def _named(one: Degenerate) -> str:
    if one.box in BOXES:
        return BOXES[one.box]
    names = [f"{whose} {name}" for whose, name in (("ground truth", one.gt), ("prediction", one.pred)) if name]
    return f"{KINDS[one.box]} box of {' and '.join(names)}"
