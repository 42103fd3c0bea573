"""Tables of what was checked in a rollout run: the historical gate, prefixes, failures, warnings, timings."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from statistics import mean, median
from typing import Any

from evalcore.metrics import METRICS
from evalcore.rollout.result import ClipScore, RolloutResult
from evalcore.tables.coverage import incompleteness
from evalcore.tables.layout import Column
from evalcore.tables.table import Table, frame_of

__all__ = [
    "DEPLOYMENT_NOTES",
    "rollout_gate",
    "rollout_prefixes",
    "rollout_timings",
    "rollout_warnings",
]

DEPLOYMENT_NOTES = (
    "The timings describe this deployment; they are not hardware-normalised and no method is compared with another by "
    "them.",
    "In the reference, generative timings came from an RTX 6000 Ada and the classical baselines from CPU OpenCV; RGB "
    "SSIM was reported for the N = 30 set, MAD for N = 5 and N = 30.",
)
NO_CLIP = "no clip of this method has a value"


def rollout_gate(result: RolloutResult) -> Table:
    """Historical against recomputed rollout MAD, one row a model and clip; rows that fail come first."""
    tolerance = result.config.gate_tolerance
    numbers = ("historical", "recomputed", "difference")
    names = ("model", "clip_id", *numbers, "passed", *(f"{name}_reason" for name in numbers))
    failed_first = sorted(result.gate, key=lambda row: row.passed)
    rows = [[getattr(row, name) for name in names] for row in failed_first]
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
    frame = frame_of(rows, names, numbers=numbers)
    return Table("Historical MAD gate", frame, columns, tuple(notes), incompleteness(result))


def rollout_prefixes(result: RolloutResult) -> Table:
    """MAD between the conditioning frames in a model's files and the clips' own conditioning files, one row a model.

    The mean is over clips (a clip's value is the mean over its samples), the largest over files: it is named as the
    file is, ``<clip_id>`` or ``<clip_id>.s<k>``.
    """
    rows = []
    for model, score in result.methods.items():
        if score.kind != "model":
            continue
        clips = [clip for clip in result.clips if clip.method == model]
        compared = [clip.prefix_mad for clip in clips if clip.prefix_mad is not None]
        files = [(one.prefix_mad, _file(one)) for clip in clips for one in clip.samples or (clip,)]
        known = [(value, name) for value, name in files if value is not None]
        largest = max(known, key=itemgetter(0), default=(None, None))
        reason = None if compared else _reason(clips, "prefix_mad_reason")
        rows.append((model, len(clips), len(compared), mean(compared) if compared else None, *largest, *[reason] * 3))
    values = ("mean", "largest", "file")
    names = ("model", "clips", "n", *values, *(f"{name}_reason" for name in values))
    digits, unit = METRICS["mad"].digits, METRICS["mad"].unit
    columns = (
        Column("model", "Model"),
        Column("clips", "Clips", digits=0),
        Column("n", "Compared", digits=0),
        Column("mean", "Mean prefix MAD", unit=unit, digits=digits),
        Column("largest", "Largest", unit=unit, digits=digits),
        Column("file", "File of the largest"),
    )
    lead = result.config.conditioning
    notes = (
        f"The first {lead} frames of a generated clip repeat what the model was given. Encoding alone leaves a small "
        "difference from the conditioning file; where it is large, the model was given other frames, or changes them.",
        "A prefix that is nearer to another clip's conditioning file is a failure, and not counted here.",
    )
    frame = frame_of(rows, names, numbers=names[1:5])
    return Table("Conditioning prefixes", frame, columns, notes, incompleteness(result))


def _file(score: ClipScore) -> str:
    return score.clip_id if score.sample is None else f"{score.clip_id}.s{score.sample}"


def _reason(clips: Sequence[ClipScore], name: str) -> str | None:
    """Why no clip has the value: the reason of the first that gives one."""
    return next(filter(None, (getattr(clip, name) for clip in clips)), None) if clips else NO_CLIP


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
        none = None if clips else NO_CLIP
        decode = _spread([clip.decode_ms for clip in clips])
        algorithm = _spread([clip.algorithm_ms for clip in clips if clip.algorithm_ms is not None])
        no_algorithm = _reason(clips, "algorithm_ms_reason") if algorithm[0] is None else None
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
