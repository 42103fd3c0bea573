"""The structure of Matroska and WebM files (RFC 8794, RFC 9559), which count no frames.

FFmpeg skips what it does not understand in them without an error, so that frames would be missing in silence.
"""

from __future__ import annotations

from collections.abc import Iterator
from mmap import mmap
from typing import NamedTuple

__all__ = ["EBML", "Structure", "read_structure"]

EBML = b"\x1a\x45\xdf\xa3"
_SEGMENT, _TRACKS, _CLUSTER = b"\x18\x53\x80\x67", b"\x16\x54\xae\x6b", b"\x1f\x43\xb6\x75"
_TRACK_ENTRY, _TRACK_NUMBER, _TRACK_TYPE, _VIDEO = b"\xae", b"\xd7", b"\x83", 1
_SIMPLE_BLOCK, _BLOCK_GROUP, _BLOCK = b"\xa3", b"\xa0", b"\xa1"
_CONTAINERS = {_SEGMENT, _CLUSTER}
# What else may stand in a segment (seek head, info, cues, attachments, chapters, tags), in a cluster (timestamp,
# position, previous size, silent tracks, encrypted block), or anywhere (void, checksum).
_PLAIN = {
    *(b"\x11\x4d\x9b\x74", b"\x15\x49\xa9\x66", b"\x1c\x53\xbb\x6b", b"\x19\x41\xa4\x69", b"\x10\x43\xa7\x70"),
    *(b"\x12\x54\xc3\x67", b"\xe7", b"\xa7", b"\xab", b"\x58\x54", b"\xaf", b"\xec", b"\xbf"),
    *(EBML, _TRACKS, _SIMPLE_BLOCK, _BLOCK_GROUP),
}
Data = mmap | bytes


class Structure(NamedTuple):
    """What the sizes and names in a file say.

    ``end``: where it should end. ``broken_at``: the byte at which it stops making sense, if there is one.
    ``pictures``: number of blocks of its video track; None where it has several.
    """

    end: int
    broken_at: int | None
    pictures: int | None


class _Element(NamedTuple):
    name: bytes
    at: int
    start: int
    stop: int | None  # None: of unknown size, as live recordings write it


def read_structure(data: Data) -> Structure:
    """Follow the chain of elements through the segment and its clusters, without reading any picture."""
    end, cluster_end, blocks, videos = 0, len(data), dict[int, int](), set[int]()
    for element in _chain(data):
        name, at, stop = element.name, element.at, element.stop
        if name == _SEGMENT or stop is not None:
            end = max(end, stop or 0)
        if name in _CONTAINERS:
            # A cluster must begin where the one before it said that it ends.
            if name == _CLUSTER and at < cluster_end < len(data):
                return Structure(end, at, None)
            cluster_end = len(data) if name == _SEGMENT or stop is None else stop
        elif name not in _PLAIN or stop is None or at < cluster_end < stop:
            return Structure(end, at, None)
        elif name == _TRACKS:
            for number, kind in _tracks(data, element):
                blocks[number] = 0
                videos |= {number} if kind == _VIDEO else set()
        else:
            for track in _tracks_of_blocks(data, element):
                if track not in blocks:
                    return Structure(end, at, None)
                blocks[track] += 1
    return Structure(end, None, blocks[videos.pop()] if len(videos) == 1 else None)


def _chain(data: Data) -> Iterator[_Element]:
    at, limit = 0, len(data)
    while at < limit:
        element = _element(data, at)
        yield element
        if element.name == _SEGMENT:
            limit = min(limit, element.stop or limit)
        at = element.start if element.name in _CONTAINERS or element.stop is None else element.stop


def _children(data: Data, parent: _Element) -> Iterator[_Element]:
    at, end = parent.start, min(parent.stop or parent.start, len(data))
    while at < end:
        element = _element(data, at)
        yield element
        at = end if element.stop is None else element.stop


def _tracks(data: Data, tracks: _Element) -> Iterator[tuple[int, int]]:
    """Number and type of each track."""
    for entry in _children(data, tracks):
        if entry.name == _TRACK_ENTRY:
            fields = {
                field.name: int.from_bytes(data[field.start : field.stop])
                for field in _children(data, entry)
                if field.name in (_TRACK_NUMBER, _TRACK_TYPE)
            }
            yield fields.get(_TRACK_NUMBER, 0), fields.get(_TRACK_TYPE, 0)


def _tracks_of_blocks(data: Data, element: _Element) -> Iterator[int]:
    """The track number, which is the first integer, of a simple block or of the block in a group."""
    if element.name == _SIMPLE_BLOCK:
        yield _integer(data, element.start)[0] or 0
    elif element.name == _BLOCK_GROUP:
        yield from (_integer(data, child.start)[0] or 0 for child in _children(data, element) if child.name == _BLOCK)


def _element(data: Data, at: int) -> _Element:
    after_name = at + max(1, 9 - data[at].bit_length())
    size, start = _integer(data, after_name)
    return _Element(data[at:after_name], at, start, None if size is None else start + size)


def _integer(data: Data, at: int) -> tuple[int | None, int]:
    """A variable-size integer (None: unknown, or beyond the data) and the place after it."""
    if at >= len(data) or not data[at]:
        return None, at + 1
    length = 9 - data[at].bit_length()
    unknown = (1 << 7 * length) - 1
    value = int.from_bytes(data[at : at + length]) & unknown
    return (None if value == unknown else value), at + length
