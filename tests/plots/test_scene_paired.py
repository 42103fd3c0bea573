from __future__ import annotations

from dataclasses import replace

import pytest

from evalcore.errors import InputError
from evalcore.plots import scene_paired_forest
from evalcore.scene import paired
from tests.tables.scenes import scene_result


def test_differences_in_points_around_zero_with_the_better_side_named() -> None:
    pair = replace(paired(scene_result(), "good", "a_b", metric="object_aabb_iou"), mean=0.125, ci95=(-0.25, 0.5))
    figure = scene_paired_forest([pair], models=["a_b", "good"])
    assert (figure.data[0].x, figure.data[0].error_x.array, figure.data[0].error_x.arrayminus) == (
        (12.5,),
        (37.5,),
        (37.5,),
    )
    assert figure.layout.xaxis.title.text == "Difference in Object AABB IoU (points), model − a_b"
    shown = [note.text for note in figure.layout.annotations]
    assert "◀ a_b better" in shown
    assert "12.5  [−25.0, 50.0]" in shown
    assert "1 / 2" in shown


def test_without_an_interval_the_reason_is_said() -> None:
    figure = scene_paired_forest([paired(scene_result(), "good", "a_b", metric="pl")])
    assert "no interval: a bootstrap interval needs at least 5 units" in figure.layout.annotations[0].text
    assert "◀ method better" in [note.text for note in figure.layout.annotations]


def test_one_figure_and_one_other_model() -> None:
    pairs = [paired(scene_result(), "good", "a_b", metric=metric) for metric in ("pl", "scene_aabb_iou")]
    with pytest.raises(InputError, match="found pl against a_b, scene_aabb_iou against a_b"):
        scene_paired_forest(pairs)
    with pytest.raises(InputError, match="no comparison"):
        scene_paired_forest([])
