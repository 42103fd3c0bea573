from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from evalcore.scene import (
    GEOMETRY,
    Comparison,
    Degenerate,
    Match,
    Scene,
    SceneConfig,
    SceneError,
    SceneObject,
    Side,
    compare,
    prepare,
)
from evalcore.scene.objects import moved
from tests.reference import scene as reference
from tests.scene.made import UNIT, about_z, box_object, nudged, room

Array = NDArray[np.float64]


def side(objects: Sequence[SceneObject], name: Any = "gt", **config: Any) -> Side:
    ordered = tuple(sorted(objects, key=lambda one: one.name))
    return prepare(Scene(ordered, (), (Path("scene.glb"),), "made"), SceneConfig(**config), name=name)


def compared(truth: Sequence[SceneObject], prediction: Sequence[SceneObject], **config: Any) -> Comparison:
    return compare(side(truth, **config), side(prediction, "pred", **config))


def figures(found: Comparison) -> list[float]:
    return [getattr(found, name) for name in GEOMETRY]


def things(objects: Sequence[SceneObject]) -> list[reference.Thing]:
    return [(one.name, one.vertices, one.matrix) for one in sorted(objects, key=lambda one: one.name)]


def similar(scale: float, shift: Sequence[float], rotation: Array | None = None) -> Array:
    matrix = np.eye(4)
    matrix[:3, :3] = scale * (np.eye(3) if rotation is None else rotation)
    matrix[:3, 3] = shift
    return matrix


@given(seed=st.integers(0, 2**32 - 1), lost=st.integers(0, 2), added=st.integers(0, 2), scale=st.floats(0.2, 5))
@settings(max_examples=25, deadline=None)
def test_every_figure_equals_the_plain_reference(seed: int, lost: int, added: int, scale: float) -> None:
    truth = room(seed, count=4)
    extra = [box_object(f"extra_{k}", at=(k, 3, 0.5), rotation=about_z(20)) for k in range(added)]
    prediction = moved([*nudged(truth, seed)[: len(truth) - lost], *extra], similar(scale, [5, -3, 1]))
    found, expected = compared(truth, prediction), reference.geometry(things(truth), things(prediction))
    np.testing.assert_allclose(found.transform, expected["transform"], rtol=0, atol=1e-9)
    assert figures(found) == pytest.approx([expected[name] for name in GEOMETRY], abs=1e-9)
    pairs = {(match.gt, match.pred): (match.aabb_iou, match.obb_iou) for match in found.matches}
    assert pairs.keys() == expected["matches"].keys()
    for pair, values in pairs.items():
        assert values == pytest.approx(expected["matches"][pair], abs=1e-9)


@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=25, deadline=None)
def test_a_scene_is_itself_also_scaled_and_shifted(seed: int) -> None:
    truth = room(seed)
    assert figures(compared(truth, truth)) == pytest.approx([1] * 4, abs=1e-9)
    assert figures(compared(truth, moved(truth, similar(0.01, [70, -9, 3])))) == pytest.approx([1] * 4, abs=1e-9)


@given(seed=st.integers(0, 2**32 - 1), config=st.sampled_from([{}, {"obb": "yaw"}, {"scene_obb": "min_volume"}]))
@settings(max_examples=25, deadline=None)
def test_the_figures_do_not_depend_on_who_is_the_truth(seed: int, config: dict[str, Any]) -> None:
    truth, prediction = room(seed), nudged(room(seed), seed)[:-1]
    forth, back = compared(truth, prediction, **config), compared(prediction, truth, **config)
    assert figures(forth) == pytest.approx(figures(back), abs=1e-9)
    assert {(match.gt, match.pred) for match in forth.matches} == {(match.pred, match.gt) for match in back.matches}
    assert all(0 <= value <= 1 for value in figures(forth))


@given(seed=st.integers(0, 2**32 - 1), quarter=st.integers(0, 3), scale=st.floats(1e-3, 1e3))
@settings(max_examples=25, deadline=None)
def test_the_figures_keep_their_values_under_common_motion_and_scale(seed: int, quarter: int, scale: float) -> None:
    # Upright boxes turn with the scene by right angles about the vertical axis only.
    turn = Rotation.from_euler("z", 90 * quarter, degrees=True).as_matrix()
    common = similar(scale, [3 * scale, -2 * scale, scale], turn)
    truth, prediction = room(seed), nudged(room(seed), seed)
    for config in ({}, {"align": "identity"}):
        before = compared(truth, prediction, **config)
        after = compared(moved(truth, common), moved(prediction, common), **config)
        assert figures(after) == pytest.approx(figures(before), abs=1e-8)


@given(seed=st.integers(0, 2**32 - 1), degrees=st.floats(0, 360))
@settings(max_examples=25, deadline=None)
def test_oriented_boxes_keep_their_values_under_any_common_turn(seed: int, degrees: float) -> None:
    turn = similar(1, [0, 0, 0], Rotation.from_euler("z", degrees, degrees=True).as_matrix())
    truth, prediction = room(seed, count=1), nudged(room(seed, count=1), seed)
    before = compared(truth, prediction, align="identity")
    after = compared(moved(truth, turn), moved(prediction, turn), align="identity", ground_policy="exclude")
    assert after.object_obb_iou == pytest.approx(before.object_obb_iou, abs=1e-8)
    assert after.scene_obb_iou == pytest.approx(before.scene_obb_iou, abs=1e-5)


def test_missing_and_extra_objects_count_nothing() -> None:
    truth = [box_object(name, at=(3 * k, 0, 0)) for k, name in enumerate("abcd")]
    fewer = compared(truth, [truth[0], truth[3]])
    assert figures(fewer) == pytest.approx([1, 1, 0.5, 0.5], abs=1e-12)
    more = compared(truth, [*truth, box_object("e", size=(0.2, 0.2, 0.2), at=(1.5, 0, 0))])
    assert more.object_aabb_iou == pytest.approx(4 / 5, abs=1e-12)
    assert [match.gt for match in more.matches] == ["a", "b", "c", "d"]


def test_names_do_not_matter_for_matching() -> None:
    truth = [box_object("a"), box_object("b", at=(3, 0, 0))]
    prediction = [box_object("b"), box_object("a", at=(3, 0, 0))]
    assert compared(truth, prediction).matches == (Match("a", "b", 1, 1), Match("b", "a", 1, 1))


def test_a_scene_without_objects_scores_nothing_and_two_are_an_error() -> None:
    truth = room(0)
    for pair in ((truth, []), ([], truth)):
        found = compared(*pair)
        assert (figures(found), found.transform, found.matches) == ([0] * 4, None, ())
    with pytest.raises(SceneError, match="ground truth and prediction have no objects") as error:
        compared([], [])
    assert error.value.kind == "empty"


POSTER = box_object("poster", vertices=UNIT * [1, 1, 0], at=(0, 0, 2), rotation=(0.5, 0.5, 0.5, 0.5))


@pytest.mark.parametrize("rotation", [(0.5, 0.5, 0.5, 0.5), (0, 0, 0, 1), (0.1, 0.7, -0.3, 0.4)])
@pytest.mark.parametrize("obb", ["local", "yaw", "min_volume", "pca"])
@pytest.mark.parametrize("scene_obb", ["yaw", "min_volume", "pca"])
def test_a_scene_with_a_poster_is_itself(rotation: Any, obb: Any, scene_obb: Any) -> None:
    poster = box_object("poster", size=(3, 2, 1), vertices=UNIT * [1, 1, 0], at=(0, 0, 2), rotation=rotation)
    for objects in ([box_object("table", size=(2, 1, 1)), poster], [poster]):
        again = moved(objects, similar(0.37, [1, 2, 3]))
        assert figures(compared(objects, again, obb=obb, scene_obb=scene_obb)) == pytest.approx([1] * 4, abs=1e-9)


def test_boxes_without_volume_are_listed() -> None:
    table = box_object("table", size=(2, 1, 1))
    assert compared([table, POSTER], [table, POSTER]).degenerate == (
        Degenerate("aabb", "poster", "poster", 1),
        Degenerate("obb", "poster", "poster", 1),
    )
    aside = box_object("poster", vertices=UNIT * [1, 1, 0], at=(0, 0.01, 2), rotation=(0.5, 0.5, 0.5, 0.5))
    apart = compared([table, POSTER], [table, aside], align="identity")
    assert apart.degenerate == (Degenerate("aabb", "poster", None, 0), Degenerate("aabb", None, "poster", 0))
    assert apart.object_aabb_iou == pytest.approx(0.5, abs=1e-12)
    alone = compared([POSTER], [POSTER])
    assert alone.degenerate[:2] == (Degenerate("scene_aabb", None, None, 1), Degenerate("scene_obb", None, None, 1))


def test_a_flat_object_against_a_solid_one_is_no_match_and_not_degenerate() -> None:
    table = box_object("table", size=(2, 1, 1))
    found = compared([table, POSTER], [table, box_object("poster", at=(0, 0, 2))], align="identity")
    assert [match.gt for match in found.matches] == ["table"]
    assert found.degenerate == (Degenerate("aabb", "poster", None, 0),)


def test_lost_rotations_are_flagged() -> None:
    truth = room(1)
    baked = [SceneObject(one.name, one.world, one.faces, np.eye(4)) for one in truth]
    found = compared(truth, baked)
    assert [note.message for note in found.notes] == ["baked transforms: local boxes are not comparable"]
    assert found.object_aabb_iou == pytest.approx(1, abs=1e-12)
    assert found.object_obb_iou < 0.9
    assert compared(truth, baked, obb="yaw").object_obb_iou == pytest.approx(1, abs=1e-9)
    assert compared(truth, baked, obb="yaw").notes == ()
    for other in ((truth, truth), (baked, baked), (baked, truth)):
        assert compared(*other).notes == ()


def test_objects_turned_by_right_angles_are_not_taken_for_baked() -> None:
    truth = [box_object("a", size=(1, 2, 3), rotation=about_z(90)), box_object("b", at=(5, 0, 0))]
    assert compared(truth, [box_object("a", size=(2, 1, 3)), box_object("b", at=(5, 0, 0))]).notes == ()


def test_the_ground_is_left_out_of_both_and_its_notes_are_kept() -> None:
    truth, prediction = room(2), [*nudged(room(2), 2), box_object("floor lamp", at=(2, 2, 0.5))]
    found = compared(truth, prediction)
    assert [note.kind for note in found.notes] == ["ground_name"]
    assert "'floor lamp'" in found.notes[0].message
    assert {match.gt for match in found.matches} == {f"thing_{k}" for k in range(4)}
    kept = compared(truth, prediction, ground_policy="include", align="identity")
    assert "floor" in {match.gt for match in kept.matches}
    assert kept.notes == ()
    bare = side([box_object("floor", size=(4, 4, 0.01))])
    assert [note.kind for note in bare.notes] == ["ground"]
    assert len(bare.objects) == 1


@pytest.mark.parametrize("distance", [1e4, 1e7])
def test_far_from_the_origin_the_figures_are_the_same(distance: float) -> None:
    truth, prediction = room(3), nudged(room(3), 3)
    away = similar(1, [distance, -distance, distance])
    expected = figures(compared(truth, prediction))
    assert figures(compared(moved(truth, away), moved(prediction, away))) == pytest.approx(expected, abs=1e-6)
