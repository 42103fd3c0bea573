"""Which frames of a clip a judge sees: times in, indices out."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from evalcore.errors import InputError, nearest
from evalcore.judged.config import PROFILES, SamplingProfile
from evalcore.video import sample_times

__all__ = ["FrameChoice", "as_written", "choose_frames", "even_times", "profile_named"]


@dataclass(frozen=True)
class FrameChoice:
    """The frames of one clip that a judge sees, in the order of time.

    Attributes
    ----------
    frames, times
        Index of each frame, counted from 0, and its seconds after the clip's first frame.
    prefix_end
        Seconds up to which frames were taken.
    candidates
        How many frames there are up to then.
    time_coverage
        Last sampled time / ``prefix_end``, 0 to 1.
    reached
        False if the clip ends before the observation time that the profile waits for: its event cannot be seen.
    observation_time
        Seconds, as the condition gives it; null where nothing in particular has to be waited for.
    """

    frames: tuple[int, ...]
    times: tuple[float, ...]
    prefix_end: float
    candidates: int
    time_coverage: float
    reached: bool
    observation_time: float | None = None


def choose_frames(
    times: Sequence[Fraction],
    *,
    last_duration: Fraction | None,
    time_base: Fraction,
    profile: SamplingProfile,
    observation_time: float | None,
) -> FrameChoice:
    """Up to eight frames of the prefix that ``profile`` shows.

    Candidates are the frames up to the prefix's end and half a tick more: a container that counts in milliseconds
    stamps the frame at 119/30 s with 3.967 s. With no more candidates than the profile's frames all of them are taken,
    else the nearest (of two, the earlier) to each of as many times spaced evenly from the first candidate to the last.

    Parameters
    ----------
    times
        Seconds of each frame after the first, exact, never decreasing, at least one.
    last_duration
        How long the last frame is shown, in seconds. None: the container does not say, the gap before it counts.
    time_base
        Seconds of one tick of the stream.
    profile
        One of :data:`~evalcore.judged.config.PROFILES`.
    observation_time
        Seconds after the first frame at which the event can be seen, or None. It counts as the decimal that was
        written (see :func:`as_written`), so that 3.3 s is reached by a frame at 33/10 s.

    Raises
    ------
    ValueError
        There is no frame.

    Examples
    --------
    >>> from evalcore.judged import PROFILES
    >>> times = [Fraction(k, 15) for k in range(90)]
    >>> choice = choose_frames(
    ...     times,
    ...     last_duration=Fraction(1, 15),
    ...     time_base=Fraction(1, 15360),
    ...     profile=PROFILES["paper-prefix-8"],
    ...     observation_time=None,
    ... )
    >>> choice.frames, choice.candidates, round(choice.time_coverage, 4)
    ((0, 8, 17, 25, 34, 42, 51, 59), 60, 0.9916)
    """
    if not times:
        raise ValueError("there is no frame to choose from, times must hold at least 1")
    awaited = as_written(observation_time) if profile.waits_for_observation and observation_time is not None else None
    end = profile.prefix_end if awaited is None else max(profile.prefix_end, awaited)
    candidates = times[: bisect_right(times, end + time_base / 2)]
    frames: Sequence[int] = range(len(candidates))
    if len(candidates) > profile.frames:
        wanted = even_times(candidates[0], candidates[-1], profile.frames)
        frames = sorted(set(sample_times(candidates, wanted).tolist()))
    chosen = [times[index] for index in frames]
    return FrameChoice(
        frames=tuple(frames),
        times=tuple(map(float, chosen)),
        prefix_end=float(end),
        candidates=len(candidates),
        time_coverage=float(min(chosen[-1] / end, Fraction(1))),
        reached=awaited is None or times[-1] + _shown(times, last_duration) + time_base / 2 >= awaited,
        observation_time=observation_time,
    )


def even_times(first: Fraction, last: Fraction, n: int) -> list[Fraction]:
    """``n`` times (at least 2) spaced evenly from ``first`` to ``last``, both included, exact.

    >>> even_times(Fraction(0), Fraction(1), 4)
    [Fraction(0, 1), Fraction(1, 3), Fraction(2, 3), Fraction(1, 1)]
    """
    return [first + (last - first) * Fraction(k, n - 1) for k in range(n)]


def as_written(seconds: float) -> Fraction:
    """The shortest decimal that reads as ``seconds``: what a JSON file said, not the nearest binary fraction.

    >>> as_written(3.3)
    Fraction(33, 10)
    """
    return Fraction(str(seconds))


def profile_named(name: str) -> SamplingProfile:
    """The sampling profile of this name.

    Raises
    ------
    InputError
        There is none; the message names the nearest.
    """
    if name not in PROFILES:
        raise InputError(f"there is no sampling profile {name!r}.", fix=nearest(name, PROFILES))
    return PROFILES[name]


def _shown(times: Sequence[Fraction], last_duration: Fraction | None) -> Fraction:
    if last_duration is not None:
        return last_duration
    return times[-1] - times[-2] if len(times) > 1 else Fraction(0)
