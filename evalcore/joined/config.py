"""The settings of the joined views, as their records keep them."""

from __future__ import annotations

from dataclasses import dataclass

from evalcore.rollout import Metric

__all__ = ["BreaksConfig", "PreferenceConfig", "SurvivalConfig"]


@dataclass(frozen=True)
class SurvivalConfig:
    """The settings of a survival view."""

    allow_partial: bool = False


@dataclass(frozen=True)
class PreferenceConfig:
    """The settings of strengths from preferences."""

    resamples: int = 2000
    seed: int = 0


@dataclass(frozen=True)
class BreaksConfig:
    """The settings of breaks on rollout error."""

    metric: Metric = "mad"
    allow_partial: bool = False
    resamples: int = 2000
    seed: int = 0
