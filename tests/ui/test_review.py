from __future__ import annotations

from pathlib import Path

import pytest

from evalcore.errors import InputError
from evalcore.ui.review import once, read_review, review_media, stamp_of, stream_names
from evalcore.workspace import Workspace
from tests.review.made import clip, make_workspace, row


def test_a_review_is_read_once_and_again_when_it_changes(tmp_path: Path) -> None:
    assert read_review(Workspace(tmp_path)) is None
    space = make_workspace(tmp_path, row("ball"))
    first = read_review(space)
    assert read_review(space) is first
    make_workspace(tmp_path, row("ball"), row("cup"))
    again = read_review(space)
    assert again is not None
    assert [item.item for item in again.items] == ["ball", "cup"]
    assert stream_names(again) == {"real": "Recording", "gen": "Model"}
    (tmp_path / "review/items.jsonl").write_text("{}\n")
    with pytest.raises(InputError, match="has no item"):
        read_review(space)


def test_a_manifest_that_changes_is_read_again(tmp_path: Path) -> None:
    schema = "annotation_type: rollout_evaluation\nname: review\nmanifest_field: streams\n"
    manifest = tmp_path / "manifest.json"
    manifest.write_text('{"streams": [{"path": "a.mp4", "id": "a"}]}')
    space = make_workspace(tmp_path, {"item": "ball", "streams": "manifest.json"}, schema=schema)
    first = read_review(space)
    assert first is not None
    manifest.write_text('{"streams": [{"path": "a.mp4", "id": "a"}, {"path": "b.mp4", "id": "b"}]}')
    again = read_review(space)
    assert again is not None
    assert again.items[0].stream_ids == ("a", "b")


def test_clips_are_looked_at_once_and_again_when_one_changes(tmp_path: Path) -> None:
    space = make_workspace(tmp_path, row("ball"))
    clip(tmp_path / "media/ball/real.mp4", 10)
    data = read_review(space)
    assert data is not None
    first = review_media(data)
    assert review_media(data) is first
    assert first.lengths == {"ball": {"real": pytest.approx(0.4)}}
    assert [note.kind for note in first.clocks["ball"].notes] == ["missing"]
    clip(tmp_path / "media/ball/gen.mp4", 5)
    second = review_media(data)
    assert second.key != first.key
    assert second.lengths["ball"]["gen"] == pytest.approx(0.2)


def test_a_stamp_names_only_what_there_is(tmp_path: Path) -> None:
    (tmp_path / "here").write_text("12345")
    [(name, _, size)] = stamp_of(Workspace(tmp_path), ["here", "gone"])
    assert (name, size) == ("here", 5)


def test_what_is_computed_is_kept_and_a_failure_is_not() -> None:
    kept: list[int] = []

    def fail(tell: object) -> int:
        raise InputError("no.")

    with pytest.raises(InputError):
        once(kept, fail, "{done} of {total}")
    assert once(kept, lambda tell: tell(1, 2) or 7, "{done} of {total}") == 7
    assert once(kept, fail, "{done} of {total}") == 7
