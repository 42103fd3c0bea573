"""What is known about a video file, and a decoded video."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from evalcore.video.display import Display

__all__ = ["Video", "VideoInfo", "since_first"]


@dataclass(frozen=True)
class VideoInfo:
    """What a file holds, after every frame of it was decoded.

    Attributes
    ----------
    codec, pix_fmt
        FFmpeg's names, for example ``h264`` and ``yuv420p``.
    width, height
        Stored pixels, before any rotation or sample aspect ratio.
    rotation
        Degrees counter-clockwise, -180 to 180, as in the metadata: recorded, never applied.
    sample_aspect
        Width of a pixel divided by its height: recorded, never applied.
    average_rate
        Frames a second that the container announces, if it does.
    time_base
        Seconds of one tick of ``pts`` and ``last_duration``.
    header_frames
        Frames that the container announces; None where it announces none (Matroska, WebM).
    pts
        Presentation time of each decoded frame in ticks, never decreasing.
    last_duration
        How long the last frame is shown, in ticks, if the container says so.
    matrix, range
        The file's colour tags (``bt709``, ``bt470bg``, ...; ``limited``, ``full``), or ``untagged``.
    effective_matrix, effective_range
        What the tags mean for the pixels: untagged counts as ``bt601`` and ``limited``, both names of BT.601 are one.
    flipped
        Whether the metadata reverses the rows before the rotation: recorded, never applied.
    """

    codec: str
    pix_fmt: str
    width: int
    height: int
    rotation: int
    sample_aspect: Fraction
    average_rate: Fraction | None
    time_base: Fraction
    header_frames: int | None
    pts: tuple[int, ...]
    last_duration: int | None
    matrix: str
    range: str
    effective_matrix: str
    effective_range: str
    flipped: bool = False

    @property
    def n_frames(self) -> int:
        """Number of decoded frames."""
        return len(self.pts)

    @property
    def start_s(self) -> float:
        """Presentation time of the first frame in the container's own time, in seconds."""
        return float(self.pts[0] * self.time_base)

    @property
    def times(self) -> NDArray[np.float64]:
        """Seconds of each frame after the first one, shape (T,), from the presentation time stamps.

        Exact values are in :attr:`exact_times`.
        """
        ticks = np.array(self.pts, dtype=np.int64) - self.pts[0]
        return ticks * self.time_base.numerator / self.time_base.denominator

    @property
    def exact_times(self) -> tuple[Fraction, ...]:
        """Seconds of each frame after the first one, as fractions: ``(pts[i] - pts[0]) * time_base``."""
        return since_first(self.pts, self.time_base)

    @property
    def last_shown(self) -> Fraction | None:
        """How long the last frame is shown, in seconds, if the container says so."""
        return None if self.last_duration is None else self.last_duration * self.time_base

    @property
    def display(self) -> Display:
        """How a player shows the stored pixels."""
        return Display(self.rotation, self.flipped, self.sample_aspect)


def since_first(ticks: Sequence[int], time_base: Fraction) -> tuple[Fraction, ...]:
    """Seconds after the first of ``ticks``, exact.

    >>> since_first((90, 93), Fraction(1, 30))
    (Fraction(0, 1), Fraction(1, 10))
    """
    return tuple((tick - ticks[0]) * time_base for tick in ticks)


@dataclass(frozen=True, eq=False)
class Video:
    """Decoded pixels and what is known about their file.

    ``frames`` is uint8 RGB of shape (T, H, W, 3), C-contiguous and read-only.
    """

    frames: NDArray[np.uint8]
    info: VideoInfo
