"""The bytes of a .gltf or .glb file: its JSON text and its binary chunk."""

from __future__ import annotations

import struct
from pathlib import Path

from evalcore.scene.config import LIMITS
from evalcore.scene.errors import SceneError

__all__ = ["read_bytes", "split"]

MAGIC, JSON_CHUNK, BINARY_CHUNK = b"glTF", b"JSON", b"BIN\0"
HEADER, CHUNK = struct.Struct("<4sII"), struct.Struct("<I4s")


def read_bytes(path: Path, *, kind: str = "missing") -> bytes:
    """The content of a regular file within the limits.

    Raises
    ------
    SceneError
        ``kind`` where it cannot be read, ``limit`` where it is too large.
    """
    try:
        if path.exists() and not path.is_file():  # a pipe would be waited for without end
            raise SceneError(kind, f"{path.name} is not a regular file")
        if (size := path.stat().st_size) > LIMITS.file_bytes:
            raise SceneError("limit", f"{path.name} has {size:,} bytes; at most {LIMITS.file_bytes:,} are read")
        return path.read_bytes()
    except OSError as error:
        raise SceneError(kind, f"{path.name} cannot be read ({error.strerror or error})") from None


def split(content: bytes) -> tuple[bytes, bytes | None]:
    """JSON text and binary chunk (None where there is none) of a file in either form.

    Raises
    ------
    SceneError
        ``truncated``: fewer bytes than the header says. ``format``: anything else that is not glTF 2.0.
    """
    if not content:
        raise SceneError("truncated", "the file is empty; a glTF 2.0 scene was expected")
    if not content.startswith(MAGIC):
        return _within_limit(content.removeprefix(b"\xef\xbb\xbf")), None
    if len(content) < HEADER.size:
        raise SceneError("truncated", f"the file ends within its header, after {len(content)} bytes")
    _, version, length = HEADER.unpack_from(content)
    if version != 2:
        raise SceneError("format", f"this is binary glTF {version}; version 2 was expected")
    if length > len(content):
        raise SceneError("truncated", f"the file has {len(content):,} bytes and its header promises {length:,}")
    if length < len(content):
        raise SceneError("format", f"the file has {len(content):,} bytes and its header speaks of {length:,}")
    chunks, start = [], HEADER.size
    while start < length:
        if start + CHUNK.size > length:
            raise SceneError("truncated", "the file ends within the header of a chunk")
        size, kind = CHUNK.unpack_from(content, start)
        start += CHUNK.size
        if start + size > length:
            raise SceneError("truncated", f"a chunk promises {size:,} bytes and {length - start:,} are left")
        chunks.append((kind, content[start : start + size]))
        start += size
    if not chunks or chunks[0][0] != JSON_CHUNK:
        raise SceneError("format", "the first chunk is not JSON")
    binary = chunks[1][1] if len(chunks) > 1 and chunks[1][0] == BINARY_CHUNK else None
    return _within_limit(chunks[0][1]), binary


def _within_limit(text: bytes) -> bytes:
    if len(text) > LIMITS.json_bytes:
        raise SceneError("limit", f"the JSON part has {len(text):,} bytes; at most {LIMITS.json_bytes:,} are read")
    return text
