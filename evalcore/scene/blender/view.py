"""What one picture shows: a scene, where it was moved to, and whose camera and lights it is seen by."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from evalcore.scene.frame_mode import FrameMode
from evalcore.scene.objects import Array
from evalcore.scene.rendering import Lights

__all__ = ["RenderView"]


@dataclass(frozen=True, eq=False)
class RenderView:
    """A scene as the ground truth's camera sees it.

    ``transform`` (4, 4) takes the whole scene, ground included, to the ground truth's coordinates: rotation, uniform
    scale and translation; the identity for the ground truth itself. ``camera_from`` is the scene whose first camera
    looks, at ``camera_mode``. ``lights`` says whose lights shine: ``own`` those of ``scene``, moved with it;
    ``gt_world`` the world of ``lights_from`` instead of its own; ``gt_all`` the world and the lights of
    ``lights_from``. That scene is taken at ``camera_mode`` too; without it, ``camera_from`` gives the lights.
    """

    scene: Path
    mode: FrameMode
    camera_from: Path
    camera_mode: FrameMode
    lights: Lights = "gt_all"
    lights_from: Path | None = None
    transform: Array = field(default_factory=lambda: np.eye(4))
