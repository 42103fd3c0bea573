from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import trimesh
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from evalcore.scene import OrientedBox, SceneObject, fitted_box, object_box
from evalcore.scene.boxes import AXES
from tests.reference import scene as reference
from tests.scene.made import CORNERS, FACES, UNIT, about_z, box_object

KINDS = ("yaw", "min_volume", "pca")


def volume(box: OrientedBox) -> float:
    return float(8 * box.half.prod())


def contains(box: OrientedBox, points: Any) -> bool:
    along = np.abs((points - box.center) @ box.axes)
    return bool((along <= box.half * (1 + 1e-9) + 1e-9).all())


def sheared(linear: Any, vertices: Any = UNIT) -> SceneObject:
    matrix = np.eye(4)
    matrix[:3, :3], matrix[:3, 3] = linear, [1, 2, 3]
    return SceneObject("x", np.asarray(vertices, float), FACES.astype(np.int32), matrix)


def test_the_local_box_by_hand() -> None:
    box = object_box(box_object(size=(2, 4, 6), at=(1, 2, 3), rotation=about_z(30)), "local")
    cos, sin = np.cos(np.pi / 6), 0.5
    np.testing.assert_allclose(box.center, [1, 2, 3], rtol=0, atol=1e-15)
    np.testing.assert_allclose(box.axes, [[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]], rtol=0, atol=1e-15)
    np.testing.assert_allclose(box.half, [1, 2, 3], rtol=0, atol=1e-15)


def test_the_local_box_is_that_of_the_vertices_not_around_the_origin() -> None:
    box = object_box(box_object(size=(1, 1, 1), vertices=CORNERS, rotation=(0, 0, 1, 0)), "local")
    np.testing.assert_allclose(box.center, [-0.5, -1, 1.5], rtol=0, atol=1e-15)
    np.testing.assert_allclose(box.half, [0.5, 1, 1.5], rtol=0, atol=1e-15)


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=50, deadline=None)
def test_the_local_box_equals_the_plain_reference(seed: int) -> None:
    rng = np.random.default_rng(seed)
    linear = Rotation.random(rng=rng).as_matrix() @ np.diag(rng.choice([-1, 1], 3) * rng.uniform(0.1, 5, 3))
    one = sheared(linear, rng.normal(size=(12, 3)))
    box = object_box(one, "local")
    center, axes, half = reference.local_box(("x", one.vertices, one.matrix))
    np.testing.assert_allclose(box.center, center, rtol=0, atol=1e-12)
    np.testing.assert_allclose(np.abs(box.axes.T @ axes), np.eye(3), rtol=0, atol=1e-9)
    np.testing.assert_allclose(box.half, half, rtol=0, atol=1e-12)


@pytest.mark.parametrize("kind", ["local", *KINDS])
def test_a_box_holds_all_vertices_also_with_shear(kind: Any) -> None:
    rng = np.random.default_rng(5)
    one = sheared(rng.normal(size=(3, 3)), rng.normal(size=(50, 3)))
    box = object_box(one, kind)
    assert contains(box, one.world)
    np.testing.assert_allclose(box.axes.T @ box.axes, np.eye(3), rtol=0, atol=1e-12)


def test_a_picture_on_a_wall_stays_flat_when_its_matrix_was_rounded() -> None:
    picture = UNIT * [1, 1, 0]
    linear = (Rotation.from_rotvec([0.4, -0.3, 0.9]).as_matrix() @ np.diag([2, 3, 1])).astype(np.float32)
    assert object_box(sheared(linear, picture), "local").half[2] == 0
    assert object_box(sheared(np.diag([2.0, 3, 0])), "local").half.tolist() == [1, 1.5, 0]


@pytest.mark.parametrize("kind", KINDS)
def test_a_turned_box_is_found_as_it_is(kind: Any) -> None:
    one = box_object(size=(1, 2, 4), at=(7, 8, 9), rotation=about_z(25))
    box = fitted_box(one.world, kind)
    assert volume(box) == pytest.approx(8, rel=1e-9)
    np.testing.assert_allclose(box.center, [7, 8, 9], rtol=0, atol=1e-12)
    assert sorted(box.half) == pytest.approx([0.5, 1, 2], rel=1e-9)


def test_the_least_volume_finds_any_rotation_and_the_upright_one_does_not() -> None:
    one = box_object(size=(1, 2, 4), rotation=Rotation.from_rotvec([0.4, -0.3, 0.9]).as_quat())
    assert volume(fitted_box(one.world, "min_volume")) == pytest.approx(8, rel=1e-9)
    assert volume(fitted_box(one.world, "yaw")) > 12
    assert fitted_box(one.world, "yaw").axes[:, 2].tolist() == [0, 0, 1]


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=25, deadline=None)
def test_the_least_volume_is_not_above_that_of_trimesh(seed: int) -> None:
    points = np.random.default_rng(seed).normal(size=(15, 3)) * [1, 2, 3]
    box = fitted_box(points, "min_volume")
    assert contains(box, points)
    theirs = trimesh.bounds.oriented_bounds(points, angle_digits=8)[1]
    assert volume(box) <= theirs.prod() * (1 + 1e-9)


def test_a_round_shape_takes_no_more_time_than_its_directions() -> None:
    points = np.random.default_rng(0).normal(size=(5000, 3))
    points /= np.linalg.norm(points, axis=1, keepdims=True)
    box = fitted_box(points, "min_volume")
    assert contains(box, points)
    assert 7.9 < volume(box) < 8


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "points",
    [
        np.array([[1.0, 2, 3]]),
        np.array([[1.0, 2, 3], [4, 6, 8]]),
        np.array([[1.0, 2, 3], [4, 6, 8], [0, 0, 5]]),
        np.tile([1.0, 2, 3], (9, 1)),
        UNIT @ np.diag([1.0, 2, 0]) @ Rotation.from_rotvec([0.4, -0.3, 0.9]).as_matrix(),
        UNIT * [1.0, 0, 0] + [1e6, 0, 0],
    ],
    ids=["point", "two", "triangle", "one place", "flat", "needle"],
)
def test_shapes_without_volume_have_a_box(kind: Any, points: Any) -> None:
    box = fitted_box(points, kind)
    assert contains(box, points)
    np.testing.assert_allclose(box.axes.T @ box.axes, np.eye(3), rtol=0, atol=1e-12)
    if kind != "yaw":
        assert box.half.min() < 1e-9


def test_more_vertices_inside_or_twice_change_no_fitted_box() -> None:
    rng = np.random.default_rng(1)
    points = rng.normal(size=(40, 3)) * [1, 2, 3]
    more = np.concatenate([points, points[:20], points * 0.3, points.mean(axis=0)[None]])
    for kind in AXES:
        first, second = fitted_box(points, kind), fitted_box(more, kind)
        np.testing.assert_allclose(np.abs(first.axes.T @ second.axes), np.eye(3), rtol=0, atol=1e-9)
        np.testing.assert_allclose(first.half, second.half, rtol=0, atol=1e-9)


def test_the_corners_of_a_box() -> None:
    box = object_box(box_object(size=(2, 4, 6), at=(1, 2, 3)), "local")
    assert (box.corners.min(axis=0).tolist(), box.corners.max(axis=0).tolist()) == ([0, 0, 0], [2, 4, 6])
    assert len(np.unique(box.corners, axis=0)) == 8
