"""One open video file: its frames in order, checked against what its container announces."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

import av
import numpy as np
from av.sidedata.sidedata import Type
from av.stream import Disposition

from evalcore.errors import VideoError
from evalcore.video.colour import effective_matrix, effective_range, matrix_name, range_name
from evalcore.video.container import Fault, find_fault, refusal
from evalcore.video.display import Display
from evalcore.video.info import VideoInfo

__all__ = ["Layout", "Source", "open_source"]

# Containers of video only. Without this list FFmpeg also "plays" text as a terminal, pictures, and playlists that
# open other files.
_FORMATS = "mov,matroska,webm,avi,mpegts,mpeg,mpegvideo,asf,flv,ogg,ivf,nut,gif,yuv4mpegpipe,h264,hevc,obu,m4v"
_OPTIONS = {"format_whitelist": _FORMATS, "protocol_whitelist": "file"}


class Layout(NamedTuple):
    """What the pixels of one decoded frame are."""

    width: int
    height: int
    pix_fmt: str
    matrix_code: int
    range_code: int

    @property
    def is_rgb(self) -> bool:
        """Whether the stored pixels are RGB, so that no matrix applies."""
        return bool(av.VideoFormat(self.pix_fmt).is_rgb)

    @property
    def effective_matrix(self) -> str:
        """See :func:`~evalcore.video.colour.effective_matrix`."""
        return effective_matrix(matrix_name(self.matrix_code), is_rgb=self.is_rgb)

    @property
    def effective_range(self) -> str:
        """See :func:`~evalcore.video.colour.effective_range`."""
        return effective_range(range_name(self.range_code), self.pix_fmt, is_rgb=self.is_rgb)


class Source:
    """The video stream of an open file. Iterate :meth:`frames` to its end, then ask for :meth:`info`."""

    def __init__(self, path: Path, container: Any, stream: Any) -> None:
        self._path, self._container, self._stream = path, container, stream
        self.header_frames: int | None = stream.frames or None
        self._layout: Layout | None = None
        self._pts: list[int] = []
        self._last_duration: int | None = None
        self._rotation, self._flipped = 0, False
        self._damaged: int | None = None
        self._cut = False
        self._packets = 0

    @property
    def decoded(self) -> int:
        """Number of frames decoded up to now."""
        return len(self._pts)

    @property
    def layout(self) -> Layout:
        """The layout of every frame; known from the first frame on."""
        if self._layout is None:
            raise VideoError("undecodable", "the video stream holds no frame, expected at least 1. Encode it again.")
        return self._layout

    @property
    def time_base(self) -> Fraction:
        """Seconds of one tick."""
        base: Fraction = self._stream.time_base
        return base

    @property
    def display(self) -> Display:
        """How a player shows the pixels; known from the first frame on."""
        return Display(self._rotation, self._flipped, self._stream.sample_aspect_ratio or Fraction(1))

    @property
    def announced_size(self) -> tuple[int, int]:
        """Width and height that the container announces, 0 where it does not."""
        return self._stream.codec_context.width, self._stream.codec_context.height

    def announced(self) -> list[int]:
        """Presentation times in ticks, in order, that the packets to the end announce; nothing can be decoded after it.

        Packets that announce none, or that an edit list leaves out, are left out.
        """
        ticks: list[int] = []
        with suppress(av.FFmpegError):
            for packet in self._container.demux(self._stream):
                pts = packet.dts if packet.pts is None else packet.pts
                if packet.size and not packet.is_discard and pts is not None:
                    ticks.append(pts)
        return sorted(ticks)

    def frames(self) -> Iterator[Any]:
        """Decode every frame in presentation order, then check that none is missing, damaged or out of place.

        Raises
        ------
        VideoError
            ``undecodable``, ``truncated``, ``frame_count``, ``size``, ``colour`` or ``pixel_format``.
        """
        try:
            for packet in self._container.demux(self._stream):
                self._cut |= packet.is_corrupt
                self._packets += packet.size > 0
                for frame in packet.decode():
                    self._take(frame)
                    yield frame
        except av.FFmpegError as error:
            raise self._broken(f", then the decoder stopped ({error.strerror})") from None
        self._check_end()

    def _broken(self, detail: str = "", fault: Fault | None = None) -> VideoError:
        fault = fault or find_fault(self._path)
        cut = self._cut or (fault is not None and fault.kind == "truncated")
        header = "unknown" if self.header_frames is None else self.header_frames
        found = f"header {header}, decoded {self.decoded} frames{detail}{f', found {fault.found}' if fault else ''}"
        return VideoError(
            "truncated" if cut else "undecodable",
            f"the file is {'cut off' if cut else 'damaged'}: {found}. Copy or encode it again.",
        )

    def _take(self, frame: Any) -> None:
        # A container that stamps only decoding times (AVI) does not reorder: they are its presentation times.
        pts = frame.dts if frame.pts is None else frame.pts
        if pts is None or (self._pts and pts < self._pts[-1]):
            found = "no presentation time" if pts is None else "an earlier presentation time than the frame before it"
            raise VideoError(
                "undecodable",
                f"frame {self.decoded} has {found}; times that never decrease were expected. Write it as MP4.",
            )
        layout = Layout(frame.width, frame.height, frame.format.name, frame.colorspace, frame.color_range)
        if self._layout is None:
            self._layout, self._rotation, self._flipped = layout, frame.rotation, _is_flipped(frame)
        elif layout != self._layout:
            self._check_same(layout, self._layout)
        if frame.is_corrupt and self._damaged is None:
            self._damaged = self.decoded
        self._pts.append(pts)
        self._last_duration = frame.duration or None

    def _check_same(self, layout: Layout, first: Layout) -> None:
        for kind, found, expected in (
            ("size", f"{layout.width}x{layout.height}", f"{first.width}x{first.height}"),
            ("colour", _conversion(layout), _conversion(first)),
            ("pixel_format", _without_range(layout.pix_fmt), _without_range(first.pix_fmt)),
        ):
            if found != expected:
                raise VideoError(
                    kind,
                    f"frame {self.decoded} changes to {found}, expected {expected} as in the frames before it. "
                    "Encode the file again with one setting.",
                )

    def _check_end(self) -> None:
        expected = self.header_frames
        if expected is not None and self.decoded != expected and self._container.format.name.startswith("mov"):
            # Frames that an edit list leaves out are stored and counted by the header, and marked in the index.
            expected = sum(not entry.is_discard for entry in self._stream.index_entries)
        self._cut |= expected is not None and self.decoded < expected
        fault = find_fault(self._path, packets=self._packets) if expected is None else None
        if self._cut or fault:
            raise self._broken(fault=fault)
        if self._damaged is not None:
            raise self._broken(f", frame {self._damaged} only by guessing lost parts")
        if expected is not None and self.decoded > expected:
            raise VideoError(
                "frame_count", f"the container miscounts: header {expected}, decoded {self.decoded} frames. Remux it."
            )

    def info(self) -> VideoInfo:
        """What is known of the file.

        Raises
        ------
        VideoError
            ``undecodable``: no frame was decoded.
        """
        layout = self.layout
        return VideoInfo(
            codec=self._stream.codec_context.codec.canonical_name,
            pix_fmt=layout.pix_fmt,
            width=layout.width,
            height=layout.height,
            rotation=self._rotation,
            sample_aspect=self.display.sample_aspect,
            average_rate=self._stream.average_rate,
            time_base=self.time_base,
            header_frames=self.header_frames,
            pts=tuple(self._pts),
            last_duration=self._last_duration,
            matrix=matrix_name(layout.matrix_code),
            range=range_name(layout.range_code),
            effective_matrix=layout.effective_matrix,
            effective_range=layout.effective_range,
            flipped=self._flipped,
        )


def _conversion(layout: Layout) -> str:
    return f"{layout.effective_matrix} {layout.effective_range} range"


def _without_range(pix_fmt: str) -> str:
    """FFmpeg's ``yuvj*`` formats are the ``yuv*`` ones with the range in the name."""
    return pix_fmt.replace("yuvj", "yuv")


def _is_flipped(frame: Any) -> bool:
    """Whether the display matrix of a frame mirrors: PyAV's rotation then is that of the frame with its rows reversed.

    The matrix maps (x, y) to (a x + c y, b x + d y) and is stored as a, b, u, c, d, v, ... (FFmpeg, display.h).
    """
    matrix = frame.side_data.get(Type.DISPLAYMATRIX)
    if matrix is None:
        return False
    a, b, _, c, d, *_ = np.frombuffer(matrix, np.int32).tolist()
    return bool(a * d < b * c)


@contextmanager
def open_source(path: str | os.PathLike[str]) -> Iterator[Source]:
    """Open the first video stream of a file; one decoding thread a file, so that files scale over threads.

    Raises
    ------
    VideoError
        ``missing``, ``empty``, ``not_video``, ``truncated``, ``no_stream`` or ``undecodable``.
    """
    file = Path(path)
    try:
        _check_regular(file)
        # An absolute path is never taken for a URL.
        container = av.open(str(file.absolute()), options=_OPTIONS, metadata_errors="replace")
    except (av.FFmpegError, OSError) as error:
        raise _refused(file, error) from None
    with container:
        yield Source(file, container, _video_stream(file, container))


def _check_regular(path: Path) -> None:
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):
        what = "a folder" if stat.S_ISDIR(status.st_mode) else "not a regular file"
        raise VideoError("not_video", f"this is {what}, a video file was expected. Name the file itself.")
    if not status.st_size:
        raise VideoError("empty", "the file is empty (0 bytes), a video was expected. Copy or encode it again.")


def _refused(path: Path, error: Exception) -> VideoError:
    if isinstance(error, (FileNotFoundError, NotADirectoryError)):
        return VideoError("missing", "there is no such file, a video was expected. Put it there or correct its name.")
    try:
        return refusal(path)
    except OSError as unreadable:
        return VideoError(
            "undecodable", f"the file cannot be read ({unreadable.strerror}). Give read permission or copy it again."
        )


def _video_stream(path: Path, container: Any) -> Any:
    streams = [s for s in container.streams.video if not s.disposition & Disposition.attached_pic]
    stream = streams[0] if streams else None
    if stream is not None and stream.codec_context is not None:
        stream.thread_type = "NONE"
        stream.codec_context.thread_count = 1
        return stream
    if find_fault(path):  # the index of a file that is cut off may still name streams, but not describe them
        raise refusal(path)
    if stream is not None:
        raise VideoError("undecodable", "no decoder for this video codec is installed. Encode it as H.264.")
    found = ", ".join(sorted({s.type for s in container.streams})) or "none at all"
    raise VideoError("no_stream", f"no video stream, 1 was expected (streams found: {found}). Export it again.")
