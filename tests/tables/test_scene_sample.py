from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from evalcore.scene import METRICS, RELEASE, SampleScore, Scene, compare, prepare
from evalcore.tables import scene_boxes, scene_figures
from evalcore.tables.scene_sample import MEANINGS, changed_settings, transform_json, transform_words
from tests.scene.made import box_object

TRUTH = prepare(Scene((box_object("a", size=(1, 2, 3)),), (), (), "made"), RELEASE, name="gt")
HALF = prepare(Scene((box_object("a", size=(0.5, 1, 1.5), at=(1, 0, 0)),), (), (), "made"), RELEASE, name="pred")
SAVED = SampleScore("s", "m", "rest", 1, 1, 0.5, 0.5, 0.5, 0.25, pl=1.5, n_clip_reason="no weights")


def test_figures_stand_beside_those_of_the_run_with_their_meaning() -> None:
    frame = scene_figures(compare(TRUTH, HALF), SAVED, unsaved="x").frame
    assert list(frame["now"])[:4] == pytest.approx([100.0] * 4)
    assert list(frame["saved"])[:5] == [50, 50, 50, 25, 1.5]
    assert list(frame["better"]) == ["higher"] * 4 + ["lower"] * 2
    assert list(frame["meaning"]) == [MEANINGS[name] for name in METRICS]
    assert list(frame["now_reason"])[4:] == ["only a scoring run renders", "no weights"]
    assert frame["saved_reason"][5] == "no weights"


def test_figures_that_are_not_there_say_why() -> None:
    table = scene_figures(None, None, unsaved="no run")
    assert [reason for _, reason in table.layout.reasons] == ["the two scenes are not compared", "no run"]
    assert table.frame["now"].isna().all()


def test_only_settings_that_differ_are_named() -> None:
    assert changed_settings(RELEASE, RELEASE) == ()
    other = replace(RELEASE, align="identity", obb="yaw")
    assert changed_settings(other, RELEASE) == ("alignment identity instead of bbox", "object OBB yaw instead of local")


def test_boxes_of_the_prediction_are_given_before_and_after() -> None:
    frame = scene_boxes(TRUTH, HALF, compare(TRUTH, HALF)).frame
    stages = ["prediction, before alignment", "prediction, after alignment"]
    assert list(frame["whose"].unique()) == ["ground truth", *stages]
    upright = frame[frame["box"] == "AABB"]
    sizes = np.array([[1, 2, 3], [0.5, 1, 1.5], [1, 2, 3]])
    assert upright[["size_x", "size_y", "size_z"]].to_numpy() == pytest.approx(sizes)
    assert list(upright["center_x"]) == pytest.approx([0, 1, 0])
    assert len(scene_boxes(TRUTH, HALF, None).frame) == 4


def test_a_transform_is_json_in_full_precision() -> None:
    transform = np.eye(4)
    transform[0, 3] = 1 / 3
    assert json.loads(transform_json(transform)) == transform.tolist()


def test_a_transform_in_words_names_its_turn() -> None:
    turned = np.array([[0, -2.0, 0, 1], [2, 0, 0, 0], [0, 0, 2, -0.5], [0, 0, 0, 1]])
    assert transform_words(turned) == "Scale 2, turned by 90 degrees, moved by (1, 0, -0.5) m."
