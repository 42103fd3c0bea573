"""Write frames as an H.264 file."""

from __future__ import annotations

import os
from fractions import Fraction
from pathlib import Path
from typing import Literal

import av
import numpy as np
from av.video.reformatter import Interpolation, VideoReformatter
from numpy.typing import NDArray

from evalcore.files import replacing

__all__ = ["write"]

_X264 = {"preset": "veryfast", "x264-params": "mbtree=0"}


def write(
    path: str | os.PathLike[str],
    frames: NDArray[np.uint8],
    *,
    fps: int | Fraction,
    crf: int = 18,
    container: Literal["mp4", "mov", "matroska"] = "mp4",
) -> None:
    """Write frames as H.264, 4:2:0, untagged (BT.601 limited range); the same frames give the same bytes.

    The file appears whole or not at all: it is written beside ``path`` and renamed. Missing folders are made.

    Parameters
    ----------
    path
        Where to write; an existing file is replaced.
    frames
        uint8 RGB, shape (T, H, W, 3), at least one frame; H and W even, because 4:2:0 halves chroma.
    fps
        Frames a second, whole or a fraction (``Fraction(30000, 1001)``).
    crf
        x264's constant rate factor, 0 (lossless in YUV) to 51; 18 looks like the original.

    Raises
    ------
    ValueError
        Frames of another shape or dtype, no frame, odd sizes, or a rate that is not positive.
    InputError
        The place cannot be written to.
    """
    _check(frames, fps)
    with replacing(Path(path)) as partial:
        _encode(partial, frames, Fraction(fps), crf=crf, container=container)


def _check(frames: NDArray[np.uint8], fps: int | Fraction) -> None:
    if frames.ndim != 4 or frames.shape[-1] != 3 or frames.dtype != np.uint8 or not frames.size:
        raise ValueError(f"frames are {frames.dtype} {frames.shape}, expected uint8 (T, H, W, 3) and T at least 1")
    _, height, width, _ = frames.shape
    if height % 2 or width % 2:
        raise ValueError(f"frames are {width}x{height}, H.264 4:2:0 expects an even width and height: crop or pad them")
    if fps <= 0:
        raise ValueError(f"fps is {fps}, expected a positive rate")


def _encode(path: Path, frames: NDArray[np.uint8], fps: Fraction, *, crf: int, container: str) -> None:
    # Bit-exact muxing leaves out version and time, one thread keeps the encoder's decisions the same, and so does the
    # missing macroblock tree: x264's reads memory that it never wrote in small pictures.
    options = {"fflags": "+bitexact"} | ({} if container == "matroska" else {"movflags": "+faststart"})
    _, height, width, _ = frames.shape
    reformatter = VideoReformatter()
    with av.open(str(path.absolute()), "w", format=container, options=options) as output:
        stream = output.add_stream("libx264", rate=fps, options={"crf": str(crf)} | _X264)
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        stream.thread_type = "NONE"
        stream.codec_context.thread_count = 1
        stream.codec_context.time_base = 1 / fps
        for index, frame in enumerate(frames):
            picture = reformatter.reformat(
                av.VideoFrame.from_ndarray(frame, format="rgb24"),
                format="yuv420p",
                interpolation=Interpolation.BICUBIC,
                threads=1,
            )
            picture.pts, picture.time_base = index, 1 / fps
            output.mux(stream.encode(picture))
        output.mux(stream.encode())
