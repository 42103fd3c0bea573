from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from evalcore.video.matroska import EBML, read_structure

Encode = Callable[..., Path]

SEGMENT, TRACKS, CLUSTER = b"\x18\x53\x80\x67", b"\x16\x54\xae\x6b", b"\x1f\x43\xb6\x75"


def element(name: bytes, content: bytes = b"", size: int | None = None) -> bytes:
    """With an 8-byte size; ``size`` -1 is the unknown size of live recordings."""
    length = len(content) if size is None else size
    unknown = (1 << 56) - 1
    return name + ((1 << 56) | (unknown if length < 0 else length)).to_bytes(8) + content


def block(track: int = 1) -> bytes:
    return element(b"\xa3", bytes([0x80 | track]) + b"\x00\x00\x80picture")


def group(track: int = 1) -> bytes:
    return element(
        b"\xa0", element(b"\xa1", bytes([0x80 | track]) + b"\x00\x00\x00picture") + element(b"\x9b", b"\x01")
    )


def file(*clusters: bytes, size: int | None = None, kind: int = 1) -> bytes:
    tracks = element(
        TRACKS,
        element(b"\xae", element(b"\xd7", b"\x01") + element(b"\x83", bytes([kind])) + element(b"\x86", b"V_VP9")),
    )
    return element(EBML, b"header") + element(SEGMENT, tracks + b"".join(clusters), size)


TIME = element(b"\xe7", b"\x00")


@pytest.mark.parametrize("size", [None, -1])
def test_a_sound_file(size: int | None) -> None:
    live = None if size is None else -1
    data = file(element(CLUSTER, TIME + block() + group(), live), element(CLUSTER, TIME + block(), live), size=size)
    assert read_structure(data) == (len(data), None, 3)


def test_only_pictures_are_counted() -> None:
    data = file(element(CLUSTER, TIME + block()), kind=2)
    assert read_structure(data) == (len(data), None, None)


def test_bytes_after_the_segment_do_not_matter() -> None:
    data = file(element(CLUSTER, TIME + block()))
    assert read_structure(data + b"garbage") == (len(data), None, 1)


@pytest.mark.parametrize("lost", [1, 10])
@pytest.mark.parametrize("size", [None, -1])
def test_a_cut_file_ends_before_its_elements(lost: int, size: int | None) -> None:
    data = file(element(CLUSTER, TIME + block() + block(), size), size=size)
    assert read_structure(data[:-lost]).end == len(data)


def test_an_unknown_element_breaks_the_chain() -> None:
    sound = file(element(CLUSTER, TIME + block() + block()))
    at = len(sound) - len(block())
    assert read_structure(sound[:at] + b"\x99" + sound[at + 1 :]).broken_at == at
    assert read_structure(sound[:at] + b"\x00" + sound[at + 1 :]).broken_at == at


@pytest.mark.parametrize("wrong", [block(2), group(2)])
def test_a_block_of_no_track_breaks_the_chain(wrong: bytes) -> None:
    data = file(element(CLUSTER, TIME + block() + wrong))
    assert read_structure(data).broken_at == len(data) - len(wrong)


def test_a_size_that_leaves_the_cluster_breaks_the_chain() -> None:
    last = element(b"\xa3", b"\x81\x00\x00\x80", size=60)
    data = file(element(CLUSTER, TIME + last), element(CLUSTER, TIME + block() + block() + block()))
    assert read_structure(data).broken_at == data.index(last)


def test_a_cluster_inside_a_cluster_breaks_the_chain() -> None:
    inner = element(CLUSTER, TIME + block())
    data = file(element(CLUSTER, TIME + inner + block()), element(CLUSTER, TIME + block()))
    assert read_structure(data).broken_at == data.index(inner)


def test_every_damaged_block_header_of_a_real_file_is_found(encode: Encode) -> None:
    data = encode("a.webm", codec="libvpx-vp9").read_bytes()
    assert read_structure(data) == (len(data), None, 5)
    start = data.index(CLUSTER)
    first = data.index(b"\xa3", start)
    damaged = data[:first] + bytes([data[first] ^ 0x10]) + data[first + 1 :]
    assert read_structure(damaged).broken_at == first
