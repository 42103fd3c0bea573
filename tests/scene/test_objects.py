from __future__ import annotations

import numpy as np

from evalcore.scene.objects import bounds_of, moved, points_of, union
from tests.scene.made import CORNERS, about_z, box_object


def test_bounds_points_and_union_by_hand() -> None:
    objects = [
        box_object("a", vertices=CORNERS, at=(10, 0, 0), rotation=about_z(90)),
        box_object("b", vertices=CORNERS, size=(1, 1, 2)),
    ]
    low, high = bounds_of(objects)
    np.testing.assert_allclose(low, [[8, 0, 0], [0, 0, 0]], rtol=0, atol=1e-14)
    np.testing.assert_allclose(high, [[10, 1, 3], [1, 2, 6]], rtol=0, atol=1e-14)
    np.testing.assert_allclose(np.concatenate(union((low, high))), [0, 0, 0, 10, 2, 6], rtol=0, atol=1e-14)
    points = points_of(objects)
    assert points.shape == (16, 3)
    assert points[:8].tolist() == objects[0].world.tolist()
    assert (points[:8].min(axis=0).tolist(), points[:8].max(axis=0).tolist()) == (low[0].tolist(), high[0].tolist())


def test_no_objects_have_no_bounds() -> None:
    assert [corner.shape for corner in bounds_of([])] == [(0, 3), (0, 3)]


def test_moving_changes_places_and_shares_vertices() -> None:
    one = box_object(at=(1, 2, 3))
    (other,) = moved([one], np.array([[2.0, 0, 0, 1], [0, 2, 0, 0], [0, 0, 2, 0], [0, 0, 0, 1]]))
    assert other.bounds[0].tolist() == [2, 3, 5]
    assert other.vertices is one.vertices
