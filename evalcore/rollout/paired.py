"""Paired comparison of two methods by exact clip identity."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, get_args

import numpy as np

from evalcore.batch import Result
from evalcore.errors import IncompleteError, InputError, nearest
from evalcore.metrics import METRICS
from evalcore.rollout.result import Metric, RolloutResult
from evalcore.stats import paired_interval

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Pair", "PairedResult", "paired"]


@dataclass(frozen=True)
class Pair:
    """One clip: the values of both methods, and method - baseline."""

    clip_id: str
    method: float
    baseline: float
    difference: float


@dataclass(frozen=True)
class PairedResult(Result):
    """Differences method - baseline over clips: mean, sample sd, t-based 95% interval, wins and ties.

    A win is strictly better in the metric's own direction. ``minimal_detectable_difference`` is a planning figure at
    80% power, not a test; no p-value is computed anywhere. Coverage, failures and record are those of the scoring run.
    """

    protocol: ClassVar[str] = "rollout"

    method: str
    baseline: str
    metric: Metric
    n: int
    mean: float
    sd: float | None
    sd_reason: str | None
    ci95: tuple[float, float] | None
    ci95_reason: str | None
    wins: int
    ties: int
    minimal_detectable_difference: float | None
    minimal_detectable_difference_reason: str | None
    pairs: tuple[Pair, ...]

    @property
    def scores(self) -> pd.DataFrame:
        """One row: the comparison."""
        import pandas as pd

        names = ("method", "baseline", "metric", "n", "mean", "sd", "wins", "ties")
        low, high = self.ci95 or (None, None)
        return pd.DataFrame([{**{name: getattr(self, name) for name in names}, "low": low, "high": high}])

    @property
    def rows(self) -> pd.DataFrame:
        """One row a clip."""
        import pandas as pd

        return pd.DataFrame(self.pairs)


def paired(result: RolloutResult, method: str, baseline: str, *, metric: Metric = "mad") -> PairedResult:
    """Compare two methods of one result, clip by clip (reference text, "Paired Statistics").

    Raises
    ------
    InputError
        A method or metric that the result does not have, the same method twice, or a clip that only one of them has.
    IncompleteError
        One of the two has no aggregate, because the run is incomplete or was stopped by the gate.
    """
    if metric not in get_args(Metric):
        raise InputError(f"the protocol has no metric {metric!r}.", fix=nearest(metric, get_args(Metric)))
    if method == baseline:
        raise InputError(f"method and baseline are both {method!r}.", fix="Compare two different methods.")
    values = {}
    for name in (method, baseline):
        if name not in result.methods:
            raise InputError(f"the result has no method {name!r}.", fix=nearest(name, result.methods))
        if reason := result.methods[name].reason:
            raise IncompleteError(f"{name} has no aggregate: {reason}.")
        values[name] = {
            clip.clip_id: getattr(clip, f"rollout_{metric}") for clip in result.clips if clip.method == name
        }
    mine, theirs = values[method], values[baseline]
    if not mine and not theirs:
        raise InputError(f"neither {method} nor {baseline} has a clip.", fix="Score the workspace again.")
    if lonely := sorted(mine.keys() ^ theirs.keys()):
        clip_id = lonely[0]
        has, lacks = (method, baseline) if clip_id in mine else (baseline, method)
        raise InputError(
            f"clip {clip_id!r} has a value for {has}, none for {lacks} ({len(lonely)} such clips).",
            fix="Pairs need the same clips; score the missing ones.",
        )
    clip_ids = list(mine)
    interval = paired_interval(
        np.array([mine[clip_id] for clip_id in clip_ids]),
        np.array([theirs[clip_id] for clip_id in clip_ids]),
        higher_is_better=METRICS[metric].higher_is_better,
    )
    return PairedResult(
        coverage=result.coverage,
        failures=result.failures,
        record=result.record,
        method=method,
        baseline=baseline,
        metric=metric,
        n=interval.n,
        mean=interval.mean,
        sd=interval.sd,
        sd_reason=interval.reason,
        ci95=interval.ci95,
        ci95_reason=interval.reason,
        wins=interval.wins,
        ties=interval.ties,
        minimal_detectable_difference=interval.minimal_detectable_difference,
        minimal_detectable_difference_reason=interval.reason,
        pairs=tuple(Pair(c, mine[c], theirs[c], mine[c] - theirs[c]) for c in clip_ids),
    )
