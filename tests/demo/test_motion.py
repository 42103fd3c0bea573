from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evalcore.demo.motion import GRAVITY, Track, bounce, double_pendulum, pendulum, roll, tumble

FPS = 15


def test_a_track_is_read_between_its_states() -> None:
    track = Track(np.array([[0.0, 0.0, 0.0], [16.0, 8.0, 1.0], [16.0, 8.0, 1.0]]))
    assert track.at(0) == (0, 0, 0)
    assert track.at(0.5 / 16) == (8, 4, 0.5)
    assert track.at(-3) == (0, 0, 0)
    assert track.at(100) == (16, 8, 1)
    assert track.mirrored().moved(100, 1).at(1 / 16) == (84, 9, -1)


def test_a_ball_falls_by_gravity_and_rebounds_by_its_restitution() -> None:
    track = bounce((50, 0), (0, 0), radius=10, floor=100, walls=(0, 100), restitution=0.8)
    assert track.at(5)[1] == pytest.approx(GRAVITY * (5 / FPS) ** 2 / 2, rel=0.02)
    fall = math.sqrt(2 * 90 / GRAVITY)
    rebound = min(track.at(frame)[1] for frame in np.arange(fall * FPS + 1, 23, 0.1))
    assert 90 - rebound == pytest.approx(90 * 0.8**2, rel=0.03)


def test_a_ball_stays_between_walls_and_above_the_floor() -> None:
    track = bounce((20, 30), (-300, 0), radius=10, floor=100, walls=(0, 80), restitution=0.9)
    assert track.states[:, 1].max() <= 90
    assert track.states[:, 0].min() > 7
    assert track.states[:, 0].max() < 73


def test_a_ball_rolls_down_with_five_sevenths_of_the_slope() -> None:
    slope, radius = 0.3, 12
    track = roll(slope, foot=(200, 100), distance=150, speed=0, radius=radius, friction=0)
    x, y, angle, *_ = track.at(10) - np.array(track.at(0))
    moved = 5 / 7 * GRAVITY * math.sin(slope) * (10 / FPS) ** 2 / 2
    assert math.hypot(x, y) == pytest.approx(moved, rel=0.02)
    assert y / x == pytest.approx(math.tan(slope))
    assert angle * radius == pytest.approx(math.hypot(x, y), rel=1e-6)


def test_a_ball_touches_the_floor_after_the_ramp_and_slows_down() -> None:
    track = roll(0.3, foot=(100, 100), distance=20, speed=100, radius=12)
    on_floor = track.states[track.states[:, 3] > 0]
    assert (on_floor[:, 1] == 88).all()
    assert (np.diff(on_floor[:, 4]) < 0).all()


def test_a_box_that_lands_flat_stays_flat() -> None:
    track = tumble((50, 40, 0), (0, 0, 0), size=(20, 10), floor=60, restitution=0)
    assert track.at(20)[:3] == pytest.approx((50, 55, 0), abs=1e-4)


@settings(max_examples=20, deadline=None)
@given(st.floats(-1.5, 1.5), st.floats(-3, 3), st.floats(-80, 80))
def test_no_corner_of_a_box_sinks_into_the_floor(angle: float, spin: float, speed: float) -> None:
    size, floor = (40, 30), 150
    track = tumble((100, 60, angle), (speed, 0, spin), size=size, floor=floor)
    a = track.states[:, 2]
    lowest = track.states[:, 1] + size[0] / 2 * np.abs(np.sin(a)) + size[1] / 2 * np.abs(np.cos(a))
    assert lowest.max() <= floor + 1e-6


def test_a_box_loses_energy_when_it_lands() -> None:
    size = (40, 30)
    track = tumble((100, 60, 0.4), (20, 0, 1), size=size, floor=150)
    _, y, _, vx, vy, spin = track.states.T
    inertia = (size[0] ** 2 + size[1] ** 2) / 12
    energy = (vx**2 + vy**2 + inertia * spin**2) / 2 - GRAVITY * y
    assert energy[-1] < energy[0] - 5000


def test_a_pendulum_keeps_its_length_and_its_energy() -> None:
    track = pendulum(0.9, length=90, damping=0)
    x, y, angle = track.states.T
    assert np.hypot(x, y) == pytest.approx(90)
    assert x == pytest.approx(-90 * np.sin(angle))
    speed = np.hypot(np.gradient(x), np.gradient(y))[1:-1] * FPS * 16
    energy = speed**2 / 2 - GRAVITY * y[1:-1]
    assert energy == pytest.approx(energy[0], rel=2e-3)


def test_a_small_pendulum_swings_with_its_period() -> None:
    length = 20
    track = pendulum(0.05, length=length, damping=0)
    period = 2 * math.pi * math.sqrt(length / GRAVITY) * FPS
    assert track.at(period)[2] == pytest.approx(0.05, rel=2e-3)
    assert track.at(period / 2)[2] == pytest.approx(-0.05, rel=2e-3)


def test_a_double_pendulum_keeps_its_energy() -> None:
    upper, lower = double_pendulum((1.0, 0.4), lengths=(50, 45))
    kinetic = sum(
        (np.hypot(np.gradient(t.states[:, 0]), np.gradient(t.states[:, 1]))[1:-1] * FPS * 16) ** 2 / 2
        for t in (upper, lower)
    )
    energy = kinetic - GRAVITY * (upper.states[1:-1, 1] + lower.states[1:-1, 1])
    assert energy == pytest.approx(energy[0], rel=2e-3)
    apart = lower.states[:, :2] - upper.states[:, :2]
    assert np.hypot(*apart.T) == pytest.approx(45)
