"""Score a workspace: every model and baseline on every clip, then the aggregates that the checks allow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import cv2
import numpy as np

from evalcore.batch import Cache, Coverage, Failure, Progress, file_sha256, record, run
from evalcore.errors import InputError, VideoError
from evalcore.metrics import mad
from evalcore.rollout.checks import Prefix, foreign_prefixes, thumbnail
from evalcore.rollout.config import PAPER, RolloutConfig, RunConfig
from evalcore.rollout.data import BASELINES, RolloutData, load
from evalcore.rollout.gate import gate_failures, gate_rows
from evalcore.rollout.result import ClipScore, MethodScore, Note, RolloutResult, Summary
from evalcore.rollout.unit import ClipTask, UnitValue
from evalcore.stats import mean_interval
from evalcore.video import decode, decode_signature
from evalcore.workspace import Workspace

__all__ = ["score"]

PACKAGES = ("av", "numba", "numpy", "opencv-python-headless", "scipy")


def score(
    workspace: Workspace,
    *,
    split: str | None = None,
    models: Sequence[str] | None = None,
    baselines: Sequence[str] = BASELINES,
    conditioning_from: str | None = None,
    config: RolloutConfig = PAPER,
    gate_per_model: bool = False,
    allow_partial: bool = False,
    jobs: int | None = None,
    cache: Cache | None = None,
    progress: Progress | None = None,
) -> RolloutResult:
    """Score every chosen model and baseline on every clip of ``split``.

    Parameters
    ----------
    workspace, split, models, conditioning_from, config
        As in :func:`evalcore.rollout.load`.
    baselines
        Which of the two baselines to score; empty for none.
    gate_per_model
        A model that misses its published figures loses only its own aggregate, not everybody's.
    allow_partial
        Aggregate over the clips that succeeded; the result still says ``complete: false``.
    jobs, cache, progress
        As in :func:`evalcore.batch.run`.

    Returns
    -------
    RolloutResult
        Complete only if every unit succeeded and the gate passed; otherwise without aggregates, unless allowed.

    Raises
    ------
    InputError
        The workspace's tables or the names asked for are at fault, or there is nothing to score.
    """
    data = load(workspace, split=split, models=models, conditioning_from=conditioning_from, config=config)
    if unknown := set(baselines) - set(BASELINES):
        raise InputError(f"there is no baseline {min(unknown)!r}.", fix=f"There are: {', '.join(BASELINES)}.")
    methods = (*data.models, *(name for name in BASELINES if name in baselines))
    if not methods:
        raise InputError(
            "there is nothing to score: no model and no baseline.",
            where="rollout/models",
            fix="Put one folder a model there, or leave the baselines on.",
        )
    tasks = [ClipTask(data.files(clip.clip_id), methods, config) for clip in data.clips]
    with _single_threaded_opencv():
        outcomes = run(tasks, jobs=jobs, cache=cache, progress=progress)

    failures = [outcome.failure for outcome in outcomes if outcome.failure]
    values: dict[str, UnitValue] = {outcome.unit: outcome.value for outcome in outcomes if outcome.failure is None}
    for unit, message in _foreign(data, values).items():
        failures.append(Failure(unit, "prefix", message))
        del values[unit]
    failed = {failure.unit for failure in failures}
    clips = tuple(value.score for value in values.values())
    gate = gate_rows(data, {(clip.method, clip.clip_id): clip.rollout_mad for clip in clips})
    # A clip that failed has its own message already; the gate speaks of clips that have a value, or are unknown.
    stopped = [one for one in gate_failures(gate, tolerance=config.gate_tolerance) if one.unit not in failed]
    requested = len(tasks) * len(methods)
    return RolloutResult(
        coverage=Coverage(requested=requested, done=len(clips), failed=requested - len(clips)),
        failures=(*failures, *stopped),
        record=record(
            config=RunConfig(
                **vars(config),
                protocol="paper" if config.is_paper else "custom",
                split=split,
                models=data.models,
                baselines=methods[len(data.models) :],
                conditioning_from=data.conditioning_from,
                gate_per_model=gate_per_model,
                allow_partial=allow_partial,
            ),
            inputs=_inputs(data, tasks, values),
            packages=PACKAGES,
            decode=decode_signature(config.decode),
            conditioning_from_model=[task.files.clip_id for task in tasks if task.files.conditioning is None],
            units={
                "computed": sum(not outcome.cached and outcome.failure is None for outcome in outcomes),
                "from_cache": sum(outcome.cached for outcome in outcomes),
            },
        ),
        methods=_methods(
            methods,
            clips,
            withheld=_withheld(
                methods, failures, stopped, requested, gate_per_model=gate_per_model, partial=allow_partial
            ),
        ),
        clips=clips,
        warnings=(
            *(note for value in values.values() for note in value.notes),
            *(
                Note(path, "stray", "the file's name matches no clip or model of the workspace; not used")
                for path in data.strays
            ),
        ),
        gate=gate,
    )


def _inputs(data: RolloutData, tasks: Sequence[ClipTask], values: Mapping[str, UnitValue]) -> dict[str, str]:
    """Relative path -> SHA-256 of every file that was read."""
    tables = [data.workspace.path("rollout", "clips.jsonl"), *map(data.historical_path, data.historical)]
    inputs = {data.workspace.relative(path): file_sha256(path) for path in tables}
    for task in tasks:
        for unit in task.units:
            inputs.update(values[unit].inputs if unit in values else task.readable_inputs(unit))
    return inputs


def _foreign(data: RolloutData, values: Mapping[str, UnitValue]) -> dict[str, str]:
    """Units whose prefix belongs to another clip; only suspects are decoded again."""
    prefixes, conditioning = [], {}
    for unit, value in values.items():
        if value.conditioning is None:
            continue
        conditioning[value.score.clip_id] = value.size, value.conditioning
        prefixes += [
            Prefix(unit, value.score.method, value.score.clip_id, sample, value.size, picture)
            for sample, picture in enumerate(value.thumbnails)
        ]
    lead, decoder = data.config.conditioning, data.config.decode
    # A clip without a value may be missing because its file stands under another clip's name.
    for clip in data.clips:
        path = data.files(clip.clip_id).conditioning
        if clip.clip_id not in conditioning and path:
            with suppress(VideoError):
                frames = decode(path, method=decoder, expect=lead).frames
                conditioning[clip.clip_id] = (frames.shape[2], frames.shape[1]), thumbnail(frames[-1])

    def prefix_mad(prefix: Prefix, clip_id: str) -> float:
        path = data.files(prefix.clip_id).of(prefix.model)[prefix.sample]
        other = data.files(clip_id).conditioning
        assert other is not None  # only clips with a conditioning file are compared
        generated, theirs = decode(path, method=decoder), decode(other, method=decoder)
        return float(mad(generated.frames[:lead], theirs.frames).mean())

    return foreign_prefixes(prefixes, conditioning, prefix_mad)


def _withheld(
    methods: Sequence[str],
    failures: Sequence[Failure],
    stopped: Sequence[Failure],
    requested: int,
    *,
    gate_per_model: bool,
    partial: bool,
) -> dict[str, str]:
    """Method -> why it gets no aggregate."""
    reasons: dict[str, str] = {}
    if failures and not partial:
        message = f"{len(failures)} of {requested} units failed; see failures, or allow a partial run"
        reasons = dict.fromkeys(methods, message)
    if gated := Counter(failure.unit.partition("/")[0] for failure in stopped):
        who = ", ".join(f"{model} ({count} clip{'s' if count > 1 else ''})" for model, count in gated.items())
        for method in gated if gate_per_model else methods:
            reasons.setdefault(method, f"stopped by the historical gate: {who}")
    return reasons


def _methods(
    methods: Sequence[str], clips: Sequence[ClipScore], *, withheld: Mapping[str, str]
) -> dict[str, MethodScore]:
    by_method: dict[str, list[ClipScore]] = {method: [] for method in methods}
    for clip in clips:
        by_method[clip.method].append(clip)
    return {
        method: _aggregate(
            rows,
            kind="baseline" if method in BASELINES else "model",
            reason=withheld.get(method) or (None if rows else "no clip succeeded"),
        )
        for method, rows in by_method.items()
    }


def _aggregate(rows: Sequence[ClipScore], *, kind: Any, reason: str | None) -> MethodScore:
    if reason:
        return MethodScore(kind=kind, n=len(rows), reason=reason)
    figures: dict[str, Any] = {}
    for metric in ("mad", "ssim"):
        figures[f"rollout_{metric}"] = _summary([getattr(row, f"rollout_{metric}") for row in rows])
        steps = np.array([getattr(row, f"per_step_{metric}") for row in rows])
        summaries = [_summary(step) for step in steps.T]
        figures[f"per_step_{metric}"] = tuple(summary.mean for summary in summaries)
        bands = tuple(summary.ci95 for summary in summaries if summary.ci95)
        figures[f"per_step_{metric}_ci95"] = bands if len(bands) == len(summaries) else None
    return MethodScore(kind=kind, n=len(rows), **figures)


def _summary(values: Any) -> Summary:
    interval = mean_interval(np.asarray(values))
    return Summary(interval.mean, interval.sd, interval.ci95, interval.reason, interval.reason)


@contextmanager
def _single_threaded_opencv() -> Iterator[None]:
    """Clips already run side by side; OpenCV's own threads inside them would only compete."""
    before = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        yield
    finally:
        cv2.setNumThreads(before)
