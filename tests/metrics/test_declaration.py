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
    }


@pytest.mark.parametrize("name", ["mad", "ssim", "psnr"])
def test_a_metric_of_frames_is_a_public_function(name):
    assert callable(getattr(metrics, name))


@pytest.mark.parametrize("name", ["event", "structure", "pair_accuracy"])
def test_scores_of_a_judge_are_percentages(name):
    assert (METRICS[name].unit, METRICS[name].bounds) == ("%", (0, 100))


@pytest.mark.parametrize("name", METRICS)
def test_a_declaration_has_a_name_and_a_range(name):
    metric = METRICS[name]
    assert metric.name == name
    assert metric.bounds[0] < metric.bounds[1]
    with pytest.raises(dataclasses.FrozenInstanceError):
        metric.higher_is_better = not metric.higher_is_better
