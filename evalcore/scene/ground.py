"""Which objects are the ground (protocol, "Ground"): by shape first, by name only together with shape."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from evalcore.scene.config import GroundPolicy, GroundRule
from evalcore.scene.objects import Bounds, union

__all__ = ["Ground", "find_ground"]


@dataclass(frozen=True, eq=False)
class Ground:
    """Which of the objects are left out of every box, and which ones only bear the name of a ground.

    ``excluded`` and ``named`` are (n,) booleans in the order of the objects; ``kept_all`` says that every object looked
    like ground, so that none was left out.
    """

    excluded: npt.NDArray[np.bool_]
    named: npt.NDArray[np.bool_]
    kept_all: bool = False


def find_ground(names: Sequence[str], bounds: Bounds, *, policy: GroundPolicy, rule: GroundRule) -> Ground:
    """Find the ground among objects with ``names`` and upright ``bounds`` ((n, 3) lower and upper corners).

    Examples
    --------
    >>> low, high = np.array([[-5, -5, 0.0], [0, 0, 0]]), np.array([[5, 5, 0.0], [1, 1, 1]])
    >>> find_ground(["grass", "floor"], (low, high), policy="exclude", rule=GroundRule()).excluded.tolist()
    [True, False]
    """
    nothing = np.zeros(len(names), dtype=np.bool_)
    if policy == "include" or not len(names):
        return Ground(nothing, nothing)
    low, high = bounds
    bottom, top = union(bounds)
    size, whole = high - low, top - bottom
    flat = size[:, 2] < rule.flat * np.hypot(whole[0], whole[1])
    at_bottom = high[:, 2] <= bottom[2] + rule.bottom * whole[2]
    # As products, since a footprint may be 0.
    covering = size[:, 0] * size[:, 1] > rule.covering * (whole[0] * whole[1])
    named = np.array([rule.names_ground(name) for name in names])
    ground = covering & ((flat & at_bottom) | (named & (flat | at_bottom)))
    if ground.all():
        return Ground(nothing, named & ~ground, kept_all=True)
    return Ground(ground, named & ~ground)
