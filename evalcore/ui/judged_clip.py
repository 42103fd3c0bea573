"""One generated clip on a page: which, the pictures that a judge gets, its timeline, and every frame."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NoReturn

import numpy as np
import numpy.typing as npt
import streamlit as st

from evalcore.batch import file_sha256
from evalcore.errors import EvalcoreError, InputError, VideoError
from evalcore.judged import (
    DEFAULT_PROFILE,
    PROFILES,
    ClipSample,
    ClipTimeline,
    JudgedData,
    SamplingProfile,
    clip_timeline,
    sample_clip,
)
from evalcore.judged.clips import GeneratedClip
from evalcore.ui.charts import clicked_point
from evalcore.ui.frame_store import FrameSource
from evalcore.ui.frame_strip import frame_strip
from evalcore.ui.judged import FOLDER, choose_model
from evalcore.ui.notices import empty_state, notice, show_error
from evalcore.ui.permalinks import choose
from evalcore.ui.rollout import FRAME
from evalcore.ui.viewer import Stream, frame_viewer
from evalcore.video import decode_seen, sample_times
from evalcore.video.seen import MOST_BYTES

__all__ = [
    "FRAMES_BELOW",
    "SeenClip",
    "choose_generated_clip",
    "choose_profile",
    "follow_frame",
    "generated_models",
    "look_at",
    "show_every_frame",
    "show_judge_frames",
]

FRAMES_BELOW = "every-frame"  # id of the heading above the viewer
_COVERAGE = "Time of the last picture over the end of the prefix, at most 1."
_NOT_REACHED = (
    "**Uncertain without asking the judge.** The clip ends before its observation time, so that its event cannot be "
    "seen: under this profile event and violation are `uncertain`, which counts as incorrect, and no request is made."
)


@dataclass(frozen=True, eq=False)
class SeenClip:
    """A clip that can be read: the hash of its file, what a judge sees of it, and when its frames are shown."""

    clip: GeneratedClip
    sha256: str
    sample: ClipSample
    timeline: ClipTimeline

    @property
    def source(self) -> FrameSource:
        """The judge's pictures."""
        profile, awaited = self.sample.profile, self.clip.condition.observation_time
        key = f"judge {self.sha256} {profile} {awaited}"
        return FrameSource(key, partial(_pictures, self.clip.path, self.sha256, profile, awaited))


def generated_models(data: JudgedData) -> tuple[str, ...]:
    """The models that have generated clips; where there is none the page says what to do and stops."""
    try:
        models = data.generated_models
    except EvalcoreError as error:
        show_error(error, title="The generated clips cannot be listed")
        st.stop()
    if not models:
        empty_state(
            "No generated clips yet",
            f"Put each model's clips into `{FOLDER}/generated/<model>/<condition_id>.mp4` and reload this page. The "
            "demonstration has some:",
            commands=["evalcore demo demo-workspace", "evalcore app --workspace demo-workspace"],
        )
        st.stop()
    return models


def choose_generated_clip(data: JudgedData) -> GeneratedClip:
    """A model (``?model=``) and a condition (``?condition=``): first those with a clip, then those that lack one."""
    model = choose_model(generated_models(data))
    there = _clips_of(data, model)
    # Stable: within both groups the order of the data.
    names = sorted(data.condition_ids, key=lambda name: name not in there)
    labels = {name: name if name in there else f"{name} (no clip)" for name in names}
    count = sum(name in there for name in names)
    help = f"{count} of {len(names)} conditions have a clip of this model."
    return GeneratedClip(
        data, model, data.condition(choose("Condition", names, query="condition", labels=labels, help=help))
    )


def choose_profile() -> SamplingProfile:
    """Which frames the judge sees (``?profile=``)."""
    help = "paper-prefix-8: the first 119/30 s. observation-8: on to the observation time, where that is later."
    return PROFILES[
        choose("Profile", list(PROFILES), query="profile", default=DEFAULT_PROFILE, style="buttons", help=help)
    ]


def look_at(clip: GeneratedClip, profile: SamplingProfile) -> SeenClip | None:
    """Sample the clip; None, and why on the page, where it is missing or cannot be read."""
    try:
        path = clip.path
        if not path.exists():
            notice(
                "There is no generated clip",
                f"Expected {clip.name}. A judge run names it as a failure and writes no judgment; scores count the "
                "event as incorrect and the structure as not clear.",
                kind="warning",
            )
            return None
        digest, awaited = file_sha256(path), clip.condition.observation_time
        sample = _sample(str(path), digest, profile.name, awaited)
        return SeenClip(clip, digest, sample, _timeline(str(path), digest, awaited))
    except VideoError as error:
        notice(
            "This clip cannot be shown to a judge",
            f"{clip.name}: {error}\nA judge run names it as a failure, which is never a verdict.",
            kind="error",
        )
    except (EvalcoreError, OSError) as error:
        show_error(_readable(error, clip.data), title="This clip cannot be shown to a judge")
    return None


def show_judge_frames(seen: SeenClip) -> int | None:
    """How the pictures came about, and the strip of them; return the frame whose picture was clicked."""
    sample, choice = seen.sample, seen.sample.choice
    awaited = choice.observation_time
    reached = "not asked for" if awaited is None else "yes" if choice.reached else "no"
    if awaited is not None and not PROFILES[sample.profile].waits_for_observation:
        reached = "not waited for"
    with st.container(horizontal=True):
        st.metric("Pictures", len(choice.frames), border=True)
        st.metric("Size sent", _size(sample.size), border=True)
        st.metric("Size seen", _size(sample.seen_size), border=True)
        st.metric("Time covered", f"{choice.time_coverage:.3f}", border=True, help=_COVERAGE)
        st.metric("Observation reached", reached, border=True)
    if not choice.reached:
        st.warning(_NOT_REACHED, icon=":material/warning:")
    return frame_strip(
        seen.source, frames=choice.frames, times=choice.times, key="judge_frames.strip", target=FRAMES_BELOW
    )


def follow_frame(clicked: int | None, *, figure: str) -> None:
    """Move the viewer to a frame that was newly clicked in the strip, or in the timeline called ``figure``."""
    point = clicked_point(figure)
    if point is not None and point != st.session_state.get(f"figure.{figure}.frame"):
        clicked = int(point[1])
    st.session_state[f"figure.{figure}.frame"] = point
    if clicked is not None:
        st.query_params[FRAME] = str(clicked)


def show_every_frame(clip: GeneratedClip, seen: SeenClip | None, *, key: str) -> None:
    """Every frame of the clip in the exact viewer, and beside it what its reference future shows at that time.

    The clock is the clip's own; after its end it goes on with the reference's frames, if there are more.
    """
    reference = _reference(clip)
    if seen is None and reference is None:
        st.info("There are no frames to show.", icon=":material/info:")
        return
    own: Sequence[float] = seen.timeline.times if seen else ()
    theirs: Sequence[float] = reference.times if reference else ()
    times = [*own, *(time for time in theirs if seen is None or time >= seen.timeline.end)]
    streams, steps, boundary = [], [""] * len(times), None
    if seen:
        choice = seen.sample.choice
        number = {frame: f"picture {k}" for k, frame in enumerate(choice.frames, start=1)}
        steps = [number.get(frame, "") for frame in range(len(times))]
        boundary = choice.candidates if choice.candidates < len(times) else None
        captions = [
            f"frame {frame}, {time:.3f} s{', judge ' + number[frame] if frame in number else ''}"
            for frame, time in enumerate(own)
        ]
        source = FrameSource(f"seen {seen.sha256}", partial(decode_seen, clip.path))
        streams.append(Stream("generated", clip.model, source, note="generated", captions=captions))
    if reference:
        streams.append(reference.on_clock(times))
    frame_viewer(streams, key=key, times=times or [0.0], steps=steps, boundary=boundary, query=FRAME)


@dataclass(frozen=True)
class _Reference:
    """A reference future; ``times`` are empty where it cannot be read, and the source then says why."""

    source: FrameSource
    times: tuple[float, ...] = ()
    end: float = 0.0

    def on_clock(self, times: Sequence[float]) -> Stream:
        """The frame nearest to each of ``times``, as far as the reference goes."""
        if not self.times:
            return Stream("reference", "Reference", self.source, note="future")
        until = max(bisect_right(times, self.times[-1]), bisect_left(times, self.end))
        indices = sample_times(self.times, times[:until]).tolist()
        source = FrameSource(f"{self.source.key} at {indices}", partial(_chosen, self.source, indices))
        captions = [f"frame {index}, {self.times[index]:.3f} s" for index in indices]
        return Stream("reference", "Reference", source, note="future", captions=captions)


def _reference(clip: GeneratedClip) -> _Reference | None:
    if clip.condition.reference is None:
        return None
    try:
        path = clip.data.reference(clip.condition.condition_id)
        assert path is not None
        digest = file_sha256(path)
        timeline = _timeline(str(path), digest, None)
        return _Reference(FrameSource(f"seen {digest}", partial(decode_seen, path)), timeline.times, timeline.end)
    except (EvalcoreError, OSError) as error:
        reason = _readable(error, clip.data)
        return _Reference(FrameSource(f"seen nothing {clip.condition.reference} {reason}", partial(_refuse, reason)))


def _chosen(source: FrameSource, indices: list[int]) -> npt.NDArray[np.uint8]:
    frames = source.load()
    if len(indices) * frames[0].nbytes > MOST_BYTES:
        size = f"{len(indices)} frames of {frames.shape[2]}x{frames.shape[1]}"
        raise VideoError("too_long", f"{size} are more than can be shown frame by frame.")
    return frames[indices]


def _pictures(path: Path, digest: str, profile: str, awaited: float | None) -> npt.NDArray[np.uint8]:
    return np.stack(_sample(str(path), digest, profile, awaited).pictures)


def _clips_of(data: JudgedData, model: str) -> set[str]:
    try:
        return {path.stem for path in data.workspace.path("generated", model).glob("*.mp4")}
    except EvalcoreError as error:
        show_error(error, title="The clips of this model cannot be listed")
        return set()


def _readable(error: EvalcoreError | OSError, data: JudgedData) -> EvalcoreError:
    """An error that the page can show: one of the file system names its file as the data folder does."""
    if isinstance(error, EvalcoreError):
        return error
    where = str(error.filename or "").removeprefix(f"{data.workspace.root}/")
    return InputError(f"the file cannot be read ({error.strerror or error}).", where=where or None)


def _refuse(reason: EvalcoreError) -> NoReturn:
    raise reason.with_traceback(None)


def _size(size: tuple[int, int]) -> str:
    return f"{size[0]} × {size[1]}"


@st.cache_resource(max_entries=16, show_spinner="Sampling the clip")
def _sample(path: str, digest: str, profile: str, awaited: float | None) -> ClipSample:
    return sample_clip(Path(path), profile=PROFILES[profile], observation_time=awaited)


@st.cache_resource(max_entries=64, show_spinner="Reading the clip")
def _timeline(path: str, digest: str, awaited: float | None) -> ClipTimeline:
    return clip_timeline(Path(path), observation_time=awaited)
