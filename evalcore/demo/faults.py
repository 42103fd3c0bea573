"""The made models of the demo: each is the truth with one known fault.

A model is a function that looks at a scene and yields the eight frames it predicts after the conditioning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from evalcore.demo.drawing import Image
from evalcore.demo.stage import Offset, Scene
from evalcore.rollout.config import PAPER

__all__ = ["MODELS", "NOW", "STEPS", "VANISHES_AT", "Model"]

NOW = PAPER.conditioning - 1  # the last conditioning frame; step k shows frame NOW + k
STEPS = range(1, PAPER.horizon + 1)
VANISHES_AT = 5


@dataclass(frozen=True)
class Model:
    """A made model: how it predicts, how many samples it gives of a clip, and its fault in words."""

    predict: Callable[[Scene, np.random.Generator], Iterator[Image]]
    fault: str
    samples: int | None = None


def _good(scene: Scene, rng: np.random.Generator) -> Iterator[Image]:
    heading = rng.uniform(0, 2 * np.pi)
    for step in STEPS:
        frame = scene.frame(NOW + step, offset=_drift(heading, 0.1 * step))
        grain = rng.standard_normal((*frame.shape[:2], 1), np.float32)
        yield _rounded(cv2.GaussianBlur(frame, (0, 0), 0.35) + 0.8 * grain)


def _late(scene: Scene, rng: np.random.Generator) -> Iterator[Image]:
    for step in STEPS:
        yield scene.frame(NOW + step - 1)


def _blur(scene: Scene, rng: np.random.Generator) -> Iterator[Image]:
    for step in STEPS:
        yield np.asarray(cv2.GaussianBlur(scene.frame(NOW + step), (0, 0), 0.4 * step), np.uint8)


def _vanish(scene: Scene, rng: np.random.Generator) -> Iterator[Image]:
    for step in STEPS:
        yield scene.frame(NOW + step, hidden=step >= VANISHES_AT)


def _sampled(scene: Scene, rng: np.random.Generator) -> Iterator[Image]:
    pace, heading, speed = rng.uniform(0.95, 1.05), rng.uniform(0, 2 * np.pi), rng.uniform(0.1, 0.25)
    for step in STEPS:
        yield scene.frame(NOW + pace * step, offset=_drift(heading, speed * step))


def _drift(heading: float, distance: float) -> Offset:
    return distance * float(np.cos(heading)), distance * float(np.sin(heading))


def _rounded(frame: np.ndarray[tuple[int, ...], np.dtype[np.float32]]) -> Image:
    return np.rint(np.clip(frame, 0, 255)).astype(np.uint8)


MODELS: dict[str, Model] = {
    "good": Model(
        _good,
        "nearly right: what moves drifts away by 0.1 px a step, the picture is a little soft and noisy",
    ),
    "late": Model(
        _late,
        "one frame late: step k shows the truth of step k - 1, and step 1 repeats the last conditioning frame",
    ),
    "blur": Model(
        _blur,
        "blur that grows: a Gaussian of standard deviation 0.4 k px at step k",
    ),
    "vanish": Model(
        _vanish,
        f"right up to step {VANISHES_AT - 1}; the main object and its shadow are missing from step {VANISHES_AT} on",
    ),
    "sampled": Model(
        _sampled,
        "three samples a clip, each moving at a pace of its own (0.95 to 1.05 of the truth) and drifting in a "
        "direction of its own (0.1 to 0.25 px a step)",
        samples=3,
    ),
}
