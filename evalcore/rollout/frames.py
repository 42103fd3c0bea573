"""The decoded frames behind a score, for viewers and figures: what the metric saw, nothing else."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from evalcore.errors import InputError
from evalcore.rollout.data import BASELINES, RolloutData
from evalcore.rollout.unit import predict
from evalcore.video import decode

__all__ = ["observed", "prediction", "truth"]

Frames = NDArray[np.uint8]


def truth(data: RolloutData, clip_id: str) -> Frames:
    """Ground-truth future, (K, H, W, 3) uint8."""
    files = data.files(clip_id)
    return decode(files.future, method=data.config.decode, expect=data.config.horizon).frames


def observed(data: RolloutData, clip_id: str) -> Frames:
    """Conditioning frames, (L, H, W, 3) uint8, from the file that the baselines read."""
    files = data.files(clip_id)
    length = data.config.conditioning if files.conditioning else data.config.length
    return decode(files.observed, method=data.config.decode, expect=length).frames[: data.config.conditioning]


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
    paths = data.files(clip_id).of(method)
    if not 0 <= sample < len(paths):
        raise InputError(f"{method} has no sample {sample} of clip {clip_id!r}.", fix=f"It has {len(paths)}.")
    return decode(paths[sample], method=data.config.decode, expect=data.config.length).frames[
        data.config.conditioning :
    ]
