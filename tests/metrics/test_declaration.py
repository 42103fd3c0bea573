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
    }


@pytest.mark.parametrize("name", METRICS)
def test_a_declaration_names_a_public_function_and_has_a_range(name):
    metric = METRICS[name]
    assert metric.name == name
    assert callable(getattr(metrics, name))
    assert metric.bounds[0] < metric.bounds[1]
    with pytest.raises(dataclasses.FrozenInstanceError):
        metric.higher_is_better = not metric.higher_is_better
