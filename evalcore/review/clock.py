"""One clock for streams of different rates: seconds and frames."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from evalcore.review.config import EPSILON

__all__ = ["clock_text", "finest_rate", "frame_of", "shown_frame", "snap", "time_of"]


def frame_of(t: float, *, fps: float | None) -> int | None:
    """The frame that a time in seconds falls in: floor(t * fps); None without a rate, which is never guessed.

    >>> frame_of(3.42, fps=25), frame_of(0.039, fps=25), frame_of(3.4, fps=None)
    (85, 0, None)
    """
    if not fps:
        return None
    # A boundary k / fps can come out just below k: what is within rounding of the next frame belongs to it.
    return max(0, math.floor(t * fps + EPSILON))


def time_of(frame: int, *, fps: float) -> float:
    """The middle of a frame in seconds: (frame + 0.5) / fps.

    >>> time_of(10, fps=25)
    0.42
    """
    return (max(0, frame) + 0.5) / fps


def snap(t: float, *, fps: float | None, length: float | None = None) -> float:
    """The middle of the frame that ``t`` falls in, of the clip's last frame at the latest; ``t`` without a rate.

    Without a rate, ``length`` (seconds) is the latest time.

    >>> snap(2.5, fps=24, length=5.0), snap(5.0, fps=25, length=5.0)
    (2.5208..., 4.98)
    """
    t = max(0.0, t)
    if not fps:
        return t if length is None else min(t, length)
    frame = frame_of(t, fps=fps) or 0
    if length is not None:
        frame = min(frame, max(0, math.ceil(length * fps - EPSILON) - 1))
    return time_of(frame, fps=fps)


def shown_frame(times: npt.ArrayLike, t: float) -> int:
    """The frame that a clip shows at a time of the clock: the last whose presentation time is not after it.

    ``times`` (T,) are the seconds of each frame, ascending from 0. After its end a clip holds its last frame.

    >>> shown_frame([0.0, 0.04, 0.08], 0.06), shown_frame([0.0, 0.04, 0.08], 9.0)
    (1, 2)
    """
    starts = np.asarray(times, dtype=np.float64)
    if starts.ndim != 1 or not starts.size:
        raise ValueError(f"times has shape {starts.shape}; the time of at least one frame was expected")
    return max(0, int(np.searchsorted(starts, t + EPSILON, side="right")) - 1)


def clock_text(t: float) -> str:
    """A time as the clock shows it: seconds with two decimals, minutes before them from one minute on.

    >>> clock_text(3.456), clock_text(75.5)
    ('3.46 s', '1:15.50')
    """
    if t < 60:
        return f"{t:.2f} s"
    minutes = int(t // 60)
    return f"{minutes}:{t - 60 * minutes:05.2f}"


def finest_rate(rates: Sequence[float | None]) -> float | None:
    """The rate that one step of the clock follows: the highest of the streams' known ones."""
    return max((rate for rate in rates if rate), default=None)
