"""The constants of the rollout protocol, each with its source; this is the only place where they stand."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Literal

from evalcore.errors import InputError

__all__ = ["ALL", "FARNEBACK", "PAPER", "RULES", "FarnebackConfig", "RolloutConfig", "RunConfig"]


@dataclass(frozen=True)
class FarnebackConfig:
    """Arguments of ``cv2.calcOpticalFlowFarneback``, as the reference release uses them."""

    pyr_scale: float = 0.5
    levels: int = 3
    winsize: int = 15
    iterations: int = 3
    poly_n: int = 5
    poly_sigma: float = 1.2
    flags: int = 0


FARNEBACK = FarnebackConfig()


@dataclass(frozen=True)
class RolloutConfig:
    """Frame counts and rate of the protocol (reference text, "Rollout Protocol").

    ``conditioning`` frames (L = 9) are followed by ``horizon`` predicted ones (K = 8) at ``fps`` frames a second.
    Any other value than the defaults is recorded and marks the result ``protocol: custom``.
    """

    conditioning: int = 9
    horizon: int = 8
    fps: int = 15
    decode: Literal["default", "exact"] = "default"
    gate_tolerance: float = 0.01  # grey levels; "nontrivial discrepancies stop aggregate generation"
    offset_drop: float = 0.20  # a shift that lowers the mean MAD by more than this share is reported
    farneback: FarnebackConfig = field(default=FARNEBACK)

    def __post_init__(self) -> None:
        if self.conditioning < 2 or self.horizon < 1 or self.fps < 1:
            raise InputError(
                f"{self.conditioning} conditioning, {self.horizon} predicted frames at {self.fps} FPS: not possible.",
                fix="Give at least 2 conditioning frames, 1 predicted frame and 1 FPS.",
            )
        if not (math.isfinite(self.gate_tolerance) and self.gate_tolerance >= 0):
            raise InputError(f"the gate's tolerance is {self.gate_tolerance}.", fix="Give grey levels, 0 or more.")
        if not 0 <= self.offset_drop <= 1:  # not-a-number included
            raise InputError(f"the drop that shows an offset is {self.offset_drop}.", fix="Give a share from 0 to 1.")

    @property
    def length(self) -> int:
        """Frames of a generated clip: L + K = 17."""
        return self.conditioning + self.horizon

    @property
    def step_ms(self) -> tuple[float, ...]:
        """Time of each predicted step after the last conditioning frame, in milliseconds (66.7 to 533.3)."""
        return tuple(1000 * k / self.fps for k in range(1, self.horizon + 1))

    @property
    def is_paper(self) -> bool:
        """Whether lengths, rate and flow parameters are the published ones."""
        mine = (self.conditioning, self.horizon, self.fps, self.farneback)
        return mine == (PAPER.conditioning, PAPER.horizon, PAPER.fps, PAPER.farneback)


PAPER = RolloutConfig()
ALL = "all"  # name of the run over all clips, whatever their split


@dataclass(frozen=True)
class RunConfig(RolloutConfig):
    """The settings of one run, as its record keeps them: the protocol's constants, and what was asked for."""

    protocol: Literal["paper", "custom"] = "paper"
    split: str | None = None
    models: tuple[str, ...] = ()
    baselines: tuple[str, ...] = ()
    conditioning_from: str | None = None
    gate_per_model: bool = False
    allow_partial: bool = False


# Qualitative candidates: rule name -> quantile of the paired differences.
RULES: dict[str, float] = {"min": 0.0, "q25": 0.25, "median": 0.5, "q75": 0.75, "max": 1.0}
