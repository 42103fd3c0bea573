from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.demo.drawing import Canvas, ball, block, mix, polygon, rgb, rod, shadow, to_image

WHITE = rgb("#ffffff")


def dark() -> Canvas:
    return np.zeros((40, 60, 3), np.float32)


def centroid(canvas: Canvas) -> tuple[float, float]:
    mass = canvas.sum(axis=2, dtype=np.float64)
    y, x = np.indices(mass.shape)
    return float((x * mass).sum() / mass.sum()), float((y * mass).sum() / mass.sum())


def test_a_mix_lies_between_its_colours() -> None:
    assert mix(rgb("#000000"), WHITE, 0.25).tolist() == [0.25, 0.25, 0.25]
    shares = np.array([[0, 1]], np.float32)
    assert mix(rgb("#000000"), WHITE, shares).tolist() == [[[0, 0, 0], [1, 1, 1]]]


def test_an_image_is_rounded_and_saturated() -> None:
    canvas = np.array([[[-1, 0.5, 2]]], np.float32)
    assert to_image(canvas).tolist() == [[[0, 128, 255]]]


@given(st.floats(-0.5, 0.5), st.floats(-0.5, 0.5))
def test_a_ball_moves_by_fractions_of_a_pixel(dx: float, dy: float) -> None:
    still, moved = dark(), dark()
    ball(still, 30, 20, 10, WHITE)
    ball(moved, 30 + dx, 20 + dy, 10, WHITE)
    assert np.subtract(centroid(moved), centroid(still)) == pytest.approx((dx, dy), abs=0.02)


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_polygon_covers_its_area_wherever_it_lies(dx: float, dy: float) -> None:
    canvas = dark()
    polygon(canvas, np.array([(9.5, 9.5), (29.5, 9.5), (29.5, 19.5), (9.5, 19.5)]) + np.array([dx, dy]), WHITE)
    assert canvas[..., 0].sum() == pytest.approx(20 * 10, rel=0.06)
    assert centroid(canvas) == pytest.approx((19.5 + dx, 14.5 + dy), abs=0.2)


def test_a_turned_block_keeps_its_front_area() -> None:
    flat, turned = dark(), dark()
    block(flat, 30, 20, (16, 12), WHITE, depth=0)
    block(turned, 30, 20, (16, 12), WHITE, angle=0.7, depth=0)
    covered = [int((canvas.max(axis=2) > 0.4).sum()) for canvas in (flat, turned)]
    assert covered == pytest.approx([16 * 12, 16 * 12], abs=14)


def test_a_turning_beach_ball_changes_its_face_only() -> None:
    start, turned = dark(), dark()
    ball(start, 30, 20, 10, rgb("#ff0000"), panels=3)
    ball(turned, 30, 20, 10, rgb("#ff0000"), panels=3, spin=np.pi / 3)
    assert np.abs(start - turned).max() > 0.5
    assert ((start.max(axis=2) > 0) == (turned.max(axis=2) > 0)).all()


def test_shadows_only_darken() -> None:
    canvas = np.ones((40, 60, 3), np.float32)
    shadow(canvas, 30, 20, (12, 5), 0.5)
    assert canvas[20, 30] == pytest.approx(0.5)
    assert canvas[20, 42] == pytest.approx(1 - 0.5 * np.exp(-2.3), abs=1e-3)
    rod(canvas, (5, 5), (50, 30), 4, rgb("#808080"), soft=6)
    assert 0 < canvas.min() < 0.4
    assert canvas.max() <= 1


@pytest.mark.parametrize("x", [-500.0, 500.0])
def test_what_lies_off_the_canvas_is_not_drawn(x: float) -> None:
    canvas = dark()
    ball(canvas, x, 20, 10, WHITE)
    block(canvas, x, 20, (16, 12), WHITE)
    rod(canvas, (x, 0), (x, 30), 4, WHITE)
    shadow(canvas, x, 20, (10, 4), 0.5)
    assert not canvas.any()
