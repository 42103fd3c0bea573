"""A tiny rollout result with hand-made figures: two models and a baseline on two clips, two steps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from evalcore.batch import Coverage, Failure
from evalcore.rollout.result import ClipScore, GateRow, MethodScore, Note, RolloutResult, Summary


def _clip(clip_id: str, method: str, mad: float, ssim: float, **more: object) -> ClipScore:
    fields = {"decode_ms": 10.0, "algorithm_ms_reason": "not timed here", **more}
    return ClipScore(clip_id, method, mad, ssim, (mad - 1, mad + 1), (ssim, ssim), **fields)  # type: ignore[arg-type]


@pytest.fixture
def result() -> RolloutResult:
    return RolloutResult(
        coverage=Coverage(6, 6, 0),
        failures=(),
        record={"evalcore": "0.1.0", "created": "2026-01-02T03:04:05+00:00", "config": {"split": "n2"}},
        methods={
            "good": MethodScore("model", 2, Summary(3.0, 1.5, (-0.25, 6.25)), Summary(0.9, 0.01, (0.85, 0.95))),
            "a_b": MethodScore("model", 2, Summary(4.0, 0.5, (3.5, 4.5)), Summary(0.8, 0.02, (0.75, 0.85))),
            "persistence": MethodScore("baseline", 2, Summary(3.00049, 0.0, (3.0, 3.0)), Summary(0.7, 0.0, (0.7, 0.7))),
        },
        clips=(
            _clip("c1", "good", 2.0, 0.91),
            _clip("c2", "good", 4.0, 0.89, decode_ms=30.0),
            _clip("c1", "a_b", 3.5, 0.82),
            _clip("c2", "a_b", 4.5, 0.78),
            _clip("c1", "persistence", 3.0, 0.7, algorithm_ms=0.25),
            _clip("c2", "persistence", 3.0, 0.7, algorithm_ms=0.75),
        ),
        warnings=(Note("a_b/c1", "frame_rate", "the container says 30"),),
        gate=(
            GateRow("good", "c1", 2.0, 2.001, 0.001, passed=True),
            GateRow("good", "c2", 4.5, 4.0, 0.5, passed=False),
            GateRow(
                "good",
                "c3",
                1.0,
                None,
                None,
                passed=False,
                recomputed_reason="clips.jsonl has no such clip",
                difference_reason="clips.jsonl has no such clip",
            ),
        ),
    )


@pytest.fixture
def incomplete(result: RolloutResult) -> RolloutResult:
    """One of six units failed, so there is no aggregate."""
    failure = Failure("a_b/c2", "missing", "there is no generated clip | expected one")
    reason = "the run is incomplete"
    return replace(
        result,
        coverage=Coverage(6, 5, 1),
        failures=(failure,),
        methods={name: MethodScore(score.kind, 2, reason=reason) for name, score in result.methods.items()},
        clips=tuple(clip for clip in result.clips if (clip.method, clip.clip_id) != ("a_b", "c2")),
    )


@pytest.fixture
def sampled(result: RolloutResult) -> RolloutResult:
    """Method ``good`` has two samples of clip c1, with rollout MAD 1 and 3 and prefix MAD 0.5 and 1.5."""
    samples = tuple(
        _clip("c1", "good", mad, 0.91, decode_ms=5.0, sample=i, prefix_mad=mad / 2) for i, mad in enumerate((1.0, 3.0))
    )
    clips = (replace(result.clips[0], prefix_mad=1.0, samples=samples), *result.clips[1:])
    return replace(result, clips=clips)


@pytest.fixture
def exports() -> Callable[[object], list[str]]:
    """All text exports of a table."""
    return lambda table: [getattr(table, f"to_{form}")() for form in ("csv", "markdown", "latex", "html")]
