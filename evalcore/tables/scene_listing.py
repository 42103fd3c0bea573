"""Tables of a single scene file: its objects with their boxes, and how a picture of it was made."""

from __future__ import annotations

from evalcore.scene import BoxesResult, RenderResult
from evalcore.tables.layout import Column
from evalcore.tables.table import Table, frame_of

__all__ = ["scene_listing", "scene_render"]

AXES = ("x", "y", "z")
DIGITS = 3  # millimetres


def scene_listing(result: BoxesResult) -> Table:
    """One row an object: its upright box along x, y and z, the sides of its oriented box, and whether it is ground."""
    rows = [
        (
            one.name,
            *(one.aabb[axis + end] for axis in range(3) for end in (0, 3)),
            " x ".join(f"{2 * half:.{DIGITS}f}" for half in one.obb.half),
            "ground" if one.ground else "",
        )
        for one in result.objects
    ]
    names = ("name", *(f"{axis}_{end}" for axis in AXES for end in ("low", "high")), "sides", "ground")
    columns = (
        Column("name", "Object"),
        *(Column(f"{axis}_low", axis, unit="m", digits=DIGITS, upper=f"{axis}_high") for axis in AXES),
        Column("sides", "Oriented box (m)"),
        Column("ground", "Left out"),
    )
    cameras = f"{len(result.cameras)} camera{'' if len(result.cameras) == 1 else 's'}"
    return Table(
        f"{result.scene} at {result.frame_mode}: {len(rows)} objects, {cameras}, read by {result.reader}",
        frame_of(rows, names, numbers=names[1:7]),
        columns,
        ("Metres, Z up. Ground is left out of scores, and still rendered.",),
    )


def scene_render(result: RenderResult) -> Table:
    """One row a setting behind a picture."""
    frame = result.rows
    notes = (
        () if result.settings.comparable else (f"lights = {result.settings.lights}: not comparable with published PL.",)
    )
    return Table(result.picture, frame, (Column("setting", "Setting"), Column("value", "Value")), notes)
