"""What stands in the made scenes: furniture and small things put together from few parts, in metres, Z up."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any, Literal

__all__ = [
    "Part",
    "Shape",
    "ball",
    "bookcase",
    "bottle",
    "bowl",
    "box",
    "chair",
    "cone",
    "cup",
    "cylinder",
    "extents",
    "lamp",
    "mesh_of",
    "monitor",
    "plant",
    "pot",
    "sheet",
    "sofa",
    "table",
]

SECTIONS = 36  # of what is round


@dataclass(frozen=True)
class Part:
    """One piece. ``box``: ``numbers`` are its three sides. ``sheet``: width and height of an upright rectangle.
    ``turned``: radius and height, again and again, of the outline that is turned about the vertical axis. ``ball``: its
    radius. ``at`` is the middle of its bottom.
    """

    kind: Literal["box", "sheet", "turned", "ball"]
    numbers: tuple[float, ...]
    at: tuple[float, float, float] = (0.0, 0.0, 0.0)


Shape = tuple[Part, ...]


def box(x: float, y: float, z: float, *, at: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> Shape:
    """A box with sides x, y, z."""
    return (Part("box", (x, y, z), at),)


def sheet(x: float, z: float) -> Shape:
    """An upright picture without any thickness, which faces -y."""
    return (Part("sheet", (x, z)),)


def ball(radius: float) -> Shape:
    """A ball that lies on its bottom."""
    return (Part("ball", (radius,)),)


def cylinder(radius: float, height: float) -> Shape:
    """An upright cylinder."""
    return (Part("turned", (0, 0, radius, 0, radius, height, 0, height)),)


def cone(radius: float, height: float) -> Shape:
    """An upright cone."""
    return (Part("turned", (0, 0, radius, 0, 0, height)),)


def cup(radius: float, height: float) -> Shape:
    """A cup with a handle."""
    wall = 0.88 * radius
    body = (0, 0, 0.7 * radius, 0, radius, 0.25 * height, radius, height, wall, height, wall, 0.1 * height, 0)
    thick, out = 0.18 * radius, 0.55 * radius
    handle = [
        Part("box", (out, thick, thick), (radius + out / 2 - 0.02 * radius, 0.0, share * height))
        for share in (0.25, 0.72)
    ]
    grip = Part("box", (thick, thick, 0.47 * height + thick), (radius + out, 0.0, 0.25 * height))
    return (Part("turned", (*body, 0.1 * height)), *handle, grip)


def bowl(radius: float, height: float) -> Shape:
    """An open bowl."""
    outline = [(0, 0), (0.45, 0), (0.8, 0.35), (1, 1), (0.93, 1), (0.72, 0.42), (0.4, 0.12), (0, 0.12)]
    return (_turned(outline, radius, height),)


def bottle(radius: float, height: float) -> Shape:
    """A bottle with a neck."""
    outline = [(0, 0), (0.95, 0), (1, 0.04), (1, 0.6), (0.36, 0.76), (0.36, 0.96), (0.42, 0.96), (0.42, 1), (0, 1)]
    return (_turned(outline, radius, height),)


def pot(radius: float, height: float) -> Shape:
    """A flower pot with a rim."""
    outline = [(0, 0), (0.7, 0), (0.9, 0.8), (1, 0.8), (1, 1), (0.86, 1), (0.86, 0.9), (0, 0.9)]
    return (_turned(outline, radius, height),)


def plant(radius: float, height: float) -> Shape:
    """A pot with a round crown on a stem."""
    crown = 0.5 * height
    stem = Part("turned", (0, 0, 0.07 * radius, 0, 0.07 * radius, 0.4 * height, 0, 0.4 * height), (0, 0, 0.25 * height))
    leaves = [
        Part("ball", (0.32 * crown,), (0.42 * radius * cos(k * pi / 2.5), 0.42 * radius * sin(k * pi / 2.5), lift))
        for k, lift in enumerate((0.42 * height, 0.5 * height, 0.45 * height, 0.52 * height, 0.48 * height))
    ]
    top = Part("ball", (0.34 * crown,), (0, 0, height - 0.68 * crown))
    return (*pot(0.6 * radius, 0.32 * height), stem, *leaves, top)


def lamp(radius: float, height: float) -> Shape:
    """A standing lamp with a shade."""
    foot = Part("turned", (0, 0, 0.7 * radius, 0, 0.7 * radius, 0.02 * height, 0, 0.03 * height))
    thin = 0.06 * radius
    post = Part("turned", (0, 0, thin, 0, thin, 0.72 * height, 0, 0.72 * height), (0, 0, 0.02 * height))
    shade = Part("turned", (0, 0, radius, 0, 0.6 * radius, 0.3 * height, 0, 0.3 * height), (0, 0, 0.7 * height))
    return foot, post, shade


def table(width: float, depth: float, height: float) -> Shape:
    """A table on four legs."""
    top, leg = 0.05 * height, 0.07 * min(width, depth)
    return (
        Part("box", (width, depth, top), (0, 0, height - top)),
        *_legs(width - 2 * leg, depth - 2 * leg, leg, height - top),
    )


def chair(width: float, depth: float, height: float) -> Shape:
    """A chair that faces -y."""
    seat, thick, leg = 0.5 * height, 0.05 * height, 0.09 * width
    posts = [
        Part("box", (leg, leg, height - seat), (side * (width - leg) / 2, (depth - leg) / 2, seat)) for side in (-1, 1)
    ]
    rest = Part("box", (width - 2 * leg, 0.6 * leg, 0.28 * height), (0, (depth - leg) / 2, 0.68 * height))
    return (
        Part("box", (width, depth, thick), (0, 0, seat - thick)),
        *_legs(width - leg, depth - leg, leg, seat - thick),
        *posts,
        rest,
    )


def sofa(width: float, depth: float, height: float) -> Shape:
    """A sofa that faces -y."""
    arm, seat = 0.11 * width, 0.5 * height
    inner = width - 2 * arm
    cushions = [
        Part("box", (0.48 * inner, 0.72 * depth, 0.16 * height), (side * 0.25 * inner, -0.1 * depth, seat))
        for side in (-1, 1)
    ]
    return (
        Part("box", (inner, depth, seat), (0, 0, 0)),
        Part("box", (width, 0.22 * depth, height), (0, 0.39 * depth, 0)),
        *(Part("box", (arm, 0.9 * depth, 0.7 * height), (side * (width - arm) / 2, 0, 0)) for side in (-1, 1)),
        *cushions,
    )


def bookcase(width: float, depth: float, height: float, boards: int) -> Shape:
    """An open bookcase with ``boards`` boards at equal distances, bottom and top among them."""
    thick = 0.03
    rise = (height - thick) / (boards - 1)
    sides = [Part("box", (thick, depth, height), (side * (width - thick) / 2, 0, 0)) for side in (-1, 1)]
    return (
        *sides,
        *(Part("box", (width - 2 * thick, depth, thick), (0, 0, k * rise)) for k in range(boards)),
        Part("box", (width - 2 * thick, 0.012, height), (0, (depth - 0.012) / 2, 0)),
    )


def monitor(width: float, height: float) -> Shape:
    """A screen on a foot, which faces -y."""
    return (
        Part("box", (0.4 * width, 0.2, 0.015)),
        Part("box", (0.06, 0.03, 0.35 * height), (0, 0.03, 0.015)),
        Part("box", (width, 0.03, 0.75 * height), (0, 0, 0.25 * height)),
    )


def mesh_of(shape: Shape) -> Any:
    """The shape as one ``trimesh.Trimesh``, its parts unmerged, with Z up."""
    import trimesh

    return trimesh.util.concatenate([_piece(part) for part in shape])


def extents(shape: Shape) -> tuple[float, float, float]:
    """The three sides of the upright box around a shape, in metres."""
    x, y, z = mesh_of(shape).extents.tolist()
    return x, y, z


def _piece(part: Part) -> Any:
    from trimesh import Trimesh, creation

    if part.kind == "box":
        piece = creation.box(extents=part.numbers)
    elif part.kind == "sheet":
        width, height = part.numbers
        corners = [(x * width / 2, 0.0, z * height) for x, z in ((-1, 0), (1, 0), (1, 1), (-1, 1))]
        piece = Trimesh(corners, [(0, 1, 2), (0, 2, 3)], process=False)
    elif part.kind == "ball":
        piece = creation.icosphere(subdivisions=2, radius=part.numbers[0])
    else:
        outline = list(zip(part.numbers[::2], part.numbers[1::2], strict=True))
        piece = creation.revolve(outline, sections=SECTIONS)
    x, y, z = part.at
    piece.apply_translation((x, y, z - piece.bounds[0][2]))
    return piece


def _turned(outline: list[tuple[float, float]], radius: float, height: float) -> Part:
    return Part("turned", tuple(number for r, z in outline for number in (r * radius, z * height)))


def _legs(width: float, depth: float, leg: float, height: float) -> list[Part]:
    corners = [(x, y) for x in (-1, 1) for y in (-1, 1)]
    return [Part("box", (leg, leg, height), (x * width / 2, y * depth / 2, 0)) for x, y in corners]
