"""Compare two models of one judge on one scope, task by task."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import msgspec
import numpy as np

from evalcore.batch import Result
from evalcore.errors import InputError, nearest
from evalcore.judged.config import JudgedComponent, RunConfig
from evalcore.judged.intervals import NOT_ASKED, task_resamples
from evalcore.judged.result import BaselinesResult
from evalcore.stats import bootstrap_interval
from evalcore.stats.ranks import DECIMALS

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ComparisonResult", "TaskDifference", "compare"]


@dataclass(frozen=True)
class TaskDifference:
    """One task: the figures of both models in percent, and model - other."""

    task: str
    model: float
    other: float
    difference: float


@dataclass(frozen=True)
class ComparisonResult(Result):
    """The difference model - other of one component in percentage points, over the same resamples of tasks.

    ``n`` counts tasks; ``wins``, ``ties`` and ``losses`` of the model too, after rounding to 9 decimals. Coverage,
    failures and record are those of the scoring run.
    """

    protocol: ClassVar[str] = "judged"

    subset: str
    judge: str
    model: str
    other: str
    component: JudgedComponent
    n: int
    difference: float
    ci95: tuple[float, float] | None
    ci95_reason: str | None
    wins: int
    ties: int
    losses: int
    tasks: tuple[TaskDifference, ...]

    @property
    def config(self) -> RunConfig:
        """The settings of the scoring run, from its record."""
        return msgspec.convert(self.record["config"], RunConfig)

    @property
    def scores(self) -> pd.DataFrame:
        """One row: the comparison."""
        import pandas as pd

        names = ("model", "other", "component", "n", "difference", "wins", "ties", "losses")
        low, high = self.ci95 or (None, None)
        return pd.DataFrame([{**{name: getattr(self, name) for name in names}, "low": low, "high": high}])

    @property
    def rows(self) -> pd.DataFrame:
        """One row a task."""
        import pandas as pd

        return pd.DataFrame(self.tasks)


def compare(result: BaselinesResult, model: str, other: str, *, component: JudgedComponent) -> ComparisonResult:
    """Compare two models of one result; seed and resamples are those of its run.

    Raises
    ------
    InputError
        A model that the result does not have, or the same model twice.
    """
    if model == other:
        raise InputError(f"both models are {model!r}.", fix="Compare two different ones.")
    for name in (model, other):
        if name not in result.models:
            raise InputError(f"the result has no model {name!r}.", fix=nearest(name, result.models))
    mine, theirs = (result.models[name].tasks for name in (model, other))
    tasks = []
    for task in mine:
        a, b = getattr(mine[task], component), getattr(theirs[task], component)
        tasks.append(TaskDifference(task, a, b, a - b))
    differences = np.array([one.difference for one in tasks])
    signs = np.sign(differences.round(DECIMALS))
    config = result.config
    interval = None
    if config.resamples:
        resampled = task_resamples(differences, resamples=config.resamples, seed=config.seed)
        interval = bootstrap_interval(resampled, n=len(tasks))
    return ComparisonResult(
        coverage=result.coverage,
        failures=result.failures,
        record=result.record,
        subset=result.subset,
        judge=result.judge,
        model=model,
        other=other,
        component=component,
        n=len(tasks),
        difference=float(differences.mean()),
        ci95=interval.ci95 if interval else None,
        ci95_reason=interval.reason if interval else NOT_ASKED,
        wins=int((signs > 0).sum()),
        ties=int((signs == 0).sum()),
        losses=int((signs < 0).sum()),
        tasks=tuple(tasks),
    )
