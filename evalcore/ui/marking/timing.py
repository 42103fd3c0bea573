"""The one clock of an item's panels: its positions, and which frame of each clip stands at each of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from evalcore.review.clock import clock_text, frame_of, shown_frame, snap
from evalcore.review.media import length_of

__all__ = ["ClipTiming", "clock_middles", "ended_at", "frames_on_clock"]

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ClipTiming:
    """When each frame of one clip is shown.

    ``times`` (T,) are the seconds of each frame after the first one; ``fps`` is the declared rate, None where none is.
    """

    times: Floats
    fps: float | None = None

    @cached_property
    def length(self) -> float:
        """Seconds that the clip lasts; a single frame lasts as long as its declared rate says."""
        if len(self.times) == 1 and self.fps:
            return 1 / self.fps
        return length_of(self.times)

    @cached_property
    def middles(self) -> Floats:
        """(T,) the middle of the interval in which each frame is shown.

        The middle and not the beginning: containers round time stamps, so that the beginning of a frame may fall just
        before the boundary that its rate gives.
        """
        middles: Floats = (self.times + np.append(self.times[1:], self.length)) / 2
        return middles

    def mark_time(self, index: int) -> float:
        """Seconds of a mark on the frame ``index``: the middle of the frame, never past the clip's last one."""
        index = min(max(index, 0), len(self.times) - 1)
        return snap(float(self.middles[index]), fps=self.fps, length=self.length)

    def index_at(self, t: float) -> int:
        """The frame that is shown at ``t`` seconds."""
        return shown_frame(self.times, t)

    def text(self, t: float) -> str:
        """A time as the page writes it; the frame is named only where a rate is declared.

        >>> ClipTiming(np.arange(5) / 25, 25).text(0.1), ClipTiming(np.arange(5) / 25).text(0.1)
        ('frame 2 · 0.10 s', '0.10 s')
        """
        frame = frame_of(t, fps=self.fps)
        return clock_text(t) if frame is None else f"frame {frame} · {clock_text(t)}"


def clock_middles(clips: Sequence[ClipTiming]) -> Floats:
    """(P,) seconds of the clock's positions: one a frame of the clip with the finest rate, to the end of the longest.

    As in :attr:`ClipTiming.middles`, a position stands for the middle of its step.

    >>> clock_middles([ClipTiming(np.arange(3) / 10), ClipTiming(np.arange(2) / 5)]).round(3).tolist()
    [0.05, 0.15, 0.25, 0.35]
    """
    if not clips:
        return np.zeros(1)
    finest = min(clips, key=lambda clip: (clip.length / len(clip.times), -clip.length))
    step = finest.length / len(finest.times)
    rest = max(clip.length for clip in clips) - finest.length
    # A remainder of less than half a step is rounding of the containers, not a position of its own.
    more = np.arange(int(np.ceil(rest / step - 0.5))) if rest > 0 else np.zeros(0)
    return np.concatenate([finest.middles, finest.length + (more + 0.5) * step])


def frames_on_clock(clip: ClipTiming, clock: Floats) -> npt.NDArray[np.int64]:
    """(P,) the frame that the clip shows at each position; after its end its last one."""
    return np.maximum(np.searchsorted(clip.times, clock, side="right") - 1, 0).astype(np.int64)


def ended_at(clip: ClipTiming, clock: Floats) -> int | None:
    """The first position at which the clip has ended, None where it lasts to the end of the clock.

    >>> clips = [ClipTiming(np.arange(3) / 10), ClipTiming(np.arange(5) / 10)]
    >>> [ended_at(clip, clock_middles(clips)) for clip in clips]
    [3, None]
    """
    after = np.flatnonzero(clock > clip.length)
    return int(after[0]) if len(after) else None
