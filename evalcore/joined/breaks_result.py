"""The result of laying human breaks on the pixel error of the same clips."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from evalcore.batch import Result
from evalcore.joined.config import BreaksConfig
from evalcore.rollout import Metric

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["BreaksResult", "ClipBreak", "Correlation"]


@dataclass(frozen=True)
class ClipBreak:
    """What the reviewers say together of one rollout that is also scored, and its error.

    ``t`` (seconds), ``frame`` and the prediction ``step`` (1..K; 0 or less among the conditioning frames) are those of
    the break, null where the consensus is that there is none, and ``reason`` says so. ``error`` is the metric over the
    rollout, ``at_break`` at that step. ``sample`` is the number of the sample that was reviewed, where the model has
    several. ``marked`` and ``clean`` count the reviewers who saw a break, and none.
    """

    item: str
    stream: str
    clip_id: str
    method: str
    sample: int | None
    broken: bool
    t: float | None
    frame: int | None
    step: int | None
    type: str | None
    marked: int
    clean: int
    error: float
    at_break: float | None
    reason: str | None = None
    type_reason: str | None = None
    at_break_reason: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The plain form, with reasons for what is null."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        return plain | {f"{name}_reason": self.reason for name in ("t", "frame", "step") if plain[name] is None}


@dataclass(frozen=True)
class Correlation:
    """Spearman's rank correlation of error and time to break over ``n`` rollouts of ``n_items`` items.

    ``method`` is null for all methods together, ``step`` null for the error over the whole rollout. A rollout without a
    break counts as later than every break; ``n_broken`` break. ``ci95`` is the bootstrap interval over items.
    """

    method: str | None
    step: int | None
    rho: float | None
    ci95: tuple[float, float] | None
    n: int
    n_items: int
    n_broken: int
    rho_reason: str | None = None
    ci95_reason: str | None = None


@dataclass(frozen=True)
class BreaksResult(Result):
    """What ``evalcore.joined.breaks`` returns: one row a rollout that is both reviewed and scored.

    The correlations say how much of the breaks an error sees. They do not make it a substitute for a reviewer: the
    first difference of pixels is not a break.
    """

    protocol: ClassVar[str] = "joined"

    metric: Metric
    correlations: tuple[Correlation, ...]
    clips: tuple[ClipBreak, ...]

    @property
    def config(self) -> BreaksConfig:
        """The settings of the run, from its record."""
        return msgspec.convert(self.record["config"], BreaksConfig)

    def to_dict(self) -> dict[str, Any]:
        """The result as one JSON object."""
        return {**super().to_dict(), "clips": [one.to_dict() for one in self.clips]}

    @property
    def clip_ids(self) -> tuple[str, ...]:
        """The clips that are both reviewed and scored, each once."""
        return tuple(dict.fromkeys(one.clip_id for one in self.clips))

    @property
    def scores(self) -> pd.DataFrame:
        """One row a correlation."""
        import pandas as pd

        rows = []
        for one in self.correlations:
            low, high = one.ci95 or (None, None)
            names = ("method", "step", "rho", "n", "n_items", "n_broken")
            rows.append({**{name: getattr(one, name) for name in names}, "low": low, "high": high})
        return pd.DataFrame(rows)

    @property
    def rows(self) -> pd.DataFrame:
        """One row a rollout."""
        import pandas as pd

        return pd.DataFrame(self.clips, columns=[*ClipBreak.__dataclass_fields__])
