"""Every frame of a file as a player shows it, for viewers."""

from __future__ import annotations

import os

import numpy as np
from numpy.typing import NDArray

from evalcore.errors import VideoError
from evalcore.video.decoding import decode
from evalcore.video.display import Display, as_seen, seen_size
from evalcore.video.source import open_source

__all__ = ["MOST_BYTES", "decode_seen"]

MOST_BYTES = 1 << 30  # 172 frames of 1920x1080
_MIB = 1 << 20


def decode_seen(path: str | os.PathLike[str], *, most_bytes: int = MOST_BYTES) -> NDArray[np.uint8]:
    """Decode every frame with rotation and sample aspect ratio applied: uint8 RGB (T, H, W, 3), read-only.

    Where there is nothing to apply, these are the very pixels of :func:`~evalcore.video.decode`.

    Raises
    ------
    VideoError
        As :func:`~evalcore.video.decode` and :func:`~evalcore.video.seen_size`. ``too_long``: by what its container
        announces, or by what it then holds, the file takes more than ``most_bytes`` as pixels.
    """
    with open_source(path) as source:
        width, height = source.announced_size
        _check(len(source.announced()), width, height, most_bytes)
    video = decode(path)
    info = video.info
    width, height = seen_size(info.width, info.height, info.display)
    _check(info.n_frames, width, height, most_bytes)
    if info.display == Display():
        return video.frames
    frames = np.empty((info.n_frames, height, width, 3), np.uint8)
    for stored, shown in zip(video.frames, frames, strict=True):
        shown[...] = as_seen(stored, info.display)
    frames.setflags(write=False)
    return frames


def _check(n: int, width: int, height: int, most_bytes: int) -> None:
    size = n * width * height * 3
    if size > most_bytes:
        raise VideoError(
            "too_long",
            f"{n} frames of {width}x{height} take {size / _MIB:.0f} MiB, at most {most_bytes / _MIB:.0f} MiB are shown "
            "frame by frame. Cut the clip or make it smaller.",
        )
