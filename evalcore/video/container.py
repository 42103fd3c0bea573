"""What the first bytes and the outermost boxes of a file say, for files that FFmpeg refuses or reads in silence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from evalcore.errors import VideoError

__all__ = ["announced_size", "refusal"]

_HEAD = 512
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
_EBML, _SEGMENT = b"\x1a\x45\xdf\xa3", b"\x18\x53\x80\x67"


def refusal(path: Path) -> VideoError:
    """The error for a file that FFmpeg cannot open: cut off, damaged, a web page, an archive, or unknown."""
    with path.open("rb") as file:
        head = file.read(_HEAD)
        is_iso, size = head[4:8] in _ISO_BOXES, file.seek(0, 2)
        has_index = is_iso and b"moov" in {name for name, _, _ in _boxes(file)}
    if is_iso and not has_index:
        return VideoError(
            "truncated",
            f"the file is cut off or was never finished: found {size} bytes of an MP4 without its index (moov). "
            "Copy or write it again.",
        )
    if is_iso or head.startswith(_EBML):
        announced = announced_size(path) or size
        return VideoError(
            "truncated" if size < announced else "undecodable",
            f"the file cannot be opened: found {size} bytes, its container announces {announced}. "
            "Copy or write it again.",
        )
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
        f"starts with {_shown(head[:12])}: not a known video file, expected MP4, WebM or the like. "
        "Download or export it again.",
    )


def _shown(start: bytes) -> str:
    text = start.decode("ascii", errors="replace")
    return text if text.isprintable() and start.isascii() else f"the bytes {start.hex(' ')}"


def announced_size(path: Path) -> int | None:
    """Bytes that the file should have by its own outermost boxes; None where these do not say.

    MP4 and MOV by their top-level boxes, Matroska and WebM by the size of the segment. A file shorter than this was
    cut off. A file written live (segment of unknown size) says nothing.
    """
    with path.open("rb") as file:
        head = file.read(_HEAD)
        if head.startswith(_EBML):
            return _segment_end(head)
        if head[4:8] in _ISO_BOXES:
            return max(start + size for _, start, size in _boxes(file))
    return None


def _boxes(file: BinaryIO) -> Iterator[tuple[bytes, int, int]]:
    """Name, start and size of each top-level box (ISO/IEC 14496-12, 4.2)."""
    end = file.seek(0, 2)
    start = 0
    while start + 8 <= end:
        file.seek(start)
        header = file.read(16)
        size = int.from_bytes(header[:4])
        if size == 1:
            size = int.from_bytes(header[8:])
        elif size == 0:  # up to the end of the file
            size = end - start
        yield header[4:8], start, size
        if size < 8:
            return
        start += size


def _segment_end(head: bytes) -> int | None:
    """End of the Matroska segment, from the EBML header's and the segment's own sizes (RFC 8794, 4 and 6)."""
    size, start = _vint(head, len(_EBML))
    if size is None or head[start + size : start + size + 4] != _SEGMENT:
        return None
    size, start = _vint(head, start + size + 4)
    return None if size is None else start + size


def _vint(head: bytes, start: int) -> tuple[int | None, int]:
    """A variable-size integer (None: unknown) and the place after it."""
    if start >= len(head) or not head[start]:
        return None, start
    length = 9 - head[start].bit_length()
    unknown = (1 << 7 * length) - 1
    value = int.from_bytes(head[start : start + length]) & unknown
    return (None if value == unknown else value), start + length
