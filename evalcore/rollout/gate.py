"""The historical gate: recomputed MAD against the published one, clip by clip."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from evalcore.batch import Failure
from evalcore.rollout.data import RolloutData
from evalcore.rollout.result import GateRow

__all__ = ["gate_failures", "gate_rows"]


def gate_rows(data: RolloutData, recomputed: Mapping[tuple[str, str], float]) -> tuple[GateRow, ...]:
    """Compare each model that has ``historical/<model>.json`` (reference text, "Historical MAD Consistency Gate").

    Parameters
    ----------
    data
        The clips and models of the run. Published clips of other splits are left aside; a published clip that
        ``clips.jsonl`` does not know, and a scored clip that was not published, do not pass.
    recomputed
        (model, clip_id) -> rollout MAD in grey levels.
    """
    rows = []
    for model, published in data.historical.items():
        for clip_id in [*(clip.clip_id for clip in data.clips), *sorted(published.keys() - data.all_clip_ids)]:
            was, now = published.get(clip_id), recomputed.get((model, clip_id))
            difference = None if was is None or now is None else abs(now - was)
            no_history = "the historical file has no value for this clip" if was is None else None
            no_score = None
            if now is None:
                known = clip_id in data.all_clip_ids
                no_score = "the clip failed; see failures" if known else "clips.jsonl has no such clip"
            rows.append(
                GateRow(
                    model=model,
                    clip_id=clip_id,
                    historical=was,
                    recomputed=now,
                    difference=difference,
                    passed=difference is not None and difference <= data.config.gate_tolerance,
                    historical_reason=no_history,
                    recomputed_reason=no_score,
                    difference_reason=no_history or no_score,
                )
            )
    return tuple(rows)


def gate_failures(rows: Iterable[GateRow], *, tolerance: float) -> list[Failure]:
    """One failure a row that did not pass, saying why."""
    failures = []
    for row in rows:
        if row.passed:
            continue
        message = f"not compared with its published MAD: {row.difference_reason}"
        if row.difference is not None:
            message = (
                f"recomputed rollout MAD {row.recomputed:.4f}, published {row.historical:.4f}: they differ by "
                f"{row.difference:.4f}, more than {tolerance:g} grey levels; these are not the published files"
            )
        failures.append(Failure(f"{row.model}/{row.clip_id}", "gate", message))
    return failures
