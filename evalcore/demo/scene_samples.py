"""The six made scenes, from a table-top to a room: each with its ground, a camera, and what one model gets wrong."""

from __future__ import annotations

from dataclasses import dataclass

from evalcore.demo.scene_shapes import (
    Shape,
    ball,
    bookcase,
    bottle,
    bowl,
    box,
    chair,
    cone,
    cup,
    cylinder,
    lamp,
    monitor,
    plant,
    pot,
    sheet,
    sofa,
    table,
)

__all__ = ["SAMPLES", "Point", "Sample", "Thing", "View"]

Point = tuple[float, float, float]


@dataclass(frozen=True)
class Thing:
    """An object: its shape, ``scale`` times as large, with the middle of its bottom ``at`` a place, turned about the
    vertical axis (degrees). ``colour`` is sRGB.
    """

    name: str
    shape: Shape
    colour: str
    at: Point
    turn: float = 0.0
    scale: float = 1.0
    roughness: float = 0.7


@dataclass(frozen=True)
class View:
    """A camera: where it stands, what it looks at, and its vertical angle of view in degrees."""

    at: Point
    target: Point
    yfov: float = 26.0


@dataclass(frozen=True)
class Sample:
    """A scene: the ground first, then what stands on it.

    ``missing`` and ``extra`` are what the model ``miscounted`` leaves out and adds.
    """

    sample_id: str
    description: str
    things: tuple[Thing, ...]
    view: View
    missing: str
    extra: Thing


def _ground(name: str, width: float, depth: float, colour: str, *, at: Point = (0.0, 0.0, 0.0)) -> Thing:
    """A thin slab whose top is at height 0."""
    thick = 0.004 * min(width, depth)
    return Thing(name, box(width, depth, thick), colour, (at[0], at[1], at[2] - thick))


SAMPLES = (
    Sample(
        "breakfast_table",
        "a table with cups, oranges in a bowl and a bottle",
        (
            _ground("floor", 5.2, 4.4, "#c8b08c"),
            Thing("table", table(1.2, 0.8, 0.74), "#8a5a35", (0, 0, 0), 8),
            Thing("cup_blue", cup(0.045, 0.095), "#2f6db5", (-0.33, -0.12, 0.74), 35, roughness=0.25),
            Thing("cup_red", cup(0.045, 0.095), "#c8402f", (0.36, 0.02, 0.74), -70, roughness=0.25),
            Thing("bowl", bowl(0.17, 0.085), "#efe6d6", (0.02, 0.14, 0.74), roughness=0.3),
            Thing("orange_1", ball(0.045), "#ee8a1d", (-0.03, 0.12, 0.77)),
            Thing("orange_2", ball(0.045), "#f0a020", (0.06, 0.17, 0.77)),
            Thing("bottle", bottle(0.042, 0.3), "#3f8f55", (-0.18, 0.2, 0.74), roughness=0.15),
            Thing("plate", cylinder(0.12, 0.014), "#f4f4f0", (0.13, -0.2, 0.74), roughness=0.3),
        ),
        View((1.55, -2.75, 2.15), (0.0, 0.0, 0.48), 27),
        missing="bottle",
        extra=Thing("stool", cylinder(0.19, 0.46), "#6d7f8c", (1.2, 0.45, 0)),
    ),
    Sample(
        "book_shelf",
        "a bookcase with boxes, books and a globe",
        (
            _ground("ground", 5.0, 3.6, "#9aa3a0"),
            Thing("bookcase", bookcase(1.2, 0.34, 1.5, 4), "#d9c6a3", (0, 0.3, 0)),
            Thing("box_green", box(0.34, 0.26, 0.24), "#5b9a68", (-0.36, 0.27, 0.03), 6),
            Thing("box_yellow", box(0.3, 0.25, 0.3), "#e2b23c", (0.05, 0.28, 0.03), -4),
            Thing("box_grey", box(0.24, 0.24, 0.2), "#7d8590", (0.4, 0.27, 0.03), 10),
            Thing("books_upright", box(0.28, 0.2, 0.27), "#b5473c", (-0.4, 0.27, 0.52), 2),
            Thing("book_leaning", box(0.045, 0.19, 0.27), "#35608f", (-0.16, 0.26, 0.52), 0),
            Thing("vase", bottle(0.075, 0.32), "#6a4c93", (0.34, 0.27, 0.52), roughness=0.2),
            Thing("globe", ball(0.13), "#3f86c4", (-0.32, 0.26, 1.01)),
            Thing("books_flat", box(0.3, 0.21, 0.14), "#d9773f", (0.28, 0.26, 1.01), -9),
        ),
        View((1.2, -3.3, 2.2), (0.0, 0.2, 0.7), 30),
        missing="globe",
        extra=Thing("crate", box(0.42, 0.42, 0.42), "#a9783f", (1.15, -0.35, 0), 24),
    ),
    Sample(
        "reading_room",
        "a room with sofa, chairs, a low table and a poster",
        (
            _ground("floor", 4.6, 4.6, "#b98f63"),
            Thing("wall", box(4.6, 0.1, 2.3), "#dfe6e3", (0, 2.2, 0)),
            Thing("poster", sheet(0.9, 0.62), "#2f7f86", (-0.55, 2.14, 1.2)),
            Thing("sofa", sofa(1.9, 0.85, 0.8), "#4d6a8f", (-0.55, 1.6, 0)),
            Thing("low_table", table(1.0, 0.6, 0.42), "#6f4a2d", (-0.45, 0.1, 0), -6),
            Thing("chair_left", chair(0.48, 0.48, 0.88), "#c9563c", (-1.15, -0.9, 0), 152),
            Thing("chair_right", chair(0.48, 0.48, 0.88), "#d9a441", (0.4, -0.95, 0), 205),
            Thing("plant", plant(0.34, 1.15), "#4f8f4a", (1.55, 1.35, 0)),
            Thing("bowl", bowl(0.14, 0.08), "#e9e2d2", (-0.35, 0.12, 0.42), roughness=0.3),
        ),
        View((3.2, -5.4, 3.4), (-0.1, 0.45, 0.62), 30),
        missing="chair_right",
        extra=Thing("floor lamp", lamp(0.24, 1.55), "#e8d9b0", (1.75, -1.3, 0)),
    ),
    Sample(
        "stacked_blocks",
        "wooden toy blocks, some on top of each other",
        (
            _ground("ground_plane", 2.0, 1.7, "#5f7f8f"),
            Thing("block_red", box(0.12, 0.12, 0.12), "#cf4436", (-0.1, 0.02, 0), 14),
            Thing("block_blue", box(0.12, 0.12, 0.12), "#2f6db5", (0.06, 0.05, 0), -8),
            Thing("block_yellow", box(0.12, 0.12, 0.12), "#e7b52c", (-0.02, 0.04, 0.12), 33),
            Thing("plank", box(0.34, 0.09, 0.03), "#b98a52", (0.0, 0.03, 0.24), 5),
            Thing("cylinder_green", cylinder(0.05, 0.14), "#4a9a5b", (-0.08, 0.02, 0.27)),
            Thing("cone_orange", cone(0.055, 0.12), "#ec8a2a", (0.09, 0.04, 0.27)),
            Thing("block_long", box(0.26, 0.07, 0.07), "#8a5aa8", (0.12, -0.19, 0), 28),
            Thing("ball_white", ball(0.055), "#f2efe6", (-0.19, -0.16, 0), roughness=0.3),
        ),
        View((0.52, -1.28, 0.92), (0.0, -0.01, 0.13), 28),
        missing="cone_orange",
        extra=Thing("block_far", box(0.11, 0.11, 0.11), "#3aa0a0", (0.47, 0.3, 0), -20),
    ),
    Sample(
        "work_desk",
        "a desk with screen and keyboard, and a chair",
        (
            _ground("floor", 5.2, 4.6, "#8f9aa5"),
            Thing("desk", table(1.5, 0.7, 0.73), "#c9a878", (0, 0.25, 0)),
            Thing("screen", monitor(0.62, 0.46), "#23272e", (-0.08, 0.36, 0.73), -7, roughness=0.35),
            Thing("keyboard", box(0.42, 0.14, 0.022), "#d8dde2", (-0.06, 0.08, 0.73), -3),
            Thing("mug", cup(0.042, 0.1), "#d0533f", (-0.5, 0.2, 0.73), 120, roughness=0.25),
            Thing("pencil_pot", pot(0.05, 0.11), "#3f7f6f", (0.45, 0.38, 0.73)),
            Thing("notebook", box(0.2, 0.27, 0.02), "#e0b040", (0.42, 0.1, 0.73), 17),
            Thing("desk_lamp", lamp(0.13, 0.48), "#e7dfcf", (-0.6, 0.42, 0.73)),
            Thing("chair", chair(0.5, 0.5, 0.95), "#39506b", (0.1, -0.65, 0), 168),
        ),
        View((2.1, -3.3, 2.5), (0.0, -0.1, 0.46), 30),
        missing="notebook",
        extra=Thing("bin", pot(0.16, 0.34), "#6f767d", (1.25, -0.75, 0)),
    ),
    Sample(
        "balcony_garden",
        "flower pots of several sizes around a bench",
        (
            _ground("terrain", 6.4, 5.0, "#a8a294"),
            Thing("bench", table(1.3, 0.42, 0.45), "#8a6a48", (-0.1, 0.5, 0), -5),
            Thing("pot_large", plant(0.36, 1.3), "#3f7f45", (-1.15, 0.75, 0), 15),
            Thing("pot_small", plant(0.22, 0.7), "#5a9a4a", (0.95, 0.35, 0), 60),
            Thing("pot_empty", pot(0.19, 0.28), "#c06a45", (0.62, -0.45, 0)),
            Thing("watering_can", bottle(0.13, 0.38), "#4f86a8", (-0.65, -0.4, 0), roughness=0.25),
            Thing("seed_box", box(0.5, 0.3, 0.14), "#9a7a4f", (-0.05, -0.35, 0), 22),
            Thing("tomato_1", ball(0.06), "#c93a2c", (-0.3, 0.48, 0.45)),
            Thing("tomato_2", ball(0.06), "#d5452f", (-0.15, 0.53, 0.45)),
        ),
        View((1.6, -4.1, 2.7), (-0.08, 0.2, 0.42), 27),
        missing="pot_large",
        extra=Thing("stone", ball(0.16), "#7f7a70", (1.55, -0.9, 0)),
    ),
)
