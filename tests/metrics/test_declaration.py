from __future__ import annotations

import dataclasses

import pytest

from evalcore import metrics
from evalcore.metrics import METRICS


def test_directions():
    assert {name: metric.higher_is_better for name, metric in METRICS.items()} == {
        "mad": False,
        "ssim": True,
        "psnr": True,
        "event": True,
        "structure": True,
        "pair_accuracy": True,
        "rank": False,
        "recall": True,
        "scene_aabb_iou": True,
        "scene_obb_iou": True,
        "object_aabb_iou": True,
        "object_obb_iou": True,
        "pl": False,
        "n_clip": False,
    }


@pytest.mark.parametrize("name", ["mad", "ssim", "psnr", "pl", "n_clip"])
def test_a_metric_of_pictures_is_a_public_function(name):
    assert callable(getattr(metrics, name))


@pytest.mark.parametrize("name", ["event", "structure", "pair_accuracy"])
def test_scores_of_a_judge_are_percentages(name):
    assert (METRICS[name].unit, METRICS[name].bounds) == ("%", (0, 100))


@pytest.mark.parametrize("name", ["scene_aabb_iou", "scene_obb_iou", "object_aabb_iou", "object_obb_iou"])
def test_overlaps_are_fractions_that_tables_show_as_percentages(name):
    assert (METRICS[name].percent, METRICS[name].unit, METRICS[name].bounds) == (True, "%", (0, 1))


@pytest.mark.parametrize("name", METRICS)
def test_a_declaration_has_a_name_and_a_range(name):
    metric = METRICS[name]
    assert metric.name == name
    assert metric.bounds[0] < metric.bounds[1]
    with pytest.raises(dataclasses.FrozenInstanceError):
        metric.higher_is_better = not metric.higher_is_better
