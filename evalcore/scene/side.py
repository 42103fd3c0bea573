"""One side of a comparison, made ready: which objects count, and what their upright boxes are."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np

from evalcore.scene.boxes import OrientedBox, fitted_box, object_box
from evalcore.scene.config import SceneConfig
from evalcore.scene.depth import median_depth
from evalcore.scene.ground import find_ground
from evalcore.scene.objects import Bounds, Scene, SceneObject, bounds_of, points_of, union
from evalcore.scene.result import Note

__all__ = ["Side", "SideName", "prepare"]

SideName = Literal["gt", "pred"]


@dataclass(frozen=True, eq=False)
class Side:
    """Ground truth or prediction: ``objects`` without the ground, their ``bounds``, and what was left out.

    ``name`` is ``gt`` or ``pred``; ``first`` is the same side at the scene's first frame (itself where nothing moves).
    """

    name: SideName
    scene: Scene
    config: SceneConfig
    objects: tuple[SceneObject, ...]
    bounds: Bounds
    excluded: tuple[str, ...]
    notes: tuple[Note, ...]
    at_first: Side | None = None

    @property
    def first(self) -> Side:
        """The side at the scene's first frame."""
        return self.at_first or self

    @property
    def whole(self) -> Bounds:
        """The upright box around all objects; there must be one."""
        return union(self.bounds)

    @cached_property
    def object_boxes(self) -> tuple[OrientedBox, ...]:
        """The oriented box of each object."""
        return tuple(object_box(one, self.config.obb) for one in self.objects)

    @cached_property
    def scene_box(self) -> OrientedBox:
        """The oriented box fitted to all objects; there must be one."""
        return fitted_box(points_of(self.objects), self.config.scene_obb)

    @cached_property
    def depth(self) -> float:
        """Median depth in metres from the first camera, ground included: it is in the picture.

        Raises
        ------
        SceneError
            ``camera``: no camera, or nothing in sight.
        """
        return median_depth(
            self.scene.objects,
            self.scene.cameras,
            width=self.config.rendering.width,
            height=self.config.rendering.height,
            whose="ground truth" if self.name == "gt" else "prediction",
        )


def prepare(scene: Scene, config: SceneConfig, *, name: SideName, at_first: Side | None = None) -> Side:
    """Leave out the ground as ``config`` says, and box what remains."""
    names = [one.name for one in scene.objects]
    bounds = bounds_of(scene.objects)
    ground = find_ground(names, bounds, policy=config.ground_policy, rule=config.ground)
    notes = []
    if ground.kept_all:
        listed = ", ".join(map(repr, names[:5]))
        notes.append(Note("ground", f"{name}: every object looks like ground ({listed}); none was left out"))
    notes += [
        Note("ground_name", f"{name}: {names[k]!r} is called ground and is not shaped like it; it counts as an object")
        for k in np.flatnonzero(ground.named)
    ]
    kept = np.flatnonzero(~ground.excluded)
    return Side(
        name=name,
        scene=scene,
        config=config,
        objects=tuple(scene.objects[k] for k in kept),
        bounds=(bounds[0][kept], bounds[1][kept]),
        excluded=tuple(names[k] for k in np.flatnonzero(ground.excluded)),
        notes=tuple(notes),
        at_first=at_first,
    )
