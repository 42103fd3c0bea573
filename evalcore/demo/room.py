"""Rooms for the indoor scenes: a patterned wall lit through a window, and a floor in perspective."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import cv2
import numpy as np

from evalcore.demo.drawing import Canvas, Plane, mix, rgb

__all__ = ["HEIGHT", "WIDTH", "Room", "fractal_noise"]

WIDTH, HEIGHT = 320, 180
_EYE = 72  # the horizon lies this far above the foot of the wall
_FINE = 2  # backdrops are drawn this many times larger, then averaged down

Wall = Literal["plaster", "bricks", "stripes", "panels"]
Floor = Literal["planks", "tiles", "concrete"]


@dataclass(frozen=True)
class Room:
    """A room by its two colours and patterns; ``seed`` places the grain, the plank ends and the window light.

    ``foot`` is the row where wall and floor meet.
    """

    wall: Wall
    floor: Floor
    wall_colour: str
    floor_colour: str
    seed: int = 0
    foot: int = 112

    def paint(self) -> Canvas:
        """Draw the empty room, (180, 320, 3)."""
        rng = np.random.default_rng(self.seed)
        y, x = (axis.astype(np.float32) / _FINE for axis in np.mgrid[: HEIGHT * _FINE, : WIDTH * _FINE])
        ground = np.maximum(y - self.foot, 0)
        wall = self._wall(rng, x, y)
        floor = self._floor(rng, x, y)
        room = np.where((y < self.foot)[..., None], wall, floor)
        # The corner is darker, and a skirting board hides the joint.
        room *= 1 - 0.30 * np.exp(-np.abs(y - self.foot) / np.where(ground > 0, 5, 14))[..., None]
        board = (y > self.foot - 7) & (y < self.foot)
        shine = 1.10 - 0.03 * (y - self.foot + 7) - 0.25 * (y > self.foot - 1.5)
        room = np.where(board[..., None], mix(rgb(self.wall_colour), rgb("#ffffff"), 0.6) * shine[..., None], room)
        room *= 1 - 0.26 * (((x - 130) / 260) ** 2 + ((y - 70) / 170) ** 2)[..., None]
        small = cv2.resize(room.astype(np.float32), (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
        return np.asarray(np.clip(small, 0, 1), np.float32)

    def _wall(self, rng: np.random.Generator, x: Plane, y: Plane) -> Canvas:
        tint = 0.025 * fractal_noise(rng, x.shape, cell=(40, 40)) + 0.012 * fractal_noise(rng, x.shape, cell=(5, 5))
        if self.wall == "bricks":
            tone, joint = _cells(rng, x, y, size=(26, 10), shift=0.5)
            tint += 0.07 * tone - 0.13 * np.clip(1.4 - joint, 0, 1)
        elif self.wall == "stripes":
            tint += 0.05 * np.sign(np.sin(x * np.float32(np.pi / 11)))
        elif self.wall == "panels":
            _, joint = _cells(rng, x, y + 8, size=(54, 400), shift=0)
            tint += 0.10 * np.exp(-((joint - 6) ** 2) / 1.5) - 0.16 * np.exp(-((joint - 8) ** 2) / 1.5)
        left, top = rng.uniform(20, 120), rng.uniform(-14, 8)
        wall: Canvas = rgb(self.wall_colour) * (1 + tint + 0.13 * _window_light(x, y, left, top))[..., None]
        return wall

    def _floor(self, rng: np.random.Generator, x: Plane, y: Plane) -> Canvas:
        # Pinhole view of a plane: the further up, the deeper and the smaller.
        depth = (HEIGHT + _EYE - self.foot) / np.maximum(y + _EYE - self.foot, 1)
        across, deep = (x - WIDTH / 2) * depth, 260 * depth
        sharp = np.clip(1.6 - 0.35 * depth, 0.3, 1)
        tint = 0.03 * fractal_noise(rng, x.shape, cell=(3, 30))
        if self.floor == "planks":
            tone, joint = _cells(rng, deep, across + 1000, size=(170, 24), shift=0.37)
            grain = np.sin(across * 1.3 + 3 * np.sin(deep / 37 + 9 * tone) + 40 * tone)
            tint += 0.09 * tone + 0.020 * grain * sharp - 0.28 * sharp * np.clip(1.1 - joint / depth, 0, 1)
        elif self.floor == "tiles":
            tone, joint = _cells(rng, across + 1000, deep, size=(44, 62), shift=0)
            tint += 0.05 * tone - 0.20 * sharp * np.clip(1.4 - joint / depth, 0, 1)
        else:
            tint += 0.05 * fractal_noise(rng, x.shape, cell=(14, 60)) + 0.02 * fractal_noise(rng, x.shape, cell=(2, 3))
        sheen = 0.16 * np.exp(-(((x - 120) / 110) ** 2) - ((y - 128) / 22) ** 2)
        floor: Canvas = rgb(self.floor_colour) * (1 + tint + sheen)[..., None]
        return floor


def fractal_noise(
    rng: np.random.Generator, shape: tuple[int, ...], *, cell: tuple[float, float], octaves: int = 3
) -> Plane:
    """Smooth noise, about -1..1, (H, W); ``cell`` is the (height, width) of its largest structure in pixels."""
    total = np.zeros(shape, np.float32)
    for octave in range(octaves):
        rows, columns = (int(np.ceil(n / max(c / 2**octave, 1))) + 3 for n, c in zip(shape, cell, strict=True))
        coarse = rng.uniform(-1, 1, (rows, columns)).astype(np.float32)
        scale = np.array([[(columns - 3) / shape[1], 0, 1], [0, (rows - 3) / shape[0], 1]])
        flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
        total += cv2.warpAffine(coarse, scale, shape[::-1], flags=flags) / 2**octave
    return total


def _cells(
    rng: np.random.Generator, x: Plane, y: Plane, *, size: tuple[float, float], shift: float
) -> tuple[Plane, Plane]:
    """A lattice of bricks: each point's tone (-1..1, one a brick) and its distance from the nearest joint."""
    row = np.floor(y / size[1])
    along = x / size[0] + shift * row
    column = np.floor(along)
    tones = rng.uniform(-1, 1, (64, 64)).astype(np.float32)
    tone: Plane = tones[row.astype(np.int64) % 64, column.astype(np.int64) % 64]
    in_x, in_y = along - column, y / size[1] - row
    joint = np.minimum(np.minimum(in_x, 1 - in_x) * size[0], np.minimum(in_y, 1 - in_y) * size[1])
    return tone, joint.astype(np.float32)


def _window_light(x: Plane, y: Plane, left: float, top: float) -> Plane:
    """Brightness of four slanted panes of light, 0..1."""
    across, down = (x - left - 0.35 * (y - top)) / 38, (y - top - 0.10 * (x - left)) / 42
    inside = [np.clip((0.42 - np.abs(place - np.floor(place) - 0.5)) * 11 + 0.5, 0, 1) for place in (across, down)]
    pane = (across > 0) & (across < 2) & (down > 0) & (down < 2)
    return np.asarray(inside[0] * inside[1] * pane)
