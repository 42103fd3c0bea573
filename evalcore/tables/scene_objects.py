"""The objects of one sample, ground truth and prediction side by side: who belongs to whom, and how well it fits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from evalcore.scene import Comparison, Side
from evalcore.tables.layout import Column
from evalcore.tables.table import Table, frame_of

__all__ = ["ComparedObject", "compared_objects", "scene_degenerate", "scene_objects", "scene_warnings"]

Status = Literal["matched", "missing", "extra", "ground", "alone"]
WORDS: dict[Status, str] = {
    "matched": "matched",
    "missing": "missing in the prediction",
    "extra": "extra in the prediction",
    "ground": "ground, left out of every box",
    "alone": "not compared",
}
_BOXES = {"scene_aabb": "scene AABB", "scene_obb": "scene OBB", "aabb": "AABB", "obb": "OBB"}
_NO_PARTNER, _OF_SCENE = "no box agrees with it", "the box of the scene itself"
_WHY: dict[Status, str] = {
    "missing": "no object of the prediction overlaps it",
    "extra": "no object of the ground truth is left for it",
    "ground": "the ground has no partner",
    "alone": "the two scenes were not compared",
}


@dataclass(frozen=True)
class ComparedObject:
    """One row of the objects: a matched pair, or an object alone; IoU figures are fractions."""

    status: Status
    gt: str | None = None
    pred: str | None = None
    aabb_iou: float | None = None
    obb_iou: float | None = None

    @property
    def id(self) -> str:
        """What addresses and figures call it: ``gt:<name>``, or ``pred:<name>`` where no ground truth belongs to it."""
        return f"pred:{self.pred}" if self.gt is None else f"gt:{self.gt}"

    @property
    def word(self) -> str:
        """The status in words."""
        return WORDS[self.status]


def compared_objects(truth: Side, prediction: Side, found: Comparison | None) -> tuple[ComparedObject, ...]:
    """Every object of the two sides: pairs first, then what is missing, extra, and left out as ground.

    Without a comparison (``found`` is None) no object belongs to another.
    """
    matches = found.matches if found else ()
    rows = [ComparedObject("matched", one.gt, one.pred, one.aabb_iou, one.obb_iou) for one in matches]
    taken = {row.gt for row in rows}, {row.pred for row in rows}
    lonely: tuple[Status, Status] = ("missing", "extra") if found else ("alone", "alone")
    rows += [ComparedObject(lonely[0], gt=one.name) for one in truth.objects if one.name not in taken[0]]
    rows += [ComparedObject(lonely[1], pred=one.name) for one in prediction.objects if one.name not in taken[1]]
    rows += [ComparedObject("ground", gt=name) for name in truth.excluded]
    rows += [ComparedObject("ground", pred=name) for name in prediction.excluded]
    return tuple(rows)


def scene_objects(rows: Sequence[ComparedObject]) -> Table:
    """One row for each of :func:`compared_objects`: names on both sides and the IoU of both kinds of box, times 100."""
    listed = []
    for row in rows:
        values = [None if value is None else 100 * value for value in (row.aabb_iou, row.obb_iou)]
        why = None if row.status == "matched" else _WHY[row.status]
        listed.append((row.status, row.gt, row.pred, *values, why, why, why, why))
    names = ("status", "gt", "pred", "aabb_iou", "obb_iou")
    columns = (
        Column("status", "Status"),
        Column("gt", "Ground truth"),
        Column("pred", "Prediction"),
        Column("aabb_iou", "AABB IoU", unit="%", digits=1, higher_is_better=True),
        Column("obb_iou", "OBB IoU", unit="%", digits=1, higher_is_better=True),
    )
    frame = frame_of(listed, [*names, *(f"{name}_reason" for name in names[1:])], numbers=names[3:])
    present = {row.status for row in rows} - {"matched"}
    notes = [f"{status}: {WORDS[status]}; {why}." for status, why in _WHY.items() if status in present]
    return Table("Objects", frame, columns, tuple(notes))


def scene_degenerate(found: Comparison) -> Table:
    """One row for each box without volume: what it is, and what it counts in the score."""
    rows = [
        (_BOXES[one.box], one.gt, one.pred, one.counted, *[_NO_PARTNER if one.gt or one.pred else _OF_SCENE] * 2)
        for one in found.degenerate
    ]
    columns = (
        Column("box", "Box"),
        Column("gt", "Ground truth"),
        Column("pred", "Prediction"),
        Column("counted", "Counts", digits=0),
    )
    frame = frame_of(rows, ("box", "gt", "pred", "counted", "gt_reason", "pred_reason"), numbers=("counted",))
    notes = ("A box without volume has no IoU: it counts 1 where the boxes agree within 1e-9 of the diagonal, else 0.",)
    return Table("Boxes without volume", frame, columns, notes)


def scene_warnings(found: Comparison | None, *sides: Side) -> Table:
    """One row a warning of a comparison, or of the two sides where there is none."""
    notes = found.notes if found else tuple(note for side in sides for note in side.notes)
    rows = [(note.kind, note.message) for note in notes]
    columns = (Column("kind", "Kind"), Column("message", "Message", wrap=True))
    return Table("Warnings", frame_of(rows, ("kind", "message")), columns, ("A warning changes no figure.",))
