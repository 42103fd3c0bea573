from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.plots.scene_view_meshes import drawn_meshes, with_fewer_faces
from evalcore.scene import SceneObject
from tests.scene.made import box_object


def sheet(side: int) -> SceneObject:
    """A wavy square of ``side`` x ``side`` quads, two triangles each."""
    x, y = np.meshgrid(np.linspace(0, 1, side + 1), np.linspace(0, 1, side + 1))
    vertices = np.stack([x, y, 0.1 * np.sin(6 * x)], axis=-1).reshape(-1, 3)
    corner = (np.arange(side)[:, None] * (side + 1) + np.arange(side)).ravel()
    lower = np.stack([corner, corner + 1, corner + side + 1], axis=1)
    faces = np.concatenate([lower, lower + np.array([1, side + 1, 0])]).astype(np.int32)
    return SceneObject("sheet", vertices, faces, np.eye(4))


@given(st.integers(20, 2000))
def test_fewer_faces_keep_the_shape(most: int) -> None:
    full = sheet(60)
    vertices, faces = with_fewer_faces(full.vertices, full.faces, most=most)
    assert 0 < len(faces) <= most
    assert faces.dtype == np.int32
    assert np.unique(faces).tolist() == list(range(len(vertices)))  # no vertex without a face, none beyond the last
    assert (np.diff(np.sort(faces, axis=1), axis=1) > 0).all()  # no face is a line
    cell = 1 / max(2, (most / 12) ** 0.5)
    assert np.abs(vertices.max(axis=0) - full.vertices.max(axis=0)).max() < cell
    assert np.abs(vertices.min(axis=0) - full.vertices.min(axis=0)).max() < cell


def test_vertices_in_one_place_leave_no_face() -> None:
    vertices, faces = with_fewer_faces(np.ones((30, 3)), np.arange(30, dtype=np.int32).reshape(-1, 3), most=5)
    assert vertices.shape == faces.shape == (0, 3)


def test_small_meshes_are_drawn_as_they_are() -> None:
    box, large = box_object(), sheet(60)
    drawn = drawn_meshes([box, large], each=1000)
    assert drawn["box"].faces is box.faces
    assert not drawn["box"].reduced
    assert drawn["sheet"].reduced
    assert (len(drawn["sheet"].faces), drawn["sheet"].total) == (pytest.approx(1000, rel=0.5), 7200)


def test_many_objects_share_the_faces_and_small_ones_stay_whole() -> None:
    large = sheet(60)
    objects = [SceneObject(f"s{k}", large.vertices.copy(), large.faces.copy(), np.eye(4)) for k in range(4)]
    drawn = drawn_meshes([*objects, box_object()], each=5000, together=2012)
    assert not drawn["box"].reduced
    assert all(len(drawn[one.name].faces) <= 500 for one in objects)


def test_instances_share_one_drawn_mesh() -> None:
    large = sheet(30)
    twins = [SceneObject(name, large.vertices, large.faces, np.eye(4)) for name in "ab"]
    drawn = drawn_meshes(twins, each=100)
    assert drawn["a"] is drawn["b"]


def test_no_object_gets_fewer_faces_than_a_box() -> None:
    drawn = drawn_meshes([box_object(f"b{k}") for k in range(10)], together=5)
    assert not any(one.reduced for one in drawn.values())
    assert drawn_meshes([]) == {}
