"""The geometry of the scene protocol once more, as plainly as possible: slow, and written from its text alone.

Nothing here imports evalcore. Files are simple .glb (float positions, 16-bit indices, one scene, matrices or
translation, rotation and scale); a box is a pair of corners, an oriented box is (center, axes in columns, half).
"""

from __future__ import annotations

import itertools
import json
import math
import re
import struct
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.spatial import ConvexHull, HalfspaceIntersection

Array = NDArray[np.float64]
Thing = tuple[str, Array, Array]  # name, vertices in its own axes, matrix to the world (Z up)


# Reading


def read_glb(path: Path) -> list[Thing]:
    """The objects of a simple .glb, sorted by name."""
    raw = path.read_bytes()
    size = struct.unpack_from("<I", raw, 12)[0]
    tree, data = json.loads(raw[20 : 20 + size]), raw[28 + size :]

    def values(index: int, width: int, letter: str) -> list[tuple[float, ...]]:
        accessor = tree["accessors"][index]
        view = tree["bufferViews"][accessor["bufferView"]]
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        form = f"<{width}{letter}"
        return [struct.unpack_from(form, data, start + k * struct.calcsize(form)) for k in range(accessor["count"])]

    things: list[Thing] = []

    def visit(number: int, above: Array) -> None:
        node = tree["nodes"][number]
        matrix = above @ own_matrix(node)
        if "mesh" in node:
            points = []
            for primitive in tree["meshes"][node["mesh"]]["primitives"]:
                positions = values(primitive["attributes"]["POSITION"], 3, "f")
                accessor = tree["accessors"][primitive["indices"]]
                letter = {5123: "H", 5125: "I"}[accessor["componentType"]]
                used = {index for (index,) in values(primitive["indices"], 1, letter)}
                points += [positions[index] for index in sorted(used)]
            turned = np.array([[x, -z, y] for x, y, z in points])
            things.append((node["name"], turned, Z_UP @ matrix @ np.linalg.inv(Z_UP)))
        for child in node.get("children", []):
            visit(child, matrix)

    for root in tree["scenes"][tree["scene"]]["nodes"]:
        visit(root, np.eye(4))
    return sorted(things, key=lambda thing: thing[0])


Z_UP = np.array([[1.0, 0, 0, 0], [0, 0, -1, 0], [0, 1, 0, 0], [0, 0, 0, 1]])


def own_matrix(node: dict) -> Array:
    if "matrix" in node:
        return np.array(node["matrix"], float).reshape(4, 4).T
    x, y, z, w = node.get("rotation", (0, 0, 0, 1))
    turn = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    )
    matrix = np.eye(4)
    matrix[:3, :3] = turn @ np.diag(node.get("scale", (1, 1, 1)))
    matrix[:3, 3] = node.get("translation", (0, 0, 0))
    return matrix


# Boxes


def world(thing: Thing) -> Array:
    _, vertices, matrix = thing
    return np.array([matrix[:3, :3] @ vertex + matrix[:3, 3] for vertex in vertices])


def upright_box(points: Array) -> tuple[Array, Array]:
    return points.min(axis=0), points.max(axis=0)


def local_box(thing: Thing) -> tuple[Array, Array, Array]:
    """The box in the object's own axes; the matrix has no shear and no zero scale."""
    _, vertices, matrix = thing
    lengths = np.linalg.norm(matrix[:3, :3], axis=0)
    low, high = vertices.min(axis=0), vertices.max(axis=0)
    center = matrix[:3, :3] @ ((low + high) / 2) + matrix[:3, 3]
    return center, matrix[:3, :3] / lengths, (high - low) / 2 * lengths


def yaw_box(points: Array) -> tuple[Array, Array, Array]:
    """Smallest rectangle in XY along any line through two points, times the height."""
    best = None
    for one, other in itertools.combinations(np.unique(points[:, :2].round(9), axis=0), 2):
        angle = math.atan2(*(other - one)[::-1])
        cos, sin = math.cos(angle), math.sin(angle)
        axes = np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]])
        along = points @ axes
        low, high = along.min(axis=0), along.max(axis=0)
        area = (high - low)[0] * (high - low)[1]
        if best is None or area < best[0]:
            best = area, (axes @ ((low + high) / 2), axes, (high - low) / 2)
    assert best is not None
    return best[1]


# Overlap


def aabb_iou(a: tuple[Array, Array], b: tuple[Array, Array]) -> float:
    shared, volume_a, volume_b = 1.0, 1.0, 1.0
    for k in range(3):
        shared *= max(0.0, min(a[1][k], b[1][k]) - max(a[0][k], b[0][k]))
        volume_a *= a[1][k] - a[0][k]
        volume_b *= b[1][k] - b[0][k]
    return shared / (volume_a + volume_b - shared)


def obb_iou(a: tuple[Array, Array, Array], b: tuple[Array, Array, Array]) -> float:
    """Volume of the common polytope by its twelve half spaces; 0 unless it holds a ball."""
    halfspaces = []
    for center, axes, half in (a, b):
        for k, axis in enumerate(axes.T):
            for sign in (1, -1):
                halfspaces.append([*(sign * axis), -sign * float(axis @ center) - half[k]])
    spaces = np.array(halfspaces)
    inside = ball_centre(spaces)
    if inside is None:
        return 0.0
    shared = ConvexHull(HalfspaceIntersection(spaces, inside).intersections).volume
    volumes = [8 * float(np.prod(box[2])) for box in (a, b)]
    return shared / (sum(volumes) - shared)


def ball_centre(spaces: Array) -> Array | None:
    """The centre of the largest ball within half spaces, None where there is none."""
    from scipy.optimize import linprog

    found = linprog(
        [0, 0, 0, -1], np.column_stack([spaces[:, :3], np.ones(len(spaces))]), -spaces[:, 3], bounds=(None, None)
    )
    return found.x[:3] if found.success and found.x[3] > 1e-9 else None


def best_assignment(table: list[list[float]]) -> list[tuple[int, int]]:
    """The pairs with the largest sum, by trying all; pairs of value 0 are none."""
    n, m = len(table), len(table[0])
    if n > m:
        return [(row, column) for column, row in best_assignment([list(column) for column in zip(*table, strict=True)])]
    tried = (list(enumerate(columns)) for columns in itertools.permutations(range(m), n))
    best = max(tried, key=lambda pairs: sum(table[row][column] for row, column in pairs))
    return [(row, column) for row, column in best if table[row][column] > 0]


# The protocol


def without_ground(things: Sequence[Thing]) -> list[Thing]:
    low, high = upright_box(np.concatenate([world(thing) for thing in things]))
    kept = []
    for thing in things:
        lower, upper = upright_box(world(thing))
        size = upper - lower
        flat = size[2] < 0.01 * math.hypot(high[0] - low[0], high[1] - low[1])
        bottom = upper[2] <= low[2] + 0.2 * (high[2] - low[2])
        covers = size[0] * size[1] > 0.8 * (high[0] - low[0]) * (high[1] - low[1])
        named = re.search(r"(?<![a-z])(ground|floor|plane|terrain)(?![a-z])", thing[0].lower()) is not None
        if not (covers and ((flat and bottom) or (named and (flat or bottom)))):
            kept.append(thing)
    return kept or list(things)


def bbox_transform(truth: Sequence[Thing], prediction: Sequence[Thing]) -> Array:
    boxes = [upright_box(np.concatenate([world(thing) for thing in side])) for side in (truth, prediction)]
    scale = math.dist(*boxes[0]) / math.dist(*boxes[1])
    centers = [(low + high) / 2 for low, high in boxes]
    transform = np.eye(4) * [scale, scale, scale, 1]
    transform[:3, 3] = centers[0] - scale * centers[1]
    return transform


def geometry(truth: Sequence[Thing], prediction: Sequence[Thing]) -> dict:
    """The four figures after bbox alignment, ground left out, with the transform and the matches."""
    truth, prediction = without_ground(truth), without_ground(prediction)
    transform = bbox_transform(truth, prediction)
    aligned = [(name, vertices, transform @ matrix) for name, vertices, matrix in prediction]
    everything = [np.concatenate([world(thing) for thing in side]) for side in (truth, aligned)]
    table = [[aabb_iou(upright_box(world(a)), upright_box(world(b))) for b in aligned] for a in truth]
    matches = [
        (
            truth[row][0],
            aligned[column][0],
            table[row][column],
            obb_iou(local_box(truth[row]), local_box(aligned[column])),
        )
        for row, column in best_assignment(table)
    ]
    count = max(len(truth), len(aligned))
    return {
        "transform": transform,
        "matches": {match[:2]: match[2:] for match in matches},
        "scene_aabb_iou": aabb_iou(*map(upright_box, everything)),
        "scene_obb_iou": obb_iou(*map(yaw_box, everything)),
        "object_aabb_iou": sum(match[2] for match in matches) / count,
        "object_obb_iou": sum(match[3] for match in matches) / count,
    }


def nearest_hits(triangles: Array, origins: Array, directions: Array) -> Array:
    """How many times its direction each ray goes to the first of triangles (F, 3, 3); inf where it meets none."""
    hits = np.full(len(origins), np.inf)
    for a, b, c in triangles:
        for k, (origin, direction) in enumerate(zip(origins, directions, strict=True)):
            system = np.column_stack([b - a, c - a, -direction])
            if abs(np.linalg.det(system)) < 1e-12:
                continue
            u, v, distance = np.linalg.solve(system, origin - a)
            if u >= 0 and v >= 0 and u + v <= 1 and 0 < distance < hits[k]:
                hits[k] = distance
    return hits
