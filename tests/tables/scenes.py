"""A small scene result with hand-made figures: two models on two samples, one of them rendered."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from evalcore.batch import Coverage, Failure
from evalcore.scene import Degenerate, Match, ModelScore, Note, SampleScore, SceneResult, Sides
from evalcore.scene.config import GEOMETRY

NO_CLIP = "no weights"
RECORD: dict[str, Any] = {
    "evalcore": "0.1.0",
    "versions": {},
    "config": {},
    "inputs": {"sha256": "", "files": {}},
    "created": "2026-01-02T03:04:05+00:00",
}


def sample(sample_id: str, model: str, value: float, **more: Any) -> SampleScore:
    """All four figures of geometry are ``value``; PL is ten times that."""
    fields: dict[str, Any] = {"pl": 10 * value, "n_clip_reason": NO_CLIP, **more}
    return SampleScore(sample_id, model, "rest", 2, 3, *[value] * 4, **fields)


def model_score(value: float, **more: Any) -> ModelScore:
    bounds = (value - 0.1, value + 0.1)
    fields: dict[str, Any] = {
        "pl": 10 * value,
        "n_clip_reason": NO_CLIP,
        "ci95": {**dict.fromkeys(GEOMETRY, bounds), "pl": None, "n_clip": None},
        "ci95_reason": {"pl": "2 samples", "n_clip": NO_CLIP},
        **more,
    }
    return ModelScore(2, *[value] * 4, **fields)


RICH = sample(
    "a",
    "good",
    0.75,
    matches=(Match("cup", "mug", 0.5, 0.25),),
    unmatched=Sides(("poster",), ("spare", "lamp")),
    excluded=Sides(("floor",), ("ground",)),
    degenerate=(Degenerate("aabb", "poster", None, 0.0), Degenerate("scene_obb", None, None, 1.0)),
    warnings=(Note("ground_name", "pred: 'floor lamp' counts"),),
)


def scene_result(**more: Any) -> SceneResult:
    """``good`` has 0.75 and 0.25, ``a_b`` 0.5 twice; N-CLIP is missing everywhere."""
    result = SceneResult(
        coverage=Coverage(4, 4, 0),
        failures=(Failure("n_clip", "encoder", NO_CLIP),),
        record=RECORD,
        models={"good": model_score(0.5), "a_b": model_score(0.5)},
        samples=(RICH, sample("b", "good", 0.25), sample("a", "a_b", 0.5), sample("b", "a_b", 0.5)),
    )
    return replace(result, **more)


def failed_result() -> SceneResult:
    """Sample b of ``a_b`` failed, so that no model has a mean."""
    result = scene_result()
    none = ModelScore(1, reason="1 of 4 units failed")
    return replace(
        result,
        coverage=Coverage(4, 3, 1),
        failures=(Failure("a_b/b", "missing", "there is no scene"),),
        models={"good": none, "a_b": none},
        samples=result.samples[:3],
    )
