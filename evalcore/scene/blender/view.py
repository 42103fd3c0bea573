"""What one picture shows: a scene, where it was moved to, and whose camera and lights it is seen by."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from evalcore.scene.frame_mode import FrameMode
from evalcore.scene.objects import Array
from evalcore.scene.rendering import Lights

__all__ = ["RenderView", "inverse"]

ROUNDING = 1e-6  # of the length of an axis


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


def inverse(transform: Array) -> dict[str, Any]:
    """The way back of a similarity (4, 4), as ``turn`` (3, 3), ``scale`` and ``shift`` (3,).

    Blender moves camera and lights instead of the scene: the picture is the same, and modifiers, constraints and
    physics of the scene stay as its author left them.

    >>> inverse(np.array([[2.0, 0, 0, 4], [0, 2, 0, 0], [0, 0, 2, 0], [0, 0, 0, 1]]))["shift"]
    [-2.0, 0.0, 0.0]

    Raises
    ------
    ValueError
        More than rotation, uniform scale and translation.
    """
    linear, shift = transform[:3, :3], transform[:3, 3]
    if not (np.isfinite(transform).all() and np.linalg.det(linear) > 0):
        raise ValueError("a transform of a scene keeps its handedness and has a finite size")
    scale = float(np.sqrt((linear**2).sum() / 3))
    turn = linear.T / scale
    if not np.allclose(turn @ turn.T, np.eye(3), rtol=0, atol=ROUNDING):
        raise ValueError("a transform of a scene is a rotation, one scale and a translation")
    # Adding 0 makes -0 to 0.
    return {"turn": turn.tolist(), "scale": 1 / scale, "shift": (0.0 - turn @ shift / scale).tolist()}
