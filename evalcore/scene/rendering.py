"""How the pictures behind PL and N-CLIP are made. No value stands here: ``configs/release_protocol.json`` has them."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Literal, get_args

from evalcore.errors import InputError, nearest

__all__ = ["ClipSettings", "Engine", "Lights", "RenderSettings"]

Engine = Literal["CYCLES"]  # the others need a graphics card, and do not repeat a picture bit by bit
Lights = Literal["own", "gt_world", "gt_all"]

LARGEST = 16384  # pixels a side


@dataclass(frozen=True)
class RenderSettings:
    """Everything that decides a picture beside the scene, its camera and its transform.

    ``width`` and ``height`` are pixels, ``samples`` paths a pixel; ``adaptive_sampling`` would end some pixels earlier.
    ``view_transform``, ``look``, ``exposure`` (stops) and ``gamma`` are Blender's colour management towards sRGB;
    ``dither`` is the noise added when rounding to 8 bits. ``lights``: ``own`` keeps each scene's, ``gt_world`` gives
    both the ground truth's world, ``gt_all`` its world and its lights. ``blender_version`` is the version that renders.

    Raises
    ------
    InputError
        A value that no picture can be made with.
    """

    engine: Engine
    width: int
    height: int
    samples: int
    adaptive_sampling: bool
    seed: int
    denoise: bool
    view_transform: str
    look: str
    exposure: float
    gamma: float
    dither: float
    lights: Lights
    blender_version: str

    def __post_init__(self) -> None:
        for name, choices in (("engine", Engine), ("lights", Lights)):
            if (value := getattr(self, name)) not in get_args(choices):
                raise InputError(f"{name} is {value!r}.", fix=nearest(str(value), get_args(choices)))
        if not (1 <= self.width <= LARGEST and 1 <= self.height <= LARGEST):
            raise InputError(
                f"a picture of {self.width} x {self.height} pixels is not possible.", fix=f"Give 1 to {LARGEST}."
            )
        if self.samples < 1:
            raise InputError(f"samples is {self.samples}.", fix="Give 1 or more.")
        for name in ("exposure", "gamma", "dither"):
            if not isfinite(getattr(self, name)):
                raise InputError(f"{name} is {getattr(self, name)}.", fix="Give a finite number.")

    @property
    def comparable(self) -> bool:
        """Whether PL can stand beside published figures: those were made with each scene's own lights."""
        return self.lights == "own"


@dataclass(frozen=True)
class ClipSettings:
    """The image encoder of N-CLIP by open_clip's names: the architecture, and the tag of its pretrained weights."""

    model: str
    pretrained: str
