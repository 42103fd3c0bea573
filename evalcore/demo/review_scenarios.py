"""The twelve scenarios of the review demo: what happens in each, and at which frame each made model breaks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

import cv2
import numpy as np

from evalcore.demo.drawing import Image
from evalcore.demo.faults import NOW, VANISHES_AT
from evalcore.demo.scenes import Shot
from evalcore.rollout.config import PAPER

__all__ = [
    "BLUR",
    "BLUR_GROWTH",
    "DRIFT_AFTER",
    "FPS",
    "REAL",
    "SCENARIOS",
    "STREAMS",
    "VANISH",
    "Break",
    "Intervention",
    "Scenario",
    "seconds",
]

REAL, VANISH, BLUR = STREAMS = ("real", "vanish", "blur")
FPS = PAPER.fps
SLOW = 0.5  # frames of the simulation a frame of a slow-motion clip
LONG = 40  # frames of a clip that the rollout part does not have
BLUR_GROWTH = 0.4  # standard deviation that a frame adds, in pixels, as in the rollout part's `blur`
DRIFT_AFTER = 3  # frames of growing blur until it counts as a break
MOST_GROWTH = 10  # frames after which it grows no more
RISE = 2.5  # pixels a frame

VANISHING = "object_permanence"
DRIFTING = "appearance_drift"
RISING = "gravity_violation"


@dataclass(frozen=True)
class Break:
    """Something that stops making sense at a frame, and why."""

    frame: int
    type: str


@dataclass(frozen=True)
class Intervention:
    """What somebody does at a ``frame``: the motion ``stop``s, or the camera ``turn``s round.

    The streams in ``followed_by`` show it; ``verdict`` is the right answer to the counterfactual question.
    """

    text: str
    frame: int
    does: Literal["stop", "turn"]
    followed_by: tuple[str, ...]
    verdict: str

    def time(self, time: float, start: float) -> float:
        """The time that is shown at ``time`` once it has happened at ``start``."""
        if time <= start:
            return time
        return start if self.does == "stop" else 2 * start - time


@dataclass(frozen=True)
class Scenario:
    """One item. A ``clip`` is one of the rollout part, whose models it shows; the others are made for the review.

    ``breaks`` maps a stream to its breaks in the order of time; a stream that is not in it has none.
    """

    item: str
    shot: Shot
    prompt: str
    breaks: Mapping[str, tuple[Break, ...]] = field(default_factory=dict)
    pace: float = SLOW
    length: int = LONG
    intervention: Intervention | None = None
    rollout: bool = False

    def media(self, stream: str) -> str:
        """Path of a stream's clip, relative to the workspace."""
        if self.rollout and stream != REAL:
            return f"rollout/models/{stream}/{self.shot.clip_id}.mp4"
        return f"review/media/{self.item}/{stream}.mp4"

    @property
    def made(self) -> tuple[str, ...]:
        """Streams whose clips the review part makes."""
        return (REAL,) if self.rollout else STREAMS

    def frames(self, look: Callable[..., Image], stream: str) -> Iterator[Image]:
        """The pictures of one of the :attr:`made` streams, (180, 320, 3) uint8 each, as ``look`` (a scene's ``frame``)
        shows them at a time.
        """
        planted = self.breaks.get(stream, ())
        for frame in range(self.length):
            time = self._time(frame, stream)
            if not planted or frame < planted[0].frame - (DRIFT_AFTER - 1 if planted[0].type == DRIFTING else 0):
                yield look(time)
            elif planted[0].type == VANISHING:  # a second break is where it comes back
                yield look(time, hidden=len(planted) == 1 or frame < planted[1].frame)
            elif planted[0].type == RISING:
                yield look(time, offset=(0.0, -RISE * (frame - planted[0].frame + 1)))
            else:
                age = min(frame - planted[0].frame + DRIFT_AFTER, MOST_GROWTH)
                yield np.asarray(cv2.GaussianBlur(look(time), (0, 0), BLUR_GROWTH * age), np.uint8)

    def _time(self, frame: int, stream: str) -> float:
        time, change = self.pace * frame, self.intervention
        if change is None or stream not in change.followed_by:
            return time
        return change.time(time, self.pace * change.frame)


def seconds(frame: int) -> float:
    """The middle of a frame, where a mark on it stands."""
    return (frame + 0.5) / FPS


def _rollout(kind: str, number: int, prompt: str) -> Scenario:
    shot = Shot(kind, number)
    breaks = {
        VANISH: (Break(NOW + VANISHES_AT, VANISHING),),
        BLUR: (Break(NOW + DRIFT_AFTER, DRIFTING),),
    }
    return Scenario(shot.clip_id, shot, prompt, breaks, pace=1.0, length=PAPER.length, rollout=True)


SCENARIOS: tuple[Scenario, ...] = (
    _rollout("bounce", 0, "A ball bounces on the floor and off the walls."),
    _rollout("roll", 0, "A beach ball rolls down a ramp and on along the floor."),
    _rollout("fall", 0, "Blocks fall, hit the floor and tumble to rest."),
    _rollout("pendulum", 0, "A pendulum swings."),
    _rollout("pan", 0, "The camera passes a landscape with hot-air balloons."),
    _rollout("bounce", 1, "Two balls bounce on the floor and off the walls."),
    Scenario(
        "slow_bounce",
        Shot("bounce", 3),
        "Slow motion: a ball bounces on the floor and off the walls.",
        {VANISH: (Break(20, RISING),)},
    ),
    Scenario(
        "slow_roll",
        Shot("roll", 1),
        "Slow motion: a beach ball rolls down a ramp and on along the floor.",
        {VANISH: (Break(28, VANISHING),), BLUR: (Break(14, DRIFTING),)},
    ),
    Scenario(
        "slow_fall",
        Shot("fall", 2),
        "Slow motion: blocks fall, hit the floor and tumble to rest.",
        {VANISH: (Break(12, VANISHING), Break(29, VANISHING)), BLUR: (Break(33, DRIFTING),)},
    ),
    Scenario(
        "slow_pendulum",
        Shot("pendulum", 3),
        "Slow motion: a pendulum swings.",
        {VANISH: (Break(34, VANISHING),), BLUR: (Break(26, DRIFTING),)},
        intervention=Intervention("The world is paused: nothing moves any more.", 18, "stop", STREAMS, "plausible"),
    ),
    Scenario("slow_double", Shot("pendulum", 2), "Slow motion: a double pendulum swings."),
    Scenario(
        "long_pan",
        Shot("pan", 2),
        "The camera passes a landscape with hot-air balloons.",
        {VANISH: (Break(31, VANISHING),)},
        pace=1.0,
        intervention=Intervention("The camera turns round and goes back.", 21, "turn", (REAL,), "unchanged"),
    ),
)
