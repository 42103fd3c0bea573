"""Rotations of linear maps: the axes of an object, with or without shear from its parents."""

from __future__ import annotations

import numpy as np

from evalcore.scene.config import FLOAT32
from evalcore.scene.objects import Array

__all__ = ["is_identity", "is_upright", "proper", "rotation_of"]


def rotation_of(linear: Array) -> Array:
    """The orthonormal part R (3, 3) of ``linear`` = R S with S symmetric (polar decomposition).

    Without shear these are the normalised columns; with shear, the nearest axes at right angles. A reflection stays
    one. Where an axis is scaled to nothing, R is still orthonormal.

    >>> rotation_of(np.array([[0.0, -3, 0], [2, 0, 0], [0, 0, 0]])).round(12)[:2].tolist()
    [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0]]
    """
    left, _, right = np.linalg.svd(linear)
    rotation: Array = left @ right
    return rotation


def proper(rotation: Array) -> Array:
    """The rotation without its reflection: the first axis is turned round where there is one."""
    return rotation if np.linalg.det(rotation) > 0 else rotation * np.array([-1.0, 1.0, 1.0])


def is_upright(rotation: Array) -> bool:
    """Whether the axes are those of the world in any order and direction: a box along them is an upright box."""
    return bool((np.abs(rotation).max(axis=0) > 1 - FLOAT32).all())


def is_identity(rotation: Array) -> bool:
    """Whether the axes are those of the world, in their order."""
    return bool(np.allclose(np.abs(rotation), np.eye(3), rtol=0, atol=FLOAT32))
