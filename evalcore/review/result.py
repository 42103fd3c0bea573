"""The result of an agreement run: figures over a sweep of tolerances, breakdowns and coverage."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from evalcore.batch import Coverage, Result
from evalcore.review.config import AgreementConfig

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "AgreementResult",
    "Coefficient",
    "ItemAgreement",
    "Localization",
    "Matching",
    "PanelCoverage",
    "PanelShare",
    "ReviewerBreakdown",
    "StreamBreakdown",
    "SweepRow",
]

Interval = tuple[float, float]


@dataclass(frozen=True)
class Coefficient:
    """Krippendorff's alpha with its bootstrap interval over items; only units with two or more judgements count.

    ``raw_agreement`` is the mean over units of the share of their pairs of judgements that are equal.
    """

    alpha: float | None
    raw_agreement: float | None
    ci95: Interval | None
    n_units: int
    n_judgements: int
    alpha_reason: str | None = None
    raw_agreement_reason: str | None = None
    ci95_reason: str | None = None


@dataclass(frozen=True)
class Matching:
    """F1 = 2 x matched marks / marks of both reviewers, pooled over pairs of reviewers and streams.

    ``n_pairs`` counts the pairs of panels with a mark, ``n_marks`` the marks of both, ``n_matched`` matched pairs.
    """

    f1: float | None
    ci95: Interval | None
    n_pairs: int
    n_marks: int
    n_matched: int
    f1_reason: str | None = None
    ci95_reason: str | None = None


@dataclass(frozen=True)
class Localization:
    """How well reviewers agree on the moment, beyond chance: (F1 - F1 of the null) / (1 - F1 of the null).

    ``f1`` and ``f1_null`` are over the ``n_pairs`` pairs of panels that have a null; ``n_left_out`` have none. The
    offsets of matched marks (seconds, and frames of the stream) describe, they are not corrected for chance.
    """

    kappa_loc: float | None
    ci95: Interval | None
    f1: float | None
    f1_null: float | None
    n_pairs: int
    n_left_out: int
    mean_offset: float | None
    median_offset: float | None
    p90_offset: float | None
    mean_offset_frames: float | None
    median_offset_frames: float | None
    p90_offset_frames: float | None
    kappa_loc_reason: str | None = None
    ci95_reason: str | None = None
    f1_reason: str | None = None
    offset_reason: str | None = None
    frames_reason: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The plain form, with ``<field>_reason`` for every field that is null."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        if self.f1_null is None:
            plain["f1_null_reason"] = self.f1_reason
        for name in ("mean_offset", "median_offset", "p90_offset"):
            if plain[name] is None:
                plain[f"{name}_reason"] = self.offset_reason
            if plain[f"{name}_frames"] is None:
                plain[f"{name}_frames_reason"] = self.frames_reason
        return plain


@dataclass(frozen=True)
class SweepRow:
    """The figures at one tolerance: ``tolerance`` in seconds, or null where it is ``tolerance_frames`` of each stream.

    ``tolerance_frames`` of a row in seconds is null where streams have different rates, or a rate is not known.
    """

    tolerance: float | None
    tolerance_frames: float | None
    matching: Matching
    localization: Localization
    category: Coefficient
    severity: Coefficient
    tolerance_reason: str | None = None
    tolerance_frames_reason: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The plain form, with reasons for what is null."""
        return {**msgspec.to_builtins(self), "localization": self.localization.to_dict()}


@dataclass(frozen=True)
class StreamBreakdown:
    """One stream (a model or the recording) over all items, at the headline tolerance."""

    detection: Coefficient
    matching: Matching
    localization: Localization
    category: Coefficient

    def to_dict(self) -> dict[str, Any]:
        """The plain form, with reasons for what is null."""
        return {**msgspec.to_builtins(self), "localization": self.localization.to_dict()}


@dataclass(frozen=True)
class ReviewerBreakdown:
    """The figures without one reviewer, and the F1 of this reviewer with all others, at the headline tolerance.

    The null keeps the draws of the whole run.
    """

    n_answers: int
    with_others: Matching
    detection: Coefficient
    matching: Matching
    localization: Localization

    def to_dict(self) -> dict[str, Any]:
        """The plain form, with reasons for what is null."""
        return {**msgspec.to_builtins(self), "localization": self.localization.to_dict()}


@dataclass(frozen=True)
class ItemAgreement:
    """One item at the headline tolerance: how well its reviewers agree, over pairs of panels.

    A pair of panels scores 1 where both are clean, else its F1; ``agreement`` (0 to 1) is the mean over the item's
    pairs, ``worst_stream`` the stream with the lowest mean (the first by name of several).
    """

    item: str
    agreement: float
    raw_agreement: float
    f1: float | None
    n_reviewers: int
    n_pairs: int
    worst_stream: str
    f1_reason: str | None = None


@dataclass(frozen=True)
class PanelShare:
    """Panels that were shown, and those that were answered."""

    shown: int
    answered: int


@dataclass(frozen=True)
class PanelCoverage(Coverage):
    """The base counts answers, all of which are used; then the panels in them.

    ``known`` says whether the shown panels are those of the items (true), or only those that a reviewer mentions.
    """

    shown: int
    answered: int
    share: float | None
    known: bool
    by_reviewer: dict[str, PanelShare]
    by_stream: dict[str, PanelShare]
    share_reason: str | None = None


@dataclass(frozen=True)
class AgreementResult(Result):
    """What ``evalcore.review.agreement`` returns; see the result files in ``data/README.md``."""

    protocol: ClassVar[str] = "review"

    coverage: PanelCoverage
    headline_tolerance: float
    detection: Coefficient
    sweep: tuple[SweepRow, ...]
    preference: Coefficient
    counterfactual: Coefficient
    by_stream: dict[str, StreamBreakdown]
    by_reviewer: dict[str, ReviewerBreakdown]
    worst_items: tuple[ItemAgreement, ...]
    method: str = "default"

    @property
    def config(self) -> AgreementConfig:
        """The settings of the run, from its record."""
        return msgspec.convert(self.record["config"], AgreementConfig)

    @property
    def headline(self) -> SweepRow:
        """The row of the headline tolerance."""
        return next(row for row in self.sweep if row.tolerance == self.headline_tolerance)

    def to_dict(self) -> dict[str, Any]:
        """The result as one JSON object."""
        return {
            **super().to_dict(),
            "sweep": [row.to_dict() for row in self.sweep],
            "by_stream": {name: part.to_dict() for name, part in self.by_stream.items()},
            "by_reviewer": {name: part.to_dict() for name, part in self.by_reviewer.items()},
        }

    @property
    def scores(self) -> pd.DataFrame:
        """One row a tolerance: F1, kappa_loc, category and severity with their intervals, and the offsets."""
        import pandas as pd

        rows = []
        for row in self.sweep:
            parts: tuple[tuple[str, float | None, Interval | None], ...] = (
                ("f1", row.matching.f1, row.matching.ci95),
                ("kappa_loc", row.localization.kappa_loc, row.localization.ci95),
                ("category", row.category.alpha, row.category.ci95),
                ("severity", row.severity.alpha, row.severity.ci95),
            )
            line: dict[str, Any] = {"tolerance": row.tolerance, "tolerance_frames": row.tolerance_frames}
            for name, value, interval in parts:
                line[name] = value
                line[f"{name}_low"], line[f"{name}_high"] = interval or (None, None)
            for name in ("f1_null", "mean_offset", "median_offset", "p90_offset"):
                line[name] = getattr(row.localization, name)
            rows.append(line)
        return pd.DataFrame(rows)

    @property
    def rows(self) -> pd.DataFrame:
        """One row an item that two or more reviewers answered, the worst first."""
        import pandas as pd

        return pd.DataFrame(self.worst_items, columns=[*ItemAgreement.__dataclass_fields__])
