"""A glTF file as Blender gets it: one .glb that holds what the default scene shows, and nothing that leads elsewhere.

Blender's importer follows URIs, shows hidden nodes, makes objects of a file without scenes, refuses extensions that
change nothing, and renames nodes of equal names. The copy has none of these; its names are numbers, which tell the
nodes apart that Blender's objects come from.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from evalcore.scene.errors import SceneError
from evalcore.scene.gltf.container import read_bytes
from evalcore.scene.gltf.opening import DECODERS, OpenFile, local_path
from evalcore.scene.gltf.reading import INSTANCING, VISIBILITY, in_scene

__all__ = ["GltfCopy", "write_copy"]

DRACO = "KHR_draco_mesh_compression"
LIGHTS = "KHR_lights_punctual"
POINTER = "KHR_animation_pointer"
PLACES = frozenset({"TRANSLATION", "ROTATION", "SCALE"})
SHAPE = ("POSITION", "JOINTS_", "WEIGHTS_")  # the attributes that decide where a vertex lies
LARGEST = 2**32 - 2**16  # bytes of a .glb, whose header has 32 bits for them
SHAPE_POINTERS = ("/nodes/", "/meshes/", "/cameras/")


@dataclass(frozen=True, eq=False)
class GltfCopy:
    """The copy at ``path``. ``nodes`` are those of the default scene, parents first; node k is called "n<k>".

    ``owners`` maps a mesh "m<k>" to the one node that has it, where skins move meshes away from their nodes; camera
    "c<k>" is that of node k.
    """

    path: Path
    nodes: tuple[int, ...]
    owners: Mapping[int, int]


def write_copy(file: OpenFile, path: Path, *, still: bool, looks: bool) -> GltfCopy:
    """Write the copy of a checked file.

    ``still`` leaves its animations out, so that every node stands as stored; of several animations the first is kept.
    ``looks`` takes materials, pictures and lights along, which only a render needs.

    Raises
    ------
    SceneError
        ``decoder``: compressed by what Blender does not read. ``extension``: visibility that is animated.
        ``missing``, ``uri``: a picture that is not there. ``limit``: too large for one file. ``format``: something
        that only Blender reads is not as glTF has it.
    """
    try:
        return _copied(file, path, still=still, looks=looks)
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise SceneError("format", f"the file is not as glTF 2.0 has it ({type(error).__name__}: {error})") from None


def _copied(file: OpenFile, path: Path, *, still: bool, looks: bool) -> GltfCopy:
    tree = {key: _without_extras(file.tree[key]) for key in _sections(looks) if key in file.tree}
    shown = {number: visible for number, _, _, visible in in_scene(file)}
    scenes = file.document.scenes
    roots = scenes[file.document.scene or 0].nodes if scenes else ()
    nodes = [_node(number, node, shown, looks) for number, node in enumerate(tree.get("nodes", []))]
    tree |= {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": roots}], "nodes": nodes}
    for mesh in tree.get("meshes", []):
        mesh["primitives"] = [_primitive(one, looks) for one in mesh["primitives"]]
    owners = _one_each(tree, "mesh", "meshes") if file.document.skins else {}
    for number, mesh in enumerate(tree.get("meshes", [])):
        mesh["name"] = f"m{number}"
    for camera, number in _one_each(tree, "camera", "cameras").items():
        tree["cameras"][camera]["name"] = f"c{number}"
    if animations := _animations(tree, still, looks):
        tree["animations"] = animations
    else:
        tree.pop("animations", None)
    content = _content(file, tree, looks)
    if "extensionsUsed" in file.tree:
        tree["extensionsUsed"] = file.tree["extensionsUsed"]
    _write(path, tree, content)
    return GltfCopy(path, tuple(shown), owners)


def _sections(looks: bool) -> tuple[str, ...]:
    always = ("nodes", "meshes", "accessors", "bufferViews", "cameras", "skins", "animations")
    return (*always, "materials", "textures", "images", "samplers", "extensions") if looks else always


def _without_extras(value: Any) -> Any:
    match value:
        case dict():
            return {key: _without_extras(one) for key, one in value.items() if key != "extras"}
        case list():
            return [_without_extras(one) for one in value]
    return value


def _node(number: int, node: dict[str, Any], shown: Mapping[int, bool], looks: bool) -> dict[str, Any]:
    kept = dict(node) | {"name": f"n{number}"}
    extensions: dict[str, Any] = dict(kept.pop("extensions", {}))
    extensions.pop(VISIBILITY, None)
    if not shown.get(number, False):
        for name in ("mesh", "skin", "weights"):
            kept.pop(name, None)
    if number not in shown:
        kept.pop("camera", None)
    if not (shown.get(number, False) and looks):
        extensions.pop(LIGHTS, None)
    # Without a transform there is nothing to multiply; Blender would leave the object out.
    if "mesh" not in kept or not PLACES & extensions.get(INSTANCING, {}).get("attributes", {}).keys():
        extensions.pop(INSTANCING, None)
    return kept | ({"extensions": extensions} if extensions else {})


def _primitive(primitive: dict[str, Any], looks: bool) -> dict[str, Any]:
    if looks:
        return primitive
    draco = {key: one for key, one in primitive.get("extensions", {}).items() if key == DRACO}
    attributes = primitive.get("attributes", {})
    kept: dict[str, Any] = {key: primitive[key] for key in ("indices", "mode") if key in primitive}
    # The decoder of Draco skips a primitive that lacks an attribute of the compressed data.
    kept["attributes"] = {key: one for key, one in attributes.items() if draco or key.startswith(SHAPE)}
    if "targets" in primitive:
        kept["targets"] = [{key: one[key] for key in ("POSITION",) if key in one} for one in primitive["targets"]]
    return kept | ({"extensions": draco} if draco else {})


def _one_each(tree: dict[str, Any], key: str, section: str) -> dict[int, int]:
    """Give each node that has a mesh or camera its own; element -> node."""
    owners: dict[int, int] = {}
    for number, node in enumerate(tree["nodes"]):
        if key in node:
            if node[key] in owners:
                tree[section].append(dict(tree[section][node[key]]))
                node[key] = len(tree[section]) - 1
            owners[node[key]] = number
    return owners


def _animations(tree: Mapping[str, Any], still: bool, looks: bool) -> list[Any]:
    kept = []
    for animation in [] if still else tree.get("animations", [])[:1]:
        channels = []
        for channel in animation.get("channels", []):
            pointer = str(channel.get("target", {}).get("extensions", {}).get(POINTER, {}).get("pointer", ""))
            if VISIBILITY in pointer:
                raise SceneError("extension", "the file animates which nodes are visible; Blender cannot show that")
            if looks or not pointer or pointer.startswith(SHAPE_POINTERS):
                channels.append(channel)
        if channels:
            kept.append(animation | {"channels": channels})
    return kept


def _content(file: OpenFile, tree: dict[str, Any], looks: bool) -> list[bytes]:
    """All buffers, and the pictures, as parts of one; the views in ``tree`` are moved accordingly."""
    parts: list[bytes] = []
    size = 0

    def append(content: bytes) -> int:
        nonlocal size
        start, padding = size, -len(content) % 8
        parts.append(content + bytes(padding) if padding else content)
        size += len(content) + padding
        if size > LARGEST:
            raise SceneError("limit", f"the buffers have more than {LARGEST:,} bytes together")
        return start

    starts = [None if content is None else append(content) for content in file.buffers]
    for number, view in enumerate(tree.get("bufferViews", [])):
        compressed = sorted((DECODERS - {DRACO}) & view.pop("extensions", {}).keys())
        start = starts[view["buffer"]]
        if start is None or any(name in file.document.extensions_required for name in compressed):
            name = compressed[0] if compressed else "an extension"
            raise SceneError(
                "decoder", f"bufferView {number} is compressed by {name}, which Blender does not read; export without"
            )
        view["buffer"], view["byteOffset"] = 0, view.get("byteOffset", 0) + start
    if looks:
        _check_pictures(tree)
        for image in tree.get("images", []):
            uri = image.get("uri", "data:")
            if not uri.startswith("data:"):
                data = read_bytes(local_path(file.path.parent, uri))
                tree.setdefault("bufferViews", []).append(
                    {"buffer": 0, "byteOffset": append(data), "byteLength": len(data)}
                )
                image["bufferView"] = len(tree["bufferViews"]) - 1
                del image["uri"]
    if size:
        tree["buffers"] = [{"byteLength": size}]
    return parts


def _check_pictures(tree: Mapping[str, Any]) -> None:
    for number, texture in enumerate(tree.get("textures", [])):
        others = texture.get("extensions", {}).keys() - {"EXT_texture_webp"}
        if "source" not in texture and others:
            raise SceneError("decoder", f"texture {number} needs {min(others)}, which Blender does not read")


def _write(path: Path, tree: Mapping[str, Any], content: Iterable[bytes]) -> None:
    text = msgspec.json.encode(tree)
    text += b" " * (-len(text) % 4)
    parts = list(content)
    size = sum(map(len, parts))
    with path.open("wb") as target:
        target.write(struct.pack("<4sII", b"glTF", 2, 12 + 8 + len(text) + (8 + size if size else 0)))
        target.write(struct.pack("<I4s", len(text), b"JSON") + text)
        if size:
            target.write(struct.pack("<I4s", size, b"BIN\0"))
            target.writelines(parts)
