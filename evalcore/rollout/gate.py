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
    in_run = [clip.clip_id for clip in data.clips]
    rows = []
    for model in data.models:
        published = data.historical(model)
        if published is None:
            continue
        for clip_id in [*in_run, *sorted(published.keys() - data.all_clip_ids)]:
            was, now = published.get(clip_id), recomputed.get((model, clip_id))
            difference = None if was is None or now is None else abs(now - was)
            passed = difference is not None and difference <= data.config.gate_tolerance
            rows.append(GateRow(model, clip_id, was, now, difference, passed))
    return tuple(rows)


def gate_failures(rows: Iterable[GateRow], *, tolerance: float) -> list[Failure]:
    """One failure a row that did not pass, saying why."""
    failures = []
    for row in rows:
        if row.passed:
            continue
        if row.historical is None:
            message = "the clip was scored, but the historical file has no published MAD for it"
        elif row.recomputed is None:
            message = "the historical file has a published MAD, but the clip was not scored"
        else:
            message = (
                f"recomputed rollout MAD {row.recomputed:.4f}, published {row.historical:.4f}: they differ by "
                f"{row.difference:.4f}, more than {tolerance:g} grey levels; these are not the published files"
            )
        failures.append(Failure(f"{row.model}/{row.clip_id}", "gate", message))
    return failures
