from __future__ import annotations

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from evalcore.ui import FrameSource, Stream, frame_viewer


def stream(name, count=3, **options):
    source = FrameSource(f"viewer-test:{name}:{count}", lambda: np.zeros((count, 2, 2, 3), np.uint8))
    return Stream(name, name, source, **options)


@pytest.mark.parametrize(
    ("streams", "options", "message"),
    [
        ([], {"fps": 15}, "at least one stream"),
        ([stream("a"), stream("a")], {"fps": 15}, "each with its own id"),
        ([stream("a")], {}, "exactly one of fps and times"),
        ([stream("a")], {"fps": 15, "times": [0, 1, 2]}, "exactly one of fps and times"),
        ([stream("a")], {"fps": 15, "difference": ("a", "b")}, "difference names"),
        ([stream("a")], {"times": [0.0, 0.1]}, "times has 2 entries, the clock has 3 positions"),
        ([stream("a")], {"fps": 15, "steps": ["one"]}, "steps has 1 entries, the clock has 3 positions"),
        ([stream("a", first=2)], {"times": [0, 1, 2, 3]}, "the clock has 5 positions"),
        ([stream("a", captions=["x"])], {"fps": 15}, "'a' has 1 captions and 3 frames"),
    ],
)
def test_bad_arguments_are_refused(streams, options, message):
    with pytest.raises(ValueError, match=message):
        frame_viewer(streams, key="viewer", **options)


def page():
    import numpy as np
    import streamlit as st

    from evalcore.errors import VideoError
    from evalcore.ui import FrameSource, Stream, frame_viewer

    def broken():
        raise VideoError("truncated", "found 2 frames, expected 3.")

    good = FrameSource("viewer-test:page", lambda: np.zeros((3, 2, 2, 3), np.uint8))
    streams = [Stream("good", "Good", good), Stream("broken", "Broken", FrameSource("viewer-test:broken", broken))]
    frame = frame_viewer(streams, key="viewer", fps=15, start=st.session_state.get("start", 0), query="frame")
    st.text(f"frame {frame}")


def said(app):
    return [text.value for text in app.text]


def test_position_comes_from_start_and_a_link_goes_before_it():
    app = AppTest.from_function(page, default_timeout=30).run()
    assert not app.exception
    assert said(app) == ["frame 0"]
    linked = AppTest.from_function(page, default_timeout=30)
    linked.query_params["frame"] = "2"
    assert said(linked.run()) == ["frame 2"]
    assert said(linked.run()) == ["frame 2"]


def test_another_start_moves_on_from_the_link():
    app = AppTest.from_function(page, default_timeout=30)
    app.query_params["frame"] = "2"
    app.run()
    app.session_state["start"] = 1
    assert said(app.run()) == ["frame 1"]
    assert app.query_params["frame"] == "1"


@pytest.mark.parametrize("asked", ["3", "-1", "x", "²", "![a](http://example.org)", ""])
def test_a_link_to_no_frame_is_said_as_plain_text(asked):
    app = AppTest.from_function(page, default_timeout=30)
    app.query_params["frame"] = asked
    app.run()
    assert app.warning[0].value == "The link names a frame that is not here"
    assert said(app) == [f"It asks for frame {asked!r}; the frames are 0 to 2.", "frame 0"]
