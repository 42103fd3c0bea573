"""Qualitative candidates: which clips to show, by numeric rules alone."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import msgspec
import numpy as np

from evalcore.batch import Result
from evalcore.rollout.config import RULES
from evalcore.rollout.paired import Pair, PairedResult, paired
from evalcore.rollout.result import Metric, RolloutResult

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["CandidatesResult", "Choice", "RunnerUp", "candidates", "table_sha256"]

DIGITS = 9  # distances are compared after this rounding: at N = 30 the median lies between two clips


@dataclass(frozen=True)
class RunnerUp:
    """A clip that is farther from the quantile than the chosen one, or as far and later by name."""

    clip_id: str
    difference: float
    distance: float


@dataclass(frozen=True)
class Choice:
    """One rule: the clip whose difference is nearest to ``value``, the ``quantile`` of all differences."""

    quantile: float
    value: float
    clip_id: str
    difference: float
    distance: float
    runners_up: tuple[RunnerUp, ...]


@dataclass(frozen=True)
class CandidatesResult(Result):
    """The choice of each rule, with the hash of the table it was computed from (see :func:`table_sha256`)."""

    protocol: ClassVar[str] = "rollout"

    method: str
    baseline: str
    metric: Metric
    rules: dict[str, Choice]
    table_sha256: str

    @property
    def scores(self) -> pd.DataFrame:
        """One row a rule."""
        import pandas as pd

        columns = ("quantile", "value", "clip_id", "difference", "distance")
        return pd.DataFrame(
            [{"rule": rule, **{name: getattr(choice, name) for name in columns}} for rule, choice in self.rules.items()]
        )

    @property
    def rows(self) -> pd.DataFrame:
        """One row a rule and clip, in order of distance; rank 0 is the chosen one."""
        import pandas as pd

        ranked: dict[str, tuple[Choice | RunnerUp, ...]] = {
            rule: (choice, *choice.runners_up) for rule, choice in self.rules.items()
        }
        return pd.DataFrame(
            [
                {
                    "rule": rule,
                    "rank": rank,
                    **{name: getattr(clip, name) for name in ("clip_id", "difference", "distance")},
                }
                for rule, clips in ranked.items()
                for rank, clip in enumerate(clips)
            ]
        )


def table_sha256(pairs: tuple[Pair, ...]) -> str:
    """SHA-256 (hex) of the paired table: its rows as compact JSON objects, sorted by clip_id, one a line.

    A row is ``{"clip_id":...,"method":...,"baseline":...,"difference":...}`` with shortest round-trip floats.
    """
    lines = [msgspec.json.encode(pair) + b"\n" for pair in sorted(pairs, key=lambda pair: pair.clip_id)]
    return hashlib.sha256(b"".join(lines)).hexdigest()


def candidates(result: RolloutResult, method: str, baseline: str, *, metric: Metric = "mad") -> CandidatesResult:
    """Choose a clip for each of the rules min, q25, median, q75 and max of the paired differences.

    The chosen clip has the difference nearest to the quantile (``numpy.quantile``, linear), after rounding distances
    to 9 decimals; ties go to the first clip_id as text. Errors as in :func:`evalcore.rollout.paired`.
    """
    comparison = paired(result, method, baseline, metric=metric)
    return CandidatesResult(
        coverage=result.coverage,
        failures=result.failures,
        record=result.record,
        method=method,
        baseline=baseline,
        metric=metric,
        rules={rule: _choose(comparison, quantile) for rule, quantile in RULES.items()},
        table_sha256=table_sha256(comparison.pairs),
    )


def _choose(comparison: PairedResult, quantile: float) -> Choice:
    value = float(np.quantile([pair.difference for pair in comparison.pairs], quantile))
    ranked = sorted(
        (round(abs(pair.difference - value), DIGITS), pair.clip_id, pair.difference) for pair in comparison.pairs
    )
    (distance, clip_id, difference), *others = ranked
    return Choice(
        quantile=quantile,
        value=value,
        clip_id=clip_id,
        difference=difference,
        distance=distance,
        runners_up=tuple(RunnerUp(clip_id=c, difference=d, distance=r) for r, c, d in others),
    )
