"""The rendered half of a run: pictures, PL and N-CLIP of every sample whose geometry is scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from evalcore.batch import Cache, Failure, Progress, run
from evalcore.scene.clip import ClipError, Encoder
from evalcore.scene.clip_distance import clip_distances
from evalcore.scene.data import GROUND_TRUTH
from evalcore.scene.pictures import Picture, PictureStore, picture_path
from evalcore.scene.readers import Renderer
from evalcore.scene.rendered import Rendered, RenderTask
from evalcore.scene.result import Transform
from evalcore.scene.unit import SampleTask

__all__ = ["RenderRun", "part_of", "render_run"]


@dataclass
class RenderRun:
    """What rendering gave, by unit (``model/sample_id``).

    ``missing`` maps a figure that no unit has to the reason. ``made`` are the units for which something was rendered
    or encoded anew. ``pictures`` map ``sample/owner.png`` to the SHA-256 of its pixels; ``rendered`` of them were
    rendered now.
    """

    pl: dict[str, float] = field(default_factory=dict)
    n_clip: dict[str, float] = field(default_factory=dict)
    missing: dict[str, str] = field(default_factory=dict)
    failures: list[Failure] = field(default_factory=list)
    made: set[str] = field(default_factory=set)
    pictures: dict[str, str] = field(default_factory=dict)
    rendered: int = 0


def render_run(
    tasks: Sequence[SampleTask],
    transforms: Mapping[str, Transform | None],
    *,
    renderer: Renderer,
    encoder: Encoder | None,
    no_encoder: str,
    store: PictureStore,
    renders: Path | None,
    jobs: int | None,
    cache: Cache | None,
    progress: Progress | None,
) -> RenderRun:
    """Render, measure and encode the units of ``transforms``, and lay their pictures below ``renders``.

    Pictures that an earlier run laid there for what fails now are taken away.
    ``progress`` counts each unit twice where there is an encoder: once rendered, once encoded.
    """
    ready = [
        RenderTask(task, {unit: transforms[unit] for unit in task.units if unit in transforms}, renderer, store)
        for task in tasks
    ]
    ready = [task for task in ready if task.units]
    total = len(transforms) * (1 if encoder is None else 2)
    outcomes = run(ready, jobs=jobs, progress=part_of(progress, 0, total), on_stop=renderer.stop)
    found = RenderRun(failures=[outcome.failure for outcome in outcomes if outcome.failure])
    values: dict[str, Rendered] = {one.unit: one.value for one in outcomes if one.failure is None}
    found.pl = {unit: value.pl for unit, value in values.items()}
    found.made = {unit for unit, value in values.items() if value.made}
    found.rendered = len({key for value in values.values() for key in value.made})
    shown = {
        (task.scenes.files.sample.sample_id, owner): picture
        for task in ready
        for unit in task.units
        if unit in values
        for owner, picture in _owners(task.scenes.model(unit), values[unit])
    }
    found.pictures = {f"{sample_id}/{owner}.png": picture.sha256 for (sample_id, owner), picture in shown.items()}
    if renders:
        _lay(tasks, shown, store, renders)
    if encoder is None:
        found.missing["n_clip"] = no_encoder
        return found
    samples = [{unit: values[unit] for unit in task.units if unit in values} for task in ready]
    samples = [units for units in samples if units]
    done = len(transforms)
    try:
        for distances in clip_distances(samples, encoder, store, cache):
            found.n_clip |= {unit: figure for unit, (figure, _) in distances.items()}
            found.made |= {unit for unit, (_, encoded) in distances.items() if encoded}
            done += len(distances)
            if progress:
                progress(done, total)
    except ClipError as error:
        found.n_clip, found.missing["n_clip"] = {}, str(error)
    return found


def _lay(
    tasks: Sequence[SampleTask], shown: Mapping[tuple[str, str], Picture], store: PictureStore, renders: Path
) -> None:
    for task in tasks:
        for owner in (GROUND_TRUTH, *task.models):
            sample_id = task.files.sample.sample_id
            path = picture_path(renders, sample_id, owner)
            if picture := shown.get((sample_id, owner)):
                store.lay(picture, path)
            else:
                path.unlink(missing_ok=True)


def part_of(progress: Progress | None, before: int, total: int) -> Progress | None:
    """The progress of a part that comes after ``before`` of ``total`` units."""
    return None if progress is None else lambda done, _: progress(before + done, total)


def _owners(model: str, value: Rendered) -> tuple[tuple[str, Picture], tuple[str, Picture]]:
    return (GROUND_TRUTH, value.truth), (model, value.prediction)
