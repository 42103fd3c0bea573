from __future__ import annotations

import errno
import os
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from evalcore.errors import InputError
from evalcore.scene.pictures import PictureStore, Pixels, picture_path, pixel_sha256, read_picture, renders_folder

KEY = "ab12"


def pixels(seed: int = 0) -> Pixels:
    return np.random.default_rng(seed).integers(0, 256, (5, 7, 3), dtype=np.uint8)


def test_a_picture_comes_back_to_the_bit(tmp_path: Path) -> None:
    store = PictureStore(tmp_path)
    assert store.get(KEY) is None
    kept = store.put(KEY, pixels())
    found = store.get(KEY)
    assert found is not None
    assert found[0] == kept
    np.testing.assert_array_equal(found[1], pixels())
    np.testing.assert_array_equal(read_picture(store.path(KEY)), pixels())


def test_the_hash_is_of_pixels_and_their_shape() -> None:
    assert pixel_sha256(pixels()) == pixel_sha256(np.asfortranarray(pixels()))
    assert pixel_sha256(pixels()) != pixel_sha256(pixels(1))
    assert pixel_sha256(pixels()) != pixel_sha256(pixels().reshape(7, 5, 3))


@pytest.mark.parametrize("fault", ["edited", "cut", "empty", "of another kind"])
def test_what_is_not_the_picture_that_was_kept_is_absent(tmp_path: Path, fault: str) -> None:
    store = PictureStore(tmp_path)
    store.put(KEY, pixels())
    path = store.path(KEY)
    if fault == "edited":
        Image.fromarray(pixels(1)).save(path)
    elif fault == "of another kind":
        Image.fromarray(pixels()).save(path, format="BMP")
    else:
        path.write_bytes(path.read_bytes()[:60] if fault == "cut" else b"")
    assert store.get(KEY) is None


@pytest.mark.parametrize("links", [True, False])
def test_a_picture_is_laid_beside_a_result_over_an_earlier_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    def refuse(source: object, target: object) -> None:
        raise OSError(errno.EXDEV, "another device")

    if not links:
        monkeypatch.setattr(os, "link", refuse)
    store, path = PictureStore(tmp_path / "store"), tmp_path / "renders" / "hall" / "gt.png"
    for seed in (0, 1, 1):
        store.lay(store.put(KEY, pixels(seed)), path)
        np.testing.assert_array_equal(read_picture(path), pixels(seed))
    assert [one.name for one in path.parent.iterdir()] == ["gt.png"]
    assert path.samefile(store.path(KEY)) is links


def test_a_damaged_picture_cannot_be_read(tmp_path: Path) -> None:
    for content in (b"", b"<html>"):
        (tmp_path / "x.png").write_bytes(content)
        with pytest.raises(OSError, match=r"x\.png|damaged"):
            read_picture(tmp_path / "x.png")


def test_pictures_lie_beside_their_result(tmp_path: Path) -> None:
    assert renders_folder(tmp_path) == tmp_path / "renders"
    assert renders_folder(tmp_path / "result.json") == tmp_path / "renders"
    assert renders_folder(tmp_path / "own.v2.json") == tmp_path / "own.v2.renders"
    assert picture_path(tmp_path, "hall 1", "späte").relative_to(tmp_path).as_posix() == "hall 1/späte.png"


@pytest.mark.parametrize(("sample_id", "owner"), [("../hall", "gt"), ("hall", "a/b"), ("", "gt"), ("hall", "..")])
def test_no_name_leads_out_of_the_folder(tmp_path: Path, sample_id: str, owner: str) -> None:
    with pytest.raises(InputError, match="cannot be a file name"):
        picture_path(tmp_path, sample_id, owner)
