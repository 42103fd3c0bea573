"""Made results: what a run would give, with chosen values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from evalcore.batch import Coverage, Failure
from evalcore.rollout import ClipScore, MethodScore, RolloutResult, Summary

RECORD = {
    "evalcore": "0.1.0",
    "versions": {},
    "config": {},
    "inputs": {"sha256": "", "files": {}},
    "created": "2026-01-01T00:00:00+00:00",
}


def result_of(
    values: Mapping[str, Mapping[str, float]],
    *,
    failures: Sequence[Failure] = (),
    reasons: Mapping[str, str] | None = None,
) -> RolloutResult:
    """A result with rollout MAD ``values[method][clip_id]``; SSIM is 1 - MAD / 100."""
    reasons = reasons or {}
    clips = tuple(
        ClipScore(clip_id, method, mad, 1 - mad / 100, (mad,) * 8, (1 - mad / 100,) * 8, 1.0, None)
        for method, by_clip in values.items()
        for clip_id, mad in by_clip.items()
    )
    return RolloutResult(
        coverage=Coverage(len(clips) + len(failures), len(clips), len(failures)),
        failures=tuple(failures),
        record=RECORD,
        methods={
            method: MethodScore("model", len(by_clip), reason=reasons[method])
            if method in reasons
            else MethodScore("model", len(by_clip), Summary(0.0, None, None), Summary(0.0, None, None))
            for method, by_clip in values.items()
        },
        clips=clips,
    )
