from __future__ import annotations

import pytest

from evalcore.batch import Cache
from evalcore.review import clock_of, load
from evalcore.review.media import probe_media
from tests.review.made import clip, make_workspace, row


def notes(data, media):
    item = data.items[0]
    return {note.kind: note.message for note in clock_of(item, media[item.item], fps=data.schema.fps).notes}


def test_frames_length_and_rate(tmp_path):
    for name in ("real", "gen"):
        clip(tmp_path / f"media/ball/{name}.mp4", 50)
    data = load(make_workspace(tmp_path, row("ball")))
    media = data.media()
    assert media["ball"]["real"].frames == 50
    assert media["ball"]["real"].length == pytest.approx(2.0, abs=1e-9)
    assert media["ball"]["real"].rate == pytest.approx(25.0)
    assert len(media["ball"]["real"].sha256) == 64
    assert data.lengths() == {"ball": {"real": pytest.approx(2.0), "gen": pytest.approx(2.0)}}
    clock = clock_of(data.items[0], media["ball"])
    assert (clock.length, clock.fps, clock.notes) == (pytest.approx(2.0), 25.0, ())


def test_a_clip_that_is_longer_by_a_frame_is_as_long(tmp_path):
    clip(tmp_path / "media/ball/real.mp4", 50)
    clip(tmp_path / "media/ball/gen.mp4", 51)
    data = load(make_workspace(tmp_path, row("ball")))
    assert notes(data, data.media()) == {}
    clip(tmp_path / "media/ball/gen.mp4", 52)
    assert "2.00 to 2.08 s" in notes(data, data.media())["length"]


def test_a_missing_and_a_broken_file_are_problems_of_their_panel_alone(tmp_path):
    (tmp_path / "media/ball").mkdir(parents=True)
    (tmp_path / "media/ball/gen.mp4").write_bytes(b"no video")
    clip(tmp_path / "media/cup/real.mp4", 5)
    clip(tmp_path / "media/cup/gen.mp4", 5)
    data = load(make_workspace(tmp_path, row("ball"), row("cup")))
    media = data.media()
    assert (media["ball"]["real"].kind, media["ball"]["gen"].kind) == ("missing", "not_video")
    assert set(notes(data, media)) == {"missing", "not_video"}
    assert data.lengths() == {"ball": {}, "cup": {"real": pytest.approx(0.2), "gen": pytest.approx(0.2)}}


def test_another_rate_than_the_declared_one_is_said(tmp_path):
    for name in ("real", "gen"):
        clip(tmp_path / f"media/ball/{name}.mp4", 20, fps=30)
    data = load(make_workspace(tmp_path, row("ball")))
    assert notes(data, data.media()) == {"declared": "25 frames a second are declared, a file has 30.000"}


def test_one_frame_has_a_length_and_no_rate(tmp_path):
    clip(tmp_path / "media/ball/real.mp4", 1)
    clip(tmp_path / "media/ball/gen.mp4", 1)
    media = load(make_workspace(tmp_path, row("ball"))).media()["ball"]["real"]
    assert (media.frames, media.rate) == (1, None)
    assert media.length == pytest.approx(0.04)


def test_a_file_on_another_host_is_not_read(tmp_path):
    clip(tmp_path / "media/ball/gen.mp4", 5)
    remote = {**row("ball"), "real": "https://example.org/a.mp4", "remote_hosts": ["example.org"]}
    data = load(make_workspace(tmp_path, remote))
    assert data.media()["ball"]["real"].kind == "remote"


def test_what_was_seen_once_is_kept_until_the_file_changes(tmp_path):
    path = clip(tmp_path / "media/ball/real.mp4", 5)
    clip(tmp_path / "media/ball/gen.mp4", 5)
    workspace = make_workspace(tmp_path, row("ball"))
    data, cache = load(workspace), Cache(tmp_path / "cache")
    first = probe_media(workspace, data.items, cache=cache)
    kept = {one: one.stat().st_mtime_ns for one in (tmp_path / "cache").rglob("*.json")}
    assert probe_media(workspace, data.items, cache=cache) == first
    assert {one: one.stat().st_mtime_ns for one in (tmp_path / "cache").rglob("*.json")} == kept
    clip(path, 6)
    assert probe_media(workspace, data.items, cache=cache)["ball"]["real"].frames == 6
