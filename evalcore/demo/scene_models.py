"""What the three made models hand in for a scene; their faults are planted, and the README of the demo names them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from evalcore.demo.scene_samples import SAMPLES, Point, Sample, Thing
from evalcore.demo.scene_shapes import extents

__all__ = ["ASIDE", "GROWS", "MODELS", "RESCALED", "TURNS", "Handed", "Model"]

ASIDE, TURNS, GROWS = 0.06, 3.0, 0.04  # at most: share of an object's own size, degrees, share of its size

# What `rescaled` multiplies every length by, and how far it then moves the scene (metres).
RESCALED: dict[str, tuple[float, Point]] = {
    "breakfast_table": (0.5, (1.5, 0.0, 0.0)),
    "book_shelf": (2.0, (0.0, 4.0, 0.5)),
    "reading_room": (0.1, (-0.5, 0.0, 0.0)),
    "stacked_blocks": (10.0, (0.0, 0.0, 2.0)),
    "work_desk": (1.25, (-2.0, 1.0, 0.0)),
    "balcony_garden": (0.8, (0.0, -3.0, 1.0)),
}


@dataclass(frozen=True)
class Handed:
    """What a model hands in: the things, and what the whole scene, its camera included, is multiplied and moved by."""

    things: tuple[Thing, ...]
    scale: float = 1.0
    shift: Point = (0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Model:
    """A made model: ``fault`` is what was planted, in words (Markdown)."""

    fault: str
    predict: Callable[[Sample], Handed]


def _close(sample: Sample) -> Handed:
    rng = np.random.default_rng([one.sample_id for one in SAMPLES].index(sample.sample_id))
    ground, *others = sample.things
    return Handed((ground, *(_jittered(thing, rng) for thing in others)))


def _jittered(thing: Thing, rng: np.random.Generator) -> Thing:
    aside = rng.uniform(-ASIDE, ASIDE, 2) * extents(thing.shape)[:2]
    turn, grow = rng.uniform(-TURNS, TURNS), 1 + rng.uniform(-GROWS, GROWS)
    x, y, z = thing.at
    return replace(thing, at=(x + float(aside[0]), y + float(aside[1]), z), turn=thing.turn + turn, scale=float(grow))


def _rescaled(sample: Sample) -> Handed:
    return Handed(sample.things, *RESCALED[sample.sample_id])


def _miscounted(sample: Sample) -> Handed:
    return Handed((*(thing for thing in sample.things if thing.name != sample.missing), sample.extra))


MODELS: dict[str, Model] = {
    "close": Model(
        f"every object but the ground is moved by up to {ASIDE:.0%} of its own size, turned by up to {TURNS:g}° and "
        f"made larger or smaller by up to {GROWS:.0%}",
        _close,
    ),
    "miscounted": Model(
        "one object is missing and another one too many stands apart from the rest; all others are exactly right",
        _miscounted,
    ),
    "rescaled": Model("the exact scene in another unit of length and at another place, camera included", _rescaled),
}
