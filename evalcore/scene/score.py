"""Score a data folder: every model on every sample, then the means that the failures allow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from evalcore.batch import Cache, Coverage, Failure, Progress, file_sha256, record, run
from evalcore.errors import InputError
from evalcore.scene.config import GEOMETRY, RELEASE, RENDERED, RunConfig, SceneConfig
from evalcore.scene.data import SceneData, load
from evalcore.scene.readers import Reader
from evalcore.scene.result import ModelScore, SampleScore, SceneResult
from evalcore.scene.unit import SampleTask, UnitValue
from evalcore.stats import bootstrap_interval, resample_indices
from evalcore.workspace import Workspace

__all__ = ["score"]

PACKAGES = ("numba", "numpy", "scipy")
NOT_ASKED = "only geometry was asked for"
NO_RENDERER = "no renderer is at hand; ask for geometry only, or make Blender available"


def score(
    workspace: Workspace,
    *,
    track: Path | None = None,
    models: Sequence[str] | None = None,
    config: SceneConfig = RELEASE,
    geometry_only: bool = False,
    allow_partial: bool = False,
    hash_inputs: bool = False,
    blender: Reader | None = None,
    jobs: int | None = None,
    cache: Cache | None = None,
    progress: Progress | None = None,
) -> SceneResult:
    """Score every chosen model on every sample of the track.

    Parameters
    ----------
    workspace, track, models, config
        As in :func:`evalcore.scene.load`.
    geometry_only
        Ask for no rendered figure; without it, a run that cannot render is incomplete.
    allow_partial
        Means over the samples that succeeded; the result still says ``complete: false``.
    hash_inputs
        A cached sample must agree in content too, not only in the sizes and modification times of its files.
    blender
        The reader of what needs Blender (.blend, animation, skins); without one such samples fail and say so.
    jobs, cache, progress
        As in :func:`evalcore.batch.run`.

    Returns
    -------
    SceneResult
        Complete only if every unit succeeded and the rendered figures are there, or were not asked for.

    Raises
    ------
    InputError
        The manifest or the names asked for are at fault, or there is no model.
    """
    data = load(workspace, track=track, models=models, config=config)
    if not data.models:
        raise InputError(
            "there is no model to score.", where=workspace.root.name, fix="Put <model>/<sample_id>/scene.glb there."
        )
    tasks = [SampleTask(data.files(sample), data.models, config, hash_inputs, blender) for sample in data.samples]
    outcomes = run(tasks, jobs=jobs, cache=cache, progress=progress)
    failures = [outcome.failure for outcome in outcomes if outcome.failure]
    values: dict[str, UnitValue] = {outcome.unit: outcome.value for outcome in outcomes if outcome.failure is None}
    unrendered = NOT_ASKED if geometry_only else NO_RENDERER
    samples = tuple(replace(one.score, pl_reason=unrendered, n_clip_reason=unrendered) for one in values.values())
    requested = len(data.samples) * len(data.models)
    withheld = None
    if failures and not allow_partial:
        withheld = f"{len(failures)} of {requested} units failed; see failures, or allow a partial run"
    return SceneResult(
        coverage=Coverage(requested=requested, done=len(samples), failed=len(failures)),
        failures=(*failures, *([] if geometry_only else [Failure("render", "renderer", NO_RENDERER)])),
        record=record(
            config=RunConfig(
                **vars(config),
                track=data.track_name,
                models=data.models,
                geometry_only=geometry_only,
                allow_partial=allow_partial,
                hash_inputs=hash_inputs,
            ),
            inputs=_inputs(data, tasks, values),
            packages=PACKAGES,
            units={
                "computed": sum(not outcome.cached and outcome.failure is None for outcome in outcomes),
                "from_cache": sum(outcome.cached for outcome in outcomes),
            },
        ),
        models={
            model: _aggregate([one for one in samples if one.model == model], withheld, unrendered)
            for model in data.models
        },
        samples=samples,
    )


def _inputs(data: SceneData, tasks: Sequence[SampleTask], values: Mapping[str, UnitValue]) -> dict[str, str]:
    """Relative path -> SHA-256 of every file that was read."""
    inputs = {data.track_name: file_sha256(data.track)}
    for task in tasks:
        for unit in task.units:
            inputs.update(values[unit].inputs if unit in values else task.readable_inputs(unit))
    return inputs


def _aggregate(rows: Sequence[SampleScore], withheld: str | None, unrendered: str) -> ModelScore:
    reason = withheld or (None if rows else "no sample succeeded")
    rendered: dict[str, Any] = {f"{name}_reason": reason or unrendered for name in RENDERED}
    if reason:
        return ModelScore(n=len(rows), reason=reason, **rendered)
    figures: dict[str, Any] = {}
    ci95: dict[str, tuple[float, float] | None] = dict.fromkeys(RENDERED)
    ci95_reason = dict.fromkeys(RENDERED, unrendered)
    resamples = resample_indices(len(rows))  # the same for every model with as many samples: differences are paired
    for name in GEOMETRY:
        values = np.array([getattr(row, name) for row in rows])
        figures[name] = float(values.mean())
        interval = bootstrap_interval(values[resamples].mean(axis=1), n=len(rows))
        ci95[name] = interval.ci95
        if interval.reason:
            ci95_reason[name] = interval.reason
    return ModelScore(n=len(rows), **figures, **rendered, ci95=ci95, ci95_reason=ci95_reason)
