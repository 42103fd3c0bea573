"""The reader of glTF scenes at rest: nodes to objects and cameras, Y up to Z up."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from evalcore.scene.config import LIMITS
from evalcore.scene.errors import SceneError
from evalcore.scene.gltf.accessors import numbers
from evalcore.scene.gltf.document import CameraRow, Node
from evalcore.scene.gltf.meshes import Triangles, triangles
from evalcore.scene.gltf.opening import OpenFile, open_gltf
from evalcore.scene.gltf.transforms import Z_UP, matrix_of, trs
from evalcore.scene.objects import Array, Camera, Scene, SceneObject, unique_names
from evalcore.scene.orientation import proper, rotation_of

__all__ = ["INSTANCING", "VISIBILITY", "at_rest", "camera_name", "check_shapes", "in_scene", "object_name", "read_gltf"]

READER = "gltf"
INSTANCING, VISIBILITY = "EXT_mesh_gpu_instancing", "KHR_node_visibility"


def read_gltf(path: Path) -> Scene:
    """Objects and cameras of a .gltf or .glb file at rest: nodes as stored, no animation.

    An object is a node with a mesh that has faces, in the file's default scene (the first one where none is named);
    all primitives are one object; instances are objects of their own; what is hidden, and nodes that no scene holds,
    are none. A file without ``scenes`` has no objects.

    Raises
    ------
    SceneError
        As :func:`open_gltf`; ``blender``: a skin, which only Blender evaluates; ``decoder``: compressed data;
        ``vertices``, ``nodes``: values that are not finite, or shear in a node's matrix; ``limit``.
    """
    return at_rest(open_gltf(path))


@np.errstate(over="ignore", invalid="ignore")  # what overflows is found afterwards, and refused by name
def at_rest(file: OpenFile) -> Scene:
    """As :func:`read_gltf`, from a file that is open already."""
    document = file.document
    meshes: dict[Any, Triangles] = {}
    objects: list[tuple[str, Triangles, Array]] = []
    cameras: list[Camera] = []
    count = 0
    for number, node, matrix, visible in in_scene(file):
        if node.camera is not None:
            cameras.append(_camera(document.cameras[node.camera], camera_name(file, number), matrix, number))
        if node.mesh is None or not visible:
            continue
        mesh = document.meshes[node.mesh]
        key = node.mesh, mesh.weights if node.weights is None else node.weights
        if key not in meshes:
            meshes[key] = _z_up(triangles(file, *key))
        if not len(meshes[key][1]):
            continue
        if node.skin is not None:
            raise SceneError("blender", f"node {number} is a mesh with a skin; apply it, or let Blender read the file")
        name = object_name(file, number)
        placed = _instances(file, node, number)
        if placed is None:
            objects.append((name, meshes[key], matrix))
        else:
            objects += [(f"{name}[{k}]", meshes[key], matrix @ one) for k, one in enumerate(placed)]
        count += len(meshes[key][0]) * (1 if placed is None else len(placed))
        if len(objects) > LIMITS.objects:
            raise SceneError("limit", f"the scene has more than {LIMITS.objects:,} objects")
        if count > LIMITS.vertices:
            raise SceneError("limit", f"the objects have more than {LIMITS.vertices:,} vertices")
    return Scene(_named(objects), tuple(cameras), file.files, READER, document.animated)


@np.errstate(over="ignore", invalid="ignore")
def check_shapes(file: OpenFile) -> None:
    """Refuse what :func:`at_rest` refuses, all but what only another reader can evaluate.

    Raises
    ------
    SceneError
        As :func:`at_rest`, but for the kinds ``blender`` and ``decoder``.
    """
    checked = set()
    for number, node, matrix, visible in in_scene(file):
        if node.camera is not None:
            _camera(file.document.cameras[node.camera], camera_name(file, number), matrix, number)
        if node.mesh is None or not visible:
            continue
        _instances(file, node, number)
        if node.mesh not in checked:
            checked.add(node.mesh)
            try:
                triangles(file, node.mesh, file.document.meshes[node.mesh].weights)
            except SceneError as error:
                if error.kind != "decoder":
                    raise


def object_name(file: OpenFile, number: int) -> str:
    """What the object of a node with a mesh is called, before equal names are told apart."""
    node = file.document.nodes[number]
    return node.name or (node.mesh is not None and file.document.meshes[node.mesh].name) or f"Node_{number}"


def camera_name(file: OpenFile, number: int) -> str:
    """What the camera of a node is called."""
    node = file.document.nodes[number]
    return node.name or (node.camera is not None and file.document.cameras[node.camera].name) or f"Node_{number}"


def in_scene(file: OpenFile) -> Iterator[tuple[int, Node, Array, bool]]:
    """The nodes of the default scene, parents first, in the file's order: matrix to the world, and whether visible."""
    document = file.document
    scenes = document.scenes or ()
    if not scenes:
        return
    waiting = [(root, np.eye(4), True) for root in reversed(scenes[document.scene or 0].nodes)]
    while waiting:
        number, above, visible = waiting.pop()
        node = document.nodes[number]
        visibility = node.extensions.get(VISIBILITY)
        if isinstance(visibility, dict) and visibility.get("visible") is False:
            visible = False  # and with it all below
        matrix = above @ matrix_of(node, number)
        if not np.isfinite(matrix).all():
            raise SceneError("nodes", f"the transforms above node {number} are not finite")
        yield number, node, matrix, visible
        waiting += [(child, matrix, visible) for child in reversed(node.children)]


def _instances(file: OpenFile, node: Node, number: int) -> Array | None:
    """Matrices (n, 4, 4) of the instances of a node; None where it has no such extension."""
    extension = node.extensions.get(INSTANCING)
    if extension is None:
        return None
    attributes = extension.get("attributes") if isinstance(extension, dict) else None
    if not isinstance(attributes, dict):
        raise SceneError("format", f"the instances of node {number} have no attributes")
    values: dict[str, Array] = {}
    for name, kind in (("TRANSLATION", "VEC3"), ("ROTATION", "VEC4"), ("SCALE", "VEC3")):
        index = attributes.get(name)
        if index is None:
            continue
        if type(index) is not int or not 0 <= index < len(file.document.accessors):
            raise SceneError("reference", f"the instances of node {number} name an accessor {index!r} for {name}")
        values[name] = numbers(file, index, kind=kind)
    counts = {len(value) for value in values.values()}
    if not counts:
        return None
    if len(counts) > 1:
        raise SceneError("reference", f"the instances of node {number} have attributes of {sorted(counts)} elements")
    n = counts.pop()
    if n > LIMITS.objects:
        raise SceneError("limit", f"node {number} has {n:,} instances; at most {LIMITS.objects:,} objects are read")
    rotation = values.get("ROTATION", np.tile([0.0, 0, 0, 1], (n, 1)))
    if not (all(np.isfinite(value).all() for value in values.values()) and rotation.any(axis=1).all()):
        raise SceneError("nodes", f"an instance of node {number} has a transform that is not finite, or no rotation")
    return trs(values.get("TRANSLATION", np.zeros((n, 3))), rotation, values.get("SCALE", np.ones((n, 3))))


def _z_up(mesh: Triangles) -> Triangles:
    vertices, faces = mesh
    return vertices @ Z_UP[:3, :3].T, faces


def _named(objects: list[tuple[str, Triangles, Array]]) -> tuple[SceneObject, ...]:
    """Objects sorted by name, each name once."""
    named = []
    names = unique_names([name for name, _, _ in objects])
    for name, (_, (vertices, faces), matrix) in zip(names, objects, strict=True):
        one = SceneObject(name, vertices, faces, Z_UP @ matrix @ Z_UP.T)
        if not np.abs(one.bounds).max() < LIMITS.coordinate:
            raise SceneError("limit", f"{name!r} reaches beyond {LIMITS.coordinate:g} metres")
        named.append(one)
    return tuple(sorted(named, key=lambda one: one.name))


def _camera(row: CameraRow, name: str, matrix: Array, number: int) -> Camera:
    lens = row.perspective if row.type == "perspective" else row.orthographic
    if lens is None:
        raise SceneError("format", f"the camera of node {number} has no {row.type} values")
    place = np.eye(4)
    place[:3, :3] = proper(rotation_of(Z_UP[:3, :3] @ matrix[:3, :3]))
    place[:3, 3] = Z_UP[:3, :3] @ matrix[:3, 3]
    if not np.abs(place[:3, 3]).max() < LIMITS.coordinate:
        raise SceneError("limit", f"the camera {name!r} stands beyond {LIMITS.coordinate:g} metres")
    if row.perspective is not None and row.type == "perspective":
        wide = row.perspective
        if not (LIMITS.view <= wide.yfov < math.pi and wide.znear > 0):
            raise SceneError("camera", f"the camera {name!r} sees {wide.yfov} radians from {wide.znear} m on")
        far = math.inf if wide.zfar is None else wide.zfar
        return Camera(name, place, wide.yfov, None, wide.znear, far)
    assert row.orthographic is not None  # the lens was checked above
    flat = row.orthographic
    # The larger of the two half extents is what Blender takes for the height; both readers must agree.
    span = 2 * max(abs(flat.xmag), abs(flat.ymag))
    if not LIMITS.view <= span < LIMITS.coordinate:
        raise SceneError("camera", f"the camera {name!r} shows {span:g} metres from bottom to top")
    return Camera(name, place, None, span, flat.znear, flat.zfar)
