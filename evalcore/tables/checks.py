"""Tables of what was checked in a rollout run: the historical gate, failures, warnings, timings."""

from __future__ import annotations

from statistics import median
from typing import Any

from evalcore.metrics import METRICS
from evalcore.rollout.result import GateRow, RolloutResult
from evalcore.tables.coverage import incompleteness
from evalcore.tables.layout import Column
from evalcore.tables.table import Table, frame_of

__all__ = ["DEPLOYMENT_NOTES", "rollout_failures", "rollout_gate", "rollout_timings", "rollout_warnings"]

DEPLOYMENT_NOTES = (
    "The timings describe this deployment; they are not hardware-normalised and no method is compared with another by "
    "them.",
    "In the reference, generative timings came from an RTX 6000 Ada and the classical baselines from CPU OpenCV; RGB "
    "SSIM was reported for the N = 30 set, MAD for N = 5 and N = 30.",
)
MODEL_TIME = "a model's clip comes as a file; its generation is not timed here"


def rollout_gate(result: RolloutResult) -> Table:
    """Historical against recomputed rollout MAD, one row a model and clip; rows that fail come first."""
    tolerance = result.config.gate_tolerance
    names = ("model", "clip_id", "historical", "recomputed", "difference", "passed")
    reasons = ("historical_reason", "recomputed_reason", "difference_reason")
    rows = [
        (row.model, row.clip_id, row.historical, row.recomputed, row.difference, row.passed, *_one_sided(row))
        for row in sorted(result.gate, key=lambda row: row.passed)
    ]
    digits = METRICS["mad"].digits + 1  # one more than elsewhere: the tolerance is a hundredth
    unit = METRICS["mad"].unit
    columns = (
        Column("model", "Model"),
        Column("clip_id", "Clip"),
        Column("historical", "Historical MAD", unit=unit, digits=digits),
        Column("recomputed", "Recomputed MAD", unit=unit, digits=digits),
        Column("difference", "Difference", unit=unit, digits=digits),
        Column("passed", "Within tolerance"),
    )
    if not result.gate:
        notes = ["No model has a historical file, so there is nothing to compare."]
    else:
        stopped = sum(not row.passed for row in result.gate)
        notes = [f"Tolerance {tolerance:g} {unit}; {stopped} of {len(result.gate)} rows stop the aggregate."]
    frame = frame_of(rows, (*names, *reasons), numbers=names[2:5])
    return Table("Historical MAD gate", frame, columns, tuple(notes), incompleteness(result))


def _one_sided(row: GateRow) -> tuple[str | None, ...]:
    old = "the historical file has no value for this clip" if row.historical is None else None
    new = "this run has no value for this clip" if row.recomputed is None else None
    return old, new, old or new


def rollout_failures(result: RolloutResult) -> Table:
    """One row a unit that failed or was stopped by a check: unit, kind, message."""
    rows = [(failure.unit, failure.kind, failure.message) for failure in result.failures]
    columns = (Column("unit", "Unit"), Column("kind", "Kind"), Column("message", "Message", wrap=True))
    notes = () if rows else ("Every requested unit has a value, and no check stopped the run.",)
    return Table("Failures", frame_of(rows, ("unit", "kind", "message")), columns, notes, incompleteness(result))


def rollout_warnings(result: RolloutResult) -> Table:
    """One row a warning: unit, kind, message."""
    rows = [(note.unit, note.kind, note.message) for note in result.warnings]
    columns = (Column("unit", "Unit"), Column("kind", "Kind"), Column("message", "Message", wrap=True))
    notes = ("A warning changes no figure.",) if rows else ("No check gave a warning.",)
    return Table("Warnings", frame_of(rows, ("unit", "kind", "message")), columns, notes, incompleteness(result))


def rollout_timings(result: RolloutResult) -> Table:
    """One row a method: median and maximum over clips of decode and of algorithm time, in milliseconds a clip."""
    rows = []
    for method, score in result.methods.items():
        clips = [clip for clip in result.clips if clip.method == method]
        none = None if clips else "no clip of this method has a value"
        decode = _spread([clip.decode_ms for clip in clips])
        algorithm = _spread([clip.algorithm_ms for clip in clips if clip.algorithm_ms is not None])
        no_algorithm = none or (MODEL_TIME if algorithm[0] is None else None)
        rows.append((method, score.kind, len(clips), *decode, *algorithm, none, none, no_algorithm, no_algorithm))
    times = ("decode_ms", "decode_ms_max", "algorithm_ms", "algorithm_ms_max")
    columns = (
        Column("method", "Method"),
        Column("kind", "Kind"),
        Column("n", "n", digits=0),
        Column("decode_ms", "Decode, median", unit="ms a clip", digits=1),
        Column("decode_ms_max", "Decode, max", unit="ms a clip", digits=1),
        Column("algorithm_ms", "Algorithm, median", unit="ms a clip", digits=3),
        Column("algorithm_ms_max", "Algorithm, max", unit="ms a clip", digits=3),
    )
    names = ("method", "kind", "n", *times, *(f"{name}_reason" for name in times))
    frame = frame_of(rows, names, numbers=("n", *times))
    return Table("Timings on the scoring machine", frame, columns, DEPLOYMENT_NOTES, incompleteness(result))


def _spread(values: list[float]) -> tuple[Any, Any]:
    return (median(values), max(values)) if values else (None, None)
