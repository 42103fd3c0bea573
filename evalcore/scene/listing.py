"""The objects of one scene with their boxes."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import msgspec

from evalcore.batch import Coverage, Result, file_sha256, record
from evalcore.scene.boxes import object_box
from evalcore.scene.config import RELEASE, SceneConfig
from evalcore.scene.errors import SceneError
from evalcore.scene.frame_mode import FrameMode
from evalcore.scene.ground import find_ground
from evalcore.scene.objects import Scene, bounds_of
from evalcore.scene.readers import Reader, read_scene

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["BoxesResult", "ListedBox", "ListedObject", "boxes", "list_objects"]

PACKAGES = ("numpy", "scipy")
Vector = tuple[float, float, float]


@dataclass(frozen=True)
class ListedBox:
    """An oriented box in metres, Z up: ``axes`` holds three rows, with the unit axes in the columns."""

    center: Vector
    axes: tuple[Vector, Vector, Vector]
    half: Vector


@dataclass(frozen=True)
class ListedObject:
    """An object: ``aabb`` is its lower and then its upper corner in metres, ``ground`` whether it is left out."""

    name: str
    aabb: tuple[float, float, float, float, float, float]
    obb: ListedBox
    ground: bool


@dataclass(frozen=True)
class BoxesResult(Result):
    """The boxes of one scene file at one moment."""

    protocol: ClassVar[str] = "scene"

    scene: str
    frame_mode: str
    reader: str
    objects: tuple[ListedObject, ...]
    cameras: tuple[str, ...]

    @property
    def scores(self) -> pd.DataFrame:
        """As :attr:`rows`."""
        return self.rows

    @property
    def rows(self) -> pd.DataFrame:
        """One row an object."""
        import pandas as pd

        return pd.DataFrame(self.objects, columns=[*ListedObject.__dataclass_fields__])


def boxes(path: Path, mode: FrameMode, *, config: SceneConfig = RELEASE, blender: Reader | None = None) -> BoxesResult:
    """Read a scene file and list its objects; errors as :func:`evalcore.scene.read_scene`, with the path before."""
    try:
        scene = read_scene(path, mode, blender=blender)
    except SceneError as error:
        raise error.within(str(path)) from None
    folder = path.parent
    return BoxesResult(
        coverage=Coverage(requested=1, done=1, failed=0),
        failures=(),
        record=record(
            config=config,
            inputs={file.relative_to(folder).as_posix(): file_sha256(file) for file in scene.files},
            packages=PACKAGES,
        ),
        scene=path.name,
        frame_mode=str(mode),
        reader=scene.reader,
        objects=list_objects(scene, config),
        cameras=tuple(camera.name for camera in scene.cameras),
    )


def list_objects(scene: Scene, config: SceneConfig = RELEASE) -> tuple[ListedObject, ...]:
    """Every object of a scene with its upright and its oriented box, and whether it is the ground."""
    bounds = bounds_of(scene.objects)
    names = [one.name for one in scene.objects]
    ground = find_ground(names, bounds, policy=config.ground_policy, rule=config.ground).excluded
    rows = []
    for position, one in enumerate(scene.objects):
        box = object_box(one, config.obb)
        row = {
            "name": one.name,
            "aabb": [*bounds[0][position].tolist(), *bounds[1][position].tolist()],
            "obb": {name: getattr(box, name).tolist() for name in ("center", "axes", "half")},
            "ground": bool(ground[position]),
        }
        rows.append(msgspec.convert(row, ListedObject))
    return tuple(rows)
