"""One item with all that was said of it: marks on its time line, and every frame at that moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NoReturn

import numpy as np
import numpy.typing as npt
import streamlit as st

from evalcore.errors import EvalcoreError, VideoError
from evalcore.plots import marks_timeline
from evalcore.review import Answers, ConsensusResult, ItemStream, Prediction, ReviewData, StreamMedia
from evalcore.tables import review_answers, review_marks
from evalcore.ui.charts import clicked_point, show_figure, show_table, theme
from evalcore.ui.first_picture import pictures_first
from evalcore.ui.frame_store import FrameSource
from evalcore.ui.literal import literal_remarks
from evalcore.ui.marking.panels import item_token
from evalcore.ui.marking.timing import ClipTiming, clock_middles, ended_at, frames_on_clock
from evalcore.ui.pages import PAGES
from evalcore.ui.review import ReviewMedia
from evalcore.ui.rollout import FRAME
from evalcore.ui.viewer import Stream, frame_viewer
from evalcore.video import decode_seen, probe
from evalcore.video.seen import MOST_BYTES

__all__ = ["agreement_link", "mark_link", "show_item"]

Floats = npt.NDArray[np.float64]
MOST_MARKS = 4  # named below a frame


def show_item(
    data: ReviewData,
    answers: Answers,
    media: ReviewMedia,
    name: str,
    *,
    consensus: ConsensusResult | None = None,
    predictions: Mapping[str, Prediction] | None = None,
    stream: str | None = None,
    key: str,
) -> None:
    """Show the marks of an item on its time line, and below them its frames, at the first mark of ``stream``.

    A click on a mark moves the viewer there. ``predictions`` are what a judge says, by stream. ``key`` is unique on
    the page.
    """
    item, clock = data.item(name), media.clocks[name]
    if item.prompt:
        literal_remarks(item.prompt)
    if item.intervention:
        at = "" if item.intervention_t is None else f" at {item.intervention_t:g} s"
        literal_remarks(f"Intervention{at}: {item.intervention}")
    literal_remarks(*(f"Warning: {note.message.rstrip('.')}." for note in clock.notes))
    timings = {one.stream: _timing(data, one, media.media[name][one.stream]) for one in item.streams}
    middles = clock_middles([timing for timing in timings.values() if timing])
    figure = f"marks-{name}"
    first = _first_mark(answers, name, stream, predictions)
    _follow(figure, name, middles, first, key=key)
    figure_place, start = st.container(), _position(middles, first)
    said = _said(answers, name)
    streams = [_stream(data, one, timings[one.stream], media.media[name], middles, said) for one in item.streams]
    frame_viewer(streams, key=f"{key}.viewer", times=middles.round(6).tolist(), start=start, query=FRAME)
    pictures_first(f"{key}.viewer")
    with figure_place:
        drawn = marks_timeline(
            item,
            answers,
            consensus=consensus,
            predictions=predictions,
            length=clock.length,
            fps=data.schema.fps,
            theme=theme(),
        )
        show_figure(drawn, name=figure, select=True)
        st.caption("A click on a mark shows its frame below.")
    show_table(review_marks(answers, item, fps=data.schema.fps), name=f"marks-{name}")
    show_table(review_answers(answers, item), name=f"preferences-{name}")


def mark_link(item: str) -> None:
    """A link to the item on the page where it is answered."""
    page = next((page for page in PAGES if page.url == "review-mark"), None)
    if page:
        st.page_link(
            page.path, label="Answer this item yourself", icon=page.icon, query_params={"item": item_token(item)}
        )


def agreement_link(item: str) -> None:
    """A link to what the reviewers say of the item."""
    page = next((page for page in PAGES if page.url == "review-agreement"), None)
    if page:
        asked = {"view": "Items", "item": item}
        st.page_link(page.path, label="All that the reviewers say of this item", icon=page.icon, query_params=asked)


def _first_mark(
    answers: Answers, item: str, stream: str | None, predictions: Mapping[str, Prediction] | None
) -> float | None:
    """The earliest moment that anybody marked on the stream, else on any; None where nobody did."""
    times: list[tuple[bool, float]] = [
        (mark.stream != stream, mark.t) for answer in answers if answer.item == item for mark in answer.violations
    ]
    times += [(name != stream, one.t) for name, one in (predictions or {}).items() if one.t is not None]
    return min(times)[1] if times else None


def _position(middles: Floats, t: float | None) -> int:
    return 0 if t is None else int(np.abs(middles - t).argmin())


def _follow(figure: str, item: str, middles: Floats, first: float | None, *, key: str) -> None:
    """Move the viewer to a mark that was newly clicked, or to the first mark of an item that was newly chosen."""
    point = clicked_point(figure)
    if point is not None and point != st.session_state.get(f"{key}.point"):
        st.query_params[FRAME] = str(_position(middles, float(point[2])))
    elif st.session_state.get(f"{key}.item", item) != item:
        st.query_params[FRAME] = str(_position(middles, first))
    st.session_state[f"{key}.point"], st.session_state[f"{key}.item"] = point, item


def _said(answers: Answers, item: str) -> dict[str, list[tuple[float, str]]]:
    """Stream -> (seconds, who and why) of every mark."""
    said: dict[str, list[tuple[float, str]]] = {}
    for answer in answers:
        if answer.item == item:
            for mark in answer.violations:
                why = f": {mark.type}" if mark.type else ""
                said.setdefault(mark.stream, []).append((mark.t, f"{answer.reviewer}{why}"))
    return said


def _timing(data: ReviewData, stream: ItemStream, found: StreamMedia) -> ClipTiming | None:
    if stream.path is None or found.problem or found.sha256 is None:
        return None
    try:
        times = _times(str(data.workspace.path(stream.path)), found.sha256)
    except (EvalcoreError, OSError):
        return None  # the stream itself says why when it is shown
    return ClipTiming(times, stream.fps or data.schema.fps)


def _stream(
    data: ReviewData,
    stream: ItemStream,
    timing: ClipTiming | None,
    media: Mapping[str, StreamMedia],
    middles: Floats,
    said: Mapping[str, Sequence[tuple[float, str]]],
) -> Stream:
    found, note = media[stream.stream], stream.role
    if timing is None or stream.path is None:
        reason = VideoError(found.kind or "missing", found.problem or "the file cannot be read")
        key = f"review nothing {stream.path or stream.url} {reason}"
        return Stream(stream.stream, stream.name, FrameSource(key, partial(_refuse, reason)), note=note)
    indices = frames_on_clock(timing, middles).tolist()
    path = data.workspace.path(stream.path)
    key = f"seen {found.sha256}"
    source = FrameSource(key, partial(decode_seen, path))
    if indices != list(range(len(timing.times))):
        source = FrameSource(f"{key} at {indices}", partial(_chosen, source, indices))
    marked: dict[int, list[str]] = {}
    for t, text in said.get(stream.stream, ()):
        marked.setdefault(timing.index_at(t), []).append(text)
    end = ended_at(timing, middles)
    captions = [
        _caption(timing, index, marked.get(index, ()), ended=end is not None and position >= end)
        for position, index in enumerate(indices)
    ]
    return Stream(stream.stream, stream.name, source, note=note, captions=captions)


def _caption(timing: ClipTiming, index: int, marks: Sequence[str], *, ended: bool) -> str:
    if ended:
        return f"ended, last frame {index}"
    named = "; ".join(marks[:MOST_MARKS]) + (f" and {len(marks) - MOST_MARKS} more" if len(marks) > MOST_MARKS else "")
    at = timing.text(timing.mark_time(index))
    return f"{at} · marked by {named}" if marks else at


def _chosen(source: FrameSource, indices: list[int]) -> npt.NDArray[np.uint8]:
    frames = source.load()
    if len(indices) * frames[0].nbytes > MOST_BYTES:
        size = f"{len(indices)} frames of {frames.shape[2]}x{frames.shape[1]}"
        raise VideoError("too_long", f"{size} are more than can be shown frame by frame.")
    return frames[indices]


def _refuse(reason: EvalcoreError) -> NoReturn:
    raise reason.with_traceback(None)


@st.cache_resource(max_entries=256, show_spinner="Reading the clip")
def _times(path: str, sha256: str) -> Floats:
    return probe(path).times
