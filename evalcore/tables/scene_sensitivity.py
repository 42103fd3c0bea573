"""How much of a scene score is alignment: all five modes side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from evalcore.metrics import METRICS
from evalcore.scene import AlignmentRow
from evalcore.scene.config import RELEASE, Alignment
from evalcore.tables.layout import Column
from evalcore.tables.scene_figures import shown
from evalcore.tables.table import Table, frame_of

__all__ = ["ALIGNMENTS", "DEFINITIONS", "Sensitivity", "scene_sensitivity"]

ALIGNMENTS: tuple[Alignment, ...] = get_args(Alignment)
Sensitivity = Mapping[tuple[str, str], Sequence[AlignmentRow]]  # (model, sample_id) -> one row a mode

DEFINITIONS = (
    f"The release aligns by {RELEASE.align}. bbox: the boxes around everything agree in size and centre. identity: "
    "none. object_bbox: as bbox, by the one pair of objects that overlaps best. depth_bbox: scale from the median "
    "depths, place from the boxes. depth_camera: the prediction's camera comes to stand where the truth's stands.",
    "One extra or missing object changes the box around everything, and with it the scale: objects that match well "
    "then seem not to.",
)


def scene_sensitivity(rows: Sensitivity, metric: str) -> Table:
    """One row a model and sample, one column a mode: a figure of geometry after each alignment."""
    spec = METRICS[metric]
    cells = []
    for (model, sample_id), modes in rows.items():
        by_mode = {one.align: one for one in modes}
        row: list[Any] = [model, sample_id]
        for align in ALIGNMENTS:
            one = by_mode[align]
            row += [shown(metric, getattr(one, metric)), one.reason]
        cells.append(row)
    names = ["model", "sample_id", *(name for align in ALIGNMENTS for name in (align, f"{align}_reason"))]
    columns = (
        Column("model", "Model"),
        Column("sample_id", "Sample"),
        *(
            Column(align, align, unit=spec.unit, digits=spec.digits, higher_is_better=spec.higher_is_better)
            for align in ALIGNMENTS
        ),
    )
    frame = frame_of(cells, names, numbers=ALIGNMENTS)
    return Table(f"{spec.label} after each alignment", frame, columns, DEFINITIONS)
