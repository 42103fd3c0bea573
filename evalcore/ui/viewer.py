"""The exact frame viewer: any number of streams on one clock, each pixel as the decoder gave it to the metrics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import streamlit as st

from evalcore.errors import EvalcoreError
from evalcore.ui.first_picture import expect_picture
from evalcore.ui.frame_route import drawn_address, frame_folder
from evalcore.ui.frame_store import STORE, FrameSource
from evalcore.ui.notices import notice

__all__ = ["Stream", "frame_viewer", "shown_stream", "viewer_part", "viewer_scripts"]

_PARTS = Path(__file__).with_name("viewer_parts")
# One module for the browser; the parts only exist so that each can be read alone.
_MOUNT = "mount_viewer.js"
_SCRIPTS = (
    "frame_cache.js",
    "difference.js",
    "pictures.js",
    "viewports.js",
    "keyboard.js",
    "playback.js",
    "frame_viewer.js",
)


def viewer_part(name: str) -> str:
    """The text of one of the viewer's files, for components that show frames and more."""
    return (_PARTS / name).read_text("utf-8")


def viewer_scripts() -> str:
    """What the viewer is made of in the browser; whoever mounts it adds the module's default export."""
    return "\n".join(viewer_part(name) for name in _SCRIPTS)


_component = st.components.v2.component(
    "evalcore_frame_viewer",
    html=viewer_part("frame_viewer.html"),
    css=viewer_part("frame_viewer.css"),
    js=f"{viewer_scripts()}\n{viewer_part(_MOUNT)}",
)


@dataclass(frozen=True)
class Stream:
    """One picture of the viewer.

    Parameters
    ----------
    id
        Unique among the viewer's streams; kept when clips change, so that the chosen difference stays chosen.
    label
        Shown above the picture.
    source
        The frames.
    note
        Shown beside the label, smaller (for example the kind of method).
    first
        Position on the clock of the stream's frame 0. Outside of its frames a stream shows "no frame".
    captions
        One text for each of the stream's frames, shown below the picture with that frame (for example its MAD).
    """

    id: str
    label: str
    source: FrameSource
    note: str = ""
    first: int = 0
    captions: Sequence[str] = ()


@dataclass
class _Place:
    """Where a viewer stands, and what the last run asked for: an old wish must not undo what the reader did since."""

    position: int
    start: int
    query: str | None
    reported: int | None = None
    jumps: int = 0


def frame_viewer(
    streams: Sequence[Stream],
    *,
    key: str,
    fps: float | None = None,
    times: Sequence[float] | None = None,
    start: int = 0,
    steps: Sequence[str] = (),
    boundary: int | None = None,
    difference: tuple[str, str] | None = None,
    height: int = 560,
    query: str | None = None,
) -> int:
    """Show streams side by side on one clock and return the frame that is looked at.

    The browser keeps the position; Python hears of it once the user rests or pauses, and then only this part of the
    page runs again. The returned value is that of the last full run of the page.

    Parameters
    ----------
    streams
        At least one; lengths and sizes may differ. A stream whose source raises an
        :class:`~evalcore.errors.EvalcoreError` shows its message in place of the picture.
    key
        Unique on the page. Zoom, speed and difference stay as they are while the key stays.
    fps, times
        The clock: a constant rate, or one time in seconds for each position (increasing, any origin). Exactly one.
    start
        Position shown first. A later run with another ``start`` moves the viewer there; the same one does not.
    steps
        One name for each position, such as ``conditioning 9`` or ``t+3``.
    boundary
        First predicted position; the slider marks where it begins.
    difference
        Ids of the two streams whose difference is open from the beginning.
    height
        Largest height of a picture in CSS pixels while it is fitted to the page.
    query
        Name of the URL's parameter that holds the position, for permalinks.

    Raises
    ------
    ValueError
        No stream, ids that are not unique, not exactly one of ``fps`` and ``times``, or lists of the wrong length.
    """
    ids = [stream.id for stream in streams]
    if not streams or len(set(ids)) != len(ids):
        raise ValueError(f"the viewer needs at least one stream, each with its own id, got {ids}")
    if (fps is None) == (times is None):
        raise ValueError("the viewer's clock needs exactly one of fps and times")
    if difference is not None and not set(difference) <= set(ids):
        raise ValueError(f"difference names {difference}, the streams are {ids}")
    shown = [shown_stream(stream) for stream in streams]
    length = max([stream["first"] + stream["length"] for stream in shown] + [len(steps), len(times or ()), 1])
    for name, given in (("steps", steps), ("times", times)):
        if given and len(given) != length:
            raise ValueError(f"{name} has {len(given)} entries, the clock has {length} positions")
    clock = {
        "length": length,
        "times": list(times) if times is not None else [k / (fps or 1) for k in range(length)],
        "steps": list(steps),
        "boundary": boundary,
    }
    data = {"streams": shown, "difference": difference, "height": height, **clock}
    if f"{key}.place" not in st.session_state:
        data["tell"] = drawn_address(expect_picture(key))
    return int(_mounted(data, key, min(max(start, 0), length - 1), query))


def shown_stream(stream: Stream) -> dict[str, Any]:
    """What the browser is told of a stream; one that has no frames has the message of its error in their place."""
    token = STORE.register(stream.source)
    shown = {"id": stream.id, "label": stream.label, "note": stream.note, "first": stream.first}
    try:
        length, height, width, _ = STORE.frames(token).shape
    except EvalcoreError as error:
        return {**shown, "length": 0, "width": 16, "height": 9, "error": str(error), "captions": []}
    if stream.captions and len(stream.captions) != length:
        raise ValueError(f"stream {stream.id!r} has {len(stream.captions)} captions and {length} frames")
    return {
        **shown,
        "folder": frame_folder(token),
        "length": length,
        "width": width,
        "height": height,
        "captions": list(stream.captions),
    }


@st.fragment
def _mounted(data: dict[str, Any], key: str, start: int, query: str | None) -> int:
    """Mount the component; as a fragment, so that a new position does not run the whole page again."""
    place = _place(data["length"], key, start, query)
    data = {**data, "start": place.position, "jumps": place.jumps}
    _component(key=key, data=data, on_frame_change=lambda: None)
    if query is not None and (place.query is not None or place.position != start):
        st.query_params[query] = place.query = str(place.position)
    return place.position


def _place(length: int, key: str, start: int, query: str | None) -> _Place:
    """What the browser reported, unless this run wishes something new (a link, another ``start``)."""
    asked = st.query_params.get(query) if query else None
    place: _Place | None = st.session_state.get(f"{key}.place")
    if place is None:
        position = start if asked is None else _linked(asked, length, start)
        place = st.session_state[f"{key}.place"] = _Place(position, start, asked)
        return place
    reported = (st.session_state.get(key) or {}).get("frame")
    if reported is not None and reported != place.reported:
        place.position = place.reported = int(reported)
    wish = None
    if start != place.start:
        wish = start
    elif asked is not None and asked != place.query:
        wish = _linked(asked, length, start)
    if wish is not None and wish != place.position:
        place.position = wish
        place.jumps += 1
    place.start, place.query = start, asked
    place.position = min(place.position, length - 1)
    return place


def _linked(asked: str, length: int, start: int) -> int:
    """The position that a link asks for, or ``start`` and a notice where there is no such position."""
    if asked.isascii() and asked.isdigit() and len(asked) < 10 and int(asked) < length:
        return int(asked)
    text = f"It asks for frame {asked!r}; the frames are 0 to {length - 1}."
    notice("The link names a frame that is not here", text, kind="warning")
    return start
