"""The result of a survival view: the share of unbroken rollouts by time, and the rollouts behind it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from evalcore.batch import Result
from evalcore.joined.config import SurvivalConfig

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ReviewedRollout", "StreamSurvival", "SurvivalPoint", "SurvivalResult"]

NO_BAND = "undefined where all rollouts, or none, are unbroken"


@dataclass(frozen=True)
class SurvivalPoint:
    """From ``t`` seconds on, the share ``unbroken`` (0..1) with its pointwise 95% interval.

    ``at_risk`` rollouts are observed and unbroken just before; ``broken`` of them break at ``t``, ``ended`` end there.
    """

    t: float
    at_risk: int
    broken: int
    ended: int
    unbroken: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class StreamSurvival:
    """The ``n`` reviewed rollouts of one stream (a model or the recording), of which ``broken`` break.

    ``median`` is the time in seconds until half of them are broken; it and the ends of its interval are null, with a
    reason each, where the curve or its band does not fall that far. Without a ``curve``, ``reason`` says why.
    """

    n: int
    broken: int
    median: float | None
    median_low: float | None
    median_high: float | None
    curve: tuple[SurvivalPoint, ...]
    median_reason: str | None = None
    median_low_reason: str | None = None
    median_high_reason: str | None = None
    reason: str | None = None

    @property
    def end(self) -> SurvivalPoint | None:
        """The last point: what is left unbroken at the end of the longest rollout."""
        return self.curve[-1] if self.curve else None

    def to_dict(self) -> dict[str, Any]:
        """The plain form, with reasons for what is null."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        for point in plain["curve"]:
            if point["low"] is None:
                point |= {"low_reason": NO_BAND, "high_reason": NO_BAND}
        return plain


@dataclass(frozen=True)
class ReviewedRollout:
    """One stream of an item: broken at ``t`` seconds of type ``type`` (null where nobody named one), or whole.

    A whole one was observed for ``t`` seconds. ``marked`` and ``clean`` count the reviewers who saw a break, and none.
    """

    item: str
    stream: str
    broken: bool
    t: float
    type: str | None
    marked: int
    clean: int
    type_reason: str | None = None


@dataclass(frozen=True)
class SurvivalResult(Result):
    """What ``evalcore.joined.survival`` returns: the view of one review, by stream."""

    protocol: ClassVar[str] = "review"

    by_stream: dict[str, StreamSurvival]
    rollouts: tuple[ReviewedRollout, ...]

    @property
    def config(self) -> SurvivalConfig:
        """The settings of the run, from its record."""
        return msgspec.convert(self.record["config"], SurvivalConfig)

    def to_dict(self) -> dict[str, Any]:
        """The result as one JSON object."""
        return {**super().to_dict(), "by_stream": {name: one.to_dict() for name, one in self.by_stream.items()}}

    @property
    def scores(self) -> pd.DataFrame:
        """One row a stream: n, broken, median time to break with its interval, share unbroken at the end."""
        import pandas as pd

        rows = []
        for name, one in self.by_stream.items():
            figures = {key: getattr(one, key) for key in ("n", "broken", "median", "median_low", "median_high")}
            rows.append({"stream": name, **figures, "unbroken": one.end.unbroken if one.end else None})
        return pd.DataFrame(rows)

    @property
    def rows(self) -> pd.DataFrame:
        """One row a rollout."""
        import pandas as pd

        return pd.DataFrame(self.rollouts, columns=[*ReviewedRollout.__dataclass_fields__])
