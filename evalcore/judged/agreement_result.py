"""The result of holding two judges against each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from evalcore.batch import Result
from evalcore.judged.config import JUDGED_COMPONENTS, RunConfig
from evalcore.judged.result import JudgeSettings

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Agreement", "AgreementResult", "ModelAgreement"]


@dataclass(frozen=True)
class Agreement:
    """Two judges on the ``n`` conditions that both judged.

    ``raw`` is the share where they say the same (0 to 1), ``kappa`` Cohen's kappa, ``alpha`` Krippendorff's (nominal);
    undefined is null with the reason. ``confusion`` counts what the other judge (inner) said where the first (outer)
    said something.
    """

    n: int
    raw: float | None
    kappa: float | None
    alpha: float | None
    raw_reason: str | None
    kappa_reason: str | None
    alpha_reason: str | None
    confusion: dict[str, dict[str, int]]


@dataclass(frozen=True)
class ModelAgreement:
    """Two judges on the clips of one model.

    ``both``, ``only_judge``, ``only_other`` and ``neither`` count the conditions of the scope by who judged them.
    ``judge_score`` and ``other_score`` are event and structure in percent, over the whole scope.
    """

    both: int
    only_judge: int
    only_other: int
    neither: int
    event: Agreement
    structure: Agreement
    judge_score: dict[str, float]
    other_score: dict[str, float]
    judge_settings: JudgeSettings
    other_settings: JudgeSettings


@dataclass(frozen=True)
class AgreementResult(Result):
    """Two judges, or one judge twice (``repeated``), on one scope: each model, and all of them pooled."""

    protocol: ClassVar[str] = "judged"

    subset: str
    judge: str
    other: str
    repeated: bool
    event: Agreement
    structure: Agreement
    models: dict[str, ModelAgreement]

    @property
    def config(self) -> RunConfig:
        """The settings of the run, from its record."""
        return msgspec.convert(self.record["config"], RunConfig)

    @property
    def scores(self) -> pd.DataFrame:
        """One row a model and component: agreement, and the score that each judge gives."""
        import pandas as pd

        rows: list[dict[str, Any]] = []
        for model, one in self.models.items():
            for name in JUDGED_COMPONENTS:
                found: Agreement = getattr(one, name)
                values = {key: getattr(found, key) for key in ("n", "raw", "kappa", "alpha")}
                both = {"judge_score": one.judge_score[name], "other_score": one.other_score[name]}
                rows.append({"model": model, "component": name, **values, **both})
        return pd.DataFrame(rows)

    @property
    def rows(self) -> pd.DataFrame:
        """The pooled confusion, one row a component and pair of answers."""
        import pandas as pd

        return pd.DataFrame(
            [
                {"component": name, "judge": said, "other": other, "n": n}
                for name in JUDGED_COMPONENTS
                for said, by_other in getattr(self, name).confusion.items()
                for other, n in by_other.items()
            ],
            columns=["component", "judge", "other", "n"],
        )
