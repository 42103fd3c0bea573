"""Decode a video file into RGB."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, Literal

import av
import numpy as np
from av.video.reformatter import Interpolation, VideoReformatter
from numpy.typing import NDArray

from evalcore.errors import VideoError
from evalcore.video.info import Video
from evalcore.video.plane import plane_lines
from evalcore.video.source import Layout, Source, open_source

__all__ = ["Method", "converter", "decode"]

Method = Literal["default", "exact"]
Pixels = NDArray[np.uint8]
Converter = Callable[[Any, Pixels], None]

# Memory that is reserved on the word of a header; more is taken as frames arrive.
_RESERVE = 1 << 30
_GROWTH = 16


def decode(path: str | os.PathLike[str], *, method: Method = "default", expect: int | None = None) -> Video:
    """Decode every frame of a file to uint8 RGB at its stored size; rotation and sample aspect are not applied.

    One thread a file, the interpreter lock is released: decode many files in threads.

    Parameters
    ----------
    path
        An MP4, WebM, Matroska, MOV, AVI, ... file.
    method
        ``default`` is FFmpeg's own conversion, pixel for pixel what ``cv2.VideoCapture`` gives on the same machine
        (colour tags are honoured, untagged means BT.601 limited range). ``exact`` converts 8-bit planar YUV in
        integers, the same on every machine, with chroma from the nearest sample (see
        :func:`~evalcore.video.exact.yuv_to_rgb`).
    expect
        Number of frames that the file must hold.

    Raises
    ------
    VideoError
        ``missing``, ``empty``, ``not_video``, ``no_stream``: nothing to decode. ``truncated``, ``undecodable``: cut
        off or damaged; a file is decoded whole or not at all. ``frame_count``: other than ``expect``, or than the
        container announces. ``size``, ``colour``, ``pixel_format``: changing in the middle, or a format that the
        conversion cannot do.

    Examples
    --------
    >>> import tempfile
    >>> import numpy as np
    >>> from evalcore.video import decode, write
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write(f"{folder}/grey.mp4", np.full((3, 16, 32, 3), 128, np.uint8), fps=15)
    ...     video = decode(f"{folder}/grey.mp4", expect=3)
    >>> video.frames.shape, video.frames.dtype, video.frames.flags.writeable
    ((3, 16, 32, 3), dtype('uint8'), False)
    """
    if method not in ("default", "exact"):
        raise ValueError(f"method is {method!r}, expected 'default' or 'exact'")
    with open_source(path) as source:
        frames = _collect(source, method, expect)
        return Video(frames=frames, info=source.info())


def _collect(source: Source, method: Method, expect: int | None) -> Pixels:
    frames: Pixels | None = None
    for index, frame in enumerate(source.frames()):
        if expect is not None and index >= expect:
            if source.header_frames is not None:
                break
            continue
        if frames is None:
            layout = source.layout
            convert = converter(layout, method)
            size = layout.height * layout.width * 3
            room = min(expect or source.header_frames or _GROWTH, max(1, _RESERVE // size))
            frames = np.empty((room, layout.height, layout.width, 3), np.uint8)
        elif index == len(frames):
            # Reallocation moves pages instead of copying them, so that memory is not doubled.
            frames.resize((index + _GROWTH, *frames.shape[1:]), refcheck=False)
        convert(frame, frames[index])
    decoded = source.decoded
    if expect is not None and decoded != expect:
        found = decoded if decoded < expect or source.header_frames is None else source.header_frames
        raise VideoError("frame_count", f"found {found} frames, expected {expect}. Generate the clip again.")
    if frames is None:  # nothing was decoded, and asking for the layout says so
        frames = np.empty((0, source.layout.height, source.layout.width, 3), np.uint8)
    frames.resize((decoded, *frames.shape[1:]), refcheck=False)
    frames.setflags(write=False)
    return frames


def converter(layout: Layout, method: Method) -> Converter:
    """What writes one decoded frame of ``layout`` into a uint8 (H, W, 3) array; see :func:`decode` for ``method``."""
    if method == "exact":
        from evalcore.video.exact import ExactConverter  # compiles with numba, which is slow to import

        return ExactConverter(layout)
    return _DefaultConverter(layout)


class _DefaultConverter:
    """FFmpeg's own conversion (swscale), with the scaler that OpenCV and the ffmpeg program use for chroma."""

    # Formats that swscale converts without its scaler if the height is even.
    _UNSCALED = frozenset({"yuv420p", "yuvj420p", "yuv422p", "yuvj422p", "yuva420p", "yuva422p"})

    def __init__(self, layout: Layout) -> None:
        self._reformatter = VideoReformatter()
        self._matrix = layout.effective_matrix
        self._row = 3 * layout.width
        # Elsewhere swscale's rgb24 differs from its bgr24 by a few levels, and the latter is what OpenCV reads.
        direct = layout.pix_fmt in self._UNSCALED and layout.height % 2 == 0
        self._format = "rgb24" if direct else "bgr24"

    def __call__(self, frame: Any, out: Pixels) -> None:
        """Convert a decoded frame into ``out``, uint8 (H, W, 3)."""
        # The converted frame must not outlive this call: the next one then reuses its memory, without page faults.
        try:
            converted: Any = self._reformatter.reformat(
                frame, format=self._format, interpolation=Interpolation.BICUBIC, threads=1
            )
        except (av.FFmpegError, OSError):
            raise VideoError(
                "colour", f"the colour matrix {self._matrix} cannot be converted to RGB. Encode it with BT.709 tags."
            ) from None
        rows = plane_lines(converted.planes[0])[:, : self._row]
        if self._format == "rgb24":
            np.copyto(out.reshape(len(out), self._row), rows)
        else:
            np.copyto(out, rows.reshape(out.shape)[..., ::-1])
