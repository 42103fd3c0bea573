from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy.spatial.transform import Rotation

from evalcore.scene import Camera, Scene, SceneConfig, SceneError, SceneObject, Side, prepare
from evalcore.scene.align import align
from evalcore.scene.objects import moved
from tests.scene.made import box_object, pictures

Array = NDArray[np.float64]

EYE = np.eye(4)
EYE[:3, 3] = [0, 0, 8]


def camera(matrix: Array = EYE) -> Camera:
    return Camera("eye", matrix, 0.8, None, 0.1, np.inf)


def side(objects: Sequence[SceneObject], name: Any = "gt", *, cameras: Sequence[Camera] = (), **config: Any) -> Side:
    scene = Scene(tuple(objects), tuple(cameras), (Path("scene.glb"),), "made")
    return prepare(scene, SceneConfig(rendering=pictures(64, 36), **config), name=name)


def similar(scale: float, shift: Sequence[float], rotation: Array | None = None) -> Array:
    matrix = np.eye(4)
    matrix[:3, :3] = scale * (np.eye(3) if rotation is None else rotation)
    matrix[:3, 3] = shift
    return matrix


def rigid(scale_free: Array) -> Array:
    """The camera that stands where a similarity takes one: without its scale."""
    place = scale_free @ EYE
    place[:3, :3] /= np.cbrt(np.linalg.det(place[:3, :3]))
    return place


THINGS = [
    box_object("a", size=(1, 2, 1), at=(0, 0, 0.5)),
    box_object("b", size=(1, 1, 3), at=(2, 1, 1.5)),
    box_object("c", size=(2, 1, 1), at=(-2, 2, 0.5)),
]


def aligned(transform: Array, *, predicted: Sequence[SceneObject] = THINGS, **config: Any) -> Array:
    """The alignment found for a prediction that ``transform`` would take to the truth."""
    back = np.linalg.inv(transform)
    truth = side(THINGS, cameras=[camera()], **config)
    return align(truth, side(moved(predicted, back), "pred", cameras=[camera(rigid(back))], **config))


@pytest.mark.parametrize("mode", ["bbox", "object_bbox", "depth_bbox", "depth_camera"])
def test_scale_and_translation_are_found_again(mode: Any) -> None:
    transform = similar(2.5, [3, -4, 5])
    np.testing.assert_allclose(aligned(transform, align=mode), transform, rtol=0, atol=1e-9)


def test_only_the_camera_tells_a_rotation() -> None:
    transform = similar(0.4, [3, -4, 5], Rotation.from_rotvec([0.4, -0.3, 0.9]).as_matrix())
    np.testing.assert_allclose(aligned(transform, align="depth_camera"), transform, rtol=0, atol=1e-9)
    assert aligned(transform, align="identity").tolist() == np.eye(4).tolist()


def test_bbox_by_hand() -> None:
    truth = side([box_object(size=(2, 3, 6), at=(1, 1, 1))])  # diagonal 7
    prediction = side([box_object(size=(1, 2, 2), at=(5, 5, 5))], "pred")  # diagonal 3
    found = align(truth, prediction)
    assert np.diag(found).tolist() == [7 / 3, 7 / 3, 7 / 3, 1]
    np.testing.assert_allclose(found[:3, 3], [1 - 35 / 3] * 3, rtol=0, atol=1e-14)


@pytest.mark.parametrize(("rule", "scale"), [("diagonal", 7 / 3), ("longest_side", 3), ("volume_root", np.cbrt(9))])
def test_the_length_that_is_compared(rule: Any, scale: float) -> None:
    truth = side([box_object(size=(2, 3, 6))], scale_rule=rule)
    prediction = side([box_object(size=(1, 2, 2))], "pred", scale_rule=rule)
    assert align(truth, prediction)[0, 0] == pytest.approx(scale, rel=1e-14)


def test_one_pair_is_enough_for_object_bbox() -> None:
    # An extra object far away changes the box around all, not the pair that fits best.
    extra = [*THINGS, box_object("z", size=(1, 1, 1), at=(6, 0, 0.5))]
    found = aligned(similar(1, [0, 0, 0]), predicted=extra, align="bbox")
    assert found[0, 0] < 0.9
    anchored = aligned(similar(1, [0, 0, 0]), predicted=extra, align="object_bbox")
    np.testing.assert_allclose(anchored, np.eye(4), rtol=0, atol=1e-12)


@pytest.mark.parametrize("shift", [0.1, 1 / 3, 0.123456789])
def test_of_equally_good_pairs_the_first_by_name_is_taken(shift: float) -> None:
    truth = [box_object("a", at=(-4, 0, 0)), box_object("b", at=(4, 0, 0))]
    prediction = [box_object("a", at=(-4 + shift, 0, 0)), box_object("b", at=(4 - shift, 0, 0))]
    found = align(side(truth, align="object_bbox"), side(prediction, "pred", align="object_bbox"))
    np.testing.assert_allclose(found, similar(1, [-shift, 0, 0]), rtol=0, atol=1e-12)


def test_object_bbox_takes_the_first_frame() -> None:
    truth = side(THINGS, align="object_bbox")
    later = side(moved(THINGS, similar(3, [5, 5, 5])), "pred", align="object_bbox")
    at_first = side(moved(THINGS, similar(0.5, [1, 1, 1])), "pred", align="object_bbox")
    found = align(truth, replace(later, at_first=at_first))
    np.testing.assert_allclose(found, similar(2, [-2, -2, -2]), rtol=0, atol=1e-12)


def test_depth_bbox_takes_the_scale_from_depth_and_the_place_from_boxes() -> None:
    truth = side(THINGS, cameras=[camera()], align="depth_bbox")
    nearer = EYE.copy()
    nearer[2, 3] = 4.5  # depths to the same scene: some 7.5 against some 4
    prediction = side(THINGS, "pred", cameras=[camera(nearer)], align="depth_bbox")
    found = align(truth, prediction)
    assert found[0, 0] == pytest.approx(truth.depth / prediction.depth, rel=1e-15)
    assert 1.5 < found[0, 0] < 2.5
    low, high = truth.whole
    np.testing.assert_allclose(found @ [*(low + high) / 2, 1], [*(low + high) / 2, 1], rtol=0, atol=1e-12)


def test_the_ground_is_in_the_depth_and_not_in_the_boxes() -> None:
    floor = box_object("floor", size=(50, 50, 0.01))
    truth = side([*THINGS, floor], cameras=[camera()], align="depth_bbox")
    assert truth.excluded == ("floor",)
    assert truth.depth == pytest.approx(8 - 0.005, abs=1e-9)
    assert (truth.whole[1] - truth.whole[0]).max() < 6


@pytest.mark.parametrize(
    ("mode", "truth", "prediction", "kind", "message"),
    [
        (
            "bbox",
            THINGS,
            [box_object(size=(0, 0, 0))],
            "size",
            "the box of the scene has no diagonal in the prediction",
        ),
        ("bbox", [box_object(size=(0, 0, 0))], THINGS, "size", "no diagonal in the ground truth"),
        ("bbox", THINGS, [box_object(size=(1e-310, 0, 0))], "size", "no diagonal in the prediction"),
        ("object_bbox", THINGS[:1], [box_object(size=(0, 0, 0))], "size", "no diagonal"),
        (
            "object_bbox",
            [box_object("a", at=(-4, 0, 0)), box_object("b", at=(4, 0, 0))],
            [box_object("c", at=(0, 4, 0)), box_object("d", at=(0, -4, 0))],
            "match",
            "no object of the prediction overlaps",
        ),
        ("depth_bbox", THINGS, THINGS, "camera", "the ground truth has no camera"),
        ("depth_camera", THINGS, THINGS, "camera", "the ground truth has no camera"),
    ],
)
def test_what_cannot_be_aligned_says_why(mode: Any, truth: Any, prediction: Any, kind: str, message: str) -> None:
    with pytest.raises(SceneError, match=message) as error:
        align(side(truth, align=mode), side(prediction, "pred", align=mode))
    assert error.value.kind == kind


def test_a_flat_scene_has_no_volume_to_compare() -> None:
    flat = [box_object(size=(1, 1, 0))]
    with pytest.raises(SceneError, match="no volume_root in the ground truth"):
        align(side(flat, scale_rule="volume_root"), side(THINGS, "pred", scale_rule="volume_root"))


@pytest.mark.parametrize("mode", ["bbox", "object_bbox"])
@pytest.mark.parametrize("size", [1e-310, 1e-13])
def test_a_prediction_too_small_to_scale_is_refused(mode: Any, size: float) -> None:
    config = {"scale_rule": "longest_side", "align": mode}
    tiny = side([box_object(size=(size, 0, 0))], "pred", **config)
    with pytest.raises(SceneError, match="times as large as the prediction") as error:
        align(side(THINGS, **config), tiny)
    assert error.value.kind == "size"
