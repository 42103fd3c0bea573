from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from evalcore.scene import Camera, SceneError, SceneObject
from evalcore.scene.depth import depth_picture, median_depth
from tests.reference import scene as reference
from tests.scene.made import box_object

Array = NDArray[np.float64]
WIDTH, HEIGHT = 32, 18


def camera(
    *, yfov: float | None = 0.8, at: tuple[float, ...] = (0, 0, 5), near: float = 0.1, far: float = math.inf
) -> Camera:
    """Looks straight down from above."""
    matrix = np.eye(4)
    matrix[:3, 3] = at
    return Camera("eye", matrix, yfov, None if yfov else 4.0, near, far)


def turned(one: Camera, rotation: Array) -> Camera:
    matrix = one.matrix.copy()
    matrix[:3, :3] = rotation
    return Camera(one.name, matrix, one.yfov, one.span, one.near, one.far)


def picture(objects: list[SceneObject], eye: Camera) -> Array:
    return depth_picture(objects, eye, width=WIDTH, height=HEIGHT)


def by_rays(objects: list[SceneObject], eye: Camera) -> Array:
    """The same by the plain reference: one ray a pixel, every triangle tried."""
    tall = math.tan(eye.yfov / 2) if eye.yfov else (eye.span or 0) / 2
    y, x = np.meshgrid(1 - (2 * np.arange(HEIGHT) + 1) / HEIGHT, (2 * np.arange(WIDTH) + 1) / WIDTH - 1, indexing="ij")
    plane = np.stack([x * tall * WIDTH / HEIGHT, y * tall, np.zeros_like(x)], axis=-1).reshape(-1, 3)
    ahead = np.array([0, 0, -1.0])
    origins, directions = (
        (np.zeros_like(plane), plane + ahead) if eye.yfov else (plane, np.tile(ahead, (len(plane), 1)))
    )
    rotation, place = eye.matrix[:3, :3], eye.matrix[:3, 3]
    triangles = np.concatenate([one.world[one.faces] for one in objects])
    hits = reference.nearest_hits(triangles, origins @ rotation.T + place, directions @ rotation.T)
    return hits.reshape(HEIGHT, WIDTH)


def test_a_floor_below_fills_the_picture_at_its_distance() -> None:
    floor = box_object(size=(100, 100, 2), at=(0, 0, -1))
    for eye in (camera(), camera(yfov=None)):
        np.testing.assert_allclose(picture([floor], eye), np.full((HEIGHT, WIDTH), 5.0), rtol=0, atol=1e-12)


def test_the_nearer_of_two_is_seen_and_nothing_is_infinite() -> None:
    seen = picture([box_object(size=(1, 1, 1), at=(0, 0, 2.5)), box_object(size=(3, 3, 1))], camera())
    assert seen[HEIGHT // 2, WIDTH // 2] == pytest.approx(2, abs=1e-12)
    assert set(np.unique(seen.round(12))) == {2.0, 4.5, math.inf}


@pytest.mark.parametrize("yfov", [0.8, 2.5, None])
@pytest.mark.parametrize("seed", range(3))
def test_every_pixel_is_that_of_the_plain_reference(yfov: float | None, seed: int) -> None:
    rng = np.random.default_rng(seed)
    objects = [
        box_object(size=rng.uniform(0.3, 2, 3), at=rng.uniform(-1, 1, 3), rotation=rng.normal(size=4)) for _ in range(3)
    ]
    objects.append(box_object(size=(40, 40, 0.1), at=(0, 0, -3)))  # reaches behind a tilted camera
    rotation = np.linalg.qr(np.eye(3) + 0.3 * rng.normal(size=(3, 3)))[0]
    eye = turned(camera(yfov=yfov), rotation * np.sign(np.diag(rotation)))
    expected = by_rays(objects, eye)
    expected[expected < eye.near] = np.inf
    assert np.isfinite(expected).any()
    np.testing.assert_allclose(picture(objects, eye), expected, rtol=0, atol=1e-9)


def test_a_camera_within_a_box_sees_its_inner_walls() -> None:
    assert (
        picture([box_object(size=(4, 4, 4))], camera(at=(0, 0, 0), yfov=0.5)).tolist()
        == np.full((18, 32), 2.0).tolist()
    )


def test_what_lies_outside_the_clipping_distances_is_not_seen() -> None:
    near, far = box_object(size=(1, 1, 1), at=(0, 0, 2.5)), box_object(size=(9, 9, 1))
    assert picture([near, far], camera(near=3.5))[9, 16] == pytest.approx(4.5, abs=1e-12)
    assert picture([near, far], camera(far=1.5))[9, 16] == math.inf


def test_the_median_is_over_the_pixels_that_hit() -> None:
    objects = [box_object(size=(1, 1, 1), at=(0, 0, 2.5))]
    assert median_depth(objects, [camera()], width=WIDTH, height=HEIGHT, whose="x") == 2
    floor = box_object(size=(100, 100, 2), at=(0, 0, -1))
    assert median_depth([*objects, floor], [camera(), camera(at=(9, 9, 9))], width=32, height=18, whose="x") == 5


def test_no_camera_and_nothing_in_sight_are_errors() -> None:
    with pytest.raises(SceneError, match="the prediction has no camera") as error:
        median_depth([box_object()], [], width=WIDTH, height=HEIGHT, whose="prediction")
    assert error.value.kind == "camera"
    with pytest.raises(SceneError, match="the first camera of the ground truth sees no geometry"):
        median_depth([box_object(at=(0, 0, 9))], [camera()], width=WIDTH, height=HEIGHT, whose="ground truth")
