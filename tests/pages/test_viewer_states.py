"""What the viewer of a page shows where a file is missing, broken, unreadable or not the workspace's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pages.opening import keep, opened, streams, texts

PAGE = "pages/rollout/per_step.py"
EVERYTHING = ["close", "late", "persistence", "history_farneback"]


def states(root: Path, clip: str = "b") -> dict[str, str]:
    """Stream -> the message in its place, or an empty one where it has frames."""
    app = opened(PAGE, clip=clip, shown=EVERYTHING)
    assert app.selectbox(key="clip").value == clip
    return {name: stream.get("error", "") for name, stream in streams(app).items()}


def only(found: dict[str, str], name: str) -> str:
    """The message of the one stream that has one."""
    assert set(found) == {"truth", "model:close", "model:late", "baseline:persistence", "baseline:history_farneback"}
    assert [other for other, message in found.items() if message] == [name]
    return found[name]


def test_a_clip_that_failed_shows_its_message_beside_the_others(plain: Path) -> None:
    (plain / "rollout/models/close/b.mp4").unlink()
    keep(plain, "all", allow_partial=True)
    message = only(states(plain), "model:close")
    assert message == "there is no generated clip; expected rollout/models/close/b.mp4"


def test_a_file_that_cannot_be_decoded_is_a_message_in_its_place(plain: Path) -> None:
    path = plain / "rollout/models/close/b.mp4"
    path.write_bytes(path.read_bytes()[:900])
    keep(plain, "all", allow_partial=True)
    assert only(states(plain), "model:close").startswith("rollout/models/close/b.mp4: ")


def test_two_methods_without_a_file_each_have_their_own_message(plain: Path) -> None:
    for name in ("close", "late"):
        (plain / f"rollout/models/{name}/b.mp4").unlink()
    keep(plain, "all", allow_partial=True)
    found = states(plain)
    assert "models/close" in found["model:close"]
    assert "models/late" in found["model:late"]
    assert not found["truth"]


def test_a_clip_that_failed_for_all_can_be_looked_at(plain: Path) -> None:
    (plain / "rollout/future/b.mp4").unlink()
    keep(plain, "all", allow_partial=True)
    assert only(states(plain), "truth").startswith("rollout/future/b.mp4: ")


def test_frames_of_a_unit_without_a_value_say_why_it_has_none(plain: Path) -> None:
    (plain / "rollout/models/close/b.mp4").write_bytes((plain / "rollout/models/close/c.mp4").read_bytes())
    keep(plain, "all", allow_partial=True)
    app = opened(PAGE, clip="b", shown=EVERYTHING)
    stream = streams(app)["model:close"]
    assert "error" not in stream
    assert stream["captions"][0].startswith("no value: ")
    assert "another clip" in stream["captions"][0] or "'c'" in stream["captions"][0]


def test_a_file_that_cannot_be_read_since_scoring_is_a_message_and_a_warning(plain: Path) -> None:
    keep(plain, "all")
    path = plain / "rollout/models/close/b.mp4"
    path.unlink()
    path.mkdir()
    assert only(states(plain), "model:close") == "rollout/models/close/b.mp4: the file cannot be read (Is a directory)."
    shown = texts(opened(PAGE, clip="b"))
    assert "rollout/models/close/b.mp4" in shown
    assert "Files of this clip are not those that were scored; score again" in shown
    assert str(plain) not in shown


@pytest.mark.parametrize("name", ["future", "conditioning"])
def test_a_file_that_became_a_link_out_of_the_workspace_leaves_the_page_whole(plain: Path, name: str) -> None:
    keep(plain, "all")
    path = plain / f"rollout/{name}/b.mp4"
    moved = path.rename(plain.parent / f"{name}.mp4")
    path.symlink_to(moved)
    app = opened(PAGE, clip="b", shown=EVERYTHING)
    assert "leads out of the workspace" in texts(app)
    assert all("leads out of the workspace" in stream["error"] for stream in streams(app).values())
    assert "error" not in streams(opened(PAGE, clip="a", shown=EVERYTHING))["truth"]


def test_a_model_whose_file_became_a_link_out_of_the_workspace_leaves_the_numbers(plain: Path) -> None:
    keep(plain, "all")
    path = plain / "rollout/models/close/b.mp4"
    moved = path.rename(plain.parent / "b.mp4")
    path.symlink_to(moved)
    app = opened(PAGE)
    assert "leads out of the workspace" in texts(app)
    assert app.dataframe
