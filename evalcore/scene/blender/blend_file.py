"""Which files a .blend file names, found without opening it in Blender.

Blender follows libraries, caches and pictures as soon as it opens a file, so what leads out of the scene's own folder
must be known before. A .blend file is a list of blocks, each an array of one struct, and ends with the layout of all
structs ("DNA"): the names below are those of the layout that is stored in every file since Blender 2.4.
"""

from __future__ import annotations

import gzip
import io
import os
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from evalcore.scene.blender.blend_blocks import Blocks, read_blocks
from evalcore.scene.config import LIMITS
from evalcore.scene.errors import SceneError
from evalcore.scene.gltf.container import read_bytes

__all__ = ["check_blend"]

GZIP, ZSTD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
# Struct -> the fields that may hold its path, of which the first one there is taken; * stands before a pointer.
PATHS = {
    "Library": ("name", "filepath"),
    "Image": ("name", "filepath"),
    "bSound": ("name", "filepath"),
    "VFont": ("name", "filepath"),
    "MovieClip": ("name", "filepath"),
    "CacheFile": ("filepath",),
    "Volume": ("filepath",),
    "MeshCacheModifierData": ("filepath",),
    "OceanModifierData": ("cachepath",),
    "FluidDomainSettings": ("cache_directory",),
    "PointCache": ("path",),
    "NodeShaderTexIES": ("filepath", "name"),
    "NodesModifierData": ("*simulation_bake_directory", "*bake_directory"),
    "NodesModifierBake": ("*directory",),
}
FROM_FILES = (1, 2, 3, 6)  # sources of a picture: file, sequence, movie, tiles
ONE_FILE = 1
READING_NODE = "GeometryNodeImport"
NEEDED = ("Library", "CacheFile", "Volume", "MeshCacheModifierData")  # without these a shape would be another one


@dataclass(frozen=True)
class _Named:
    """A path as the file writes it, the struct it stands in, and whether it is one file of that very name."""

    struct: str
    path: str
    single: bool = True


def check_blend(path: Path, *, looks: bool) -> tuple[Path, ...]:
    """All files that Blender reads for a .blend file, itself first and libraries with what they name in turn.

    With ``looks``, as for a render, pictures must be there too.

    Raises
    ------
    SceneError
        ``uri``: it names something outside its folder. ``missing``: it names something that is not there.
        ``truncated``, ``format``, ``limit``: it is no .blend file that can be read.
    """
    real = path.resolve()  # as Blender is given it: "//" means the folder where the file really lies
    files, libraries = [real], [real]
    for library in libraries:  # grows while it is walked
        for one in _named(_blocks(library, first=real)):
            found = _inside(one, library, real.parent)
            if not (one.struct in NEEDED or (looks and one.struct == "Image" and one.single)):
                continue
            if not found.exists():
                raise SceneError("missing", f"{library.name} names {one.path!r}, which is not there")
            if one.struct == "Library" and found not in libraries:
                libraries.append(found)
            if found not in files and found.is_file():
                files.append(found)
    if path.parent.resolve() != real.parent:
        return path, *files[1:]
    return path, *(path.parent / one.relative_to(real.parent) for one in files[1:])


def _blocks(path: Path, *, first: Path) -> Blocks:
    try:
        return read_blocks(_unpacked(read_bytes(path)))
    except SceneError as error:
        raise error if path == first else error.within(path.name) from None


def _unpacked(content: bytes) -> bytes:
    if content.startswith(GZIP):
        return _all(gzip.GzipFile(fileobj=io.BytesIO(content)))
    if content.startswith(ZSTD):
        import pyarrow

        return _all(pyarrow.input_stream(pyarrow.BufferReader(content), compression="zstd"))
    return content


class _Stream(Protocol):
    def read(self, size: int, /) -> bytes: ...


def _all(stream: _Stream) -> bytes:
    try:
        content = stream.read(LIMITS.file_bytes + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise SceneError("truncated", f"the file cannot be decompressed ({error})") from None
    if len(content) > LIMITS.file_bytes:
        raise SceneError("limit", f"decompressed, the file has more than {LIMITS.file_bytes:,} bytes")
    return content


def _named(blocks: Blocks) -> Iterator[_Named]:
    for name, fields in PATHS.items():
        for block in blocks.of(name):
            source = block.number("source") if block.has("source") else ONE_FILE
            if source not in FROM_FILES:
                continue
            if any(block.number(field) for field in ("packedfile", "packedfiles")):
                if name == "Library":
                    raise SceneError("uri", "the file holds a packed library; make what it links local")
                continue
            text = next((block.text(field) for field in fields if block.has(field)), "")
            if text and text != "<builtin>":
                yield _Named(name, text, source == ONE_FILE)
    for node in blocks.of("bNode"):
        if node.has("idname") and node.text("idname").startswith(READING_NODE):
            raise SceneError("uri", "a geometry node of the file reads other files; apply it, and save the result")


def _inside(one: _Named, library: Path, folder: Path) -> Path:
    """Where a path leads; "//" stands for the folder of the file that names it."""
    name = one.path.replace("\\", "/")
    fault = SceneError(
        "uri",
        f"{library.name} names {one.path[:200]!r}, outside the scene's own folder; pack it (File > External Data), or "
        "put it beside the scene with a relative path",
    )
    if not name.startswith("//") and not name.startswith(f"{folder}/"):
        raise fault
    # As Blender does: ".." is taken off the text first, whatever links lie on the way.
    path = Path(os.path.normpath(library.parent / name.lstrip("/") if name.startswith("//") else name))
    try:
        if path.is_relative_to(folder) and path.resolve().is_relative_to(folder):
            return path
    except (OSError, RuntimeError, ValueError):
        pass
    raise fault
