"""A page with nothing but frame viewers, for the tests; the address chooses what is on it."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

import streamlit as st

from evalcore.errors import VideoError
from evalcore.ui import FrameSource, Stream, choose, frame_viewer
from evalcore.ui.frame_route import frame_routes
from evalcore.ui.notices import internal_error
from evalcore.video import decode

CLIPS = Path(os.environ.get("VIEWER_CLIPS", "."))
STEPS = [f"conditioning {k}" for k in range(1, 10)] + [f"t+{k}" for k in range(1, 9)]


def frames_of(name: str):
    if name == "broken":
        raise VideoError("truncated", "found 12 frames, expected 17.")
    return decode(CLIPS / f"{name}.mp4").frames


def stream(name: str) -> Stream:
    source = FrameSource(f"test:{name}", partial(frames_of, name))
    captions = [f"caption {k}" for k in range(17)] if name == "late" else ()
    return Stream(name, name.title(), source, note="note", first=9 if name == "short" else 0, captions=captions)


def main() -> None:
    st.set_page_config(layout="wide")
    asked = st.query_params
    if "fail" in asked:
        raise KeyError("secret")
    streams = [stream(name) for name in asked.get("streams", "truth,late").split(",")]
    pair = tuple(asked["pair"].split(",")) if "pair" in asked else None
    start = st.number_input("start", 0, 16, value=0, key="start")
    st.text_input("words", key="words")
    st.button("again")
    st.text(f"kind {choose('Kind', ['one', 'two'], query='kind', default='two', style='buttons')}")
    clock = {"times": [(k - 8) / 15 for k in range(17)]} if "times" in asked else {"fps": 15}
    options = {"fps": 15} if asked.get("streams") == "still" else {"steps": STEPS, "boundary": 9, **clock}
    frame = frame_viewer(streams, key="viewer", start=int(start), difference=pair, query="frame", **options)
    st.text(f"the page saw frame {frame}")
    st.session_state.runs = st.session_state.get("runs", 0) + 1
    st.text(f"run {st.session_state.runs}")
    if "second" in asked:
        frame_viewer([stream("late")], key="second", **options)


if __name__ == "__main__":
    main()
else:
    app = st.App(__file__, routes=frame_routes(), on_script_error=internal_error)
