"""Two models on the same samples: the difference of a figure and its interval over the same resamples."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from evalcore.batch import Result
from evalcore.errors import IncompleteError, InputError, nearest
from evalcore.scene.config import METRICS, RENDERED
from evalcore.scene.result import SceneResult
from evalcore.stats import bootstrap_interval, resample_indices

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["PairedResult", "SamplePair", "paired"]


@dataclass(frozen=True)
class SamplePair:
    """One sample: the values of both models, and model - other."""

    sample_id: str
    model: float
    other: float
    difference: float


@dataclass(frozen=True)
class PairedResult(Result):
    """Differences model - other over samples: mean, 95% bootstrap interval over samples, wins and ties.

    A win is strictly better in the metric's own direction. Coverage, failures and record are those of the run.
    """

    protocol: ClassVar[str] = "scene"

    model: str
    other: str
    metric: str
    n: int
    mean: float
    ci95: tuple[float, float] | None
    ci95_reason: str | None
    wins: int
    ties: int
    pairs: tuple[SamplePair, ...]

    @property
    def scores(self) -> pd.DataFrame:
        """One row: the comparison."""
        import pandas as pd

        names = ("model", "other", "metric", "n", "mean", "wins", "ties")
        low, high = self.ci95 or (None, None)
        return pd.DataFrame([{**{name: getattr(self, name) for name in names}, "low": low, "high": high}])

    @property
    def rows(self) -> pd.DataFrame:
        """One row a sample."""
        import pandas as pd

        return pd.DataFrame(self.pairs, columns=[*SamplePair.__dataclass_fields__])


def paired(result: SceneResult, model: str, other: str, *, metric: str) -> PairedResult:
    """Compare two models of one result, sample by sample.

    Raises
    ------
    InputError
        A model or metric that the result does not have, the same model twice, or a sample that only one of them has.
    IncompleteError
        One of the two has no mean of this metric.
    """
    if metric not in METRICS:
        raise InputError(f"the protocol has no metric {metric!r}.", fix=nearest(metric, METRICS))
    if model == other:
        raise InputError(f"both models are {model!r}.", fix="Compare two different models.")
    values: list[dict[str, float]] = []
    for name in (model, other):
        if name not in result.models:
            raise InputError(f"the result has no model {name!r}.", fix=nearest(name, result.models))
        if getattr(result.models[name], metric) is None:
            reason = result.models[name].to_dict()[f"{metric}_reason"]
            raise IncompleteError(f"{name} has no mean {metric}: {reason}.")
        values.append({one.sample_id: getattr(one, metric) for one in result.samples if one.model == name})
    mine, theirs = values
    if lonely := sorted(mine.keys() ^ theirs.keys()):
        has, lacks = (model, other) if lonely[0] in mine else (other, model)
        raise InputError(
            f"sample {lonely[0]!r} has a value for {has}, none for {lacks} ({len(lonely)} such samples).",
            fix="Pairs need the same samples; score the missing ones.",
        )
    pairs = tuple(SamplePair(name, mine[name], theirs[name], mine[name] - theirs[name]) for name in mine)
    differences = np.array([pair.difference for pair in pairs])
    interval = bootstrap_interval(differences[resample_indices(len(pairs))].mean(axis=1), n=len(pairs))
    better = differences < 0 if metric in RENDERED else differences > 0
    return PairedResult(
        coverage=result.coverage,
        failures=result.failures,
        record=result.record,
        model=model,
        other=other,
        metric=metric,
        n=len(pairs),
        mean=float(differences.mean()),
        ci95=interval.ci95,
        ci95_reason=interval.reason,
        wins=int(better.sum()),
        ties=int((differences == 0).sum()),
        pairs=pairs,
    )
