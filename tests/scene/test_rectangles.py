from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from evalcore.scene.rectangles import hull_corners, principal_axes, smallest_rectangle
from tests.reference import scene as reference

Array = NDArray[np.float64]


def turn(degrees: float) -> Array:
    angle = np.radians(degrees)
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def area(points: Array) -> float:
    return float(np.ptp(points @ smallest_rectangle(points), axis=0).prod())


def polygon(corners: int) -> Array:
    angles = 2 * np.pi * np.arange(corners) / corners
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def test_hull_corners_by_hand() -> None:
    square = np.array([[0.0, 0], [1, 0], [1, 1], [0, 1], [0.5, 0.5]])
    assert sorted(hull_corners(square)) == [0, 1, 2, 3]
    line = np.array([[1.0, 1], [2, 2], [0, 0], [3, 3]])
    assert sorted(hull_corners(line)) == [2, 3]
    assert set(hull_corners(np.zeros((4, 2)))) == {0}
    assert set(hull_corners(np.zeros((1, 2)))) == {0}
    in_a_plane = np.column_stack([square, np.full(5, 7.0)]) @ np.linalg.qr(np.arange(9.0).reshape(3, 3) % 4)[0]
    assert sorted(hull_corners(in_a_plane)) == [0, 1, 2, 3]
    on_a_line = np.outer([0.0, 2, 1], [1, 2, 3])
    assert sorted(hull_corners(on_a_line)) == [0, 1]


def test_principal_axes_follow_the_spread() -> None:
    rng = np.random.default_rng(0)
    axes = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    points = rng.normal(size=(1000, 3)) * [9, 3, 1] @ axes.T
    found = principal_axes(points)
    assert (np.abs(found.T @ axes) > 0.99).tolist() == np.eye(3, dtype=bool).tolist()
    assert principal_axes(np.array([[0.0, 0, 2]]))[:, 0].tolist() in ([0, 0, 1], [0, 0, -1])


@pytest.mark.parametrize("degrees", [0, 10, 30, 44, -20])
def test_a_turned_rectangle_is_found(degrees: float) -> None:
    corners = np.array([[-3.0, -1], [3, -1], [3, 1], [-3, 1], [0, 0]]) @ turn(degrees).T + [100, 200]
    np.testing.assert_allclose(smallest_rectangle(corners), turn(degrees), rtol=0, atol=1e-12)
    assert area(corners) == pytest.approx(12, rel=1e-12)


def test_an_upright_rectangle_has_upright_axes_to_the_bit() -> None:
    corners = np.array([[0.1, 0.2], [7.3, 0.2], [7.3, 0.9], [0.1, 0.9]])
    assert smallest_rectangle(corners).tolist() == [[1, 0], [0, 1]]


@given(seed=st.integers(0, 2**32 - 1), count=st.integers(3, 12))
@settings(max_examples=60, deadline=None)
def test_no_direction_through_two_points_gives_less(seed: int, count: int) -> None:
    points = np.random.default_rng(seed).normal(size=(count, 2))
    _, _, half = reference.yaw_box(np.column_stack([points, np.zeros(count)]))
    assert area(points) == pytest.approx(4 * half[0] * half[1], rel=2e-6)


@pytest.mark.parametrize("corners", [6, 8, 12, 32])
@pytest.mark.parametrize("degrees", [0, 3, -7, 14.9])
def test_a_symmetric_shape_does_not_choose_by_rounding(corners: int, degrees: float) -> None:
    shape = polygon(corners)
    noise = np.random.default_rng(0).normal(size=(20, *shape.shape)) * 1e-9
    found = [smallest_rectangle((shape + one) @ turn(degrees).T) for one in noise]
    assert np.ptp(found, axis=0).max() < 1e-6


@pytest.mark.parametrize("points", [np.zeros((3, 2)), np.array([[5.0, 7]])])
def test_a_point_has_the_axes_of_the_world(points: Array) -> None:
    assert smallest_rectangle(points).tolist() == [[1, 0], [0, 1]]


def test_points_on_a_line_give_a_rectangle_along_it() -> None:
    line = np.outer(np.linspace(0, 5, 7), [3, 1]) + np.array([1000, -1000])
    assert area(line) < 1e-9
    assert abs(smallest_rectangle(line)[:, 0] @ [3, 1]) == pytest.approx(np.sqrt(10), rel=1e-9)
