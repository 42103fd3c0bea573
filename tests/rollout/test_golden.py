"""The result files that other programs read: their form is held to the letter, and only grows."""

from __future__ import annotations

from pathlib import Path

import pytest

from evalcore.batch import Coverage, Failure, Result
from evalcore.rollout import (
    ClipScore,
    GateRow,
    MethodScore,
    Note,
    RolloutResult,
    Sample,
    Summary,
    candidates,
    load_result,
    paired,
)

GOLDEN = Path(__file__).resolve().parents[1] / "golden"


def example() -> RolloutResult:
    """A small result with every field in use."""

    def clip(clip_id: str, method: str, mad: float, *samples: Sample) -> ClipScore:
        algorithm_ms = 0.5 if method == "persistence" else None
        prefix_mad = None if method == "persistence" else 0.75
        return ClipScore(clip_id, method, mad, 0.5, (mad, mad), (0.5, 0.5), 2.0, algorithm_ms, prefix_mad, samples)

    samples = tuple(Sample(k, 1.0 + k, 0.5, (1.0 + k, 1.0 + k), (0.5, 0.5), 1.0) for k in range(2))
    scored = MethodScore(
        "model",
        2,
        Summary(2.0, 0.5, (-2.5, 6.5)),
        Summary(0.5, 0.0, (0.5, 0.5)),
        (2.0, 2.0),
        (0.5, 0.5),
        ((-2.5, 6.5), (-2.5, 6.5)),
        ((0.5, 0.5), None),
    )
    return RolloutResult(
        coverage=Coverage(requested=5, done=4, failed=1),
        failures=(Failure("late/a", "missing", "there is no generated clip"),),
        record={"evalcore": "0.1.0", "config": {"fps": 15}, "created": "2026-01-01T00:00:00+00:00"},
        methods={
            "close": scored,
            "persistence": scored,
            "late": MethodScore("model", 0, reason="no clip succeeded"),
            "lone": MethodScore("model", 1, Summary(1.0, None, None, "n is 1, an interval needs at least 2")),
        },
        clips=(
            clip("a", "close", 1.5, *samples),
            clip("b", "close", 2.5),
            clip("a", "persistence", 3.0),
            clip("b", "persistence", 2.5),
        ),
        warnings=(Note("late/b", "offset", "possible off-by-one"),),
        gate=(GateRow("close", "a", 1.5, 1.5, 0.0, True), GateRow("close", "b", None, 2.5, None, False)),
    )


def results() -> dict[str, Result]:
    run = example()
    return {
        "rollout-score": run,
        "rollout-paired": paired(run, "close", "persistence"),
        "rollout-candidates": candidates(run, "close", "persistence", metric="mad"),
    }


@pytest.mark.parametrize("name", results())
def test_the_file_has_exactly_this_form(name: str) -> None:
    assert results()[name].to_json().decode() == (GOLDEN / f"{name}.json").read_text()


def test_a_file_of_this_form_is_read_back() -> None:
    assert load_result(GOLDEN / "rollout-score.json") == example()
