from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from evalcore.video.container import find_fault, refusal

Encode = Callable[..., Path]


def box(name: bytes, content: bytes = b"", size: int | None = None) -> bytes:
    return (8 + len(content) if size is None else size).to_bytes(4) + name + content


def check(path: Path, data: bytes) -> tuple[str, str] | None:
    path.write_bytes(data)
    return find_fault(path)


@pytest.mark.parametrize("name", ["a.mp4", "a.mov", "a.mkv", "a.webm", "a.avi"])
def test_sound_files_have_no_fault(encode: Encode, name: str) -> None:
    codec = "libvpx-vp9" if name == "a.webm" else "mpeg4" if name == "a.avi" else "libx264"
    assert find_fault(encode(name, codec=codec)) is None


@pytest.mark.parametrize("name", ["a.mp4", "a.mkv", "a.avi"])
def test_a_cut_file_is_shorter_than_it_says(encode: Encode, name: str) -> None:
    codec = "mpeg4" if name == "a.avi" else "libx264"
    path = encode(name, codec=codec, container={"movflags": "+faststart"} if name == "a.mp4" else None)
    whole = path.stat().st_size
    for size in (whole - 1, whole // 2):
        path.write_bytes(path.read_bytes()[:size])
        fault = find_fault(path)
        assert fault is not None
        assert fault.kind == "truncated"
        assert fault.found.startswith(f"{size} of ")


def test_mp4_boxes(tmp_path: Path) -> None:
    path = tmp_path / "a.mp4"
    head = box(b"ftyp", b"isom") + box(b"moov")
    assert check(path, head + box(b"mdat", bytes(9))) is None
    # A size of 1 is followed by a 64-bit size, a size of 0 reaches to the end of the file.
    assert check(path, head + box(b"mdat", (24).to_bytes(8) + bytes(8), size=1)) is None
    assert check(path, head + box(b"mdat", bytes(5), size=0)) is None
    assert check(path, head + box(b"mdat", bytes(5), size=100)) == ("truncated", "33 of 120 bytes")
    long = head + box(b"mdat", (1 << 40).to_bytes(8), size=1)
    assert check(path, long) == ("truncated", f"{len(long)} of {20 + (1 << 40)} bytes")
    assert check(path, box(b"ftyp", b"isom") + box(b"mdat")) == (
        "truncated",
        "an MP4 of 20 bytes without its index (moov)",
    )


@pytest.mark.parametrize(
    ("data", "kind", "message"),
    [
        (b"<html>404</html>", "not_video", "starts with <html: looks like a web page"),
        (b"\n <!DOCTYPE html><html>", "not_video", "starts with <!DOCTYPE: looks like a web page"),
        (b"<?xml version='1.0'?><Error/>", "not_video", "starts with <?xml: looks like XML"),
        (b"version https://git-lfs.github.com/spec/v1\n", "not_video", "looks like a Git LFS pointer"),
        (b"\x89PNG\r\n\x1a\n", "not_video", "the bytes 89 50 4e 47: looks like a PNG picture"),
        (b"#EXTM3U\nother.mp4", "not_video", "looks like a playlist"),
        (b"hello world, this is text", "not_video", "starts with hello world,: no readable video, expected MP4"),
        (bytes(20), "not_video", "no readable video"),
        (box(b"ftyp", b"isom") + box(b"mdat", bytes(9)), "truncated", "MP4 of 29 bytes without its index"),
    ],
)
def test_refusals_say_what_the_file_is(tmp_path: Path, data: bytes, kind: str, message: str) -> None:
    path = tmp_path / "a.mp4"
    path.write_bytes(data)
    error = refusal(path)
    assert error.kind == kind
    assert message in str(error)
