"""Small synthetic videos of every kind, made with the encoder that comes with PyAV."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from numpy.typing import NDArray

Frames = NDArray[np.uint8]
RATE = Fraction(15)


def moving(n: int = 5, height: int = 48, width: int = 64) -> Frames:
    """Coloured ramps that move, with a hard edge: every pixel and every frame differs."""
    t, y, x = np.ogrid[:n, :height, :width]
    red, green, blue = x * 3 + t * 5, y * 4 + t * 7, (x + y) * 2 + t * 11
    frames = np.stack(np.broadcast_arrays(red, green, blue), axis=-1) % 256
    frames[:, height // 3 : height // 2, width // 4 : width // 2] = (250, 10, 30)
    return frames.astype(np.uint8)


def encode_file(
    path: Path,
    frames: Frames | None = None,
    *,
    codec: str = "libx264",
    pix_fmt: str = "yuv420p",
    options: dict[str, str] | None = None,
    container: dict[str, str] | None = None,
    matrix: int | None = None,
    range: int | None = None,
    ticks: list[int] | None = None,
    time_base: Fraction = 1 / RATE,
    prepare: Callable[[Any], None] | None = None,
) -> Path:
    """Encode ``frames``; ``ticks`` are presentation times in ``time_base``, ``prepare`` may change the stream."""
    frames = moving() if frames is None else frames
    with av.open(str(path), "w", options=container or {}) as output:
        # Without this x264 is not repeatable for pictures this small.
        steady = {"x264-params": "mbtree=0"} if codec.startswith("libx264") else {}
        stream = output.add_stream(codec, rate=RATE, options=steady | (options or {}))
        stream.width, stream.height, stream.pix_fmt = frames.shape[2], frames.shape[1], pix_fmt
        stream.codec_context.time_base = time_base
        stream.codec_context.thread_count = 1
        for name, tag in (("colorspace", matrix), ("color_range", range)):
            if tag is not None:
                setattr(stream.codec_context, name, tag)
        if prepare:
            prepare(stream)
        for index, frame in enumerate(frames):
            picture = av.VideoFrame.from_ndarray(frame, format="rgb24").reformat(format=pix_fmt)
            for name, tag in (("colorspace", matrix), ("color_range", range)):
                if tag is not None:
                    setattr(picture, name, tag)
            picture.pts, picture.time_base = ticks[index] if ticks else index, time_base
            output.mux(stream.encode(picture))
        output.mux(stream.encode())
    return path


@pytest.fixture
def encode(tmp_path: Path) -> Callable[..., Path]:
    """``encode(name, frames=None, **settings)``: make a video in the test's folder and return its path."""

    def make(name: str, frames: Frames | None = None, **settings: Any) -> Path:
        return encode_file(tmp_path / name, frames, **settings)

    return make


@pytest.fixture
def clip() -> Callable[..., Frames]:
    """``clip(n, height, width)``: frames whose every pixel differs from frame to frame."""
    return moving
