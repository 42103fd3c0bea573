from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from evalcore.scene import RELEASE, Scene, SceneObject, Side, compare, prepare
from evalcore.scene.side import SideName
from evalcore.tables import scene_degenerate, scene_objects, scene_warnings
from evalcore.tables.scene_objects import compared_objects
from tests.scene.made import box_object

CONFIG = replace(RELEASE, align="identity")
FLOOR = box_object("floor", size=(10, 10, 0.02), at=(0, 0, -0.01))


def side(name: SideName, *objects: SceneObject) -> Side:
    return prepare(Scene(objects, (), (), "made"), CONFIG, name=name)


@pytest.fixture(scope="module")
def pair() -> tuple[Side, Side]:
    gt = side("gt", box_object("a"), FLOOR, box_object("lost", at=(-3, 0, 0)))
    pred = side("pred", box_object("b", at=(0.5, 0, 0)), FLOOR, box_object("new", at=(0, 4, 0)))
    return gt, pred


def test_every_object_has_one_row_and_one_id(pair: tuple[Side, Side]) -> None:
    rows = compared_objects(*pair, compare(*pair))
    assert [(row.status, row.id) for row in rows] == [
        ("matched", "gt:a"),
        ("missing", "gt:lost"),
        ("extra", "pred:new"),
        ("ground", "gt:floor"),
        ("ground", "pred:floor"),
    ]
    assert rows[0].aabb_iou == pytest.approx(1 / 3)


def test_without_a_comparison_no_object_belongs_to_another(pair: tuple[Side, Side]) -> None:
    rows = compared_objects(*pair, None)
    assert [row.status for row in rows] == ["alone"] * 4 + ["ground"] * 2
    assert [row.id for row in rows][:3] == ["gt:a", "gt:lost", "pred:b"]


def test_the_table_shows_percentages_and_says_what_each_status_means(pair: tuple[Side, Side]) -> None:
    table = scene_objects(compared_objects(*pair, compare(*pair)))
    first = table.frame.iloc[0]
    assert (first["gt"], first["pred"]) == ("a", "b")
    assert first["aabb_iou"] == pytest.approx(100 / 3)
    assert np.isnan(table.frame["obb_iou"][1])
    assert "no object of the prediction overlaps it" in table.frame["aabb_iou_reason"][1]
    assert [note.split(":")[0] for note in table.layout.notes] == ["missing", "extra", "ground"]
    whole = scene_objects(compared_objects(pair[0], pair[0], compare(pair[0], pair[0])))
    assert [note.split(":")[0] for note in whole.layout.notes] == ["ground"]


def test_boxes_without_volume_are_listed_with_what_they_count() -> None:
    poster = box_object("poster", size=(1, 0, 1))
    gt, pred = side("gt", box_object("a", at=(2, 2, 2)), poster), side("pred", box_object("a", at=(2, 2, 2)), poster)
    table = scene_degenerate(compare(gt, pred))
    assert table.frame[["box", "gt", "pred", "counted"]].to_numpy().tolist() == [
        ["AABB", "poster", "poster", 1.0],
        ["OBB", "poster", "poster", 1.0],
    ]


def test_warnings_are_those_of_the_comparison_or_of_the_sides() -> None:
    gt = side("gt", box_object("a"), box_object("floor", at=(3, 0, 0)))
    assert list(scene_warnings(compare(gt, gt)).frame["kind"]) == ["ground_name", "ground_name"]
    assert list(scene_warnings(None, gt).frame["kind"]) == ["ground_name"]
