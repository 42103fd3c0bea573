"""The scene part of the demo workspace: six small scenes and three made models, as binary glTF files."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from evalcore.batch import Progress
from evalcore.demo.scene_file import scene_bytes
from evalcore.demo.scene_models import MODELS, Handed
from evalcore.demo.scene_samples import SAMPLES, Sample
from evalcore.files import replacing
from evalcore.scene.data import GROUND_TRUTH, TRACKS
from evalcore.workspace import Workspace

__all__ = ["FOLDER", "SAMPLES", "paths", "write_scene"]

FOLDER = "scene"


def paths() -> tuple[str, ...]:
    """Every file of this part, relative to the workspace."""
    scenes = [_scene(owner, sample) for sample in SAMPLES for owner in (GROUND_TRUTH, *MODELS)]
    return tuple(f"{FOLDER}/{path}" for path in (TRACKS[0], *scenes))


def write_scene(workspace: Workspace, *, progress: Progress | None = None) -> None:
    """Write the track, the ground truth, and what every made model hands in.

    ``progress`` is called with (samples done, all samples) from the calling thread.
    """
    rows = [
        {"sample_id": one.sample_id, "geometry_frame_mode": "rest", "description": one.description} for one in SAMPLES
    ]
    _write(workspace, TRACKS[0], b"".join(msgspec.json.encode(row) + b"\n" for row in rows))
    for done, sample in enumerate(SAMPLES, start=1):
        for owner, handed in _handed(sample):
            content = scene_bytes(handed.things, sample.view, scale=handed.scale, shift=handed.shift)
            _write(workspace, _scene(owner, sample), content)
        if progress:
            progress(done, len(SAMPLES))


def _handed(sample: Sample) -> Iterator[tuple[str, Handed]]:
    yield GROUND_TRUTH, Handed(sample.things)
    for name, model in MODELS.items():
        yield name, model.predict(sample)


def _scene(owner: str, sample: Sample) -> str:
    return f"{owner}/{sample.sample_id}/scene.glb"


def _write(workspace: Workspace, path: str, content: bytes) -> None:
    with replacing(workspace.path(FOLDER, path)) as partial:
        partial.write_bytes(content)
