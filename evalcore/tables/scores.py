"""Tables of one rollout result: aggregates of the methods, values of the clips, spread between samples."""

from __future__ import annotations

from typing import Any, get_args

import numpy as np

from evalcore.errors import InputError
from evalcore.metrics import METRICS
from evalcore.rollout.result import MethodScore, Metric, RolloutResult, Summary
from evalcore.tables.coverage import incompleteness
from evalcore.tables.layout import Column
from evalcore.tables.table import Table, frame_of

__all__ = ["rollout_clips", "rollout_samples", "rollout_scores"]

SAMPLE_NOTE = "A clip's value is the mean over its samples."


def rollout_scores(result: RolloutResult) -> Table:
    """One row a method: n, then mean over clips, sd and 95% interval of rollout MAD and SSIM.

    The best means are marked where all are over the same clips, as in every complete run.
    """
    names = ["method", "kind", "n"]
    columns = [Column("method", "Method"), Column("kind", "Kind"), Column("n", "n", digits=0)]
    numbers = ["n"]
    comparable = _same_clips(result)
    for metric in get_args(Metric):
        mean, sd, low, high = f"rollout_{metric}", f"{metric}_sd", f"{metric}_low", f"{metric}_high"
        names += [mean, sd, low, high, f"{mean}_reason", f"{sd}_reason", f"{low}_reason"]
        numbers += [mean, sd, low, high]
        label, digits = METRICS[metric].label, METRICS[metric].digits
        columns += [
            Column.of(metric, mean, best=comparable),
            Column(sd, f"{label} SD", digits=digits),
            Column(low, f"{label} 95% CI", digits=digits, upper=high),
        ]
    rows = []
    for method, score in result.methods.items():
        row: list[Any] = [method, score.kind, score.n]
        for metric in get_args(Metric):
            row += _summary_cells(score, getattr(score, f"rollout_{metric}"))
        rows.append(row)
    notes = ["Mean over clips of the mean over steps, sample SD, and t-based 95% interval of the mean."]
    if not comparable:
        notes.append("The means are over different clips, so that no best one is marked.")
    if any(clip.samples for clip in result.clips):
        notes.append(SAMPLE_NOTE)
    if not result.config.is_paper:
        notes.append("Custom protocol: frame counts, rate or flow parameters are not the published ones.")
    return Table(
        "Rollout scores", frame_of(rows, names, numbers=numbers), tuple(columns), tuple(notes), incompleteness(result)
    )


def _same_clips(result: RolloutResult) -> bool:
    averaged = [method for method, score in result.methods.items() if score.reason is None]
    sets = {frozenset(clip.clip_id for clip in result.clips if clip.method == method) for method in averaged}
    return len(sets) < 2


def _summary_cells(score: MethodScore, summary: Summary | None) -> list[Any]:
    if summary is None:
        return [None, None, None, None, score.reason, score.reason, score.reason]
    low, high = summary.ci95 or (None, None)
    return [summary.mean, summary.sd, low, high, None, summary.sd_reason, summary.ci95_reason]


def rollout_clips(result: RolloutResult, metric: Metric) -> Table:
    """One row a clip, one column a method: the clip's rollout value; the best of each clip is marked.

    A clip that failed for a method is null, with the failure's message as the reason.
    """
    values = {(clip.clip_id, clip.method): getattr(clip, f"rollout_{metric}") for clip in result.clips}
    # A clip that the gate alone knows, from a historical file, was not asked for.
    messages = {failure.unit: failure.message for failure in result.failures if failure.kind != "gate"}
    methods = list(result.methods)
    lost = [unit.partition("/")[2] for unit in messages]
    clip_ids = list(dict.fromkeys([clip.clip_id for clip in result.clips] + lost))
    keys = [f"{metric}:{method}" for method in methods]
    rows = []
    for clip_id in clip_ids:
        row: list[Any] = [clip_id, *(values.get((clip_id, method)) for method in methods)]
        row += [messages.get(f"{method}/{clip_id}") if (clip_id, method) not in values else None for method in methods]
        rows.append(row)
    reasons = [f"{metric}_reason:{method}" for method in methods]
    names = ["clip_id", *keys, *reasons]
    columns = [Column("clip_id", "Clip")]
    spec = METRICS[metric]
    columns += [
        Column(key, method, digits=spec.digits, higher_is_better=spec.higher_is_better, best=True, reason=reason)
        for key, method, reason in zip(keys, methods, reasons, strict=True)
    ]
    notes = [SAMPLE_NOTE] if any(clip.samples for clip in result.clips) else []
    frame = frame_of(rows, names, numbers=keys)
    title = f"Rollout {spec.label}{f' ({spec.unit})' if spec.unit else ''} of each clip"
    return Table(title, frame, tuple(columns), tuple(notes), incompleteness(result), best_along="row")


def rollout_samples(result: RolloutResult, metric: Metric) -> Table:
    """One row a clip and method with several samples: mean, best of n, worst of n and sd between samples.

    Raises
    ------
    InputError
        No clip of the result has more than one sample.
    """
    several = [clip for clip in result.clips if clip.samples]
    if not several:
        raise InputError("no clip of this result has several samples.", fix="Add files <clip_id>.s0.mp4, .s1.mp4, ...")
    best, worst = (max, min) if METRICS[metric].higher_is_better else (min, max)
    rows = []
    for clip in several:
        values = [getattr(sample, f"rollout_{metric}") for sample in clip.samples]
        mean = getattr(clip, f"rollout_{metric}")
        rows.append((clip.clip_id, clip.method, len(values), mean, best(values), worst(values), np.std(values, ddof=1)))
    names = ("clip_id", "method", "samples", "mean", "best", "worst", "sd")
    columns = (
        Column("clip_id", "Clip"),
        Column("method", "Method"),
        Column("samples", "Samples", digits=0),
        Column.of(metric, "mean", label=f"Mean {METRICS[metric].label}"),
        Column.of(metric, "best", label="Best of n"),
        Column.of(metric, "worst", label="Worst of n"),
        Column("sd", "SD between samples", digits=METRICS[metric].digits),
    )
    notes = ("The protocol's figure is the mean over samples; best of n is shown beside it, never in its place.",)
    title = f"Samples of each clip: rollout {METRICS[metric].label}"
    return Table(title, frame_of(rows, names, numbers=names[2:]), columns, notes, incompleteness(result))
