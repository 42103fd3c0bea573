"""What a scene is made of: bodies with a look and a shadow, on a stage or in a landscape, seen at any time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

import numpy as np

from evalcore.demo.drawing import Canvas, Colour, Image, ball, block, rgb, rod, shadow, to_image
from evalcore.demo.landscape import Layer, balloon
from evalcore.demo.motion import Track

__all__ = ["Ball", "Block", "Bob", "Body", "Offset", "Pan", "Roller", "Scene", "Stage"]

Offset = tuple[float, float]
_STILL: Offset = (0.0, 0.0)


class Scene(Protocol):
    """Something that can be looked at at any time."""

    def frame(self, time: float, *, offset: Offset = _STILL, hidden: bool = False) -> Image:
        """The picture, (180, 320, 3) uint8 RGB, at frame number ``time``, which may be fractional.

        ``offset`` displaces what moves (objects, or the camera) by (x, y) pixels; ``hidden`` leaves out the main
        object and its shadow.
        """

    def position(self, time: float) -> Offset:
        """Where the main object is, or the camera, in pixels."""


class Body(Protocol):
    """The look of one object whose state is x, y and angle."""

    def cast_shadow(self, canvas: Canvas, x: float, y: float, angle: float) -> None:
        """Draw its shadow."""

    def draw(self, canvas: Canvas, x: float, y: float, angle: float) -> None:
        """Draw the object."""


@dataclass(frozen=True, eq=False)
class Ball:
    """A ball above a floor; ``panels`` make a beach ball."""

    radius: float
    colour: Colour
    floor: float
    panels: int = 0

    def cast_shadow(self, canvas: Canvas, x: float, y: float, angle: float) -> None:
        """Draw its shadow."""
        _floor_shadow(canvas, x, self.floor, height=self.floor - y - self.radius, reach=self.radius)

    def draw(self, canvas: Canvas, x: float, y: float, angle: float) -> None:
        """Draw the ball."""
        ball(canvas, x, y, self.radius, self.colour, spin=angle, panels=self.panels)


@dataclass(frozen=True, eq=False)
class Roller:
    """A beach ball that touches the surface it rolls on: a ramp on one side of ``foot``, the floor on the other."""

    radius: float
    colour: Colour
    slope: float
    foot: float

    def cast_shadow(self, canvas: Canvas, x: float, y: float, angle: float) -> None:
        """Draw its shadow at the point of contact."""
        on_ramp = (x - self.foot) * self.slope < 0
        slope = self.slope if on_ramp else 0.0
        reach = 1.15 * self.radius
        touch = x + 3 - self.radius * np.sin(slope), y + self.radius * np.cos(slope)
        shadow(canvas, *touch, (reach, 0.30 * reach), 0.5, angle=slope)

    def draw(self, canvas: Canvas, x: float, y: float, angle: float) -> None:
        """Draw the ball."""
        ball(canvas, x, y, self.radius, self.colour, spin=angle, panels=3)


@dataclass(frozen=True, eq=False)
class Block:
    """A box above a floor."""

    size: tuple[float, float]
    colour: Colour
    floor: float

    def cast_shadow(self, canvas: Canvas, x: float, y: float, angle: float) -> None:
        """Draw its shadow, as wide as the turned box."""
        width, height = self.size[0] / 2, self.size[1] / 2
        cos, sin = abs(np.cos(angle)), abs(np.sin(angle))
        below = self.floor - y - width * sin - height * cos
        _floor_shadow(canvas, x, self.floor, height=below, reach=width * cos + height * sin)

    def draw(self, canvas: Canvas, x: float, y: float, angle: float) -> None:
        """Draw the box."""
        block(canvas, x, y, self.size, self.colour, angle=angle)


@dataclass(frozen=True, eq=False)
class Bob:
    """A ball on a rod of ``length``, hanging in front of a wall; the state is the ball's place and the rod's angle."""

    radius: float
    colour: Colour
    length: float

    def cast_shadow(self, canvas: Canvas, x: float, y: float, angle: float) -> None:
        """Draw its shadow on the wall."""
        (px, py), dark = self._pivot(x, y, angle), rgb("#b4b0ac")
        rod(canvas, (px + 13, py + 9), (x + 13, y + 9), 4, dark, soft=6)
        rod(canvas, (x + 13, y + 9), (x + 13, y + 9), 2 * self.radius, dark, soft=9)

    def draw(self, canvas: Canvas, x: float, y: float, angle: float) -> None:
        """Draw rod and ball."""
        rod(canvas, self._pivot(x, y, angle), (x, y), 3, rgb("#8d8a86"))
        ball(canvas, x, y, self.radius, self.colour)

    def _pivot(self, x: float, y: float, angle: float) -> Offset:
        return x + self.length * float(np.sin(angle)), y - self.length * float(np.cos(angle))


@dataclass(frozen=True, eq=False)
class Stage:
    """Bodies in front of a backdrop that stands still; the last one is the main object and the nearest."""

    backdrop: Canvas
    cast: tuple[tuple[Track, Body], ...]

    def frame(self, time: float, *, offset: Offset = _STILL, hidden: bool = False) -> Image:
        """See :class:`Scene`."""
        canvas = self.backdrop.copy()
        seen = self.cast[:-1] if hidden else self.cast
        for track, body in seen:
            x, y, angle, *_ = track.at(time)
            body.cast_shadow(canvas, x + offset[0], y + offset[1], angle)
        for track, body in seen:
            x, y, angle, *_ = track.at(time)
            body.draw(canvas, x + offset[0], y + offset[1], angle)
        return to_image(canvas)

    def position(self, time: float) -> Offset:
        """See :class:`Scene`."""
        x, y, *_ = self.cast[-1][0].at(time)
        return x, y


@dataclass(frozen=True, eq=False)
class Pan:
    """A camera that passes a landscape at ``speed`` px a frame; balloons (x, y, radius, colour) drift before the hills.

    The last balloon is the main object. A camera to the left has a negative speed.
    """

    backdrop: Canvas
    layers: tuple[Layer, ...]
    balloons: tuple[tuple[float, float, float, Colour], ...]
    start: float
    speed: float

    def frame(self, time: float, *, offset: Offset = _STILL, hidden: bool = False) -> Image:
        """See :class:`Scene`."""
        canvas = self.backdrop.copy()
        x, y = self.position(time)
        camera = x + offset[0], y + offset[1]
        for layer in self.layers[:2]:
            layer.over(canvas, camera)
        for bx, by, radius, colour in self.balloons[:-1] if hidden else self.balloons:
            # Balloons pass as fast as the hills behind them and drift to the right on their own.
            parallax = 0.02 * radius
            at_x = bx - parallax * (camera[0] - self.start) + 0.8 * time
            balloon(canvas, at_x, by - parallax * camera[1] - 0.5 * time, radius, colour)
        for layer in self.layers[2:]:
            layer.over(canvas, camera)
        return to_image(canvas)

    def position(self, time: float) -> Offset:
        """See :class:`Scene`."""
        return self.start + self.speed * time, 1.2 * float(np.sin(time / 5))


def _floor_shadow(canvas: Canvas, x: float, floor: float, *, height: float, reach: float) -> None:
    """Wider, fainter and further from the light the higher the body is."""
    height = max(height, 0.0)
    grown = reach * (1.15 + height / 160)
    shadow(canvas, x + 3 + 0.25 * height, floor + 1, (grown, 0.30 * grown), 0.52 / (1 + height / 45))
