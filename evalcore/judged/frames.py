"""The pictures of a clip that a judge sees, and what an app draws beside them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from evalcore.batch import file_sha256
from evalcore.judged.config import PROFILES, SamplingProfile
from evalcore.judged.sampling import FrameChoice, choose_frames
from evalcore.video import (
    Display,
    VideoInfo,
    as_seen,
    decode_chosen,
    fit_size,
    frame_sha256,
    probe,
    resize,
    seen_size,
)

__all__ = ["ClipSample", "ClipTimeline", "clip_timeline", "resize_rule", "sample_clip"]

Picture = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class ClipSample:
    """The pictures of one clip that a judge sees, and all that has to be said about how they came about.

    Attributes
    ----------
    choice
        Which frames, and why.
    pictures
        One uint8 RGB (height, width, 3) for each chosen frame.
    profile
        Name of the sampling profile.
    resize
        The rule of resizing, in words.
    size, seen_size, stored_size
        (width, height) of the pictures, of the clip as a player shows it, and of the pixels in the file.
    rotation, flipped, sample_aspect
        What the file's metadata says and was applied (:class:`~evalcore.video.Display`); the aspect is a fraction such
        as ``10/11``, ``1`` for square pixels.
    video_sha256, frame_sha256
        Of the file's bytes, and of each picture's pixels.
    """

    choice: FrameChoice
    pictures: tuple[Picture, ...]
    profile: str
    resize: str
    size: tuple[int, int]
    seen_size: tuple[int, int]
    stored_size: tuple[int, int]
    rotation: int
    flipped: bool
    sample_aspect: str
    video_sha256: str
    frame_sha256: tuple[str, ...]


@dataclass(frozen=True)
class ClipTimeline:
    """When the frames of a clip are shown, and which of them each profile takes.

    Attributes
    ----------
    times
        Seconds of every frame after the first.
    end
        Seconds after the first frame until which the last one is shown, as far as the container says so.
    stored_size, seen_size
        (width, height) in the file, and as a player shows it.
    choices
        Profile name -> its frames, prefix end and observation time.
    """

    times: tuple[float, ...]
    end: float
    stored_size: tuple[int, int]
    seen_size: tuple[int, int]
    choices: dict[str, FrameChoice]


def sample_clip(path: Path, *, profile: SamplingProfile, observation_time: float | None = None) -> ClipSample:
    """The pictures of a clip that a judge sees under ``profile``: as a person sees them, then made smaller to fit.

    The file is decoded whole and checked, but only the chosen frames are converted and kept, so that memory does not
    grow with the clip.

    Parameters
    ----------
    path
        The clip.
    profile
        One of :data:`~evalcore.judged.config.PROFILES`.
    observation_time
        Of the condition, in seconds after the first frame. Where the clip does not reach it, the pictures are those
        that there are, and ``choice.reached`` is false: a judge is then not to be asked.

    Raises
    ------
    VideoError
        The file is missing, damaged, cut off, or is rotated by anything but quarter turns.
    """

    def choose(times: Sequence[Fraction], time_base: Fraction) -> tuple[int, ...]:
        # How long the last frame is shown decides whether the clip reaches the observation time, not what is sampled.
        return choose_frames(
            times, last_duration=None, time_base=time_base, profile=profile, observation_time=observation_time
        ).frames

    def shrink(frame: Picture, display: Display) -> Picture:
        seen = as_seen(frame, display)
        height, width = seen.shape[:2]
        return resize(seen, fit_size(width, height, within=(profile.width, profile.height)))

    chosen = decode_chosen(path, choose, prepare=shrink)
    info = chosen.info
    pictures = tuple(chosen.frames.values())
    height, width = pictures[0].shape[:2]
    return ClipSample(
        choice=_choice(info, profile, observation_time),
        pictures=pictures,
        profile=profile.name,
        resize=resize_rule(profile),
        size=(width, height),
        seen_size=seen_size(info.width, info.height, info.display),
        stored_size=(info.width, info.height),
        rotation=info.rotation,
        flipped=info.flipped,
        sample_aspect=str(info.sample_aspect),
        video_sha256=file_sha256(path),
        frame_sha256=tuple(map(frame_sha256, pictures)),
    )


def resize_rule(profile: SamplingProfile) -> str:
    """The rule by which pictures are made smaller, as records state it.

    >>> resize_rule(PROFILES["observation-8"])
    'as seen, then scale min(832/w, 480/h, 1), no crop, INTER_AREA, rounded half up, at least 1'
    """
    scale = f"min({profile.width}/w, {profile.height}/h, 1)"
    return f"as seen, then scale {scale}, no crop, INTER_AREA, rounded half up, at least 1"


def clip_timeline(path: Path, *, observation_time: float | None = None) -> ClipTimeline:
    """When each frame of a clip is shown, and which of them every profile takes.

    The frames themselves, as a person sees them, come from :func:`evalcore.video.decode_seen`.

    Raises
    ------
    VideoError
        As :func:`sample_clip`.
    """
    info = probe(path)
    times = info.exact_times
    return ClipTimeline(
        times=tuple(map(float, times)),
        end=float(times[-1] + (info.last_shown or 0)),
        stored_size=(info.width, info.height),
        seen_size=seen_size(info.width, info.height, info.display),
        choices={name: _choice(info, profile, observation_time) for name, profile in PROFILES.items()},
    )


def _choice(info: VideoInfo, profile: SamplingProfile, observation_time: float | None) -> FrameChoice:
    return choose_frames(
        info.exact_times,
        last_duration=info.last_shown,
        time_base=info.time_base,
        profile=profile,
        observation_time=observation_time,
    )
