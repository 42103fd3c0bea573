"""What the judged tasks look like at the start: one drawn setup a task, in which a single property is flipped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from evalcore.demo.drawing import Canvas, ball, blend, mix, polygon, rgb, rod, shadow, to_image
from evalcore.demo.drawing import Image as Picture
from evalcore.demo.judged_tasks import TASKS
from evalcore.demo.room import HEIGHT, WIDTH
from evalcore.demo.stage import Ball, Block, Body

__all__ = ["EDGE", "FLOOR", "GAP", "HUB", "PLANK", "TOP", "Placed", "Setup", "draw", "setup"]

Point = tuple[float, float]
FLOOR, MIDDLE = 150.0, 160.0  # row of the floor, column of the middle
HUB, PLANK = (MIDDLE, 112.0), 100.0  # where a plank rests on its wedge, and half its length
EDGE, TOP = 168.0, 92.0  # where a table ends, and the row of its top
GAP = 190.0  # where a gap begins
_SKIES = ("#dfe7ea", "#efe4d2", "#d9e2d3", "#e6dbe3", "#d5dde8", "#ece8da")
_GROUNDS = ("#8f7a63", "#6f7d84", "#7c8a6d", "#84707c", "#a08a6a", "#75808f")
_PAINTS = ("#d9483b", "#1f7a8c", "#f2b134", "#355070", "#c8553d", "#2a9d8f", "#7b4b94")
_WOOD, _METAL = rgb("#c79a6b"), rgb("#8d9297")


@dataclass(frozen=True, eq=False)
class Placed:
    """A body with its place (px) and angle (radians, clockwise)."""

    body: Body
    x: float
    y: float
    angle: float = 0.0


@dataclass(frozen=True, eq=False)
class Setup:
    """What stands still, (180, 320, 3), what can move, and the number that is flipped."""

    backdrop: Canvas
    bodies: tuple[Placed, ...]
    geometry: float


def setup(task: str, label: str, *, seed: int) -> Setup:
    """The setup of ``task`` that leads to ``label``; the members of a pair share ``seed`` and so all but the flip."""
    paint, geometry = _SETUPS[task]
    rng = np.random.default_rng(seed)
    number = geometry[list(TASKS[task].labels).index(label)]
    sketch = _Sketch(rng)
    return Setup(sketch.canvas, tuple(paint(sketch, number)), number)


def draw(backdrop: Canvas, bodies: tuple[Placed, ...]) -> Picture:
    """The picture, (180, 320, 3) uint8 RGB, with ``bodies`` before ``backdrop``."""
    canvas = backdrop.copy()
    for each in bodies:
        each.body.cast_shadow(canvas, each.x, each.y, each.angle)
    for each in bodies:
        each.body.draw(canvas, each.x, each.y, each.angle)
    return to_image(canvas)


class _Sketch:
    """An empty stage with the colours and sizes that chance gave it, and the things that can be put on it."""

    def __init__(self, rng: np.random.Generator) -> None:
        look = int(rng.integers(len(_SKIES)))
        self.size, self.strength = float(rng.uniform(0.9, 1.1)), float(rng.uniform(0.85, 1.15))
        first, second = rng.permutation(len(_PAINTS))[:2].tolist()
        self.paints = rgb(_PAINTS[first]), rgb(_PAINTS[second])
        y = np.arange(HEIGHT, dtype=np.float32)[:, None] + np.zeros((1, WIDTH), np.float32)
        sky, ground = rgb(_SKIES[look]), rgb(_GROUNDS[look])
        self.canvas: Canvas = mix(sky * np.float32(0.86), sky, np.clip(y / FLOOR, 0, 1))
        blend(self.canvas, ground * np.float32(1.1), np.clip((y - FLOOR + 14) / 3, 0, 1))

    def solid(self, points: list[Point]) -> None:
        """A wooden thing, its face lighter than its lower edge."""
        polygon(self.canvas, [(x + 3, y + 4) for x, y in points], _WOOD * np.float32(0.55), opacity=0.5)
        polygon(self.canvas, points, _WOOD)

    def slab(self, left: float, right: float, top: float, bottom: float = FLOOR) -> None:
        """An upright wooden rectangle."""
        self.solid([(left, top), (right, top), (right, bottom), (left, bottom)])

    def bar(self, start: Point, end: Point, width: float = 7) -> None:
        """A straight metal bar."""
        rod(self.canvas, start, end, width, _METAL)

    def ball(
        self, x: float, y: float, radius: float = 14, *, paint: int = 0, panels: int = 0, floor: float = FLOOR
    ) -> Placed:
        return Placed(Ball(radius * self.size, self.paints[paint], floor, panels), x, y)

    def box(self, x: float, y: float, size: Point, *, angle: float = 0, paint: int = 0, floor: float = FLOOR) -> Placed:
        return Placed(Block(size, self.paints[paint], floor), x, y, angle)


def _plank(sketch: _Sketch, geometry: float, *, load: str) -> list[Placed]:
    slope = float(np.radians(11 * sketch.strength * geometry))
    along, up = np.array([np.cos(slope), np.sin(slope)]), np.array([np.sin(slope), -np.cos(slope)])
    centre = np.array(HUB)
    sketch.solid([(MIDDLE - 20, FLOOR), HUB, (MIDDLE + 20, FLOOR)])
    sketch.bar(tuple(centre - PLANK * along), tuple(centre + PLANK * along))
    if load in ("box", "tall box"):
        size = (30.0, 24.0) if load == "box" else (18.0, 56.0)
        x, y = (centre + (3.5 + size[1] / 2) * up).tolist()
        return [sketch.box(x, y, size, angle=slope)]
    radius = 14 * sketch.size
    places = [centre + side * along + (3.5 + radius) * up for side in ((-40, 40) if load == "balls" else (0,))]
    return [
        sketch.ball(x, y, paint=nth, panels=3 if load == "drum" else 0)
        for nth, (x, y) in enumerate(place.tolist() for place in places)
    ]


def _crest(sketch: _Sketch, geometry: float, *, panels: int) -> list[Placed]:
    x = np.linspace(20, 300, 57)
    height = 72 * np.exp(-(((x - MIDDLE) / 62) ** 2))
    sketch.solid([(20, FLOOR + 4), *zip(x.tolist(), (FLOOR - height).tolist(), strict=True), (300, FLOOR + 4)])
    place = MIDDLE + 13 * geometry * sketch.strength
    top = FLOOR - 72 * float(np.exp(-(((place - MIDDLE) / 62) ** 2)))
    return [sketch.ball(place, top - 14 * sketch.size, panels=panels)]


def _curve(sketch: _Sketch, geometry: float) -> list[Placed]:
    x = np.linspace(50, 270, 45)
    y = 108 + 22 * geometry * sketch.strength * (1 - ((x - MIDDLE) / 110) ** 2)
    sketch.solid([(50, FLOOR), *zip(x.tolist(), y.tolist(), strict=True), (270, FLOOR)])
    at = MIDDLE + 20
    return [sketch.ball(at, float(np.interp(at, x, y)) - 14 * sketch.size, panels=3)]


def _ledge(sketch: _Sketch, geometry: float, *, size: Point, stack: bool = False) -> list[Placed]:
    sketch.slab(-10, EDGE, TOP, TOP + 12)
    sketch.slab(24, 36, TOP + 12)
    sketch.slab(EDGE - 36, EDGE - 24, TOP + 12)
    out = 0.24 * sketch.strength * size[0]  # how far the middle is from the edge
    x = EDGE + out * (geometry if geometry else -1)
    lower = sketch.box(x, TOP - size[1] / 2, size)
    if not stack:
        return [lower]
    return [lower, sketch.box(x + 1.5 * out * (2 if geometry == 0 else 0.2), TOP - 1.5 * size[1], size, paint=1)]


def _seesaw(sketch: _Sketch, geometry: float, *, by_distance: bool) -> list[Placed]:
    sketch.solid([(MIDDLE - 18, FLOOR), (MIDDLE, 122), (MIDDLE + 18, FLOOR)])
    sketch.bar((MIDDLE - 110, 119), (MIDDLE + 110, 119))
    share = 0.32 * sketch.strength * geometry
    sides = [(1 - share, -1), (1 + share, 1)]
    boxes = []
    for paint, (weight, side) in enumerate(sides):
        edge, apart = (24.0, 66 * weight) if by_distance else (26 * weight, 80.0)
        boxes.append(sketch.box(MIDDLE + side * apart, 115.5 - edge / 2, (edge, edge), paint=paint))
    return boxes


def _gap(sketch: _Sketch, geometry: float, *, panels: int) -> list[Placed]:
    width = 12.0 if geometry < 0 else 36.0
    sketch.slab(-10, GAP, TOP + 18, HEIGHT + 5)
    sketch.slab(GAP + width, WIDTH + 10, TOP + 18, HEIGHT + 5)
    if geometry == 0:
        sketch.solid([(150, TOP + 18), (160, TOP + 8), (170, TOP + 18)])
    return [Placed(Ball(13, sketch.paints[0], TOP + 18, panels), 40, TOP + 5)]


def _slot(sketch: _Sketch, geometry: float, *, box: bool) -> list[Placed]:
    sketch.slab(200, 216, -5, FLOOR - 30 * (1 + 0.4 * geometry * sketch.strength))
    return [sketch.box(64, FLOOR - 15, (30, 30)) if box else sketch.ball(64, FLOOR - 14 * sketch.size)]


def _funnel(sketch: _Sketch, geometry: float) -> list[Placed]:
    half = 14 * sketch.size * (1 + 0.35 * geometry * sketch.strength)
    for side in (-1, 1):
        sketch.bar((MIDDLE + side * (half + 52), 62), (MIDDLE + side * (half + 4), 104))
        sketch.bar((MIDDLE + side * (half + 4), 104), (MIDDLE + side * (half + 4), 128))
    return [sketch.ball(MIDDLE, 30)]


def _step(sketch: _Sketch, geometry: float) -> list[Placed]:
    sketch.slab(190, WIDTH + 10, FLOOR - 16 * (1 + 0.65 * geometry * sketch.strength))
    return [sketch.ball(60, FLOOR - 14 * sketch.size, panels=3)]


def _dominoes(sketch: _Sketch, near: float, *, growth: float) -> list[Placed]:
    boxes, x = [], 50.0
    for nth in range(7):
        height = 38.0 + growth * nth
        boxes.append(sketch.box(x, FLOOR - height / 2, (8, height), paint=nth % 2))
        x += 22 * sketch.size if nth + 1 != near else 74.0
    return boxes


def _strike(sketch: _Sketch, geometry: float) -> list[Placed]:
    size = {-1: (44.0, 22.0), 0: (18.0, 62.0), 1: (92.0, 74.0)}[int(geometry)]
    return [sketch.box(220, FLOOR - size[1] / 2, size, paint=1), sketch.ball(54, FLOOR - 14 * sketch.size)]


def _head_on(sketch: _Sketch, geometry: float) -> list[Placed]:
    share = 0.35 * geometry * sketch.strength
    radii = 17 * (1 + share), 17 * (1 - share)
    return [
        sketch.ball(x, FLOOR - radius * sketch.size, radius, paint=nth)
        for nth, (x, radius) in enumerate(zip((60, 260), radii, strict=True))
    ]


def _swing(sketch: _Sketch, length: float, angle: float) -> Placed:
    hook = MIDDLE, 16.0
    sketch.slab(60, 260, 6, 16)
    end = hook[0] - length * float(np.sin(angle)), hook[1] + length * float(np.cos(angle))
    rod(sketch.canvas, hook, end, 3, _METAL)
    return sketch.ball(*end, 13)


def _hammer(sketch: _Sketch, geometry: float) -> list[Placed]:
    bob = _swing(sketch, 92 + 16 * geometry * sketch.strength, 0.9)
    return [sketch.box(MIDDLE + 12, FLOOR - 18, (18, 36), paint=1), bob]


def _pendulum(sketch: _Sketch, geometry: float) -> list[Placed]:
    return [_swing(sketch, 96, -0.6 * geometry * sketch.strength)]


def _pendulum_wall(sketch: _Sketch, geometry: float) -> list[Placed]:
    sketch.slab(250 + 26 * geometry, 266 + 26 * geometry, 40)
    return [_swing(sketch, 96, 0.75 * sketch.strength)]


def _cup(sketch: _Sketch, geometry: float, *, box: bool) -> list[Placed]:
    for side in (-1, 1):
        sketch.bar((MIDDLE + side * 30, 106), (MIDDLE + side * 24, FLOOR - 3))
    sketch.bar((MIDDLE - 24, FLOOR - 3), (MIDDLE + 24, FLOOR - 3))
    x = MIDDLE + 62 * geometry * sketch.strength
    return [sketch.box(x, 40, (26, 22)) if box else sketch.ball(x, 40)]


def _lid(sketch: _Sketch, geometry: float) -> list[Placed]:
    sketch.bar((MIDDLE - 34, 84), (MIDDLE - 34, FLOOR))
    sketch.bar((MIDDLE + 34, 84), (MIDDLE + 34, FLOOR))
    x = MIDDLE + (0 if geometry > 0 else 84)
    sketch.bar((x - 40, 80 if geometry > 0 else FLOOR - 4), (x + 40, 80 if geometry > 0 else FLOOR - 4), 9)
    return [sketch.ball(MIDDLE, 30)]


def _tilted_cup(sketch: _Sketch, geometry: float) -> list[Placed]:
    tilt = 0.15 if geometry < 0 else 1.25 * sketch.strength
    along, up = np.array([np.cos(tilt), np.sin(tilt)]), np.array([np.sin(tilt), -np.cos(tilt)])
    base = np.array([MIDDLE - 10, 128.0])
    sketch.slab(MIDDLE - 40, MIDDLE + 30, 138)
    corners = [tuple((base + side * 24 * along).tolist()) for side in (-1, 1)]
    sketch.bar(corners[0], corners[1])
    for corner in corners:
        sketch.bar(corner, tuple((np.array(corner) + 50 * up).tolist()))
    x, y = (base + (17 * sketch.size + 3) * up).tolist()
    return [sketch.ball(x, y)]


def _shelf(sketch: _Sketch, geometry: float) -> list[Placed]:
    drop = 9 * geometry * sketch.strength
    sketch.bar((70, 90 - drop), (230, 90 + drop), 8)
    for x in (95, 190):
        sketch.bar((x, 94), (x, FLOOR), 5)
    return [sketch.ball(150, 86 - 14 * sketch.size)]


def _pulley(sketch: _Sketch, geometry: float, *, boxes: bool) -> list[Placed]:
    sketch.slab(60, 260, 6, 16)
    bodies = []
    for paint, side in enumerate((-1, 1)):
        x, size = MIDDLE + side * 34, 15 * (1 + side * 0.32 * geometry * sketch.strength)
        rod(sketch.canvas, (x, 40), (x, 100), 2, _METAL)
        edge = (2 * size, 2 * size)
        bodies.append(sketch.box(x, 100, edge, paint=paint) if boxes else sketch.ball(x, 100, size, paint=paint))
    ball(sketch.canvas, MIDDLE, 40, 34, _METAL, panels=3)
    return bodies


def _beam(sketch: _Sketch, geometry: float) -> list[Placed]:
    sketch.slab(40, 280, 6, 16)
    for side in (-1, 1):
        x = MIDDLE + side * 70
        rod(sketch.canvas, (x, 16), (x, 50), 2, _METAL)
        if geometry not in (side, 2):  # a cable that is cut ends in the air
            rod(sketch.canvas, (x, 50), (x, 92), 2, _METAL)
    shadow(sketch.canvas, MIDDLE, FLOOR, (90, 9), 0.25)
    return [sketch.box(MIDDLE, 98, (170, 12))]


# For each label of a task, the property that leads to it: a slope, an offset, a width, how many dominoes stand close.
_SETUPS: dict[str, tuple[Callable[[_Sketch, float], list[Placed]], tuple[float, ...]]] = {
    "tilted_plank_ball": (partial(_plank, load="ball"), (-1, 1, 0)),
    "tilted_plank_drum": (partial(_plank, load="drum"), (-1, 1)),
    "tilted_plank_box": (partial(_plank, load="box"), (-1, 1, 0)),
    "tilted_tray_balls": (partial(_plank, load="balls"), (-1, 1, 0)),
    "crest_ball": (partial(_crest, panels=0), (-1, 1)),
    "crest_drum": (partial(_crest, panels=3), (-1, 1)),
    "curve_ball": (_curve, (1, -1)),
    "ledge_block": (partial(_ledge, size=(62, 34)), (1, -1)),
    "ledge_plank": (partial(_ledge, size=(118, 12)), (1, -1)),
    "ledge_stack": (partial(_ledge, size=(58, 24), stack=True), (1, 0, -1)),
    "seesaw_weights": (partial(_seesaw, by_distance=False), (-1, 1, 0)),
    "seesaw_distance": (partial(_seesaw, by_distance=True), (-1, 1, 0)),
    "tall_box": (partial(_plank, load="tall box"), (0, -1.6, 1.6)),
    "gap_ball": (partial(_gap, panels=0), (-1, 1)),
    "gap_drum": (partial(_gap, panels=3), (-1, 1, 0)),
    "slot_ball": (partial(_slot, box=False), (1, -1)),
    "slot_box": (partial(_slot, box=True), (1, -1)),
    "funnel_ball": (_funnel, (1, -1)),
    "step_ball": (_step, (-1, 1, 0.2)),
    "domino_row": (partial(_dominoes, growth=0), (7, 4)),
    "domino_heights": (partial(_dominoes, growth=5), (7, 4, 1)),
    "ball_hits_box": (_strike, (0, -1, 1)),
    "head_on_balls": (_head_on, (-1, 1, 0)),
    "hammer_box": (_hammer, (1, -1)),
    "drop_over_cup": (partial(_cup, box=False), (0, -1, 1)),
    "drop_over_crate": (partial(_cup, box=True), (0, 1)),
    "lid_ball": (_lid, (-1, 1)),
    "tilted_cup": (_tilted_cup, (-1, 1)),
    "shelf_ball": (_shelf, (0, 1)),
    "pulley_weights": (partial(_pulley, boxes=False), (-1, 1, 0)),
    "pulley_boxes": (partial(_pulley, boxes=True), (-1, 1, 0)),
    "pendulum_start": (_pendulum, (1, -1)),
    "pendulum_wall": (_pendulum_wall, (-1, 1)),
    "beam_cables": (_beam, (-1, 1, 2, 0)),
}
