"""The result of a view on preferences: how often each stream is preferred, and how strong that makes it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import msgspec

from evalcore.batch import Result
from evalcore.joined.config import PreferenceConfig

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["PairWins", "PreferenceResult", "StreamPreference"]

Interval = tuple[float, float]


@dataclass(frozen=True)
class StreamPreference:
    """One stream (a model or the recording).

    ``chosen`` of ``n`` preferences name it the best; ``tied`` name none. A preference compares its winner with each
    other stream of the item, a tie all of them with each other, as half a win of each: ``wins`` of ``comparisons``.
    ``win_rate`` is their ratio (0..1, chance is 0.5). ``strength`` is the Bradley-Terry log-odds against the mean of
    the streams that can be compared, which is 0. Intervals are bootstrap, 95%, over items.
    """

    n: int
    chosen: int
    tied: int
    wins: float
    comparisons: float
    win_rate: float | None
    win_rate_ci95: Interval | None
    strength: float | None
    strength_ci95: Interval | None
    win_rate_reason: str | None = None
    win_rate_ci95_reason: str | None = None
    strength_reason: str | None = None
    strength_ci95_reason: str | None = None


@dataclass(frozen=True)
class PairWins:
    """How often ``stream`` was preferred to ``other`` (``wins``), and the other way round (``losses``)."""

    stream: str
    other: str
    wins: float
    losses: float


@dataclass(frozen=True)
class PreferenceResult(Result):
    """What ``evalcore.joined.preference`` returns; coverage counts the preferences, on ``n_items`` items."""

    protocol: ClassVar[str] = "review"

    n_items: int
    n_reviewers: int
    by_stream: dict[str, StreamPreference]
    pairs: tuple[PairWins, ...]

    @property
    def config(self) -> PreferenceConfig:
        """The settings of the run, from its record."""
        return msgspec.convert(self.record["config"], PreferenceConfig)

    @property
    def scores(self) -> pd.DataFrame:
        """One row a stream: counts, win rate and strength with their intervals."""
        import pandas as pd

        rows = []
        for name, one in self.by_stream.items():
            row = {"stream": name, "n": one.n, "chosen": one.chosen, "tied": one.tied}
            for figure in ("win_rate", "strength"):
                low, high = getattr(one, f"{figure}_ci95") or (None, None)
                row |= {figure: getattr(one, figure), f"{figure}_low": low, f"{figure}_high": high}
            rows.append(row)
        return pd.DataFrame(rows)

    @property
    def rows(self) -> pd.DataFrame:
        """One row a pair of streams."""
        import pandas as pd

        return pd.DataFrame(self.pairs, columns=[*PairWins.__dataclass_fields__])
