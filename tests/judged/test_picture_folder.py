from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from evalcore.batch import Coverage, record
from evalcore.errors import InputError
from evalcore.judged.picture_folder import PictureFolder
from evalcore.judged.sample_result import SampleConfig, SampleResult


def result(done: int) -> SampleResult:
    return SampleResult(
        coverage=Coverage(1, done, 0),
        failures=(),
        record=record(config=SampleConfig("m", "observation-8", None, "119/30", 8, "smaller"), inputs={}, packages=()),
        model="m",
        profile="observation-8",
    )


@pytest.fixture
def folder(tmp_path: Path) -> PictureFolder:
    return PictureFolder(tmp_path / "out")


def names(folder: PictureFolder) -> list[str]:
    return sorted(path.relative_to(folder.root).as_posix() for path in folder.root.rglob("*") if path.is_file())


def test_written_pictures_are_held_until_they_change(folder: PictureFolder) -> None:
    paths, digests = folder.write("a", {3: b"three", 119: b"last"})
    assert paths == ("pictures/a/f00003.png", "pictures/a/f00119.png")
    assert digests == tuple(hashlib.sha256(content).hexdigest() for content in (b"three", b"last"))
    assert folder.holds(paths, digests)
    (folder.root / paths[1]).write_bytes(b"other")
    assert not folder.holds(paths, digests)
    (folder.root / paths[1]).unlink()
    assert not folder.holds(paths, digests)


def test_a_run_begins_without_rows_and_ends_with_its_own_pictures(folder: PictureFolder) -> None:
    folder.claim(result(0))
    assert names(folder) == ["manifest.jsonl", "sample.json"]
    assert not SampleResult.read(folder.root / "sample.json").complete
    old, _ = folder.write("a", {0: b"x", 5: b"y"})
    folder.write("b", {0: b"z"})
    folder.finish(result(1), rows=[b"{}", b"{}"], names=old[:1])
    assert names(folder) == ["manifest.jsonl", "pictures/a/f00000.png", "sample.json"]
    assert (folder.root / "manifest.jsonl").read_bytes() == b"{}\n{}\n"
    assert SampleResult.read(folder.root / "sample.json").complete
    folder.claim(result(0))
    assert (folder.root / "manifest.jsonl").read_bytes() == b""


def test_links_are_not_followed_when_pictures_are_removed(folder: PictureFolder, tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/f00001.png").write_bytes(b"x")
    folder.claim(result(0))
    (folder.root / "pictures").mkdir()
    (folder.root / "pictures/a").symlink_to(tmp_path / "mine")
    folder.finish(result(0), rows=[], names=[])
    assert (tmp_path / "mine/f00001.png").exists()


def test_a_condition_that_cannot_be_a_folder(folder: PictureFolder) -> None:
    with pytest.raises(InputError, match="cannot be a file name"):
        folder.write("../a", {0: b"x"})
    assert not folder.root.exists()


def test_a_place_that_cannot_be_written_to(folder: PictureFolder) -> None:
    folder.root.write_text("a file")
    with pytest.raises(InputError, match="cannot be written"):
        folder.write("a", {0: b"x"})
