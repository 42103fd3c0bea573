"""Results of the judged-event protocol: one model, or every released model beside the published table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from evalcore.batch import Result
from evalcore.judged.conditions import ConditionScore, ConditionScores
from evalcore.judged.config import JUDGED_COMPONENTS, JudgedComponent, RunConfig

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "BaselinesResult",
    "ClassRecall",
    "Counts",
    "Difference",
    "JudgeSettings",
    "JudgedResult",
    "ModelScore",
    "PairScore",
    "Published",
    "TaskScore",
]

Interval = tuple[float, float]


@dataclass(frozen=True)
class ClassRecall:
    """Recall of one reference class in a task: ``correct`` / ``n``, 0 to 1."""

    n: int
    correct: int
    recall: float


@dataclass(frozen=True)
class TaskScore:
    """One task: event (mean class recall) and structure (share of clear verdicts), percent, over ``n`` conditions."""

    event: float
    structure: float
    n: int
    classes: dict[str, ClassRecall]


@dataclass(frozen=True)
class PairScore:
    """Pairs whose two members are both in the scope, and how many have both events right (percent)."""

    n: int
    correct: int
    accuracy: float | None
    accuracy_reason: str | None = None


@dataclass(frozen=True)
class Counts:
    """Where the judgments went. ``judged`` + ``missing`` are the conditions of the scope.

    ``outside`` are judgments of conditions outside the scope; they are never scored. ``unknown_label``, ``other`` and
    ``uncertain`` are events that count as incorrect, each under its own name.
    """

    judged: int
    missing: int
    outside: int
    unknown_label: int
    other: int
    uncertain: int


@dataclass(frozen=True)
class JudgeSettings:
    """What the judgments say about how they were made; several values of a field only where ``mixed`` was allowed.

    ``prompts`` are hashes of the judge's prompt. ``aliases`` maps the field names of the file that stand for others to
    the protocol's names. ``file`` is relative to the data folder, or a name alone where it lies elsewhere.
    """

    judges: tuple[str, ...] = ()
    judge_versions: tuple[str, ...] = ()
    profiles: tuple[str, ...] = ()
    prompts: tuple[str, ...] = ()
    mixed: bool = False
    aliases: dict[str, str] = field(default_factory=dict)
    file: str = ""
    sha256: str = ""


@dataclass(frozen=True)
class ModelScore:
    """The score of one model on a scope.

    ``event`` and ``structure`` are percent, 0 to 100, higher is better. ``ci95`` holds the bootstrap interval of each
    over tasks, ``ci95_pairs`` over pairs within tasks; null with the reason of the same name. ``violations`` counts the
    raw ``violation`` values of the scope by their JSON text, ``unknown_labels`` the raw events that are no label of
    their task.
    """

    event: float
    structure: float
    ci95: dict[str, Interval | None]
    ci95_reason: dict[str, str | None]
    ci95_pairs: dict[str, Interval | None]
    ci95_pairs_reason: dict[str, str | None]
    tasks: dict[str, TaskScore]
    pairs: PairScore
    counts: Counts
    violations: dict[str, int]
    unknown_labels: dict[str, int]
    settings: JudgeSettings
    conditions: Sequence[ConditionScore]

    def __post_init__(self) -> None:
        if not isinstance(self.conditions, ConditionScores):
            object.__setattr__(self, "conditions", ConditionScores.of(self.conditions))

    @property
    def table(self) -> ConditionScores:
        """The conditions as columns."""
        assert isinstance(self.conditions, ConditionScores)
        return self.conditions

    @property
    def rows(self) -> pd.DataFrame:
        """One row a condition."""
        return self.table.to_frame()

    def to_dict(self) -> dict[str, Any]:
        """The plain form, conditions as rows."""
        own = {one.name: getattr(self, one.name) for one in fields(ModelScore)}
        return {**own, "conditions": self.table.to_rows()}


def _headline(score: ModelScore) -> dict[str, Any]:
    row: dict[str, Any] = {"n": len(score.conditions)}
    for name in JUDGED_COMPONENTS:
        low, high = score.ci95[name] or (None, None)
        row |= {name: getattr(score, name), f"{name}_low": low, f"{name}_high": high}
    pairs = score.pairs
    return {**row, "pair_accuracy": pairs.accuracy, "pairs": pairs.n, **asdict(score.counts)}


@dataclass(frozen=True)
class JudgedResult(ModelScore, Result):
    """What ``evalcore.judged.score`` returns: one file of judgments on one scope."""

    protocol: ClassVar[str] = "judged"

    subset: str

    @property
    def config(self) -> RunConfig:
        """The settings of the run, from its record."""
        return msgspec.convert(self.record["config"], RunConfig)

    @property
    def scores(self) -> pd.DataFrame:
        """One row: event, structure, their intervals over tasks, pair accuracy and counts."""
        import pandas as pd

        return pd.DataFrame([{"subset": self.subset, **_headline(self)}])

    def to_dict(self) -> dict[str, Any]:
        """The result as one JSON object."""
        return {**Result.to_dict(self), **ModelScore.to_dict(self)}


@dataclass(frozen=True)
class Difference:
    """A published value that the judgments do not give at its printed rounding (``decimals`` of the column)."""

    model: str
    component: JudgedComponent
    published: float
    recomputed: float
    decimals: int


@dataclass(frozen=True)
class Published:
    """The check against the published table: how many values were ``checked`` and how many ``agreed``.

    ``unpublished`` are models with judgments that the table lacks, ``unjudged`` the reverse. ``reason`` says why
    nothing was checked, where that is so.
    """

    checked: int
    agreed: int
    differences: tuple[Difference, ...] = ()
    unpublished: tuple[str, ...] = ()
    unjudged: tuple[str, ...] = ()
    reason: str | None = None


@dataclass(frozen=True)
class BaselinesResult(Result):
    """Every released model of one judge on one scope, and the check against the published table."""

    protocol: ClassVar[str] = "judged"

    subset: str
    judge: str
    models: dict[str, ModelScore]
    published: Published

    @property
    def agrees(self) -> bool:
        """Whether no published value differs."""
        return not self.published.differences

    @property
    def config(self) -> RunConfig:
        """The settings of the run, from its record."""
        return msgspec.convert(self.record["config"], RunConfig)

    @property
    def scores(self) -> pd.DataFrame:
        """One row a model, as in :attr:`JudgedResult.scores`."""
        import pandas as pd

        return pd.DataFrame([{"model": name, **_headline(score)} for name, score in self.models.items()])

    @property
    def rows(self) -> pd.DataFrame:
        """One row a model and condition."""
        import pandas as pd

        frames = [score.rows.assign(model=name) for name, score in self.models.items()]
        return pd.concat(frames, ignore_index=True)

    def to_dict(self) -> dict[str, Any]:
        """The result as one JSON object."""
        return {**super().to_dict(), "models": {name: score.to_dict() for name, score in self.models.items()}}
