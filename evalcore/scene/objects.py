"""What every reader gives: one list of objects with the same meaning, and the cameras. Metres, Z up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

__all__ = [
    "Array",
    "Bounds",
    "Camera",
    "Scene",
    "SceneObject",
    "bounds_of",
    "moved",
    "points_of",
    "union",
    "unique_names",
]

Array = npt.NDArray[np.float64]
Bounds = tuple[Array, Array]


@dataclass(frozen=True, eq=False)
class SceneObject:
    """One evaluated mesh instance that the render shows.

    ``vertices`` (V, 3) in the object's own axes are those that a face uses, ``faces`` (F, 3) index them, ``matrix``
    (4, 4) takes them to the world. Instances of one mesh share their arrays.
    """

    name: str
    vertices: Array
    faces: npt.NDArray[np.int32]
    matrix: Array

    @property
    def world(self) -> Array:
        """The vertices in the world, (V, 3)."""
        return self._turned.T + self.matrix[:3, 3]

    @property
    def bounds(self) -> Bounds:
        """Lower and upper corner in the world, (3,) each."""
        turned = self._turned
        return turned.min(axis=1) + self.matrix[:3, 3], turned.max(axis=1) + self.matrix[:3, 3]

    @property
    def _turned(self) -> Array:
        """The vertices before their translation, (3, V): numpy is ten times as fast along rows of this layout."""
        turned: Array = self.matrix[:3, :3] @ self.vertices.T
        return turned


@dataclass(frozen=True, eq=False)
class Camera:
    """A camera that looks along its own -Z with +Y up; ``matrix`` (4, 4) takes it to the world without any scale.

    ``yfov`` is the vertical angle of view in radians, None for an orthographic camera; that one shows ``span`` metres
    from bottom to top. What lies nearer than ``near`` or farther than ``far`` (metres) is not seen.
    """

    name: str
    matrix: Array
    yfov: float | None
    span: float | None
    near: float
    far: float


@dataclass(frozen=True, eq=False)
class Scene:
    """A scene at one moment: ``objects`` sorted by name, names unique; ``cameras``, the first one first.

    ``files`` are all that were read for it, ``reader`` names the reader. ``animated`` says that the file looks
    different at other frames.
    """

    objects: tuple[SceneObject, ...]
    cameras: tuple[Camera, ...]
    files: tuple[Path, ...]
    reader: str
    animated: bool = False


def bounds_of(objects: Sequence[SceneObject]) -> Bounds:
    """Lower and upper corners in the world of each object, (n, 3) each."""
    low, high = np.empty((len(objects), 3)), np.empty((len(objects), 3))
    for position, one in enumerate(objects):
        low[position], high[position] = one.bounds
    return low, high


def union(bounds: Bounds) -> Bounds:
    """The box around (n, 3) boxes: two corners, (3,) each; n >= 1."""
    return bounds[0].min(axis=0), bounds[1].max(axis=0)


def points_of(objects: Sequence[SceneObject]) -> Array:
    """All vertices in the world, (N, 3)."""
    return np.concatenate([one.world.T for one in objects], axis=1).T


def moved(objects: Sequence[SceneObject], transform: Array) -> tuple[SceneObject, ...]:
    """The objects after ``transform`` (4, 4) of the world."""
    return tuple(replace(one, matrix=transform @ one.matrix) for one in objects)


def unique_names(names: Sequence[str]) -> list[str]:
    """Each name once, in order: a second "chair" is "chair#2".

    >>> unique_names(["chair", "chair", "chair#2", "chair"])
    ['chair', 'chair#3', 'chair#2', 'chair#4']
    """
    taken, seen = set(names), dict[str, int]()
    unique = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        new = name
        while seen[name] > 1 and (new := f"{name}#{seen[name]}") in taken:
            seen[name] += 1
        taken.add(new)
        unique.append(new)
    return unique
