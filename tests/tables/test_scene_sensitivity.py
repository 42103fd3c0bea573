from __future__ import annotations

from evalcore.scene import AlignmentRow
from evalcore.scene.config import GEOMETRY
from evalcore.tables import scene_sensitivity
from evalcore.tables.scene_sensitivity import ALIGNMENTS


def modes(**values: float) -> tuple[AlignmentRow, ...]:
    """Each alignment with one value for all figures; without a value, it was not possible."""
    return tuple(
        AlignmentRow(align, **dict.fromkeys(GEOMETRY, values[align]))
        if align in values
        else AlignmentRow(align, reason="no camera")
        for align in ALIGNMENTS
    )


def test_one_row_a_sample_one_column_a_mode() -> None:
    rows = {("good", "a"): modes(bbox=0.5, identity=1.0, object_bbox=0.25), ("a_b", "a"): modes(bbox=0.125)}
    table = scene_sensitivity(rows, "object_aabb_iou")
    assert table.title == "Object AABB IoU after each alignment"
    assert [column.heading for column in table.columns][2:] == [f"{align} (%) ↑" for align in ALIGNMENTS]
    assert table.display().to_numpy().tolist() == [
        ["good", "a", "50.0", "100.0", "25.0", "n/a (a)", "n/a (a)"],
        ["a_b", "a", "12.5", *["n/a (a)"] * 4],
    ]
    assert table.footnotes[0] == "(a) no camera"
    assert table.notes[0].startswith("The release aligns by bbox.")
