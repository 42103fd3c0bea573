"""Rank models by the four component scores, as the published table does."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, ClassVar

import msgspec
import numpy as np

from evalcore.batch import Coverage, Failure, Result, fingerprint, record
from evalcore.judged.config import COMPONENTS, Component, RankConfig
from evalcore.judged.rank_intervals import NO_SCORES, rank_intervals
from evalcore.judged.rank_table import Added, RankTable
from evalcore.judged.result import BaselinesResult
from evalcore.stats import average_rank, competition_rank
from evalcore.stats.bootstrap import RESAMPLES

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ModelRank", "RankResult", "Unranked", "rank"]

Interval = tuple[float, float]


@dataclass(frozen=True)
class ModelRank:
    """The ranks of one model in the pool; 1 is the best.

    Component ranks are average ranks, ``similarity_rank`` is the mean of those of PSNR and SSIM, ``mean_rank`` the mean
    of event, structure and similarity, ``overall_rank`` the competition rank of that. The intervals are bootstrap
    intervals over tasks with PSNR and SSIM held fixed.
    """

    event_rank: float
    structure_rank: float
    psnr_rank: float
    ssim_rank: float
    similarity_rank: float
    mean_rank: float
    overall_rank: int
    mean_rank_ci95: Interval | None = None
    mean_rank_ci95_reason: str | None = NO_SCORES
    overall_rank_ci95: Interval | None = None
    overall_rank_ci95_reason: str | None = NO_SCORES


@dataclass(frozen=True)
class Unranked:
    """A model that lacks a component."""

    model: str
    reason: str


@dataclass(frozen=True)
class RankResult(Result):
    """The ranking of one pool of models; another pool gives other ranks.

    ``pool`` are the ranked models by name, ``pool_sha256`` the hash of their names and component values. ``table``
    holds the component scores of all models, ``added`` what the scores of new models stand for.
    """

    protocol: ClassVar[str] = "judged"

    models: dict[str, ModelRank]
    unranked: tuple[Unranked, ...]
    pool: tuple[str, ...]
    pool_sha256: str
    table: dict[str, dict[Component, float | None]]
    added: dict[str, Added]

    @property
    def config(self) -> RankConfig:
        """The settings of the ranking, from its record."""
        return msgspec.convert(self.record["config"], RankConfig)

    @property
    def scores(self) -> pd.DataFrame:
        """One row a ranked model, best first: component scores and every rank."""
        import pandas as pd

        ranks = [one.name for one in fields(ModelRank) if "ci95" not in one.name]
        ends = [f"{name}_{end}" for name in ("mean_rank", "overall_rank") for end in ("low", "high")]
        rows = [
            (
                model,
                *(self.table[model][name] for name in COMPONENTS),
                *(getattr(one, name) for name in ranks),
                *(one.mean_rank_ci95 or (None, None)),
                *(one.overall_rank_ci95 or (None, None)),
            )
            for model, one in self.models.items()
        ]
        frame = pd.DataFrame(rows, columns=["model", *COMPONENTS, *ranks, *ends])
        return frame.sort_values(["overall_rank", "model"], ignore_index=True)

    @property
    def rows(self) -> pd.DataFrame:
        """One row a model and component: ``value`` and ``rank``, both empty where the model lacks it or is unranked."""
        import pandas as pd

        return pd.DataFrame(
            [
                {
                    "model": model,
                    "component": name,
                    "value": values.get(name),
                    "rank": getattr(self.models[model], f"{name}_rank") if model in self.models else None,
                }
                for model, values in self.table.items()
                for name in COMPONENTS
            ]
        )


def rank(
    table: RankTable, *, scores: BaselinesResult | None = None, seed: int = 0, resamples: int = RESAMPLES
) -> RankResult:
    """Rank the models of ``table`` (reference text, "Reference similarity and overall ranking").

    Components and mean ranks are compared after rounding to 9 decimals, so that floating-point noise makes no order.

    Parameters
    ----------
    table
        From :func:`~evalcore.judged.read_table`, with new models added to it.
    scores
        Judgments behind the table's event and structure, for intervals of the ranks: tasks are resampled, the same for
        all models. Every ranked model must have its tasks there (or have been added with them).
    seed, resamples
        Of the bootstrap.

    Returns
    -------
    RankResult
        Incomplete where a model lacks a component: it is listed under ``unranked``, and the others are ranked.
    """
    unranked = []
    for model, values in table.rows.items():
        if lacking := [name for name in COMPONENTS if values.get(name) is None]:
            unranked.append(Unranked(model, f"{table.where.get(model) or table.file}: no {', '.join(lacking)}"))
    left_out = {one.model for one in unranked}
    pool = sorted(model for model in table.rows if model not in left_out)
    columns = np.array([[table.rows[model][name] for model in pool] for name in COMPONENTS], dtype=np.float64)
    event, structure, psnr, ssim = (average_rank(column, higher_is_better=True) for column in columns)
    similarity = (psnr + ssim) / 2
    mean = (event + structure + similarity) / 3
    overall = competition_rank(mean, higher_is_better=False)
    intervals = rank_intervals(table, pool, scores=scores, seed=seed, resamples=resamples)
    failures = [Failure(one.model, "unranked", one.reason) for one in unranked]
    for model, added in table.added.items():
        if not added.complete:
            failures.append(Failure(model, "input", "its scores are of data with problems"))
    failures += scores.failures if scores else ()
    settings = [one.settings for one in table.added.values()]
    settings += [one.settings for one in scores.models.values()] if scores else []
    return RankResult(
        coverage=Coverage(requested=len(table.rows), done=len(pool), failed=len(unranked)),
        failures=tuple(failures),
        record=record(
            config=RankConfig(
                table=table.file,
                subset=scores.subset if scores else None,
                judge=scores.judge if scores else None,
                seed=seed,
                resamples=resamples,
            ),
            inputs={table.file: table.sha256, **{one.file: one.sha256 for one in settings}},
            packages=("numpy",),
        ),
        models={
            model: ModelRank(
                event_rank=float(event[i]),
                structure_rank=float(structure[i]),
                psnr_rank=float(psnr[i]),
                ssim_rank=float(ssim[i]),
                similarity_rank=float(similarity[i]),
                mean_rank=float(mean[i]),
                overall_rank=int(overall[i]),
                mean_rank_ci95=of_mean.ci95,
                mean_rank_ci95_reason=of_mean.reason,
                overall_rank_ci95=of_overall.ci95,
                overall_rank_ci95_reason=of_overall.reason,
            )
            for i, (model, (of_mean, of_overall)) in enumerate(zip(pool, intervals, strict=True))
        },
        unranked=tuple(unranked),
        pool=tuple(pool),
        pool_sha256=fingerprint({model: table.rows[model] for model in pool}),
        table={model: {name: row.get(name) for name in COMPONENTS} for model, row in table.rows.items()},
        added=dict(table.added),
    )
