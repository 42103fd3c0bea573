from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from evalcore.scene import OrientedBox
from evalcore.scene.overlap import assign, oriented_overlap, upright_overlap
from tests.reference import scene as reference

Array = NDArray[np.float64]
TOLERANCE = 1e-9


def corners(*boxes: tuple[list[float], list[float]]) -> tuple[Array, Array]:
    return np.array([box[0] for box in boxes], float), np.array([box[1] for box in boxes], float)


def test_a_table_of_all_pairs_by_hand() -> None:
    truth = corners(([0, 0, 0], [2, 1, 1]), ([9, 9, 9], [10, 10, 10]))
    prediction = corners(([1, 0, 0], [3, 1, 1]), ([0, 0, 0], [2, 1, 1]), ([0, 0, 0], [1, 1, 0.5]))
    found = upright_overlap(truth, prediction, tolerance=TOLERANCE)
    np.testing.assert_allclose(found.iou, [[1 / 3, 1, 0.25], [0, 0, 0]], rtol=0, atol=1e-15)
    assert not found.degenerate.any()


@pytest.mark.parametrize("size", [[1, 1, 0], [1, 0, 0], [0, 0, 0]], ids=["flat", "needle", "point"])
def test_boxes_without_volume_count_one_where_they_agree(size: list[float]) -> None:
    low = np.array([[3.0, 4, 5]])
    places = low + np.array([[0, 0, 0], [0.9e-9, 0, 0], [1.1e-9, 0, 0], [0, 0, 0.5]])
    found = upright_overlap((low, low + size), (places, places + size), tolerance=TOLERANCE)
    assert found.iou.tolist() == [[1, 1, 0, 0]]
    assert found.degenerate.all()


def test_a_box_with_and_one_without_volume_share_nothing_and_that_is_defined() -> None:
    truth, prediction = corners(([0, 0, 0], [1, 1, 0])), corners(([0, 0, 0], [1, 1, 1]))
    found = upright_overlap(truth, prediction, tolerance=TOLERANCE)
    assert (found.iou.tolist(), found.degenerate.tolist()) == ([[0]], [[False]])


def test_the_thickness_that_rounding_gives_is_none() -> None:
    truth, prediction = corners(([0, 0, 0], [1, 1, 1e-17])), corners(([0, 0, 0], [1, 1, 3e-17]))
    assert upright_overlap(truth, prediction, tolerance=TOLERANCE).iou.tolist() == [[1]]


def box(size: list[float], *, center: list[float] | None = None, axes: Array | None = None) -> OrientedBox:
    return OrientedBox(np.array(center or [0.0, 0, 0]), np.eye(3) if axes is None else axes, np.array(size) / 2)


def test_oriented_boxes_pair_by_pair() -> None:
    turned = Rotation.from_euler("z", 45, degrees=True).as_matrix()
    found = oriented_overlap(
        [box([1, 1, 1]), box([1, 1, 1])], [box([1, 1, 1], axes=turned), box([1, 1, 1])], tolerance=TOLERANCE
    )
    np.testing.assert_allclose(found.iou, [np.sqrt(0.5), 1], rtol=0, atol=1e-12)
    assert oriented_overlap([], [], tolerance=TOLERANCE).iou.shape == (0,)


def test_flat_boxes_agree_whatever_the_order_of_their_axes() -> None:
    turned = Rotation.from_rotvec([0.4, -0.3, 0.9]).as_matrix()
    flat = box([2, 3, 0], axes=turned)
    same = OrientedBox(flat.center, turned[:, [1, 0, 2]] * [-1, 1, -1], flat.half[[1, 0, 2]])
    nearly = OrientedBox(flat.center + 0.5e-9, turned, flat.half)
    other = OrientedBox(flat.center, turned @ Rotation.from_euler("z", 1, degrees=True).as_matrix(), flat.half)
    smaller = OrientedBox(flat.center, turned, flat.half * [1, 0.5, 1])
    found = oriented_overlap([flat] * 5, [flat, same, nearly, other, smaller], tolerance=TOLERANCE)
    assert found.iou.tolist() == [1, 1, 1, 0, 0]
    assert found.degenerate.all()


@given(seed=st.integers(0, 2**32 - 1), n=st.integers(1, 5), m=st.integers(1, 5))
@settings(max_examples=60, deadline=None)
def test_the_assignment_has_the_sum_of_trying_all(seed: int, n: int, m: int) -> None:
    rng = np.random.default_rng(seed)
    table = rng.uniform(size=(n, m)) * (rng.uniform(size=(n, m)) > 0.4)
    rows, columns = assign(table)
    pairs = reference.best_assignment(table.tolist())
    assert table[rows, columns].sum() == pytest.approx(sum(table[pair] for pair in pairs), abs=1e-12)
    assert (table[rows, columns] > 0).all()
    assert len(set(columns.tolist())) == len(columns)


def test_the_sum_counts_and_not_the_best_single_pair() -> None:
    assert [part.tolist() for part in assign(np.array([[0.9, 0.8], [0.8, 0.1]]))] == [[0, 1], [1, 0]]


def test_many_boxes_are_taken_by_rows() -> None:
    rng = np.random.default_rng(0)
    low = rng.uniform(0, 5, (600, 3))
    high = low + rng.uniform(0.1, 2, (600, 3))
    table = upright_overlap((low, high), (low[::-1], high[::-1]), tolerance=TOLERANCE).iou
    assert table.shape == (600, 600)
    for row, column in rng.integers(0, 600, (20, 2)):
        other = 599 - column
        expected = reference.aabb_iou((low[row], high[row]), (low[other], high[other]))
        assert table[row, column] == pytest.approx(expected, abs=1e-12)
