from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from evalcore.ui.frame_store import STORE
from evalcore.video import decode
from evalcore.workspace import Workspace
from tests.pages.review_space import SCHEMA
from tests.review.made import clip, make_workspace, row
from tests.review.small import answer


def page() -> None:
    import streamlit as st

    from evalcore.review import Answers
    from evalcore.ui import review_data, review_media, show_item

    data = review_data()
    show_item(data, Answers.of(st.session_state.get("answers", ())), review_media(data), "ball", key="test")


def shown(space: Workspace, monkeypatch: pytest.MonkeyPatch, **state: Any) -> dict[str, Any]:
    monkeypatch.setenv("EVALCORE_WORKSPACE", str(space.root))
    app = AppTest.from_function(page, default_timeout=30)
    for name, value in state.items():
        app.session_state[name] = value
    app.run()
    assert not app.exception
    [viewer] = app.get("bidi_component")
    found: dict[str, Any] = json.loads(viewer.proto.json)
    return found


def test_streams_of_different_rates_stand_on_one_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    schema = SCHEMA.replace("name: Model", "name: Model, fps: 10")
    space = make_workspace(tmp_path, row("ball"), schema=schema)
    clip(tmp_path / "media/ball/real.mp4", 25)
    slow = clip(tmp_path / "media/ball/gen.mp4", 8, fps=10)
    viewer = shown(space, monkeypatch)
    streams = {stream["id"]: stream for stream in viewer["streams"]}
    assert viewer["times"][:2] == pytest.approx([0.02, 0.06])
    assert [streams[name]["length"] for name in ("real", "gen")] == [25, 25]
    assert streams["gen"]["captions"][12] == "frame 5 · 0.55 s"  # at 0.5 s of the clock
    assert streams["gen"]["captions"][20] == "ended, last frame 7"
    frames = STORE.frames(streams["gen"]["folder"].rpartition("/")[2])
    assert np.array_equal(frames[12], decode(slow).frames[5])
    assert np.array_equal(frames[24], decode(slow).frames[7])


def test_many_marks_on_a_frame_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    space = make_workspace(tmp_path, row("ball"), schema=SCHEMA)
    for name in ("real", "gen"):
        clip(tmp_path / f"media/ball/{name}.mp4", 10)
    answers = [answer("ball", f"r{k}", {"gen": [0.22]}) for k in range(6)]
    viewer = shown(space, monkeypatch, answers=answers)
    [gen] = [stream for stream in viewer["streams"] if stream["id"] == "gen"]
    assert gen["captions"][5] == "frame 5 · 0.22 s · marked by r0; r1; r2; r3 and 2 more"
    assert viewer["start"] == 5


def test_an_item_without_any_clip_still_shows_what_was_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    space = make_workspace(tmp_path, row("ball"), schema=SCHEMA)
    viewer = shown(space, monkeypatch, answers=[answer("ball", "ann", {"gen": [0.5]})])
    assert len(viewer["times"]) == 1
    assert all("error" in stream for stream in viewer["streams"])


def test_a_clip_of_another_host_says_that_it_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    item = row("ball") | {"gen": "https://host.test/gen.mp4", "remote_hosts": ["host.test"]}
    space = make_workspace(tmp_path, item, schema=SCHEMA)
    clip(tmp_path / "media/ball/real.mp4", 5)
    viewer = shown(space, monkeypatch)
    [gen] = [stream for stream in viewer["streams"] if stream["id"] == "gen"]
    assert "another host" in gen["error"]
