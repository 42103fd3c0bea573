"""The result files that other programs read: their form is held to the letter, and only grows."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from evalcore.batch import Coverage, Failure, Result
from evalcore.rollout import (
    ClipScore,
    GateRow,
    MethodScore,
    Note,
    RolloutResult,
    Summary,
    candidates,
    load_result,
    paired,
)
from tests.rollout.made import RECORD

ALONE = "n is 1, at least 2 are needed"
UNPUBLISHED = "the historical file has no value for this clip"
GOLDEN = Path(__file__).resolve().parents[1] / "golden"


def example() -> RolloutResult:
    """A small result with every field in use."""

    def clip(clip_id: str, method: str, mad: float, *samples: ClipScore) -> ClipScore:
        algorithm_ms = 0.5 if method == "persistence" else None
        prefix_mad = None if method == "persistence" else 0.75
        return ClipScore(
            clip_id,
            method,
            mad,
            0.5,
            (mad, mad),
            (0.5, 0.5),
            2.0,
            algorithm_ms,
            None if algorithm_ms else "a model's clip comes as a file",
            prefix_mad,
            None if prefix_mad else "a baseline generates no prefix",
            samples=samples,
        )

    samples = tuple(replace(clip("a", "close", 1.0 + k), sample=k) for k in range(2))
    scored = MethodScore(
        "model",
        2,
        Summary(2.0, 0.5, (-2.5, 6.5)),
        Summary(0.5, 0.0, (0.5, 0.5)),
        (2.0, 2.0),
        (0.5, 0.5),
        ((-2.5, 6.5), (-2.5, 6.5)),
        ((0.5, 0.5), (0.5, 0.5)),
    )
    return RolloutResult(
        coverage=Coverage(requested=5, done=4, failed=1),
        failures=(Failure("late/a", "missing", "there is no generated clip"),),
        record=RECORD,
        methods={
            "close": scored,
            "persistence": scored,
            "late": MethodScore("model", 0, reason="no clip succeeded"),
            "lone": MethodScore("model", 1, Summary(1.0, None, None, ALONE, ALONE)),
        },
        clips=(
            clip("a", "close", 1.5, *samples),
            clip("b", "close", 2.5),
            clip("a", "persistence", 3.0),
            clip("b", "persistence", 2.5),
        ),
        warnings=(Note("late/b", "offset", "possible off-by-one"),),
        gate=(
            GateRow("close", "a", 1.5, 1.5, 0.0, True),
            GateRow("close", "b", None, 2.5, None, False, UNPUBLISHED, None, UNPUBLISHED),
        ),
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
