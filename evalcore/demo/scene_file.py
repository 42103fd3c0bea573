"""A made scene as a binary glTF file: one node an object, a camera and lights."""

from __future__ import annotations

from collections.abc import Sequence
from math import radians
from typing import Any

import numpy as np
import numpy.typing as npt

from evalcore.demo.scene_samples import Point, Thing, View
from evalcore.demo.scene_shapes import mesh_of

__all__ = ["scene_bytes"]

Array = npt.NDArray[np.float64]

Y_UP = np.array([[1.0, 0, 0, 0], [0, 0, 1, 0], [0, -1, 0, 0], [0, 0, 0, 1]])
ASPECT = 16 / 9
SUN, FILL = 2000.0, 700.0  # lux
LIGHTS = "KHR_lights_punctual"
# Where the lights stand, as shares of the camera's distance from what it looks at: sun, and two that lighten shadows.
SUN_FROM, FILLS_FROM = (-0.55, -0.5, 1.0), ((0.9, -0.5, 0.6), (-0.8, -0.9, 0.5))


def scene_bytes(things: Sequence[Thing], view: View, *, scale: float = 1.0, shift: Point = (0.0, 0.0, 0.0)) -> bytes:
    """The scene with every length multiplied by ``scale``, and then moved by ``shift``; the same bytes each time."""
    import trimesh

    whole = np.diag([scale, scale, scale, 1.0])
    whole[:3, 3] = shift
    scene = trimesh.Scene(base_frame="scene")
    for thing in things:
        mesh = mesh_of(thing.shape).apply_transform(Y_UP)
        mesh.visual = trimesh.visual.TextureVisuals(
            material=trimesh.visual.material.PBRMaterial(
                name=thing.name,
                baseColorFactor=[*_linear(thing.colour), 1.0],
                metallicFactor=0.0,
                roughnessFactor=thing.roughness,
                doubleSided=True,
            )
        )
        scene.add_geometry(
            mesh, node_name=thing.name, geom_name=thing.name, transform=Y_UP @ whole @ _place(thing) @ Y_UP.T
        )

    def add_view(tree: dict[str, Any]) -> None:
        _add_view(tree, view, whole)

    content: bytes = trimesh.exchange.gltf.export_glb(scene, include_normals=False, tree_postprocessor=add_view)
    return content


def _place(thing: Thing) -> Array:
    angle = radians(thing.turn)
    matrix = np.eye(4)
    matrix[:2, :2] = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
    matrix[:3, :3] *= thing.scale
    matrix[:3, 3] = thing.at
    return matrix


def _linear(colour: str) -> list[float]:
    """``#rrggbb`` in sRGB as linear shares, which is what glTF holds (IEC 61966-2-1)."""
    shares = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]


def _add_view(tree: dict[str, Any], view: View, whole: Array) -> None:
    """Add the camera and the lights to a glTF tree; what shines on the scene does not depend on its unit of length."""
    target = np.array(view.target)
    distance = float(np.linalg.norm(np.array(view.at) - target))
    scale = float(whole[0, 0])
    fills = [target + distance * np.array(place) for place in FILLS_FROM]
    candela = [FILL * scale**2 * float(((fill - target) ** 2).sum()) for fill in fills]
    tree["extensions"] = {
        LIGHTS: {
            "lights": [
                {"type": "directional", "name": "sun", "intensity": SUN, "color": [1.0, 0.96, 0.9]},
                *(
                    {"type": "point", "name": f"fill_{k}", "intensity": one, "color": [0.9, 0.95, 1.0]}
                    for k, one in enumerate(candela, start=1)
                ),
            ]
        }
    }
    tree["extensionsUsed"] = [LIGHTS]
    tree["cameras"] = [
        {
            "type": "perspective",
            "name": "camera",
            "perspective": {
                "aspectRatio": ASPECT,
                "yfov": radians(view.yfov),
                "znear": 0.02 * distance * scale,
                "zfar": 20 * distance * scale,
            },
        }
    ]
    at = {"sun": target + distance * np.array(SUN_FROM), "fill_1": fills[0], "fill_2": fills[1]}
    nodes: list[dict[str, Any]] = [
        {"name": "camera", "camera": 0, "matrix": _looking(np.array(view.at), target, whole)}
    ]
    for k, (name, place) in enumerate(at.items()):
        matrix = _looking(place, target, whole)
        nodes.append({"name": name, "extensions": {LIGHTS: {"light": k}}, "matrix": matrix})
    roots = tree["scenes"][0]["nodes"]
    tree["scenes"][0]["nodes"] = [*roots, *range(len(tree["nodes"]), len(tree["nodes"]) + len(nodes))]
    tree["nodes"] += nodes


def _looking(at: Array, target: Array, whole: Array) -> list[float]:
    """Column by column, the matrix of what stands ``at`` a place and looks at ``target`` along its own -Z, +Y up."""
    back = (at - target) / np.linalg.norm(at - target)
    right = np.cross([0.0, 0.0, 1.0], back)
    right /= np.linalg.norm(right)
    matrix = np.eye(4)
    matrix[:3, :3] = np.column_stack([right, np.cross(back, right), back])
    matrix[:3, 3] = whole[:3, :3] @ at + whole[:3, 3]
    values: list[float] = (Y_UP @ matrix).T.ravel().tolist()
    return values
