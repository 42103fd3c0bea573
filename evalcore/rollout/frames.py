"""The decoded frames behind a score, for viewers and figures: what the metric saw, nothing else."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from evalcore.batch import file_sha256
from evalcore.errors import InputError, VideoError
from evalcore.rollout.data import BASELINES, RolloutData, clip_of, load
from evalcore.rollout.result import RolloutResult
from evalcore.rollout.unit import predict
from evalcore.video import decode
from evalcore.workspace import Workspace

__all__ = ["TRUTH", "changed_files", "clip_frames", "data_of", "observed", "prediction", "source_files", "truth"]

Frames = NDArray[np.uint8]
TRUTH = ".truth"  # no model can be called that: names of folders may not begin with a dot


def data_of(workspace: Workspace, result: RolloutResult) -> RolloutData:
    """The files that a result was computed from, as they are in the workspace now."""
    config = result.config
    return load(
        workspace,
        split=config.split,
        models=config.models,
        conditioning_from=config.conditioning_from,
        config=config,
    )


def truth(data: RolloutData, clip_id: str) -> Frames:
    """Ground-truth future, (K, H, W, 3) uint8."""
    return _decode(data, data.files(clip_id).future, data.config.horizon)


def observed(data: RolloutData, clip_id: str) -> Frames:
    """Conditioning frames, (L, H, W, 3) uint8, from the file that the baselines read."""
    files = data.files(clip_id)
    length = data.config.conditioning if files.conditioning else data.config.length
    return _decode(data, files.observed, length)[: data.config.conditioning]


def prediction(data: RolloutData, clip_id: str, method: str, *, sample: int = 0) -> Frames:
    """Predicted frames of a model's sample or of a baseline, (K, H, W, 3) uint8.

    Raises
    ------
    InputError
        The model has no such sample.
    VideoError
        A file is missing or does not hold what the protocol expects.
    """
    if method in BASELINES:
        return predict(method, observed(data, clip_id), data.config)
    return _generated(data, clip_id, method, sample)[data.config.conditioning :]


def clip_frames(data: RolloutData, clip_id: str, method: str, *, sample: int = 0) -> Frames:
    """All L + K frames of a method, or of :data:`TRUTH`: its conditioning frames and what follows, (L + K, H, W, 3).

    A model shows its own prefix, everything else the conditioning file. Errors as in :func:`prediction`.
    """
    if method == TRUTH:
        return np.concatenate([observed(data, clip_id), truth(data, clip_id)])
    if method in BASELINES:
        return np.concatenate([observed(data, clip_id), prediction(data, clip_id, method)])
    return _generated(data, clip_id, method, sample)


def source_files(data: RolloutData, clip_id: str, method: str, *, sample: int = 0) -> tuple[Path, ...]:
    """The files that :func:`clip_frames` reads."""
    files = data.files(clip_id)
    if method == TRUTH:
        return files.observed, files.future
    return (files.observed,) if method in BASELINES else (_sample(data, clip_id, method, sample),)


def changed_files(data: RolloutData, result: RolloutResult, clip_id: str) -> list[str]:
    """Files of a clip whose content is no longer what was scored (relative paths), missing and unreadable included."""
    scored: dict[str, str] = result.record["inputs"]["files"]
    changed = []
    for name, digest in scored.items():
        if clip_of(name) == clip_id:
            try:
                same = file_sha256(data.workspace.path(*name.split("/"))) == digest
            except OSError:
                same = False
            if not same:
                changed.append(name)
    return changed


def _decode(data: RolloutData, path: Path, count: int) -> Frames:
    try:
        return decode(path, method=data.config.decode, expect=count).frames
    except VideoError as error:
        raise VideoError(error.kind, f"{data.workspace.relative(path)}: {error}") from None


def _sample(data: RolloutData, clip_id: str, model: str, sample: int) -> Path:
    paths = data.files(clip_id).of(model)
    if not 0 <= sample < len(paths):
        raise InputError(f"{model} has no sample {sample} of clip {clip_id!r}.", fix=f"It has {len(paths)}.")
    return paths[sample]


def _generated(data: RolloutData, clip_id: str, model: str, sample: int) -> Frames:
    return _decode(data, _sample(data, clip_id, model, sample), data.config.length)
