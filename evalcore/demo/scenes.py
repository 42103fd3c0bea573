"""The thirty scenes of the demo workspace, six of each of five kinds, every one drawn from its seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from evalcore.demo.drawing import Canvas, Colour, ball, mix, polygon, rgb, rod, shadow
from evalcore.demo.landscape import Landscape
from evalcore.demo.motion import Track, bounce, double_pendulum, pendulum, roll, tumble
from evalcore.demo.room import WIDTH, Room
from evalcore.demo.stage import Ball, Block, Bob, Body, Pan, Roller, Scene, Stage

__all__ = ["SHOTS", "Shot"]

_PER_KIND = 6
_Build = Callable[[int, np.random.Generator], Scene]

# Rooms, and the colours of what moves in them.
_ROOMS: tuple[tuple[Room, tuple[str, str, str]], ...] = (
    (Room("plaster", "planks", "#e4d3bc", "#b4835a"), ("#d9483b", "#1f7a8c", "#f2b134")),
    (Room("panels", "tiles", "#6e86a8", "#e6dfd3"), ("#f2b134", "#c8553d", "#3d5a80")),
    (Room("stripes", "planks", "#b7c9be", "#d2a878"), ("#c8553d", "#355070", "#e9c46a")),
    (Room("bricks", "concrete", "#a86b56", "#b8b3aa"), ("#2a9d8f", "#e9c46a", "#f4efe6")),
    (Room("plaster", "tiles", "#44546a", "#8c93a0"), ("#f2a65a", "#8ed1c6", "#d1495b")),
    (Room("bricks", "planks", "#e9e1d6", "#7b5440"), ("#1f7a8c", "#d9483b", "#f2b134")),
)
_LANDSCAPES = (
    Landscape(("#5aa0d8", "#d8ecf5"), "#fff3c4", "#7fa3b8", "#5f8f55", "#8db255", "conifers"),
    Landscape(("#3b4a86", "#f6b58a"), "#ffd08a", "#6a5f8e", "#4d4a63", "#57503f", "conifers"),
    Landscape(("#79b8e8", "#f5efdc"), "#ffffff", "#8fb0a6", "#c98a3d", "#b7a253", "round trees"),
    Landscape(("#232a52", "#7a6a9a"), "#f5f0d8", "#3c4470", "#3d4a5e", "#2f3d45", "town"),
    Landscape(("#a9c9dd", "#eef3f5"), "#ffffff", "#9db4c4", "#c9d6dc", "#e6edf0", "conifers"),
    Landscape(("#64b4d9", "#fbe6cf"), "#ffe9b0", "#c99a7b", "#9fae6a", "#7fa04a", "town"),
)
_BALLOONS = ("#d9483b", "#f2b134", "#355070", "#e76f51", "#c8553d", "#2a9d8f")


@dataclass(frozen=True)
class Shot:
    """What one clip shows: the ``number``-th scene (0..5) of its ``kind``."""

    kind: str
    number: int

    @property
    def clip_id(self) -> str:
        """The clip's name, such as ``bounce_01``."""
        return f"{self.kind}_{self.number + 1:02d}"

    @property
    def seed(self) -> int:
        """The seed of everything in the scene that is left to chance."""
        return 100 * (list(_KINDS).index(self.kind) + 1) + self.number

    @property
    def description(self) -> str:
        """What is to be seen."""
        return _KINDS[self.kind][0]

    def build(self) -> Scene:
        """Simulate the motion and paint the backdrop."""
        return _KINDS[self.kind][1](self.number, np.random.default_rng(self.seed))


def _bounce(number: int, rng: np.random.Generator) -> Scene:
    room, colours = _room(number, rng)
    cast: list[tuple[Track, Body]] = []
    balls = 1 + number % 3
    lanes = rng.permutation(balls)
    for nth in range(balls):  # from the wall to the viewer
        nearness = nth - balls + 1
        floor, radius = 164 + 15.0 * nearness, 20 + 3.0 * nearness + rng.uniform(-1, 1)
        x = WIDTH * (0.24 + 0.52 * (float(lanes[nth]) / (balls - 1) if balls > 1 else number / 5)) + rng.uniform(
            -12, 12
        )
        side = 1 if x < WIDTH / 2 else -1
        track = bounce(
            (x, rng.uniform(28, 80)),
            (side * rng.uniform(60, 130), rng.uniform(-40, 60)),
            radius=radius,
            floor=floor,
            walls=(0, WIDTH),
            restitution=rng.uniform(0.72, 0.88),
        )
        cast.append((track, Ball(radius, colours[-nearness], floor, panels=0 if nearness else 3)))
    return Stage(room.paint(), tuple(cast))


def _roll(number: int, rng: np.random.Generator) -> Scene:
    room, colours = _room(number + 2, rng)
    slope, radius, floor = float(np.radians(rng.uniform(13, 22))), rng.uniform(17, 21), 158.0
    foot, uphill = rng.uniform(205, 235), number % 3 == 2
    speed = -rng.uniform(110, 130) if uphill else rng.uniform(60, 120)
    distance = rng.uniform(100, 125) if uphill else rng.uniform(150, 170)
    track = roll(slope, foot=(foot, floor), distance=distance, speed=speed, radius=radius)
    ramp = np.array([(12.0, floor - (foot - 12) * np.tan(slope)), (foot, floor), (12.0, floor)])
    if number % 2:
        track, slope, foot = track.mirrored().moved(WIDTH, 0), -slope, WIDTH - foot
        ramp[:, 0] = WIDTH - ramp[:, 0]
    backdrop = room.paint()
    _paint_ramp(backdrop, ramp, mix(colours[1], rgb("#e9dcc6"), 0.25))
    return Stage(backdrop, ((track, Roller(radius, colours[0], slope, foot)),))


def _fall(number: int, rng: np.random.Generator) -> Scene:
    room, colours = _room(number + 4, rng)
    cast: list[tuple[Track, Body]] = []
    blocks = 2 + number % 2
    lanes = rng.permutation(blocks)
    for nth in range(blocks):
        nearness = nth - blocks + 1
        floor, main = 164 + 13.0 * nearness, nearness == 0
        size = (rng.uniform(40, 50), rng.uniform(34, 44)) if main else (rng.uniform(24, 34), rng.uniform(30, 42))
        x = WIDTH * (0.22 + 0.56 * float(lanes[nth]) / (blocks - 1)) + rng.uniform(-14, 14)
        track = tumble(
            (x, rng.uniform(10, 40) if main else rng.uniform(-30, 70), rng.uniform(-0.6, 0.6)),
            ((WIDTH / 2 - x) * rng.uniform(0.1, 0.5), rng.uniform(-60, 20), rng.uniform(-2.5, 2.5)),
            size=size,
            floor=floor,
        )
        cast.append((track, Block(size, colours[-nearness], floor)))
    return Stage(room.paint(), tuple(cast))


def _pendulum(number: int, rng: np.random.Generator) -> Scene:
    room, colours = _room(number + 1, rng, foot=160)
    cast: list[tuple[Track, Body]] = []
    beam, hooks = 17.0, (110.0, 215.0) if number % 3 == 1 else (WIDTH / 2,)
    if number % 3 == 2:
        lengths = rng.uniform(48, 56), rng.uniform(44, 52)
        upper, lower = double_pendulum((rng.uniform(0.7, 1.1), rng.uniform(0.2, 1.3)), lengths=lengths)
        cast.append((upper.moved(hooks[0], beam), Bob(13, colours[1], lengths[0])))
        cast.append((lower.moved(hooks[0], beam), Bob(16, colours[0], lengths[1])))
    else:
        for nth, x in enumerate(hooks):
            length, main = rng.uniform(88, 108), nth == len(hooks) - 1
            track = pendulum((-1) ** nth * rng.uniform(0.6, 0.95), length=length, speed=rng.uniform(-0.6, 0.6))
            cast.append((track.moved(x, beam), Bob(20 if main else 16, colours[0 if main else 1], length)))
    backdrop = room.paint()
    _paint_beam(backdrop, beam, hooks)
    return Stage(backdrop, tuple(cast))


def _pan(number: int, rng: np.random.Generator) -> Scene:
    land = replace(_LANDSCAPES[number], seed=int(rng.integers(1 << 30)))
    speed = rng.uniform(4, 7) * (-1) ** number
    x, apart = rng.uniform(110, 210), rng.uniform(80, 130)
    main = (x, rng.uniform(48, 66), rng.uniform(19, 25), rgb(_BALLOONS[number]))
    small = (
        x + (apart if x < WIDTH / 2 else -apart),
        rng.uniform(30, 60),
        rng.uniform(8, 12),
        rgb(_BALLOONS[number - 1]),
    )
    return Pan(land.backdrop(), land.layers(), (small, main), start=20.0 if speed > 0 else 200.0, speed=speed)


def _room(number: int, rng: np.random.Generator, *, foot: int = 112) -> tuple[Room, tuple[Colour, ...]]:
    room, colours = _ROOMS[number % len(_ROOMS)]
    return replace(room, seed=int(rng.integers(1 << 30)), foot=foot), tuple(rgb(code) for code in colours)


def _paint_ramp(canvas: Canvas, front: NDArray[np.float64], colour: Colour) -> None:
    """A wedge whose upper face is seen from above, so that what rolls on it has something to cast its shadow on."""
    near, far = np.array([-3.0, 6.0]), np.array([9.0, -9.0])
    top, foot, heel = front
    shadow(canvas, float(front[:, 0].mean()), float(foot[1]) + 7, (130, 16), 0.4)
    side = colour * np.float32(0.78)
    polygon(canvas, [top + near, top + far, heel + far, heel + near], side * np.float32(0.7))
    polygon(canvas, [top + far, foot + far, foot + near, top + near], colour * np.float32(1.08))
    polygon(canvas, [top + near, foot + near, heel + near], side)
    for share in np.linspace(0.12, 0.88, 7):
        upper, lower = top + share * (foot - top) + near, heel + share * (foot - heel) + near
        rod(canvas, (upper[0], upper[1] + 3), (lower[0], lower[1]), 1.4, side * np.float32(0.8))
    rod(canvas, tuple(top + near), tuple(foot + near), 1.6, mix(colour, rgb("#ffffff"), 0.5))


def _paint_beam(canvas: Canvas, row: float, hooks: tuple[float, ...]) -> None:
    """The beam that pendulums hang from."""
    rod(canvas, (13, row + 4), (WIDTH + 13, row + 4), 14, rgb("#b4b0ac"), soft=8)
    rod(canvas, (-9, row - 5), (WIDTH + 9, row - 5), 13, rgb("#8a6244"))
    for x in hooks:
        ball(canvas, x, row, 4, rgb("#c9c6c1"))


_KINDS: dict[str, tuple[str, _Build]] = {
    "bounce": ("One to three balls bounce on the floor and off the walls.", _bounce),
    "roll": ("A beach ball rolls on a ramp and on along the floor.", _roll),
    "fall": ("Two or three blocks fall, hit the floor with their corners and tumble to rest.", _fall),
    "pendulum": ("A pendulum, two pendulums or a double pendulum swing.", _pendulum),
    "pan": ("The camera passes a landscape with hot-air balloons.", _pan),
}

SHOTS = tuple(Shot(kind, number) for kind in _KINDS for number in range(_PER_KIND))
