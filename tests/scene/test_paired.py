from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from evalcore.errors import IncompleteError, InputError
from evalcore.scene import ModelScore, paired
from tests.scene.made import result_of

GOOD = {"a": 0.9, "b": 0.8, "c": 0.7, "d": 0.6, "e": 0.5}
POOR = {"a": 0.5, "b": 0.9, "c": 0.7, "d": 0.2, "e": 0.1}


def test_differences_wins_ties_and_interval() -> None:
    found = paired(result_of({"good": GOOD, "poor": POOR}), "good", "poor", metric="object_obb_iou")
    differences = [0.4, -0.1, 0.0, 0.4, 0.4]
    assert [pair.difference for pair in found.pairs] == pytest.approx(differences, abs=1e-15)
    assert (found.n, found.wins, found.ties) == (5, 3, 1)
    assert found.mean == pytest.approx(0.22, abs=1e-15)
    drawn = np.random.default_rng(0).integers(0, 5, size=(2000, 5))
    assert found.ci95 == pytest.approx(np.percentile(np.array(differences)[drawn].mean(axis=1), [2.5, 97.5]).tolist())
    assert found.scores.loc[0, "low"] == found.ci95[0]
    assert list(found.rows.columns) == ["sample_id", "model", "other", "difference"]


def test_where_less_is_better_a_win_is_less() -> None:
    result = result_of({"good": GOOD, "poor": POOR})
    result = replace(
        result,
        models={name: replace(score, pl=1.0) for name, score in result.models.items()},
        samples=tuple(replace(one, pl=one.object_obb_iou) for one in result.samples),
    )
    assert paired(result, "good", "poor", metric="pl").wins == 1


def test_few_samples_have_no_interval() -> None:
    found = paired(result_of({"x": {"a": 1.0}, "y": {"a": 0.5}}), "x", "y", metric="scene_aabb_iou")
    assert (found.mean, found.ci95) == (0.5, None)
    assert found.ci95_reason is not None


@pytest.mark.parametrize(
    ("model", "other", "metric", "message"),
    [
        ("good", "poor", "object_iou", "the protocol has no metric 'object_iou'"),
        ("good", "good", "pl", "both models are 'good'"),
        ("good", "por", "scene_obb_iou", "no model 'por'. Did you mean 'poor'"),
        ("good", "poor", "scene_obb_iou", "sample 'e' has a value for good, none for poor (1 such samples)"),
    ],
)
def test_what_cannot_be_paired_is_an_error(model: str, other: str, metric: str, message: str) -> None:
    result = result_of({"good": GOOD, "poor": {name: POOR[name] for name in "abcd"}})
    with pytest.raises(InputError) as error:
        paired(result, model, other, metric=metric)
    assert message in str(error.value)


def test_a_model_without_a_mean_cannot_be_compared() -> None:
    result = result_of({"good": GOOD, "poor": POOR})
    with pytest.raises(IncompleteError, match="good has no mean pl: x"):
        paired(result, "good", "poor", metric="pl")
    withheld = replace(result, models={**result.models, "poor": ModelScore(5, reason="1 of 10 units failed")})
    with pytest.raises(IncompleteError, match="poor has no mean scene_obb_iou: 1 of 10 units failed"):
        paired(withheld, "good", "poor", metric="scene_obb_iou")
