"""How the setups that have clips go on: for every answer of three tasks a motion that shows it, right or wrong."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np

from evalcore.demo.drawing import Image
from evalcore.demo.judged_setups import EDGE, FLOOR, GAP, HUB, PLANK, TOP, Placed, Setup, draw
from evalcore.demo.motion import GRAVITY, tumble
from evalcore.demo.stage import Ball, Block
from evalcore.rollout.config import PAPER

__all__ = ["BREAKS_AT", "FILMED", "Motion", "frames", "motion"]

Motion = Callable[[float], Placed]

BREAKS_AT = 1.5  # seconds: from then on, a second body is in a clip whose scene does not stay whole
_RELEASE = 0.4  # seconds until a body is let go
_PULL = 24.0  # px/s^2 along the plank
_PACE = 37.0  # px/s on the track: the ball comes to the gap at 4.05 s, after the prefix of 119/30 s
_LEAVES_AT, _SLIP = 0.7, 45.0  # radians at which a tipping block slips off its edge, and px/s that it has then


def frames(setup: Setup, event: str, *, fps: int, seconds: float, whole: bool = True) -> Iterator[Image]:
    """The pictures of a clip that shows ``event``; unless the scene stays ``whole``, a second body appears."""
    (start,) = setup.bodies
    at = motion(start, event)
    for index in range(round(seconds * fps)):
        body = at(index / fps)
        ghost = replace(body, x=body.x - 44, y=max(body.y - 40, 24))
        yield draw(setup.backdrop, (body,) if whole or index / fps < BREAKS_AT else (body, ghost))


def motion(start: Placed, event: str) -> Motion:
    """Where the body is after a time in seconds if ``event`` happens."""
    return _MOTIONS[event](start)


def _rolls(start: Placed, *, side: int) -> Motion:
    assert isinstance(start.body, Ball)
    radius = start.body.radius
    up = np.array([start.x, start.y]) - HUB
    along = side * np.array([-up[1], up[0]]) / np.hypot(*up)
    speed, ends = math.sqrt(2 * _PULL * PLANK), _RELEASE + math.sqrt(2 * PLANK / _PULL)

    def at(time: float) -> Placed:
        s = _PULL * max(min(time, ends) - _RELEASE, 0) ** 2 / 2
        beyond = max(time - ends, 0)
        x, y = (start.x + s * along[0], start.y + s * along[1]) + speed * beyond * along
        y = min(y + GRAVITY * beyond**2 / 2, FLOOR - radius)
        return replace(start, x=float(x), y=float(y), angle=side * (s + speed * beyond) / radius)

    return at


def _comes_to_the_gap(start: Placed, *, falls: bool) -> Motion:
    assert isinstance(start.body, Ball)
    radius, bottom = start.body.radius, FLOOR + 14
    fallen = replace(start.body, floor=bottom + radius)

    def at(time: float) -> Placed:
        x, drop = start.x + _PACE * time, 0.0
        if falls and x > GAP:
            # It turns round the corner until its middle is a radius beyond, then falls freely.
            over = min(x - GAP, radius)
            free = max(x - GAP - radius, 0) / _PACE
            drop = radius - math.sqrt(radius**2 - over**2) + GRAVITY * free**2 / 2
            x = min(x, GAP + radius + 8)
        body = fallen if drop > radius else start.body
        return Placed(body, x, min(start.y + drop, bottom), _PACE * time / radius)

    return at


def _tips_over(start: Placed) -> Motion:
    assert isinstance(start.body, Block)
    size, arm = start.body.size, start.x - EDGE
    growth, first = 2.0, 0.02  # an inverted pendulum: the angle grows with cosh

    def turned(time: float) -> tuple[float, float, float]:
        angle = first * (math.cosh(growth * max(time - _RELEASE, 0)) - 1)
        cos, sin, half = math.cos(angle), math.sin(angle), size[1] / 2
        return EDGE + arm * cos + half * sin, TOP + arm * sin - half * cos, angle

    leaves = _RELEASE + math.acosh(_LEAVES_AT / first + 1) / growth
    before, now = np.array(turned(leaves - 1e-4)), np.array(turned(leaves))
    vx, vy, spin = ((now - before) / 1e-4).tolist()
    x, y, angle = now.tolist()
    track = tumble((x, y, angle), (vx + _SLIP, vy, spin), size=size, floor=FLOOR)

    def at(time: float) -> Placed:
        place = turned(time) if time < leaves else track.at((time - leaves) * PAPER.fps)[:3]
        return replace(start, x=place[0], y=place[1], angle=place[2])

    return at


def _rests(start: Placed) -> Motion:
    return lambda time: start


_MOTIONS: dict[str, Callable[[Placed], Motion]] = {
    "rolls_left": lambda start: _rolls(start, side=-1),
    "rolls_right": lambda start: _rolls(start, side=1),
    "stays": _rests,
    "crosses": lambda start: _comes_to_the_gap(start, falls=False),
    "falls_in": lambda start: _comes_to_the_gap(start, falls=True),
    "tips_over": _tips_over,
}

FILMED = ("tilted_plank_ball", "gap_ball", "ledge_block")  # the tasks whose answers all have a motion
