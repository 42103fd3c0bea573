from __future__ import annotations

import json
from pathlib import Path

import pytest

from evalcore.demo import judged, make, review, rollout, scene
from evalcore.demo.build import MARKER
from evalcore.demo.scenes import Shot
from evalcore.errors import InputError
from evalcore.rollout import load_result
from evalcore.workspace import Workspace


@pytest.fixture
def one_clip(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rollout, "SHOTS", (Shot("pendulum", 3),))
    monkeypatch.setattr(judged, "CLIPS", judged.CLIPS[:1])
    monkeypatch.setattr(judged, "write_first_frame", lambda data, made: None)
    monkeypatch.setattr(review, "_write_clips", lambda workspace, scenario: None)
    monkeypatch.setattr(scene, "SAMPLES", scene.SAMPLES[:1])


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.usefixtures("one_clip")
def test_made_again_it_replaces_its_own_files_and_no_others(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "demo"
    calls: list[tuple[int, int]] = []
    make(folder, progress=lambda done, total: calls.append((done, total)))
    assert [done for done, _ in calls] == list(range(1, len(calls) + 1))
    assert len({total for _, total in calls}) == 1
    first = files(folder)
    assert "README.md" in first
    own = folder / "rollout" / "models" / "mine" / "pendulum_04.mp4"
    own.parent.mkdir()
    own.write_bytes(b"mine")
    (folder / "rollout" / "clips.jsonl").write_text("changed")
    make(folder)
    assert files(folder) == first | {"rollout/models/mine/pendulum_04.mp4": b"mine"}


@pytest.mark.usefixtures("one_clip")
def test_files_that_an_earlier_demo_had_are_removed(tmp_path: Path) -> None:
    make(tmp_path)
    marker = tmp_path / MARKER
    content = json.loads(marker.read_bytes())
    (tmp_path / "old.mp4").write_bytes(b"old")
    (tmp_path / "notes.txt").write_text("mine")
    marker.write_text(json.dumps(content | {"files": [*content["files"], "old.mp4", "gone.mp4"]}))
    make(tmp_path)
    assert not (tmp_path / "old.mp4").exists()
    assert (tmp_path / "notes.txt").read_text() == "mine"
    assert json.loads(marker.read_bytes()) == content


@pytest.mark.parametrize("name", ["notes.txt", MARKER])
def test_a_folder_with_something_else_is_left_alone(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("something else")
    with pytest.raises(InputError, match="not a demo workspace; nothing was written"):
        make(tmp_path)
    assert files(tmp_path) == {name: b"something else"}


def test_a_marker_cannot_name_files_outside(tmp_path: Path) -> None:
    folder, outside = tmp_path / "demo", tmp_path / "precious.txt"
    folder.mkdir()
    outside.write_text("precious")
    (folder / MARKER).write_text('{"demo": 1, "files": ["../precious.txt"]}')
    with pytest.raises(InputError, match="leads out of the workspace"):
        make(folder)
    assert outside.read_text() == "precious"


def test_a_file_is_not_a_folder(tmp_path: Path) -> None:
    place = tmp_path / "file"
    place.write_text("text")
    with pytest.raises(InputError, match="this is a file; a folder was expected"):
        make(place)
    with pytest.raises(InputError, match="the demo cannot be written"):
        make(place / "below")


@pytest.mark.slow
def test_scoring_the_demo_shows_what_was_planted(scored_demo: Path) -> None:
    results = Workspace(scored_demo).results("rollout")
    small = load_result(results / "n5")
    assert small.complete
    assert len(small.gate) == 10

    whole = load_result(results / "n30")
    assert [failure.unit for failure in whole.failures] == ["sampled/pendulum_04"]
    assert [(row.model, row.clip_id) for row in whole.gate if not row.passed] == [("sampled", "pendulum_04")]
    late = {note.unit for note in whole.warnings if "off-by-one" in note.message}
    assert len(late) >= 27
    assert {unit.split("/")[0] for unit in late} == {"late"}

    steps = {name: method.per_step_mad for name, method in whole.methods.items() if method.per_step_mad}
    assert steps["vanish"][4] > 2 * steps["vanish"][3]
    assert sorted(steps["blur"]) == list(steps["blur"])
    value = {(clip.clip_id, clip.method): clip.rollout_mad for clip in whole.clips}
    clips = {clip_id for clip_id, _ in value}
    assert all(value[c, "good"] < min(value[c, "persistence"], value[c, "history_farneback"]) for c in clips)
    smooth = [clip_id for clip_id in clips if clip_id.startswith(("pan", "pendulum"))]
    assert all(value[c, "history_farneback"] < value[c, "persistence"] for c in smooth)
    rolls = [clip_id for clip_id in clips if clip_id.startswith("roll")]
    assert any(value[c, "blur"] > value[c, "persistence"] for c in rolls)
