"""Small made scenes: glTF files written from their JSON and arrays, without any library, and results."""

from __future__ import annotations

import base64
import json
import struct
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from evalcore.batch import Coverage, Failure
from evalcore.scene import RELEASE, ModelScore, SampleScore, SceneObject, SceneResult
from evalcore.scene.gltf.transforms import trs
from evalcore.scene.rendering import RenderSettings

Array = NDArray[Any]

# A box of 1 x 2 x 3 metres with one corner at the origin; all three sides differ, so that no axis can be mistaken.
CORNERS = np.array([[x, y, z] for x in (0, 1) for y in (0, 2) for z in (0, 3)], np.float32)
FACES = np.array(
    [
        *([0, 1, 3], [0, 3, 2], [4, 6, 7], [4, 7, 5], [0, 4, 5], [0, 5, 1]),
        *([2, 3, 7], [2, 7, 6], [0, 2, 6], [0, 6, 4], [1, 5, 7], [1, 7, 3]),
    ],
    np.uint16,
)
UNIT = (CORNERS / [1, 2, 3] - 0.5).astype(np.float32)  # a cube of 1 metre around the origin

COMPONENT = {"int8": 5120, "uint8": 5121, "int16": 5122, "uint16": 5123, "uint32": 5125, "float32": 5126}
KIND = {1: "SCALAR", 2: "VEC2", 3: "VEC3", 4: "VEC4"}
RECORD = {
    "evalcore": "0.1.0",
    "versions": {},
    "config": {},
    "inputs": {"sha256": "", "files": {}},
    "created": "2026-01-01T00:00:00+00:00",
}


def pictures(width: int, height: int, **more: Any) -> RenderSettings:
    """The release's settings with small pictures."""
    return replace(RELEASE.rendering, width=width, height=height, **more)


class Gltf:
    """A glTF document under construction; ``tree`` is its JSON, free to be changed."""

    def __init__(self, *nodes: dict[str, Any]) -> None:
        self.data = b""
        self.tree: dict[str, Any] = {
            "asset": {"version": "2.0"},
            "scene": 0,
            "scenes": [{"nodes": list(range(len(nodes)))}],
            "nodes": list(nodes),
            "meshes": [],
            "accessors": [],
            "bufferViews": [],
        }

    def view(self, content: bytes, **more: Any) -> int:
        """Append bytes, aligned to four; the number of their bufferView."""
        self.data += bytes(-len(self.data) % 4)
        view = {"buffer": 0, "byteOffset": len(self.data), "byteLength": len(content), **more}
        self.data += content
        self.tree["bufferViews"].append(view)
        return len(self.tree["bufferViews"]) - 1

    def accessor(self, values: ArrayLike, **more: Any) -> int:
        """Append an array (count,) or (count, width) in its own type; the number of its accessor."""
        array = np.asarray(values)
        width = 1 if array.ndim == 1 else array.shape[1]
        row = {
            "bufferView": self.view(np.ascontiguousarray(array).tobytes()),
            "componentType": COMPONENT[array.dtype.name],
            "count": len(array),
            "type": KIND[width],
        }
        self.tree["accessors"].append(row | more)
        return len(self.tree["accessors"]) - 1

    def primitive(self, vertices: ArrayLike = CORNERS, faces: ArrayLike | None = FACES, **more: Any) -> dict[str, Any]:
        """A primitive with its own accessors; ``faces`` None for one without indices."""
        row: dict[str, Any] = {"attributes": {"POSITION": self.accessor(vertices)}}
        if faces is not None:
            row["indices"] = self.accessor(np.ravel(faces))
        return row | more

    def mesh(self, *primitives: dict[str, Any], **more: Any) -> int:
        """Append a mesh (by default the box of 1 x 2 x 3); its number."""
        self.tree["meshes"].append({"primitives": list(primitives or (self.primitive(),)), **more})
        return len(self.tree["meshes"]) - 1

    def glb(self) -> bytes:
        """As binary glTF."""
        data = self.data + bytes(-len(self.data) % 4)
        tree = {**self.tree}
        if data:
            tree["buffers"] = [{"byteLength": len(self.data)}, *self.tree.get("buffers", [])]
        return glb_of(json.dumps(tree).encode(), data)

    def text(self) -> str:
        """As JSON with a data URI; a ``buffers`` list of one's own is kept."""
        uri = "data:application/octet-stream;base64," + base64.b64encode(self.data).decode()
        return json.dumps({"buffers": [{"byteLength": len(self.data), "uri": uri}]} | self.tree)

    def write(self, path: Path) -> Path:
        """Write in the form that the name says."""
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.suffix == ".glb":
            path.write_bytes(self.glb())
        else:
            path.write_text(self.text())
        return path


def glb_of(text: bytes, data: bytes = b"") -> bytes:
    """Binary glTF of a JSON text and a binary chunk."""
    text += b" " * (-len(text) % 4)
    chunks = struct.pack("<I4s", len(text), b"JSON") + text
    if data:
        chunks += struct.pack("<I4s", len(data), b"BIN\0") + data
    return struct.pack("<4sII", b"glTF", 2, 12 + len(chunks)) + chunks


def box_file(**node: Any) -> Gltf:
    """A scene with one node that holds the box of 1 x 2 x 3."""
    file = Gltf({"mesh": 0, **node})
    file.mesh()
    return file


def box_object(
    name: str = "box",
    *,
    size: ArrayLike = (1, 1, 1),
    at: ArrayLike = (0, 0, 0),
    rotation: ArrayLike = (0, 0, 0, 1),
    vertices: ArrayLike = UNIT,
) -> SceneObject:
    """A cube scaled to ``size`` around ``at`` (Z up), turned by a quaternion x y z w."""
    matrix = trs(np.array(at, float), np.array(rotation, float), np.array(size, float))
    return SceneObject(name, np.asarray(vertices, np.float64), FACES.astype(np.int32), matrix)


def about_z(degrees: float) -> tuple[float, float, float, float]:
    """The quaternion of a turn about the vertical axis (Z up)."""
    half = np.radians(degrees) / 2
    return 0.0, 0.0, float(np.sin(half)), float(np.cos(half))


CAMERA = {"type": "perspective", "perspective": {"yfov": 0.8, "znear": 0.1, "zfar": 100.0}}


def scene_file(objects: Sequence[SceneObject], *, camera: bool = False) -> Gltf:
    """The objects as a glTF file, one mesh each, with matrices of nodes turned to glTF's Y up.

    The camera stands 8 metres before the origin at a height of 1 and looks along +Y (Z up).
    """
    down = np.array([[1.0, 0, 0, 0], [0, 0, 1, 0], [0, -1, 0, 0], [0, 0, 0, 1]])
    nodes = [
        {"name": one.name, "mesh": k, "matrix": (down @ one.matrix @ down.T).T.ravel().tolist()}
        for k, one in enumerate(objects)
    ]
    if camera:
        nodes.append({"name": "camera", "camera": 0, "translation": [0, 1, 8]})
    file = Gltf(*nodes)
    for one in objects:
        file.mesh(file.primitive((one.vertices @ down[:3, :3].T).astype(np.float32), one.faces.astype(np.uint16)))
    if camera:
        file.tree["cameras"] = [CAMERA]
    return file


def room(seed: int, *, count: int = 4) -> list[SceneObject]:
    """A floor of 10 x 10 and some boxes on it, turned about the vertical axis; sides and places from ``seed``."""
    rng = np.random.default_rng(seed)
    objects = [box_object("floor", size=(10, 10, 0.02), at=(0, 0, -0.01))]
    for k in range(count):
        size = rng.uniform(0.4, 1.6, 3)
        x, y = rng.uniform(-2.5, 2.5, 2)
        turn = about_z(rng.uniform(5, 85))
        objects.append(box_object(f"thing_{k}", size=size, at=(x, y, size[2] / 2), rotation=turn))
    return objects


def nudged(objects: Sequence[SceneObject], seed: int, amount: float = 0.1) -> list[SceneObject]:
    """The objects but for the floor, each moved a little."""
    rng = np.random.default_rng([seed, 1])
    moved = []
    for one in objects:
        matrix = one.matrix.copy()
        if one.name != "floor":
            matrix[:3, 3] += rng.uniform(-amount, amount, 3)
        moved.append(SceneObject(one.name, one.vertices, one.faces, matrix))
    return moved


def make_workspace(
    root: Path,
    *,
    samples: Sequence[str] = ("a", "b", "c"),
    models: Sequence[str] = ("close", "same"),
    camera: bool = False,
) -> Path:
    """Write the protocol's layout below ``root``; ``same`` hands in the ground truth, other models nudge it."""
    root.mkdir(parents=True, exist_ok=True)
    rows = [{"sample_id": sample, "geometry_frame_mode": "rest"} for sample in samples]
    (root / "track.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    for seed, sample in enumerate(samples):
        truth = room(seed)
        scene_file(truth, camera=camera).write(root / "gt" / sample / "scene.glb")
        for number, model in enumerate(models):
            objects = truth if model == "same" else nudged(truth, seed + 10 * number)
            scene_file(objects, camera=camera).write(root / model / sample / "scene.glb")
    return root


def result_of(values: Mapping[str, Mapping[str, float]], *, failures: Sequence[Failure] = ()) -> SceneResult:
    """A result in which every figure of ``values[model][sample_id]`` is that number; means are those over samples."""
    samples = tuple(
        SampleScore(sample, model, "rest", 3, 3, value, value, value, value, pl_reason="x", n_clip_reason="x")
        for model, by_sample in values.items()
        for sample, value in by_sample.items()
    )
    return SceneResult(
        coverage=Coverage(len(samples) + len(failures), len(samples), len(failures)),
        failures=tuple(failures),
        record=RECORD,
        models={
            model: ModelScore(
                len(by_sample), *[float(np.mean(list(by_sample.values())))] * 4, pl_reason="x", n_clip_reason="x"
            )
            for model, by_sample in values.items()
        },
        samples=samples,
    )
