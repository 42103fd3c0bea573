"""The report of the reference implementation's method, under its own names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from evalcore.batch import Coverage, Result
from evalcore.review.config import AgreementConfig
from evalcore.review.reasons import NO_CHANCE

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "FAULTS",
    "PotatoAlpha",
    "PotatoCoverage",
    "PotatoLocalization",
    "PotatoResult",
    "PotatoRow",
]

FAULTS = (
    "With two reviewers the detection alpha cannot be above 0: a stream on which both see no break gives no unit.",
    "Sigma is near 1 for random marks at small tolerances: only pairs that the tolerance let match enter it.",
    "Figures can change when reviewers are renamed: clusters grow in the order of their names.",
)


@dataclass(frozen=True)
class PotatoAlpha:
    """One coefficient; ``n_units`` and ``n_judgements`` also count units that only one reviewer judged."""

    n_units: int
    n_judgements: int
    alpha: float | None
    alpha_reason: str | None = None


@dataclass(frozen=True)
class PotatoLocalization:
    """Offsets of matched marks, in seconds, against those of all pairs of marks of different items.

    ``n_chance_pairs``, ``mean_chance_offset``, ``sigma`` and ``ks`` are over all such pairs, where the reference
    implementation draws 2000.
    """

    n_matched_pairs: int
    n_chance_pairs: int
    mean_offset: float | None
    median_offset: float | None
    mean_chance_offset: float | None
    sigma: float | None
    ks: float | None
    mean_offset_frames: float | None = None
    median_offset_frames: float | None = None
    reason: str | None = None
    frames_reason: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The plain form, with ``<field>_reason`` for every field that is null."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        for name in ("mean_offset", "median_offset", "mean_chance_offset", "sigma", "ks"):
            if plain[name] is None:
                plain[f"{name}_reason"] = NO_CHANCE if name == "mean_chance_offset" else self.reason
        for name in ("mean_offset_frames", "median_offset_frames"):
            if plain[name] is None:
                plain[f"{name}_reason"] = self.frames_reason
        return plain


@dataclass(frozen=True)
class PotatoRow:
    """The figures at one tolerance, in seconds."""

    tolerance: float
    tolerance_frames: float | None
    detection: PotatoAlpha
    localization: PotatoLocalization
    category: PotatoAlpha
    severity: PotatoAlpha
    tolerance_frames_reason: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The plain form, with reasons for what is null."""
        return {**msgspec.to_builtins(self), "localization": self.localization.to_dict()}


@dataclass(frozen=True)
class PotatoCoverage(Coverage):
    """The base counts answers, all of which are used; then answered panels of those that any reviewer mentions."""

    answered_stream_responses: int
    possible_stream_responses: int
    answered_fraction: float | None
    answered_fraction_reason: str | None = None


@dataclass(frozen=True)
class PotatoResult(Result):
    """Agreement by the reference implementation's method; ``faults`` says what its figures cannot show."""

    protocol: ClassVar[str] = "review"

    coverage: PotatoCoverage
    n_items: int
    n_items_skipped: int
    fps: float | None
    fps_reason: str | None
    headline_tolerance: float
    sweep: tuple[PotatoRow, ...]
    preference: PotatoAlpha
    counterfactual: PotatoAlpha
    method: str = "potato"
    faults: tuple[str, ...] = FAULTS
    sweep_parameter: str = "tolerance"
    sweep_parameter_label: str = "matching window (s)"

    @property
    def config(self) -> AgreementConfig:
        """The settings of the run, from its record."""
        return msgspec.convert(self.record["config"], AgreementConfig)

    @property
    def headline(self) -> PotatoRow:
        """The row of the headline tolerance."""
        return next(row for row in self.sweep if row.tolerance == self.headline_tolerance)

    def to_dict(self) -> dict[str, Any]:
        """The result as one JSON object, with the headline's figures beside the sweep as in the reference's report."""
        headline = self.headline.to_dict()
        parts = ("detection", "localization", "category", "severity")
        return {
            **super().to_dict(),
            "sweep": [row.to_dict() for row in self.sweep],
            **{name: headline[name] for name in parts},
        }

    @property
    def scores(self) -> pd.DataFrame:
        """One row a tolerance: the three alphas and the localization."""
        import pandas as pd

        rows = [
            {
                "tolerance": row.tolerance,
                "detection": row.detection.alpha,
                "category": row.category.alpha,
                "severity": row.severity.alpha,
                "sigma": row.localization.sigma,
                "ks": row.localization.ks,
                "mean_offset": row.localization.mean_offset,
                "median_offset": row.localization.median_offset,
                "n_matched_pairs": row.localization.n_matched_pairs,
            }
            for row in self.sweep
        ]
        return pd.DataFrame(rows)

    @property
    def rows(self) -> pd.DataFrame:
        """The same rows: the reference's report has no figure of a single item."""
        return self.scores
