"""Landscapes in depth for the camera pans: sky, ridges, trees or houses, and a meadow, each at its own distance."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import cv2
import numpy as np

from evalcore.demo.drawing import Canvas, Colour, Plane, ball, mix, polygon, rgb, rod
from evalcore.demo.room import HEIGHT, WIDTH, fractal_noise

__all__ = ["Landscape", "Layer", "balloon"]

Growth = Literal["conifers", "round trees", "town"]
_LENGTH = 620  # px of world in front of the fastest camera, with the picture's own width


@dataclass(frozen=True, eq=False)
class Layer:
    """One depth of the landscape.

    ``paint`` is premultiplied RGBA, (180 - top, 620, 4), for the rows from ``top`` down; ``parallax`` is how fast it
    passes (1: with the meadow).
    """

    paint: Canvas
    top: int
    parallax: float

    def over(self, canvas: Canvas, camera: tuple[float, float]) -> None:
        """Lay the layer over ``canvas`` as a camera at (x, y) sees it."""
        below = canvas[self.top :]
        move = np.array([[1, 0, -camera[0] * self.parallax], [0, 1, -camera[1] * self.parallax]])
        size = WIDTH, len(below)
        seen = cv2.warpAffine(self.paint, move, size, flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
        below *= 1 - seen[..., 3:]
        below += seen[..., :3]


@dataclass(frozen=True)
class Landscape:
    """A landscape by its colours (``#rrggbb``) and by what grows on the middle ridge; ``seed`` places everything."""

    sky: tuple[str, str]  # zenith, horizon
    sun: str
    far: str
    middle: str
    near: str
    growth: Growth
    seed: int = 0

    def backdrop(self) -> Canvas:
        """Sky with sun and clouds, which stand still, (180, 320, 3)."""
        rng = np.random.default_rng((self.seed, 0))
        y, x = (axis.astype(np.float32) for axis in np.mgrid[:HEIGHT, :WIDTH])
        sky = mix(rgb(self.sky[0]), rgb(self.sky[1]), np.clip(y / 120, 0, 1) ** 1.2)
        distance = np.hypot(x - rng.uniform(40, 280), y - rng.uniform(22, 46))
        sky = mix(sky, rgb(self.sun), 0.65 * np.exp(-distance / 34))
        sky = mix(sky, mix(rgb(self.sun), rgb("#ffffff"), 0.5), np.clip(11.5 - distance, 0, 1))
        cloud = np.clip(fractal_noise(rng, y.shape, cell=(22, 110), octaves=4) - 0.15, 0, 0.8)
        return mix(sky, mix(rgb(self.sky[1]), rgb("#ffffff"), 0.6), 0.7 * cloud * np.exp(-(((y - 42) / 34) ** 2)))

    def layers(self) -> tuple[Layer, ...]:
        """The layers from far to near."""
        rng = np.random.default_rng((self.seed, 1))
        haze = rgb(self.sky[1])
        far, _ = _ridge(rng, mix(rgb(self.far), haze, 0.45), level=92, height=26, cell=90, haze=haze)
        hills, _ = _ridge(rng, rgb(self.far), level=108, height=14, cell=70, haze=haze)
        middle, crest = _ridge(rng, rgb(self.middle), level=126, height=8, cell=110, haze=haze)
        for x in np.sort(rng.uniform(4, _LENGTH - 4, 56 if self.growth != "town" else 30)):
            ground = float(crest[int(x)]) + rng.uniform(1, 9)
            _grow(middle, rng, self.growth, float(x), ground, rgb(self.middle))
        near, crest = _ridge(rng, rgb(self.near), level=152, height=4, cell=160, haze=rgb(self.near))
        post = rgb("#f4ead8") if rgb(self.near).mean() < 0.7 else rgb("#6b4a34")
        _fence(near, crest, mix(rgb(self.near), post, 0.7))
        return tuple(_trimmed(*layer) for layer in ((far, 0.18), (hills, 0.36), (middle, 0.62), (near, 1.0)))


def balloon(canvas: Canvas, x: float, y: float, radius: float, colour: Colour) -> None:
    """A hot-air balloon, (x, y) the centre of its envelope."""
    basket = y + 1.75 * radius
    for side in (-1, 1):
        rod(canvas, (x + side * 0.62 * radius, y + 0.72 * radius), (x + side * 0.2 * radius, basket), 1, rgb("#5b4636"))
    skirt = [(-0.74, 0.64), (0.74, 0.64), (0.26, 1.3), (-0.26, 1.3)]
    polygon(canvas, np.array(skirt) * radius + np.array([x, y]), colour * np.float32(0.62))
    ball(canvas, x, y, radius, colour)
    for stripe in (-0.62, 0.0, 0.62):
        # Seams of the envelope: ellipses through both poles, seen edge-on towards the rim.
        turn = np.linspace(-1, 1, 25)
        edge = np.sqrt(1 - turn**2) * (radius - 0.5)
        left, right = (stripe - 0.16) * edge, (stripe + 0.16) * edge
        outline = np.column_stack([np.r_[left, right[::-1]], np.r_[turn, turn[::-1]] * (radius - 0.5)])
        polygon(canvas, outline + np.array([x, y]), rgb("#fff6e0"), opacity=0.55 - 0.25 * stripe)
    width, height = 0.24 * radius, 0.34 * radius
    box = [(x - width, basket), (x + width, basket), (x + width, basket + height), (x - width, basket + height)]
    polygon(canvas, box, rgb("#7a5230"))


def _ridge(
    rng: np.random.Generator, colour: Colour, *, level: float, height: float, cell: float, haze: Colour
) -> tuple[Canvas, Plane]:
    """Hills as RGBA, (180, 620, 4), and the row of their crest in each column."""
    crest = level + height * fractal_noise(rng, (1, _LENGTH), cell=(1, cell), octaves=4)[0]
    below = np.arange(HEIGHT, dtype=np.float32)[:, None] - crest
    tint = 0.07 * fractal_noise(rng, below.shape, cell=(9, 26)) + 0.06 * fractal_noise(rng, below.shape, cell=(2, 5))
    paint = mix(colour, haze, 0.35 * np.exp(-np.maximum(below, 0) / 18)) * (1.04 + tint - 0.0028 * below)[..., None]
    coverage = np.clip(below + 0.5, 0, 1)[..., None]
    return np.concatenate([np.clip(paint, 0, 1) * coverage, coverage], axis=2, dtype=np.float32), crest


def _trimmed(paint: Canvas, parallax: float) -> Layer:
    """Without the empty rows at the top, but with room for a camera that moves up and down a little."""
    top = max(int(np.flatnonzero(paint[..., 3].any(axis=1))[0]) - 8, 0)
    return Layer(paint[top:], top, parallax)


def _grow(paint: Canvas, rng: np.random.Generator, growth: Growth, x: float, ground: float, colour: Colour) -> None:
    tone = colour * np.float32(rng.uniform(0.55, 0.85))
    if growth == "conifers":
        size = rng.uniform(9, 20)
        tone = mix(tone, rgb("#27483c"), 0.45)
        for tier in (0.0, 0.3, 0.58):
            wide, foot = size * (0.36 - 0.3 * tier), ground - size * tier
            top = foot - size * (0.62 - 0.2 * tier)
            _fill(paint, [(x - wide, foot), (x, top), (x + wide, foot)], tone)
            _fill(paint, [(x - wide, foot), (x, top), (x - 0.1 * wide, foot)], tone * np.float32(1.22))
    elif growth == "round trees":
        size = rng.uniform(5, 10)
        _fill(paint, [(x - 1, ground), (x - 0.7, ground - size), (x + 0.7, ground - size), (x + 1, ground)], tone * 0.6)
        for dx, dy, r, light in (
            (0, 0, 1, 0.9),
            (-0.5, 0.3, 0.7, 1),
            (0.45, 0.25, 0.7, 0.8),
            (-0.25, -0.25, 0.62, 1.25),
        ):
            turn = np.linspace(0, 2 * np.pi, 20, endpoint=False)
            crown = np.column_stack([np.cos(turn), np.sin(turn)]) * size * r
            _fill(paint, crown + np.array([x + dx * size, ground - size * (1.7 - dy)]), tone * np.float32(light))
    else:
        wide, tall = rng.uniform(7, 12), rng.uniform(10, 34)
        wall = mix(tone, rgb("#efe3d0"), rng.uniform(0.15, 0.5))
        _fill(
            paint, [(x - wide, ground), (x - wide, ground - tall), (x + wide, ground - tall), (x + wide, ground)], wall
        )
        roof = [(x - wide - 1.5, ground - tall), (x, ground - tall - 6), (x + wide + 1.5, ground - tall)]
        _fill(paint, roof, mix(wall, rgb("#7d3b2c"), 0.65))
        for row in np.arange(ground - tall + 4, ground - 4, 6):
            for column in (-0.55, 0.0, 0.55):
                pane = rgb("#ffd98a") if rng.uniform() < 0.45 else wall * np.float32(0.55)
                left, right = x + column * wide - 1.2, x + column * wide + 1.2
                _fill(paint, [(left, row), (right, row), (right, row + 3), (left, row + 3)], pane)


def _fence(paint: Canvas, crest: Plane, colour: Colour) -> None:
    posts = range(10, _LENGTH, 34)
    for left, right in pairwise(posts):
        for rise in (6, 11):
            a, b = float(crest[left]) + 9 - rise, float(crest[right]) + 9 - rise
            _fill(paint, [(left, a), (right, b), (right, b + 2), (left, a + 2)], colour * np.float32(0.9))
    for post in posts:
        top, foot = float(crest[post]) - 6, float(crest[post]) + 12
        _fill(paint, [(post - 1.7, top), (post + 1.7, top), (post + 1.7, foot), (post - 1.7, foot)], colour)


def _fill(paint: Canvas, points: object, colour: Colour) -> None:
    polygon(paint, np.asarray(points), np.append(colour, np.float32(1)))
