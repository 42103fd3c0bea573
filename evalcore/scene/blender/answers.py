"""What a worker found, as a :class:`Scene` with the meaning that every reader gives it."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from evalcore.scene.blender.gltf_copy import GltfCopy
from evalcore.scene.config import LIMITS, RELEASE
from evalcore.scene.errors import SceneError
from evalcore.scene.gltf.opening import OpenFile
from evalcore.scene.gltf.reading import INSTANCING, camera_name, object_name
from evalcore.scene.objects import Array, Camera, SceneObject, unique_names
from evalcore.scene.orientation import proper, rotation_of

__all__ = ["camera_of", "cameras_of", "gltf_cameras", "gltf_names", "instance_names", "objects_of", "upright"]

Row = Mapping[str, Any]
FARTHEST = 1e12  # what Blender's importer writes where a camera sees without end


@np.errstate(over="ignore", invalid="ignore")  # what overflows is refused by name
def objects_of(rows: Sequence[Row], names: Sequence[str], arrays: Path) -> tuple[SceneObject, ...]:
    """The objects of a worker's rows, which are called ``names``, sorted by name; ``arrays`` is its file of meshes.

    Raises
    ------
    SceneError
        ``vertices``: a coordinate is not finite. ``limit``: one is too far out.
    """
    objects = []
    meshes: dict[int, tuple[Array, Any]] = {}
    with np.load(arrays, allow_pickle=False) as stored:
        for name, row in zip(unique_names(names), rows, strict=True):
            number = row["mesh"]
            if number not in meshes:
                meshes[number] = stored[f"v{number}"].astype(np.float64), stored[f"f{number}"]
            one = SceneObject(name, *meshes[number], np.array(row["matrix"], np.float64))
            farthest = np.abs(one.bounds).max()
            if not math.isfinite(farthest):
                raise SceneError("vertices", f"{name!r} has a coordinate that is not a finite number")
            if not farthest < LIMITS.coordinate:
                raise SceneError("limit", f"{name!r} reaches beyond {LIMITS.coordinate:g} metres")
            objects.append(one)
    return tuple(sorted(objects, key=lambda one: one.name))


def instance_names(rows: Sequence[Row]) -> list[str]:
    """Names of a .blend file's objects: an instance is called after what shows it."""
    return [f"{row['parent']}/{row['name']}" if row["instance"] and row["parent"] else row["name"] for row in rows]


def gltf_names(rows: Sequence[Row], file: OpenFile, copy: GltfCopy) -> tuple[list[Row], list[str]]:
    """The rows in the order of the file's nodes, and what the reader of glTF at rest calls them."""
    order = {number: position for position, number in enumerate(copy.nodes)}
    sources = [_source(row, file, copy.owners) for row in rows]
    for row, (number, _) in zip(rows, sources, strict=True):
        if number not in order:
            raise SceneError("format", f"Blender makes an object {row['name']!r} of this file that no node stands for")
    ranked = sorted(range(len(rows)), key=lambda k: (order[sources[k][0]], sources[k][1]))
    names, counted = [], dict[int, int]()
    for k in ranked:
        number, instance = sources[k]
        name = object_name(file, number)
        if instance >= 0:
            counted[number] = counted.get(number, -1) + 1
            name = f"{name}[{counted[number]}]"
        names.append(name)
    return [rows[k] for k in ranked], names


def _source(row: Row, file: OpenFile, owners: Mapping[int, int]) -> tuple[int, int]:
    """The node (-1: none) that an object comes from, and which of its instances it is (-1: there is only one).

    Blender calls instances after their mesh, and numbers them in the order in which it made them.
    """
    mesh, _, suffix = row["name"].partition(".")
    if found := re.fullmatch(r"n(\d+)", row["name"]):
        return int(found[1]), -1
    number = owners.get(_number(row["data"], "m"), _number(row["parent"], "n"))
    instanced = INSTANCING in file.document.nodes[number].extensions and mesh[:1] == "m"
    return number, int(suffix or 0) if instanced else -1


def gltf_cameras(rows: Sequence[Row], file: OpenFile, copy: GltfCopy) -> list[Row]:
    """The rows in the order of the file's nodes, called as the reader of glTF at rest calls them."""
    order = {number: position for position, number in enumerate(copy.nodes)}
    found = sorted(((order[_number(row["data"], "c")], row) for row in rows), key=lambda one: one[0])
    return [dict(row) | {"name": camera_name(file, copy.nodes[position])} for position, row in found]


def _number(name: str | None, letter: str) -> int:
    found = re.match(rf"{letter}(\d+)", name or "")
    return int(found[1]) if found else -1


def cameras_of(rows: Sequence[Row]) -> tuple[Camera, ...]:
    """The cameras that have an angle of view; a panorama has none."""
    return tuple(camera_of(row) for row in rows if row["type"] != "PANO")


def camera_of(row: Row) -> Camera:
    """A camera as it sees a picture of the release's aspect."""
    width, height = RELEASE.rendering.width, RELEASE.rendering.height
    tall = row["sensor_fit"] == "VERTICAL" or (row["sensor_fit"] == "AUTO" and height > width)
    across = 1.0 if tall else height / width
    far = math.inf if row["clip_end"] >= FARTHEST * (1 - 1e-6) else row["clip_end"]
    yfov = span = None
    if row["type"] == "ORTHO":
        span = row["ortho_scale"] * across
    else:
        sensor = row["sensor_height"] if row["sensor_fit"] == "VERTICAL" else row["sensor_width"]
        yfov = 2 * math.atan(sensor / 2 / row["lens"] * across)
    return Camera(row["name"], upright(row["matrix"]), yfov, span, row["clip_start"], far)


def upright(matrix: Any) -> Array:
    """A camera's matrix without scale and reflection."""
    place: Array = np.array(matrix, np.float64)
    if not np.isfinite(place).all():
        raise SceneError("camera", "a camera stands at a place that is not finite")
    place[:3, :3] = proper(rotation_of(place[:3, :3]))
    return place
