"""What the outermost structure of a file says, for files that FFmpeg refuses, or reads short in silence."""

from __future__ import annotations

import mmap
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Literal, NamedTuple

from evalcore.errors import VideoError
from evalcore.video.matroska import EBML, read_structure

__all__ = ["Fault", "find_fault", "refusal"]

_NOT_VIDEO = {
    b"<?xml": "XML, perhaps the error reply of a server",
    b"version https://git-lfs": "a Git LFS pointer",
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"PK\x03\x04": "a ZIP archive",
    b"\x1f\x8b": "a gzip archive",
    b"#EXTM3U": "a playlist",
}
_TAG = re.compile(rb"<!?[A-Za-z]+")
_ISO_BOXES = (b"ftyp", b"styp", b"moov", b"moof", b"mdat", b"free", b"skip", b"wide")


class Fault(NamedTuple):
    """What is wrong with the structure of a file: the kind of the error, and what was found."""

    kind: Literal["truncated", "undecodable"]
    found: str


def find_fault(path: Path, *, packets: int | None = None) -> Fault | None:
    """Check the outermost structure of a non-empty file without decoding; None where it is sound or unknown.

    MP4 and MOV by their top-level boxes, Matroska and WebM by the chain of their elements, AVI by its outer chunk.
    ``packets`` is the number of video packets that a demuxer found to the end, for containers that count them.
    """
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        size, broken, pictures = len(data), None, None
        if data[:4] == EBML:
            end, broken, pictures = read_structure(data)
        elif data[:4] == b"RIFF":
            end = 8 + int.from_bytes(data[4:8], "little")
        elif data[4:8] in _ISO_BOXES:
            boxes = list(_boxes(data))
            end = max(stop for _, stop in boxes)
            if not any(name in (b"moov", b"moof") for name, _ in boxes):
                return Fault("truncated", f"an MP4 of {size} bytes without its index (moov)")
        else:
            return None
    if size < end:
        return Fault("truncated", f"{size} of {end} bytes")
    if broken is not None:
        return Fault("undecodable", f"a structure that breaks at byte {broken}")
    if packets is not None and pictures is not None and packets < pictures:
        return Fault("undecodable", f"{packets} of {pictures} stored pictures")
    return None


def _boxes(data: mmap.mmap) -> Iterator[tuple[bytes, int]]:
    """Name and end of each top-level box (ISO/IEC 14496-12, 4.2)."""
    at = 0
    while at + 8 <= len(data):
        size = int.from_bytes(data[at : at + 4])
        if size == 1:
            size = int.from_bytes(data[at + 8 : at + 16])
        elif size == 0:  # up to the end of the file
            size = len(data) - at
        yield data[at + 4 : at + 8], at + size
        at += max(size, 8)


def refusal(path: Path) -> VideoError:
    """The error for a non-empty file that FFmpeg cannot open: cut off, damaged, a web page, an archive, or unknown."""
    if fault := find_fault(path):
        what = "is cut off or was never finished" if fault.kind == "truncated" else "is damaged"
        return VideoError(fault.kind, f"the file {what}: found {fault.found}. Copy or write it again.")
    with path.open("rb") as file:
        head = file.read(64)
    text = head.lstrip(b"\xef\xbb\xbf \t\r\n")
    meanings = [(start, meaning) for start, meaning in _NOT_VIDEO.items() if text.startswith(start)]
    if tag := _TAG.match(text):
        meanings.append((tag[0], "a web page"))
    for start, meaning in meanings:
        return VideoError(
            "not_video", f"starts with {_shown(start)}: looks like {meaning}, not a video. Download or export it again."
        )
    return VideoError(
        "not_video",
        f"starts with {_shown(head[:12])}: no readable video, expected MP4, WebM or the like. "
        "Download or export it again.",
    )


def _shown(start: bytes) -> str:
    text = start.decode("ascii", errors="replace")
    return text if text.isprintable() and start.isascii() else f"the bytes {start.hex(' ')}"
