"""A workspace with scenes of every kind of fault, as the page that inspects them meets them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from evalcore.scene import SceneObject, score
from evalcore.workspace import Workspace
from tests.pages.hostile import CLIP, MODEL
from tests.scene.made import box_object, nudged, room, scene_file

__all__ = ["HOSTILE_OBJECT", "make_scenes"]

HOSTILE_OBJECT = "<img src='https://host/x.png'> ![o](https://host/x.png) <b>x</b>"


def make_scenes(root: Path, *, hostile: bool = False) -> Workspace:
    """Samples ``room``, ``count``, ``broken``, ``blend`` and ``gone`` of the models ``close`` and ``same``, scored.

    In ``count`` an object is missing and one is extra; of ``close``, ``broken`` is cut off, ``blend`` needs Blender and
    ``gone`` is not there. ``hostile``: one sample, whose model, sample and objects have names that are markup.
    """
    folder = root / "scene"
    truth = room(1)
    if hostile:
        model, samples = MODEL, [CLIP]
        truth[1] = replace(truth[1], name=HOSTILE_OBJECT)
        _write(folder, "gt", CLIP, truth)
        _write(folder, MODEL, CLIP, [*nudged(truth, 2)[:-1], box_object(f"{HOSTILE_OBJECT} extra", at=(0, 0, 3))])
    else:
        model, samples = "close", ["room", "count", "broken", "blend", "gone"]
        for sample in samples:
            _write(folder, "gt", sample, truth)
            _write(folder, "same", sample, truth)
        _write(folder, model, "room", nudged(truth, 2))
        _write(folder, model, "count", [*truth[:-1], box_object("new", at=(0, 0, 3))])
        _write(folder, model, "broken", truth)
        path = folder / model / "broken" / "scene.glb"
        path.write_bytes(path.read_bytes()[:200])
        (folder / model / "blend").mkdir()
        (folder / model / "blend" / "scene.blend").write_bytes(b"BLENDER")
    rows = [{"sample_id": sample, "geometry_frame_mode": "rest"} for sample in samples]
    (folder / "track.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    space = Workspace(root)
    result = score(Workspace(folder), geometry_only=True, allow_partial=True, jobs=1)
    result.save(space.results("scene") / "all")
    return space


def _write(folder: Path, owner: str, sample: str, objects: Sequence[SceneObject]) -> None:
    scene_file(objects).write(folder / owner / sample / "scene.glb")
