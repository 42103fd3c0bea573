"""How much of a score is alignment: every mode side by side on one sample."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import get_args

from evalcore.scene.comparison import compare
from evalcore.scene.config import GEOMETRY, RELEASE, Alignment, SceneConfig
from evalcore.scene.data import GROUND_TRUTH, SampleFiles
from evalcore.scene.errors import SceneError
from evalcore.scene.readers import Reader
from evalcore.scene.side import Side
from evalcore.scene.unit import open_side

__all__ = ["AlignmentRow", "alignments", "compare_alignments"]


@dataclass(frozen=True)
class AlignmentRow:
    """The four figures (fractions 0..1) after one alignment; null, with ``reason``, where it is not possible."""

    align: Alignment
    scene_aabb_iou: float | None = None
    scene_obb_iou: float | None = None
    object_aabb_iou: float | None = None
    object_obb_iou: float | None = None
    reason: str | None = None


def alignments(
    files: SampleFiles, model: str, *, config: SceneConfig = RELEASE, blender: Reader | None = None
) -> tuple[AlignmentRow, ...]:
    """Compare one model's scene with the ground truth after each of the five alignments.

    One extra or missing object changes the box around all and with it the scale of ``bbox``: objects that match well
    then seem not to. The modes side by side show it.

    Raises
    ------
    SceneError
        One of the two scenes cannot be read.
    """
    # This mode also reads scenes that move at their first frame, which the others do not need.
    anchored = replace(config, align="object_bbox")
    truth, prediction = (open_side(files, owner, anchored, blender=blender) for owner in (GROUND_TRUTH, model))
    return compare_alignments(truth, prediction)


def compare_alignments(truth: Side, prediction: Side) -> tuple[AlignmentRow, ...]:
    """As :func:`alignments`, of two sides that were read with ``object_bbox``."""
    rows = []
    for align in get_args(Alignment):
        sides = (replace(side, config=replace(side.config, align=align)) for side in (truth, prediction))
        try:
            found = compare(*sides)
        except SceneError as error:
            rows.append(AlignmentRow(align, reason=str(error)))
        else:
            rows.append(AlignmentRow(align, **{name: getattr(found, name) for name in GEOMETRY}))
    return tuple(rows)
