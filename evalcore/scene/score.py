"""Score a data folder: every model on every sample, then the means that the failures allow."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from evalcore.batch import Cache, Coverage, Failure, Progress, file_sha256, record, run
from evalcore.errors import InputError
from evalcore.scene.aggregate import aggregate
from evalcore.scene.clip import Encoder
from evalcore.scene.config import RELEASE, RENDERED, RunConfig, SceneConfig
from evalcore.scene.data import SceneData, load
from evalcore.scene.pictures import PictureStore
from evalcore.scene.readers import NO_BLENDER, Renderer
from evalcore.scene.render_run import RenderRun, part_of, render_run
from evalcore.scene.result import SampleScore, SceneResult
from evalcore.scene.unit import SampleTask, UnitValue
from evalcore.workspace import Workspace

__all__ = ["score"]

PACKAGES = ("numba", "numpy", "scipy")
NOT_ASKED = "only geometry was asked for"
NO_RENDERER = f"no renderer is at hand: {NO_BLENDER}, or ask for geometry only"
NO_ENCODER = "no image encoder is at hand; give one, or ask for geometry only"


def score(
    workspace: Workspace,
    *,
    track: Path | None = None,
    models: Sequence[str] | None = None,
    config: SceneConfig = RELEASE,
    geometry_only: bool = False,
    allow_partial: bool = False,
    hash_inputs: bool = False,
    blender: Renderer | None = None,
    encoder: Encoder | None = None,
    no_encoder: str = NO_ENCODER,
    renders: Path | None = None,
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
        The reader of what needs Blender (.blend, animation, skins), and the renderer; without it, samples that need it
        fail and say so, and nothing is rendered.
    encoder
        Image features for N-CLIP, from :func:`evalcore.scene.open_encoder`; without it, ``n_clip`` is null with
        ``no_encoder`` as the reason, and all else is scored.
    renders
        Where pictures are laid, ``<sample>/gt.png`` and ``<sample>/<model>.png``; see
        :func:`evalcore.scene.renders_folder`.
    jobs, cache, progress
        As in :func:`evalcore.batch.run`. Pictures and features are kept in the cache's folder as well.

    Returns
    -------
    SceneResult
        Complete only if every unit succeeded and the rendered figures are there, or were not asked for.

    Raises
    ------
    InputError
        The manifest or the names asked for are at fault, or there is no model.
    """
    renderer = None if geometry_only else blender
    if renderer:
        config = replace(config, rendering=replace(config.rendering, blender_version=renderer.version))
    data = load(workspace, track=track, models=models, config=config)
    if not data.models:
        raise InputError(
            "there is no model to score.", where=workspace.root.name, fix="Put <model>/<sample_id>/scene.glb there."
        )
    tasks = [SampleTask(data.files(sample), data.models, config, hash_inputs, blender) for sample in data.samples]
    requested = len(data.samples) * len(data.models)
    stages = 1 if renderer is None else 2 if encoder is None else 3
    outcomes = run(
        tasks,
        jobs=jobs,
        cache=cache,
        progress=part_of(progress, 0, stages * requested),
        on_stop=blender.stop if blender else None,
    )
    values: dict[str, UnitValue] = {outcome.unit: outcome.value for outcome in outcomes if outcome.failure is None}
    if renderer is None:
        seen = RenderRun(missing=dict.fromkeys(RENDERED, NOT_ASKED if geometry_only else NO_RENDERER))
    else:
        left = (stages - 1) * len(values)
        with _store(cache) as store:
            seen = render_run(
                tasks,
                {unit: value.score.transform for unit, value in values.items()},
                renderer=renderer,
                encoder=encoder,
                no_encoder=no_encoder,
                store=store,
                renders=renders,
                jobs=jobs,
                cache=cache,
                progress=part_of(progress, stages * requested - left, stages * requested),
            )
    failures = [*(outcome.failure for outcome in outcomes if outcome.failure), *seen.failures]
    unseen = {failure.unit for failure in seen.failures}
    samples = tuple(_row(unit, value.score, seen) for unit, value in values.items() if unit not in unseen)
    withheld = None
    if failures and not allow_partial:
        withheld = f"{len(failures)} of {requested} units failed; see failures, or allow a partial run"
    computed = seen.made | {outcome.unit for outcome in outcomes if outcome.unit in values and not outcome.cached}
    return SceneResult(
        coverage=Coverage(requested=requested, done=len(samples), failed=len(failures)),
        failures=(*failures, *([] if geometry_only else _gaps(seen.missing))),
        record=record(
            config=RunConfig(
                **vars(config),
                track=data.track_name,
                models=data.models,
                geometry_only=geometry_only,
                allow_partial=allow_partial,
                hash_inputs=hash_inputs,
            ),
            inputs=_inputs(data, tasks, values, rendered=seen.pl.keys()),
            packages=PACKAGES,
            units={"computed": len(computed - unseen), "from_cache": len(samples) - len(computed - unseen)},
            pictures={
                "rendered": seen.rendered,
                "from_cache": len(seen.pictures) - seen.rendered,
                "pixels": seen.pictures,
            },
            blender=renderer.version
            if renderer
            else next((one.blender for one in values.values() if one.blender), None),
            encoder=None if "n_clip" in seen.missing or encoder is None else dict(encoder.identity),
        ),
        models={
            model: aggregate([one for one in samples if one.model == model], withheld=withheld, missing=seen.missing)
            for model in data.models
        },
        samples=samples,
    )


@contextmanager
def _store(cache: Cache | None) -> Iterator[PictureStore]:
    """Where pictures are kept: with the cache, else for as long as the run takes."""
    if cache:
        yield PictureStore(cache.folder / "pictures")
        return
    with tempfile.TemporaryDirectory(prefix="evalcore-") as folder:
        yield PictureStore(Path(folder))


def _row(unit: str, score: SampleScore, seen: RenderRun) -> SampleScore:
    """The score of a unit with its rendered figures, or the reasons why there are none."""
    return replace(
        score,
        pl=seen.pl.get(unit),
        n_clip=seen.n_clip.get(unit),
        pl_reason=seen.missing.get("pl"),
        n_clip_reason=seen.missing.get("n_clip"),
    )


def _gaps(missing: Mapping[str, str]) -> list[Failure]:
    """What keeps a whole run from its rendered figures, each reason once."""
    if "pl" in missing:
        return [Failure("render", "renderer", missing["pl"])]
    return [Failure(name, "encoder", reason) for name, reason in missing.items()]


def _inputs(
    data: SceneData, tasks: Sequence[SampleTask], values: Mapping[str, UnitValue], *, rendered: Set[str]
) -> dict[str, str]:
    """Relative path -> SHA-256 of every file that was read."""
    inputs = {data.track_name: file_sha256(data.track)}
    for task in tasks:
        for unit in task.units:
            if unit in rendered:
                inputs.update(task.folder_inputs(unit))
            inputs.update(values[unit].inputs if unit in values else task.readable_inputs(unit))
    return inputs
