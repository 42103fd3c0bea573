"""The JSON of a glTF file as typed rows, with every reference checked."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

import msgspec

from evalcore.scene.config import LIMITS
from evalcore.scene.errors import SceneError

__all__ = ["Accessor", "Buffer", "BufferView", "CameraRow", "Document", "Mesh", "Node", "Primitive", "parse"]

Index = Annotated[int, msgspec.Meta(ge=0)]
Vector3 = tuple[float, float, float]
Vector4 = tuple[float, float, float, float]


class _Row(msgspec.Struct, rename="camel"):
    """Fields that are not named here do not change where a vertex lies."""


class Asset(_Row):
    """Which glTF this is."""

    version: str


class SceneRow(_Row):
    """The roots of one scene."""

    nodes: tuple[Index, ...] = ()


class Node(_Row):
    """A node; exactly as stored, defaults where a field is absent."""

    name: str | None = None
    children: tuple[Index, ...] = ()
    mesh: Index | None = None
    camera: Index | None = None
    skin: Index | None = None
    weights: tuple[float, ...] | None = None
    matrix: tuple[float, ...] | None = None
    translation: Vector3 = (0.0, 0.0, 0.0)
    rotation: Vector4 = (0.0, 0.0, 0.0, 1.0)
    scale: Vector3 = (1.0, 1.0, 1.0)
    extensions: dict[str, Any] = {}


class Primitive(_Row):
    """One part of a mesh; ``mode`` 4, 5 and 6 are triangles, strips and fans."""

    attributes: dict[str, Index] = {}
    indices: Index | None = None
    mode: Annotated[int, msgspec.Meta(ge=0, le=6)] = 4
    targets: tuple[dict[str, Index], ...] = ()
    extensions: dict[str, Any] = {}


class Mesh(_Row):
    """A mesh and the default weights of its morph targets."""

    primitives: tuple[Primitive, ...]
    name: str | None = None
    weights: tuple[float, ...] = ()


class SparseIndices(_Row):
    """Which elements are replaced."""

    buffer_view: Index
    component_type: int
    byte_offset: Index = 0


class SparseValues(_Row):
    """What they are replaced by."""

    buffer_view: Index
    byte_offset: Index = 0


class Sparse(_Row):
    """Replacements in an accessor."""

    count: Index
    indices: SparseIndices
    values: SparseValues


class Accessor(_Row):
    """A typed array."""

    component_type: int
    count: Index
    type: str
    buffer_view: Index | None = None
    byte_offset: Index = 0
    normalized: bool = False
    sparse: Sparse | None = None


class BufferView(_Row):
    """A part of a buffer."""

    buffer: Index
    byte_length: Index
    byte_offset: Index = 0
    byte_stride: Annotated[int, msgspec.Meta(ge=1, le=252)] | None = None
    extensions: dict[str, Any] = {}


class Buffer(_Row):
    """A file, a data URI, or the binary chunk where ``uri`` is absent."""

    byte_length: Index
    uri: str | None = None
    extensions: dict[str, Any] = {}


class Perspective(_Row):
    """Vertical angle of view in radians and the clipping distances in metres."""

    yfov: float
    znear: float
    zfar: float | None = None


class Orthographic(_Row):
    """Half the width and height that are seen, and the clipping distances, in metres."""

    xmag: float
    ymag: float
    znear: float
    zfar: float


class CameraRow(_Row):
    """A camera without its place."""

    type: Literal["perspective", "orthographic"]
    name: str | None = None
    perspective: Perspective | None = None
    orthographic: Orthographic | None = None


class Animation(_Row):
    """An animation; only whether there is one matters here."""

    channels: tuple[Any, ...] = ()


class Document(_Row):
    """A glTF file. ``scenes`` is None where the file has none, which is not the same as an empty list."""

    asset: Asset
    scene: Index | None = None
    scenes: tuple[SceneRow, ...] | None = None
    nodes: tuple[Node, ...] = ()
    meshes: tuple[Mesh, ...] = ()
    accessors: tuple[Accessor, ...] = ()
    buffer_views: tuple[BufferView, ...] = ()
    buffers: tuple[Buffer, ...] = ()
    cameras: tuple[CameraRow, ...] = ()
    skins: tuple[Any, ...] = ()
    animations: tuple[Animation, ...] = ()
    extensions_used: tuple[str, ...] = ()
    extensions_required: tuple[str, ...] = ()

    @property
    def animated(self) -> bool:
        """Whether anything moves."""
        return any(animation.channels for animation in self.animations)


def parse(text: bytes) -> tuple[Document, Any]:
    """The document and the same as plain JSON.

    Raises
    ------
    SceneError
        ``format``: not JSON, a field of another type, not glTF 2. ``reference``: an index without its element.
        ``limit``: too many nodes.
    """
    try:
        plain = msgspec.json.decode(text)
        document = msgspec.convert(plain, Document)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise SceneError("format", f"this is not a glTF 2.0 scene ({error})") from None
    if document.asset.version.partition(".")[0] != "2":
        raise SceneError("format", f"this is glTF {document.asset.version}; version 2 was expected")
    if len(document.nodes) > LIMITS.nodes:
        raise SceneError("limit", f"the file has {len(document.nodes):,} nodes; at most {LIMITS.nodes:,} are read")
    for who, index, what, there in _references(document):
        if index >= len(there):
            raise SceneError("reference", f"{who} names {what} {index}, and there are {len(there)}")
    return document, plain


def _references(document: Document) -> Iterator[tuple[str, int, str, Sequence[Any]]]:
    """Every reference: who refers, to which index of what, and the list that should hold it."""
    if document.scene is not None:
        yield "the file", document.scene, "scene", document.scenes or ()
    for number, scene in enumerate(document.scenes or ()):
        for root in scene.nodes:
            yield f"scene {number}", root, "node", document.nodes
    for number, node in enumerate(document.nodes):
        for child in node.children:
            yield f"node {number}", child, "node", document.nodes
        for index, what, there in (
            (node.mesh, "mesh", document.meshes),
            (node.camera, "camera", document.cameras),
            (node.skin, "skin", document.skins),
        ):
            if index is not None:
                yield f"node {number}", index, what, there
    for number, mesh in enumerate(document.meshes):
        for primitive in mesh.primitives:
            for attributes in (primitive.attributes, *primitive.targets):
                for index in attributes.values():
                    yield f"mesh {number}", index, "accessor", document.accessors
            if primitive.indices is not None:
                yield f"mesh {number}", primitive.indices, "accessor", document.accessors
    for number, accessor in enumerate(document.accessors):
        if accessor.buffer_view is not None:
            yield f"accessor {number}", accessor.buffer_view, "bufferView", document.buffer_views
        if accessor.sparse:
            for part in (accessor.sparse.indices, accessor.sparse.values):
                yield f"accessor {number}", part.buffer_view, "bufferView", document.buffer_views
    for number, view in enumerate(document.buffer_views):
        yield f"bufferView {number}", view.buffer, "buffer", document.buffers
