"""Small results of the joined views with hand-made figures, one of everything that can be null."""

from __future__ import annotations

from typing import Any

from evalcore.batch import Coverage, Failure
from evalcore.joined import (
    BreaksResult,
    ClipBreak,
    Correlation,
    PairWins,
    PreferenceResult,
    ReviewedRollout,
    StreamPreference,
    StreamSurvival,
    SurvivalPoint,
    SurvivalResult,
)

__all__ = ["breaks_result", "preference_result", "survival_result"]

OPEN, FEW, NEVER = "the band stays above one half", "there are 4 units", "it never lost"
LOST = "1 of 5 rollouts have no known length"


def record(**config: Any) -> dict[str, Any]:
    return {
        "evalcore": "0.1.0",
        "versions": {},
        "config": config,
        "inputs": {"sha256": "", "files": {"answers.jsonl": "ab"}},
        "created": "2026-01-01T00:00:00+00:00",
    }


def survival_result(*, partial: bool = False) -> SurvivalResult:
    """Two streams: one of three rollouts of ``gen`` breaks at 1 s and one at 2 s, none of ``real``.

    ``partial``: a clip's length is not known, so that there are no curves.
    """
    gen = (
        SurvivalPoint(1.0, 3, 1, 0, 0.75, 0.25, 0.875),
        SurvivalPoint(2.0, 2, 1, 1, 0.375, 0.125, 0.625),
    )
    real = (SurvivalPoint(2.0, 2, 0, 2, 1.0, None, None),)
    streams = {
        "gen": StreamSurvival(3, 2, 2.0, 1.0, None, gen, None, None, OPEN),
        "real": StreamSurvival(2, 0, None, None, None, real, OPEN, OPEN, OPEN),
    }
    if partial:
        streams = {name: StreamSurvival(2, 1, None, None, None, (), *[LOST] * 4) for name in streams}
    return SurvivalResult(
        coverage=Coverage(5, 4, 1) if partial else Coverage(5, 5, 0),
        failures=(Failure("cup/real", "length", "not known"),) if partial else (),
        record=record(allow_partial=False),
        by_stream=streams,
        rollouts=(
            ReviewedRollout("ball", "gen", True, 1.0, "drift", 2, 1),
            ReviewedRollout("ball", "real", False, 2.0, None, 0, 3, "there is no break"),
        ),
    )


def preference_result() -> PreferenceResult:
    """``gen`` and ``other`` are compared; ``real`` never loses, and so has no strength."""
    return PreferenceResult(
        coverage=Coverage(8, 8, 0),
        failures=(),
        record=record(resamples=2000, seed=0),
        n_items=4,
        n_reviewers=2,
        by_stream={
            "real": StreamPreference(8, 5, 0, 8.0, 8.0, 1.0, (1.0, 1.0), None, None, None, None, NEVER, NEVER),
            "gen": StreamPreference(8, 2, 1, 2.5, 8.0, 0.3125, None, 0.25, None, None, FEW, None, FEW),
            "other": StreamPreference(8, 0, 1, 1.5, 8.0, 0.1875, (0.125, 0.25), -0.25, (-0.5, 0.125)),
        },
        pairs=(PairWins("real", "gen", 4.0, 0.0), PairWins("gen", "other", 2.5, 1.5)),
    )


def breaks_result() -> BreaksResult:
    """On the clips of the small rollout result of the figures' tests: breaks at steps 2 and -1, and none."""
    none, early = "there is no break", "it is given"
    return BreaksResult(
        coverage=Coverage(3, 3, 0),
        failures=(),
        record=record(metric="mad", allow_partial=False, resamples=2000, seed=0),
        metric="mad",
        correlations=(
            Correlation(None, None, -0.5, (-0.75, 0.25), 3, 2, 2),
            Correlation(None, 1, -0.5, None, 3, 2, 2, None, FEW),
            Correlation("late", None, None, None, 2, 2, 1, "fewer than 3", "fewer than 3"),
        ),
        clips=(
            ClipBreak("ball", "gen", "c1", "good", 0, True, 1.05, 10, 2, "drift", 2, 1, 2.0, 2.0),
            ClipBreak("ball", "late", "c1", "late", None, True, 0.25, 2, -1, None, 2, 1, 3.0, None, None, "-", early),
            ClipBreak("cup", "late", "c2", "late", None, False, *[None] * 4, 0, 3, 5.0, None, none, none, none),
        ),
    )  # fmt: skip
