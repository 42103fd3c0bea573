"""Open a glTF file: every check that comes before a reader looks at its content.

A reader that follows URIs by itself must only be given a file that passed here.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from evalcore.scene.errors import SceneError
from evalcore.scene.gltf.container import read_bytes, split
from evalcore.scene.gltf.document import Buffer, Document, parse

__all__ = ["DECODERS", "OpenFile", "open_gltf"]

# Extensions that change where vertices lie and are understood; and those that leave vertices where they are.
UNDERSTOOD = frozenset({"KHR_mesh_quantization", "EXT_mesh_gpu_instancing", "KHR_node_visibility"})
DECODERS = frozenset({"KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_meshopt_compression"})
MESHOPT = tuple(sorted(DECODERS - {"KHR_draco_mesh_compression"}))
HARMLESS = re.compile(
    r"KHR_materials_\w+|KHR_texture_\w+|EXT_texture_\w+|MSFT_texture_\w+|EXT_lights_\w+|KHR_lights_punctual"
    r"|KHR_animation_pointer|KHR_xmp(_json_ld)?|KHR_node_(hoverability|selectability)"
)
SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")


@dataclass(frozen=True, eq=False)
class OpenFile:
    """A checked glTF file: its document, its buffers (None for one that only a decoder can fill), and what was read.

    ``tree`` is the document as plain JSON, with what ``document`` leaves out.
    """

    path: Path
    document: Document
    tree: dict[str, Any]
    buffers: tuple[bytes | None, ...]
    files: tuple[Path, ...]


def open_gltf(path: Path) -> OpenFile:
    """Read and check a .gltf or .glb file with its buffers; pictures are checked for their place, not read.

    Raises
    ------
    SceneError
        ``missing``, ``truncated``, ``format``, ``limit``, ``reference`` as in the parts; ``uri``: a URI that is not
        a data URI and leads out of the file's own folder; ``extension``: a required one that is unknown; ``nodes``:
        nodes that do not form trees.
    """
    text, binary = split(read_bytes(path))
    document, plain = parse(text)
    _check_extensions(document)
    _check_trees(document)
    for uri in _uris(plain):
        if not uri.startswith("data:"):
            local_path(path.parent, uri)
    buffers, files = [], [path]
    for number, buffer in enumerate(document.buffers):
        content, source = _content(path.parent, buffer, binary if number == 0 else None, number)
        if content is not None and len(content) < buffer.byte_length:
            raise SceneError(
                "truncated",
                f"buffer {number} has {len(content):,} bytes; the file says {buffer.byte_length:,}",
            )
        buffers.append(content)
        files += [source] if source and source not in files else []
    for number, view in enumerate(document.buffer_views):
        if view.byte_offset + view.byte_length > document.buffers[view.buffer].byte_length:
            raise SceneError("reference", f"bufferView {number} reaches beyond the end of buffer {view.buffer}")
    return OpenFile(path, document, plain, tuple(buffers), tuple(files))


def local_path(folder: Path, uri: str) -> Path:
    """The file in ``folder`` that a relative URI names; links are followed and must end in the folder as well.

    Raises
    ------
    SceneError
        ``uri``: absolute, with a scheme, or leading out of the folder.
    """
    name = unquote(uri)
    fault = f"the URI {uri[:200]!r} leads out of the scene's own folder; put the file beside the scene"
    if not name or SCHEME.match(name) or name.startswith("/") or "\\" in name or not name.isprintable():
        raise SceneError("uri", fault)
    path = folder / name
    try:
        inside = path.resolve().is_relative_to(folder.resolve())
    except (OSError, RuntimeError, ValueError):
        inside = False
    if not inside or ".." in path.relative_to(folder).parts:
        raise SceneError("uri", fault)
    return path


def _uris(plain: Any) -> Iterator[str]:
    """Every ``uri`` in the file wherever it stands, extensions included; ``extras`` are nobody's business."""
    waiting = [plain]
    while waiting:
        match waiting.pop():
            case dict() as row:
                if isinstance(uri := row.get("uri"), str):
                    yield uri
                waiting += [value for key, value in row.items() if key != "extras"]
            case list() as rows:
                waiting += rows


def _content(folder: Path, buffer: Buffer, binary: bytes | None, number: int) -> tuple[bytes | None, Path | None]:
    if buffer.uri is None:
        if binary is None and not any(name in buffer.extensions for name in MESHOPT):
            raise SceneError("missing", f"buffer {number} names no file, and there is no binary chunk for it")
        return binary, None
    if not buffer.uri.startswith("data:"):
        path = local_path(folder, buffer.uri)
        return read_bytes(path), path
    head, comma, data = buffer.uri.partition(",")
    try:
        if not comma or not head.endswith(";base64"):
            raise binascii.Error("base64 was expected")
        return base64.b64decode(unquote(data), validate=True), None
    except (binascii.Error, ValueError) as error:
        raise SceneError("format", f"the data URI of buffer {number} cannot be decoded ({error})") from None


def _check_extensions(document: Document) -> None:
    for name in document.extensions_required:
        if name not in UNDERSTOOD | DECODERS and not HARMLESS.fullmatch(name):
            raise SceneError(
                "extension", f"the file requires the extension {name[:80]!r}, which no reader knows; export without it"
            )


def _check_trees(document: Document) -> None:
    parents: dict[int, int] = {}
    for number, node in enumerate(document.nodes):
        for child in node.children:
            if child in parents:
                raise SceneError("nodes", f"node {child} is a child of node {parents[child]} and of node {number}")
            parents[child] = number
    reached = [number for number in range(len(document.nodes)) if number not in parents]
    for number in reached:  # grows while it is walked
        reached += document.nodes[number].children
    if len(reached) < len(document.nodes):
        astray = min(set(range(len(document.nodes))) - set(reached))
        raise SceneError("nodes", f"node {astray} is among its own ancestors (a cycle)")
    for number, scene in enumerate(document.scenes or ()):
        for root in scene.nodes:
            if root in parents:
                raise SceneError("nodes", f"scene {number} names node {root}, which is a child of node {parents[root]}")
        if len(set(scene.nodes)) < len(scene.nodes):
            raise SceneError("nodes", f"scene {number} names a node twice")
