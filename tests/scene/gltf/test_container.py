from __future__ import annotations

import os
import struct
from pathlib import Path

import pytest

from evalcore.scene import SceneError
from evalcore.scene.gltf.container import read_bytes, split
from tests.scene.made import glb_of


def header(*, version: int = 2, length: int = 12) -> bytes:
    return struct.pack("<4sII", b"glTF", version, length)


def test_json_and_binary_chunk_of_either_form() -> None:
    assert split(glb_of(b"{}", b"abcd")) == (b"{}  ", b"abcd")
    assert split(glb_of(b"{}")) == (b"{}  ", None)
    assert split(b"\xef\xbb\xbf{}") == (b"{}", None)


def test_chunks_of_other_kinds_are_passed_over() -> None:
    content = glb_of(b"{}", b"abcd") + struct.pack("<I4s", 4, b"MORE") + b"more"
    content = header(length=len(content)) + content[12:]
    assert split(content) == (b"{}  ", b"abcd")


@pytest.mark.parametrize(
    ("content", "kind", "message"),
    [
        (b"", "truncated", "the file is empty"),
        (b"glTF\2\0", "truncated", "ends within its header, after 6 bytes"),
        (header(version=1), "format", "binary glTF 1; version 2"),
        (glb_of(b"{}", b"abcd")[:-1], "truncated", "has 35 bytes and its header promises 36"),
        (glb_of(b"{}") + b"\0", "format", "has 25 bytes and its header speaks of 24"),
        (header(length=16) + b"\0\0\0\0", "truncated", "within the header of a chunk"),
        (header(length=20) + struct.pack("<I4s", 9, b"JSON"), "truncated", "a chunk promises 9 bytes and 0 are left"),
        (header(), "format", "the first chunk is not JSON"),
        (header(length=20) + struct.pack("<I4s", 0, b"BIN\0"), "format", "the first chunk is not JSON"),
    ],
)
def test_a_damaged_container_is_one_error(content: bytes, kind: str, message: str) -> None:
    with pytest.raises(SceneError, match=message) as error:
        split(content)
    assert error.value.kind == kind


def test_what_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(SceneError, match=r"absent\.glb cannot be read \(No such file"):
        read_bytes(tmp_path / "absent.glb")
    (tmp_path / "scene.glb").mkdir()
    with pytest.raises(SceneError, match=r"scene\.glb is not a regular file"):
        read_bytes(tmp_path / "scene.glb")
    os.mkfifo(tmp_path / "pipe.bin")
    with pytest.raises(SceneError, match=r"pipe\.bin is not a regular file"):
        read_bytes(tmp_path / "pipe.bin")


def test_a_file_beyond_the_limit_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "scene.glb"
    with path.open("wb") as file:
        file.truncate(3 * 1024**3)  # sparse: takes no room
    with pytest.raises(SceneError, match=r"3,221,225,472 bytes; at most 2,147,483,648") as error:
        read_bytes(path)
    assert error.value.kind == "limit"
