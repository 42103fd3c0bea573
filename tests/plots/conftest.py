"""A small rollout result with hand-made figures: two models and a baseline on three clips, three steps."""

from __future__ import annotations

from dataclasses import replace

import pytest

from evalcore.batch import Coverage, Failure
from evalcore.rollout.result import ClipScore, GateRow, MethodScore, RolloutResult, Summary

BASES = {"good": (1.0, 2.0, 3.0), "late": (2.0, 4.0, 6.0), "persistence": (2.0, 2.0, 2.0)}


def _clip(clip_id: str, method: str, base: float) -> ClipScore:
    mad, ssim = (base, base + 1, base + 2), (1 - base / 10, 0.9 - base / 10, 0.8 - base / 10)
    return ClipScore(clip_id, method, base + 1, 0.9 - base / 10, mad, ssim, 1.0, None)


def _method(method: str, bases: tuple[float, ...]) -> MethodScore:
    mean = sum(bases) / len(bases)
    mad, ssim = tuple(mean + k for k in range(3)), tuple(1 - mean / 10 - k / 10 for k in range(3))
    return MethodScore(
        "baseline" if method == "persistence" else "model",
        len(bases),
        Summary(mean + 1, 1.0, (mean, mean + 2)),
        Summary(0.9 - mean / 10, 0.1, (0.5, 0.9)),
        mad,
        ssim,
        tuple((value - 0.5, value + 0.5) for value in mad),
        tuple((value - 0.05, value + 0.05) for value in ssim),
    )


@pytest.fixture
def result() -> RolloutResult:
    return RolloutResult(
        coverage=Coverage(9, 9, 0),
        failures=(),
        record={"config": {"fps": 10, "horizon": 3}},
        methods={method: _method(method, bases) for method, bases in BASES.items()},
        clips=tuple(
            _clip(f"c{i}", method, base) for method, bases in BASES.items() for i, base in enumerate(bases, start=1)
        ),
        gate=(
            GateRow("good", "c1", 2.0, 2.0, 0.0, passed=True),
            GateRow("good", "c2", 3.0, 3.5, 0.5, passed=False),
            GateRow("late", "c1", None, 3.0, None, passed=False),
        ),
    )


@pytest.fixture
def incomplete(result: RolloutResult) -> RolloutResult:
    """One of nine units failed, so there is no aggregate."""
    return replace(
        result,
        coverage=Coverage(9, 8, 1),
        failures=(Failure("late/c3", "missing", "there is no generated clip"),),
        methods={
            name: MethodScore(score.kind, score.n, reason="1 of 9 units failed")
            for name, score in result.methods.items()
        },
        clips=tuple(clip for clip in result.clips if (clip.method, clip.clip_id) != ("late", "c3")),
    )
