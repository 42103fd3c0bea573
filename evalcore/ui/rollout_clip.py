"""The frames of one clip of a run in the exact viewer: the truth and any methods."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import NoReturn

import numpy as np
import numpy.typing as npt
import streamlit as st

from evalcore.batch import file_sha256
from evalcore.errors import EvalcoreError, InputError
from evalcore.metrics import METRICS
from evalcore.rollout import BASELINES, ClipScore, RolloutData, RolloutResult
from evalcore.rollout.frames import TRUTH, changed_files, clip_frames, data_of, source_files
from evalcore.ui.frame_store import FrameSource
from evalcore.ui.notices import notice, show_error
from evalcore.ui.rollout import FRAME
from evalcore.ui.viewer import Stream, frame_viewer
from evalcore.workspace import Workspace

__all__ = ["open_data", "readable", "sample_of", "show_clip", "stream_id"]


def open_data(space: Workspace, result: RolloutResult) -> RolloutData | None:
    """The files of a run, or None and the error on the page; the folders are listed once a run, not at each click."""
    try:
        return _data(str(space.root), result.record["created"], result.record["inputs"]["sha256"], result)
    except EvalcoreError as error:
        show_error(error, title="The clips of this run cannot be found")
        return None


@st.cache_resource(max_entries=4, ttl=60, show_spinner="Listing the clips")
def _data(root: str, created: str, inputs: str, _result: RolloutResult) -> RolloutData:
    return data_of(Workspace(root), _result)


def show_clip(
    data: RolloutData, result: RolloutResult, clip_id: str, methods: Sequence[str], *, key: str, sample: int = 0
) -> None:
    """Show truth and ``methods`` of one clip side by side, beginning at the first predicted frame.

    The position is in the address as ``?frame=``. A method whose frames cannot be shown has the message in its place;
    files that changed since they were scored are named.
    """
    _name_changes(data, result, clip_id)
    streams = [_stream(data, clip_id, TRUTH, label="Truth", note="recorded")]
    for name in methods:
        index = sample_of(data, name, sample)
        several = name not in BASELINES and data.samples.get(name, 0) > 1
        streams.append(
            _stream(
                data,
                clip_id,
                name,
                label=name,
                note=f"{result.methods[name].kind}, s{index}" if several else result.methods[name].kind,
                sample=index,
                captions=_captions(data, result, clip_id, name, index),
            )
        )
    lead, horizon = data.config.conditioning, data.config.horizon
    frame_viewer(
        streams,
        key=key,
        times=[(k - lead + 1) / data.config.fps for k in range(lead + horizon)],  # zero at the last given frame
        start=lead,
        steps=[*(f"conditioning {k}" for k in range(1, lead + 1)), *(f"t+{k}" for k in range(1, horizon + 1))],
        boundary=lead,
        difference=(streams[0].id, streams[1].id) if methods else None,
        query=FRAME,
    )


def sample_of(data: RolloutData, method: str, sample: int) -> int:
    """``sample``, or the last one that the method has."""
    return max(0, min(sample, data.samples.get(method, 0) - 1))


def stream_id(method: str) -> str:
    """The viewer's name for a method, or for the truth: no model can be called like another stream."""
    return "truth" if method == TRUTH else f"{'baseline' if method in BASELINES else 'model'}:{method}"


def _name_changes(data: RolloutData, result: RolloutResult, clip_id: str) -> None:
    try:
        changed = changed_files(data, result, clip_id)
    except EvalcoreError as error:
        notice("Whether files of this clip changed since they were scored is not known", str(error), kind="warning")
        return
    if changed:
        notice("Files of this clip are not those that were scored; score again", "\n".join(changed), kind="warning")


def _stream(
    data: RolloutData,
    clip_id: str,
    method: str,
    *,
    label: str,
    note: str,
    sample: int = 0,
    captions: Sequence[str] = (),
) -> Stream:
    try:
        paths = source_files(data, clip_id, method, sample=sample)
        contents = " ".join(file_sha256(path) if path.exists() else "missing" for path in paths)
        made_by = method if method in BASELINES else "file"
        # The clip and the method are in the key as well: what cannot be decoded says so by name.
        key = f"rollout {made_by} {data.config} {contents} {clip_id}/{method}"
        source = FrameSource(key, partial(_frames, data, clip_id, method, sample))
    except (EvalcoreError, OSError) as error:
        reason = readable(error, data)
        source = FrameSource(f"rollout nothing {clip_id}/{method} {reason}", partial(_refuse, reason))
    return Stream(stream_id(method), label, source, note=note, captions=captions)


def _frames(data: RolloutData, clip_id: str, method: str, sample: int) -> npt.NDArray[np.uint8]:
    try:
        return clip_frames(data, clip_id, method, sample=sample)
    except OSError as error:
        raise readable(error, data) from None


def _refuse(reason: EvalcoreError) -> NoReturn:
    raise reason.with_traceback(None)


def readable(error: EvalcoreError | OSError, data: RolloutData) -> EvalcoreError:
    """An error that the page can show: one of the file system names its file as the workspace does."""
    if isinstance(error, EvalcoreError):
        return error
    where = str(error.filename or "").removeprefix(f"{data.workspace.root}/")
    return InputError(f"the file cannot be read ({error.strerror or error}).", where=where or None)


def _captions(data: RolloutData, result: RolloutResult, clip_id: str, method: str, sample: int) -> Sequence[str]:
    """What stands below each frame: its scores, or why there are none."""
    lead, horizon = data.config.conditioning, data.config.horizon
    score = next((clip for clip in result.clips if (clip.clip_id, clip.method) == (clip_id, method)), None)
    if score is None:
        why = next((failure.message for failure in result.failures if failure.unit == f"{method}/{clip_id}"), "")
        return [f"no value: {why}" if why else "no value"] * (lead + horizon)
    one: ClipScore = score.samples[min(sample, len(score.samples) - 1)] if score.samples else score
    mad, ssim = METRICS["mad"], METRICS["ssim"]
    shown = [
        f"{mad.label} {error:.{mad.digits}f} · {ssim.label} {likeness:.{ssim.digits}f}"
        for error, likeness in zip(one.per_step_mad, one.per_step_ssim, strict=True)
    ]
    return ["given"] * lead + shown
