"""Simulated motion of the demo's objects: gravity, restitution, friction, rolling, pendulums.

Lengths are pixels, times seconds, angles radians (clockwise as seen, y downwards). Each function integrates in small
steps with semi-implicit Euler (pendulums: Runge-Kutta of order 4) and returns a :class:`Track`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evalcore.rollout.config import PAPER

__all__ = ["GRAVITY", "Track", "bounce", "double_pendulum", "pendulum", "roll", "tumble"]

GRAVITY = 400.0  # px/s^2: one pixel is 2.45 cm
_SUBSTEPS = 16
_SWEEPS = 10
_FRAMES = 24  # beyond the 17 of a clip: a faulty model may run ahead of the truth
_DT = 1 / (PAPER.fps * _SUBSTEPS)

State = tuple[float, ...]


@dataclass(frozen=True, eq=False)
class Track:
    """States of one object at equal times, (N, D) with x, y, angle first."""

    states: NDArray[np.float64]

    def mirrored(self) -> Track:
        """The same motion with left and right exchanged, x counted from the other side."""
        return Track(self.states[:, :3] * (-1, 1, -1))

    def moved(self, x: float, y: float) -> Track:
        """The same motion elsewhere."""
        return Track(self.states[:, :3] + (x, y, 0))

    def at(self, frame: float) -> State:
        """The state at a frame number, which may be fractional."""
        place = min(max(frame, 0) * _SUBSTEPS, len(self.states) - 1)
        first = min(int(place), len(self.states) - 2)
        share = place - first
        return tuple(((1 - share) * self.states[first] + share * self.states[first + 1]).tolist())


def bounce(
    start: tuple[float, float],
    velocity: tuple[float, float],
    *,
    radius: float,
    floor: float,
    walls: tuple[float, float],
    restitution: float,
) -> Track:
    """A ball that bounces on a floor and between two walls, and grips the floor at each hit."""

    def step(state: State) -> State:
        x, y, angle, vx, vy, spin = state
        vy += GRAVITY * _DT
        x, y, angle = x + vx * _DT, y + vy * _DT, angle + spin * _DT
        if y > floor - radius and vy > 0:
            y, vy = floor - radius, -restitution * vy
            vx = (5 * vx + 2 * radius * spin) / 7  # the floor grips: a solid ball leaves it rolling
            spin = vx / radius
        if (x < walls[0] + radius and vx < 0) or (x > walls[1] - radius and vx > 0):
            vx = -restitution * vx
        return x, y, angle, vx, vy, spin

    return _integrate(step, (*start, 0.0, *velocity, 0.0))


def roll(
    slope: float, *, foot: tuple[float, float], distance: float, speed: float, radius: float, friction: float = 0.015
) -> Track:
    """A solid ball that rolls on a ramp descending to the right, then on along the floor.

    Parameters
    ----------
    slope
        Inclination in radians.
    foot
        Where ramp and floor meet.
    distance
        How far up the ramp the ball starts, from where it touches the floor.
    speed
        Starting speed down the ramp, px/s; negative: it first rolls up.
    friction
        Rolling resistance, as a share of the normal force.
    """
    # A ball rolling without slipping keeps 5/7 of the acceleration; at the foot it touches ramp and floor at once
    # and loses the part of its velocity that points into the floor.
    corner = radius * math.tan(slope / 2)

    def step(state: State) -> State:
        _, _, angle, s, v = state
        on_ramp = s < 0
        normal = math.cos(slope) if on_ramp else 1.0
        pull = math.sin(slope) if on_ramp else 0.0
        v += 5 / 7 * GRAVITY * pull * _DT
        v -= math.copysign(min(abs(v), 5 / 7 * GRAVITY * friction * normal * _DT), v)
        s += v * _DT
        if on_ramp and s >= 0:
            v *= math.cos(slope)
        x, y = foot[0] + corner, foot[1] - radius
        along = (math.cos(slope), math.sin(slope)) if s < 0 else (1.0, 0.0)
        return x + s * along[0], y + s * along[1], angle + v / radius * _DT, s, v

    return _integrate(step, step((0.0, 0.0, 0.0, -distance, speed)))


def tumble(
    start: tuple[float, float, float],
    velocity: tuple[float, float, float],
    *,
    size: tuple[float, float],
    floor: float,
    restitution: float = 0.35,
    friction: float = 0.4,
) -> Track:
    """A rigid box that falls, hits a floor with its corners and tumbles to rest.

    Each corner below the floor gets the impulse of a rigid contact with Coulomb friction (mass 1, moment of inertia
    (w^2 + h^2)/12); positions and velocities are (x, y, angle).
    """
    inertia = (size[0] ** 2 + size[1] ** 2) / 12

    def step(state: State) -> State:
        x, y, angle, vx, vy, spin = state
        vy += GRAVITY * _DT
        x, y, angle = x + vx * _DT, y + vy * _DT, angle + spin * _DT
        arms = [
            (u * math.cos(angle) - w * math.sin(angle), u * math.sin(angle) + w * math.cos(angle))
            for u in (-size[0] / 2, size[0] / 2)
            for w in (-size[1] / 2, size[1] / 2)
        ]
        touching = [(rx, ry) for rx, ry in arms if y + ry > floor]
        # Slow contacts rest instead of trembling.
        hits = [vy + spin * rx for rx, _ in touching]
        rebound = [restitution * hit if hit > 12 * GRAVITY * _DT else 0.0 for hit in hits]
        pushed, dragged = [0.0] * len(touching), [0.0] * len(touching)
        # An impulse at one corner changes the speed of the others: go round until they agree (sequential impulses).
        for nth, (rx, ry) in list(enumerate(touching)) * _SWEEPS:
            before = pushed[nth]
            pushed[nth] = max(before + (vy + spin * rx + rebound[nth]) / (1 + rx * rx / inertia), 0.0)
            lift = pushed[nth] - before
            vy, spin = vy - lift, spin - rx * lift / inertia
            before, grip = dragged[nth], friction * pushed[nth]
            dragged[nth] = min(max(before - (vx - spin * ry) / (1 + ry * ry / inertia), -grip), grip)
            drag = dragged[nth] - before
            vx, spin = vx + drag, spin - ry * drag / inertia
        deepest = max((y + ry - floor for _, ry in touching), default=0.0)
        return x, y - deepest, angle, vx, vy, spin

    return _integrate(step, (*start, *velocity))


def pendulum(angle: float, *, length: float, speed: float = 0, damping: float = 0.05) -> Track:
    """A rigid pendulum hanging from (0, 0): a'' = -g/L sin a - damping a'; ``angle`` is from the vertical."""

    def rates(state: State) -> State:
        a, v = state
        return v, -GRAVITY / length * math.sin(a) - damping * v

    states = _runge_kutta(rates, (angle, speed))
    a = states[:, 0]
    return Track(np.column_stack([-length * np.sin(a), length * np.cos(a), a]))


def double_pendulum(angles: tuple[float, float], *, lengths: tuple[float, float]) -> tuple[Track, Track]:
    """Two equal bobs, one hanging from the other, released at rest; the tracks of the upper and the lower bob."""
    l1, l2 = lengths

    def rates(state: State) -> State:
        a, b, va, vb = state
        d = a - b
        shared = 3 - math.cos(2 * d)
        pull = va * va * l1, vb * vb * l2
        upper = (
            -3 * GRAVITY * math.sin(a)
            - GRAVITY * math.sin(a - 2 * b)
            - 2 * math.sin(d) * (pull[1] + pull[0] * math.cos(d))
        )
        lower = 2 * math.sin(d) * (2 * pull[0] + 2 * GRAVITY * math.cos(a) + pull[1] * math.cos(d))
        return va, vb, upper / (l1 * shared), lower / (l2 * shared)

    states = _runge_kutta(rates, (*angles, 0.0, 0.0))
    a, b = states[:, 0], states[:, 1]
    x, y = -l1 * np.sin(a), l1 * np.cos(a)
    return Track(np.column_stack([x, y, a])), Track(np.column_stack([x - l2 * np.sin(b), y + l2 * np.cos(b), b]))


def _integrate(step: Callable[[State], State], state: State) -> Track:
    states = [state]
    for _ in range(_FRAMES * _SUBSTEPS):
        states.append(step(states[-1]))
    return Track(np.array(states))


def _runge_kutta(rates: Callable[[State], State], state: State) -> NDArray[np.float64]:
    def moved(by: State, time: float) -> State:
        return tuple(value + rate * time for value, rate in zip(state, by, strict=True))

    states = [state]
    for _ in range(_FRAMES * _SUBSTEPS):
        k1 = rates(state)
        k2 = rates(moved(k1, _DT / 2))
        k3 = rates(moved(k2, _DT / 2))
        k4 = rates(moved(k3, _DT))
        mean = tuple((a + 2 * b + 2 * c + d) / 6 for a, b, c, d in zip(k1, k2, k3, k4, strict=True))
        state = moved(mean, _DT)
        states.append(state)
    return np.array(states)
