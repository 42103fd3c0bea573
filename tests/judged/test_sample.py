from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from dataclasses import fields
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from PIL import Image

from evalcore.batch import Cache, file_sha256
from evalcore.errors import InputError
from evalcore.judged.config import PROFILES
from evalcore.judged.data import JudgedData
from evalcore.judged.frames import sample_clip
from evalcore.judged.prompts import read_prompts
from evalcore.judged.sample import sample
from evalcore.judged.sample_result import SampledClip, SampleResult
from evalcore.judged.sampling import FrameChoice
from tests.judged.clip_files import MODEL, clip_path, make_data, write_clip

NAMES = ("a", "b", "c")


@pytest.fixture
def data(tmp_path: Path) -> JudgedData:
    """Three conditions with clips of 30, 31 and 32 frames at 10 a second; ``b`` is observed after its end."""
    root = tmp_path / "data"
    root.mkdir()
    data = make_data(root, {"a": {}, "b": {"observation_time": 9.5}, "c": {"observation_time": 1.5}}, prompts=True)
    for extra, name in enumerate(NAMES):
        write_clip(root, name, 30 + extra)
    return data


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"


def manifest(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "manifest.jsonl").read_text().splitlines()]


def pictures(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.png"))


def test_the_manifest_says_how_each_picture_came_about(data: JudgedData, out: Path) -> None:
    result = sample(data, MODEL, out=out)
    assert result.complete
    rows = manifest(out)
    assert [row["condition_id"] for row in rows] == list(NAMES)
    hashes = read_prompts(data).sha256("roll")
    for row, condition in zip(rows, data.conditions, strict=True):
        clip = sample_clip(
            data.clip(MODEL, row["condition_id"]),
            profile=PROFILES["observation-8"],
            observation_time=condition.observation_time,
        )
        choice = clip.choice
        assert row["profile"] == "observation-8"
        assert (tuple(row["frames"]), tuple(row["times"])) == (choice.frames, choice.times)
        assert row["time_coverage"] == choice.time_coverage
        assert row["reached"] == choice.reached
        assert row["resize"] == clip.resize
        assert row["size"] == [64, 48]
        assert row["video_sha256"] == file_sha256(data.clip(MODEL, row["condition_id"]))
        assert row["frame_sha256"] == list(clip.frame_sha256)
        assert {name: row[name] for name in hashes} == hashes
        for name, digest, picture in zip(row["pictures"], row["picture_sha256"], clip.pictures, strict=True):
            assert file_sha256(out / name) == digest
            with Image.open(out / name) as image:
                np.testing.assert_array_equal(np.asarray(image), picture)
    assert [row["reached"] for row in rows] == [True, False, True]
    assert pictures(out) == sorted(name for row in rows for name in row["pictures"])
    assert rows[0]["pictures"][-1] == "pictures/a/f00029.png"


def test_rows_hold_all_of_the_choice() -> None:
    assert {field.name for field in fields(FrameChoice)} <= {field.name for field in fields(SampledClip)}


def test_the_result_reads_back(data: JudgedData, out: Path) -> None:
    result = sample(data, MODEL, out=out, profile="paper-prefix-8", subset="all")
    assert SampleResult.read(out / "sample.json") == result
    assert (
        msgspec.json.decode((out / "manifest.jsonl").read_bytes().splitlines()[1], type=SampledClip)
        == (result.conditions[1])
    )
    assert (result.config.profile, result.config.subset, result.config.prefix_end) == (
        "paper-prefix-8",
        "all",
        "119/30",
    )
    assert result.rows["condition_id"].tolist() == list(NAMES)
    row = result.scores.iloc[0]
    assert (row["n"], row["reached"], row["pictures"]) == (3, 3, 24)
    files = result.record["inputs"]["files"]
    assert files["generated/made/a.mp4"] == file_sha256(data.clip(MODEL, "a"))
    assert "evaluation/conditions.jsonl" in files


def test_only_the_subset(data: JudgedData, out: Path) -> None:
    assert [row.condition_id for row in sample(data, MODEL, out=out, subset="first").conditions] == ["a"]


def test_another_folder_of_videos(data: JudgedData, out: Path, tmp_path: Path) -> None:
    videos = tmp_path / "elsewhere"
    videos.mkdir()
    shutil.copy(data.clip(MODEL, "b"), videos / "a.mp4")
    result = sample(data, "new", out=out, subset="first", videos=videos)
    assert result.complete
    assert result.conditions[0].video_sha256 == file_sha256(data.clip(MODEL, "b"))
    assert "elsewhere/a.mp4" in result.record["inputs"]["files"]


def test_without_prompts_their_hashes_are_null_with_a_reason(data: JudgedData, out: Path) -> None:
    (data.workspace.root / "prompts/tasks.json").unlink()
    row = sample(data, MODEL, out=out).conditions[0]
    assert (row.prompt_sha256, row.task_sha256) == (None, None)
    assert row.prompt_sha256_reason == row.task_sha256_reason == "the data has no prompts/tasks.json"


def test_faulty_prompts_are_an_error(data: JudgedData, out: Path) -> None:
    (data.workspace.root / "prompts/judge.txt").write_bytes(b"\xff")
    with pytest.raises(InputError, match="not UTF-8"):
        sample(data, MODEL, out=out)
    assert not out.exists()


def test_clips_that_cannot_be_read_are_named(data: JudgedData, out: Path) -> None:
    data.clip(MODEL, "a").unlink()
    short = data.clip(MODEL, "b")
    short.write_bytes(short.read_bytes()[:-200])
    result = sample(data, MODEL, out=out)
    assert not result.complete
    assert (result.coverage.requested, result.coverage.done, result.coverage.failed) == (3, 1, 2)
    assert [(failure.unit, failure.kind) for failure in result.failures] == [("a", "missing"), ("b", "truncated")]
    assert result.failures[0].message.startswith("generated/made/a.mp4: there is no such file")
    assert [row["condition_id"] for row in manifest(out)] == ["c"]
    files = result.record["inputs"]["files"]
    assert files["generated/made/b.mp4"] == file_sha256(short)
    assert "generated/made/a.mp4" not in files


def test_a_link_out_of_the_data_folder_fails_its_unit(data: JudgedData, out: Path, tmp_path: Path) -> None:
    shutil.move(data.clip(MODEL, "a"), tmp_path / "outside.mp4")
    clip_path(data.workspace.root, "a").symlink_to(tmp_path / "outside.mp4")
    result = sample(data, MODEL, out=out)
    assert [(failure.unit, failure.kind) for failure in result.failures] == [("a", "input")]
    assert "leads out of the workspace" in result.failures[0].message


def test_condition_ids_are_file_names(data: JudgedData, out: Path, tmp_path: Path) -> None:
    bad = data.conditions[0].__class__(condition_id="../a", task="roll", label="left")
    hostile = JudgedData(data.workspace, (bad, *data.conditions[1:]), data.tasks)
    result = sample(hostile, MODEL, out=out)
    assert [(failure.unit, failure.kind) for failure in result.failures] == [("../a", "input")]
    assert "cannot be a file name" in result.failures[0].message
    assert not list(tmp_path.glob("*.png"))


def test_another_profile_leaves_no_picture_of_the_first(data: JudgedData, out: Path) -> None:
    write_clip(data.workspace.root, "b", 90)
    before = sample(data, MODEL, out=out, cache=Cache(out.parent / "cache"))
    after = sample(data, MODEL, out=out, profile="paper-prefix-8", subset="all", cache=Cache(out.parent / "cache"))
    assert before.conditions[1].frames != after.conditions[1].frames
    assert pictures(out) == sorted(name for row in after.conditions for name in row.pictures)
    sample(data, MODEL, out=out, subset="first")
    assert {path.name for path in (out / "pictures").iterdir()} == {"a"}


def test_what_the_user_put_there_stays(data: JudgedData, out: Path) -> None:
    sample(data, MODEL, out=out)
    for name in ("notes.txt", "pictures/b/mine.png", "pictures/readme.txt"):
        (out / name).write_text("mine")
    sample(data, MODEL, out=out, subset="first")
    assert pictures(out) == sorted(["pictures/b/mine.png", *(name for name in pictures(out) if "/a/" in name)])
    assert (out / "notes.txt").exists()
    assert (out / "pictures/readme.txt").exists()


def test_a_finished_clip_is_not_sampled_again(data: JudgedData, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = Cache(out.parent / "cache")
    first = sample(data, MODEL, out=out, cache=cache)
    asked: list[str] = []
    monkeypatch.setattr(
        sys.modules["evalcore.judged.sample"],
        "sample_clip",
        lambda path, **rest: asked.append(path.stem) or sample_clip(path, **rest),
    )
    assert sample(data, MODEL, out=out, cache=cache).conditions == first.conditions
    assert asked == []
    # Other prompts go with the same pictures; a changed or lost picture is made again, and so are those of a new clip.
    (data.workspace.root / "prompts/judge.txt").write_text("Say what you see.\n")
    (out / first.conditions[0].pictures[2]).unlink()
    (out / first.conditions[1].pictures[0]).write_bytes(b"x")
    write_clip(data.workspace.root, "c", 12)
    again = sample(data, MODEL, out=out, cache=cache)
    assert sorted(asked) == ["a", "b", "c"]
    assert again.conditions[0].picture_sha256 == first.conditions[0].picture_sha256
    assert again.conditions[0].prompt_sha256 != first.conditions[0].prompt_sha256
    assert pictures(out) == sorted(name for row in again.conditions for name in row.pictures)
    # Another folder gets its own pictures from the same cache.
    other = sample(data, MODEL, out=out.parent / "other", cache=cache)
    assert other.conditions == again.conditions
    assert pictures(out.parent / "other") == pictures(out)


@pytest.mark.parametrize("content", [{"notes.txt": "x"}, {"manifest.jsonl": ""}, {"sample.json": "{}"}])
def test_a_folder_of_other_things_is_refused(data: JudgedData, out: Path, content: dict[str, str]) -> None:
    out.mkdir()
    for name, text in content.items():
        (out / name).write_text(text)
    with pytest.raises(InputError, match="Give a new or empty folder"):
        sample(data, MODEL, out=out)
    assert {path.name: path.read_text() for path in out.iterdir()} == content


def test_the_models_inputs_are_never_overwritten(data: JudgedData) -> None:
    inputs = data.workspace.root / "inputs"
    inputs.mkdir()
    (inputs / "manifest.jsonl").write_text("{}\n")
    with pytest.raises(InputError, match=r"no sample\.json"):
        sample(data, MODEL, out=inputs)
    assert (inputs / "manifest.jsonl").read_text() == "{}\n"


def test_a_file_is_no_folder(data: JudgedData, out: Path) -> None:
    out.write_text("x")
    with pytest.raises(InputError, match="not a folder"):
        sample(data, MODEL, out=out)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"profile": "paper-8"}, "no sampling profile 'paper-8'"),
        ({"subset": "al"}, "no subset 'al'"),
        ({"videos": Path("/nowhere")}, "no such folder"),
    ],
)
def test_names_that_do_not_exist(data: JudgedData, out: Path, settings: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        sample(data, MODEL, out=out, **settings)
    assert not out.exists()


def test_a_model_that_does_not_exist(data: JudgedData, out: Path) -> None:
    with pytest.raises(InputError, match=r"no clips of a model 'mode'\. Did you mean 'made'"):
        sample(data, "mode", out=out)


KILLED = """
    import sys
    from pathlib import Path
    from evalcore.batch import Cache
    from evalcore.judged.loading import load
    from evalcore.judged.sample import sample
    from evalcore.workspace import Workspace
    root, out = map(Path, sys.argv[1:])
    sample(load(Workspace(root)), "made", out=out, jobs=1, cache=Cache(out.parent / "cache"))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL")
def test_a_killed_run_goes_on(tmp_path: Path) -> None:
    root, out = tmp_path / "data", tmp_path / "out"
    root.mkdir()
    names = [f"c{k:02}" for k in range(24)]
    make_data(root, {name: {} for name in names})
    first = write_clip(root, names[0], 60, height=240, width=320)
    for name in names[1:]:
        shutil.copy(first, clip_path(root, name))
    command = [sys.executable, "-c", textwrap.dedent(KILLED), str(root), str(out)]
    process = subprocess.Popen(command)
    while len(list(out.glob("pictures/*/*.png"))) < 20:
        assert process.poll() is None
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    process.wait()
    # Until a run has ended its manifest names nothing, and it says that it is incomplete.
    assert (out / "manifest.jsonl").read_bytes() == b""
    assert not SampleResult.read(out / "sample.json").complete
    finished = len(list((tmp_path / "cache").glob("*/*.json")))
    assert 0 < finished < 24
    (out / "pictures/c05").mkdir(exist_ok=True)
    (out / f"pictures/c05/.f00001.png.{'0' * 32}.partial").write_bytes(b"half")

    data = make_data(root, {name: {} for name in names})
    result = sample(data, MODEL, out=out, cache=Cache(tmp_path / "cache"))
    assert result.complete
    assert result.conditions == sample(data, MODEL, out=tmp_path / "plain").conditions
    assert pictures(out) == pictures(tmp_path / "plain") == sorted(n for row in result.conditions for n in row.pictures)
    assert not list(out.rglob("*.partial"))
    assert len(list((tmp_path / "cache").glob("*/*.json"))) == 24


def test_the_number_of_workers_changes_nothing(data: JudgedData, out: Path) -> None:
    assert sample(data, MODEL, out=out, jobs=1).conditions == sample(data, MODEL, out=out, jobs=3).conditions
