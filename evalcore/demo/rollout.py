"""The rollout part of the demo workspace: thirty clips, five made models, and two historical files for the gate."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

import msgspec
import numpy as np

from evalcore.batch import Progress
from evalcore.demo.drawing import Image
from evalcore.demo.faults import MODELS, NOW, STEPS, VANISHES_AT
from evalcore.demo.scenes import SHOTS, Shot
from evalcore.demo.stage import Scene
from evalcore.files import replacing
from evalcore.metrics import mad
from evalcore.rollout.config import PAPER
from evalcore.video import decode, write
from evalcore.workspace import Workspace

__all__ = ["PLANTED_CLIP", "PLANTED_OFFSET", "SHOTS", "WrittenClip", "describe", "paths", "write_clip", "write_rollout"]

_HISTORICAL = ("good", "sampled")
PLANTED_CLIP, PLANTED_OFFSET = "pendulum_04", 0.35  # what historical/sampled.json is off by, in grey levels
_CRF = 14  # what is planted, not the codec, is to make the error


@dataclass(frozen=True)
class WrittenClip:
    """The row of ``clips.jsonl``, and the rollout MAD of each model that has a historical file."""

    row: dict[str, Any]
    rollout_mad: dict[str, float]


def paths() -> tuple[str, ...]:
    """Every file of this part, relative to the workspace."""
    tables = ["rollout/clips.jsonl", *(f"rollout/historical/{model}.json" for model in _HISTORICAL)]
    clips = [
        path
        for shot in SHOTS
        for path in (_conditioning(shot), _future(shot), *(p for model in MODELS for p in _generated(shot, model)))
    ]
    return *tables, *clips


def write_rollout(workspace: Workspace, *, progress: Progress | None = None) -> None:
    """Simulate, render and encode all clips, and write the tables that go with them.

    ``progress`` is called with (clips done, all clips) from the calling thread.
    """
    written: list[WrittenClip] = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for clip in pool.map(partial(write_clip, workspace), SHOTS):
            written.append(clip)
            if progress:
                progress(len(written), len(SHOTS))
    rows = b"".join(msgspec.json.encode(clip.row) + b"\n" for clip in written)
    _write(workspace, "rollout/clips.jsonl", rows)
    for model in _HISTORICAL:
        values = {clip.row["clip_id"]: clip.rollout_mad[model] for clip in written}
        if model == "sampled":
            values[PLANTED_CLIP] += PLANTED_OFFSET
        table = {clip_id: {"aggregate_rollout_mad": value} for clip_id, value in values.items()}
        _write(workspace, f"rollout/historical/{model}.json", msgspec.json.format(msgspec.json.encode(table)) + b"\n")


def write_clip(workspace: Workspace, shot: Shot) -> WrittenClip:
    """Write the conditioning, the future and what every model generated for one clip."""
    scene = shot.build()
    conditioning = [scene.frame(time) for time in range(PAPER.conditioning)]
    _encode(workspace, _conditioning(shot), conditioning)
    _encode(workspace, _future(shot), [scene.frame(NOW + step) for step in STEPS])
    for nth, (name, model) in enumerate(MODELS.items()):
        for sample, path in enumerate(_generated(shot, name)):
            prediction = model.predict(scene, np.random.default_rng((shot.seed, nth, sample)))
            _encode(workspace, path, [*conditioning, *prediction])
    return WrittenClip(_row(shot, scene), {model: _rollout_mad(workspace, shot, model) for model in _HISTORICAL})


def describe() -> str:
    """The part of the workspace's README that says what was planted where (Markdown)."""
    kinds = {shot.kind: shot.description for shot in SHOTS}
    counts = {name: f"{len([shot for shot in SHOTS if name in _splits(shot)])} clips" for name in ("n5", "n30")}
    faults = [f"| `{name}` | {model.fault} |" for name, model in MODELS.items()]
    clips = [f"| `{shot.clip_id}` | {', '.join(_splits(shot))} | {shot.seed} |" for shot in SHOTS]
    return f"""## Rollout

Simulated scenes of {PAPER.length} frames at {PAPER.fps} FPS: {PAPER.conditioning} conditioning frames, then \
{PAPER.horizon} to predict. Splits: `n5` ({counts["n5"]}, the first of each scene) and `n30` ({counts["n30"]}).

### Planted in the models

Every generated clip begins with the conditioning frames, encoded again. Then:

| model | what it does |
|---|---|
{chr(10).join(faults)}

### Planted in the historical files

`historical/good.json` holds the true rollout MAD of every clip. `historical/sampled.json` does as well, except for
`{PLANTED_CLIP}`, whose value is {PLANTED_OFFSET} grey levels too high. That clip is in `n30` only: the gate passes on
`n5` and stops the run on `n30`, unless it may let the other models through (`--gate-per-model`).

### What each page should show

* **Per-step MAD**: `good` low and rising slowly; `blur` rising from step to step; `vanish` as low as `good` up to \
step {VANISHES_AT - 1}, then a jump at step {VANISHES_AT} that stays; `late` wrong from step 1 on, by as much as the \
scene moves in one frame; `sampled` rising, with a spread between its three samples. `history_farneback` beats \
`persistence` where motion is smooth (`pan`, `pendulum`) and falls behind it where a ball turns round (`bounce`).
* **Paired intervals**: `good` beats either baseline on every clip; `blur` loses to `persistence` on some `roll` \
clips, where little moves but everything blurs.
* **Gate and checks**: "possible off-by-one" for the clips of `late`, and for no clip of another model; no prefix \
belongs to another clip; the one historical value that is off.

### Clips

| clip | splits | seed |
|---|---|---|
{chr(10).join(clips)}

What each kind shows:

{chr(10).join(f"* `{kind}`: {text}" for kind, text in kinds.items())}
"""


def _splits(shot: Shot) -> tuple[str, ...]:
    return ("n5", "n30") if shot.number == 0 else ("n30",)


def _row(shot: Shot, scene: Scene) -> dict[str, Any]:
    places = np.array([scene.position(NOW + step) for step in (0, *STEPS)])
    return {
        "clip_id": shot.clip_id,
        "splits": _splits(shot),
        "scene": shot.kind,
        "seed": shot.seed,
        "description": shot.description,
        "speed_px_per_frame": round(float(np.hypot(*np.diff(places, axis=0).T).mean()), 2),
    }


def _rollout_mad(workspace: Workspace, shot: Shot, model: str) -> float:
    truth = decode(workspace.path(_future(shot))).frames
    generated = [decode(workspace.path(path)).frames[PAPER.conditioning :] for path in _generated(shot, model)]
    return float(np.mean([mad(prediction, truth) for prediction in generated]))


def _conditioning(shot: Shot) -> str:
    return f"rollout/conditioning/{shot.clip_id}.mp4"


def _future(shot: Shot) -> str:
    return f"rollout/future/{shot.clip_id}.mp4"


def _generated(shot: Shot, model: str) -> Iterator[str]:
    samples = MODELS[model].samples
    for ending in [""] if samples is None else [f".s{index}" for index in range(samples)]:
        yield f"rollout/models/{model}/{shot.clip_id}{ending}.mp4"


def _encode(workspace: Workspace, path: str, frames: Sequence[Image]) -> None:
    target = workspace.path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    write(target, np.stack(frames), fps=PAPER.fps, crf=_CRF)


def _write(workspace: Workspace, path: str, content: bytes) -> None:
    with replacing(workspace.path(path)) as partial_file:
        partial_file.write_bytes(content)
