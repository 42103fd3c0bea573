"""What every table of reviewers has in common: how figures with an interval stand in rows, and how tolerances read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

import pandas as pd

from evalcore.review.config import AgreementConfig, AlignmentConfig
from evalcore.review.result import Coefficient, Localization, Matching
from evalcore.tables.layout import Column
from evalcore.tables.table import frame_of

__all__ = [
    "Toleranced",
    "alpha_columns",
    "alpha_values",
    "bootstrap_line",
    "figure_frame",
    "interval_columns",
    "interval_values",
    "localization_values",
    "matching_values",
    "tolerance_text",
]


class Toleranced(Protocol):
    """A row of a sweep: a tolerance in seconds, or, where that is null, in frames of each stream."""

    @property
    def tolerance(self) -> float | None:
        """Seconds."""

    @property
    def tolerance_frames(self) -> float | None:
        """Frames."""


def tolerance_text(row: Toleranced) -> str:
    """``0.25 s``, or ``0.5 frame`` where the tolerance is in frames of each stream."""
    return f"{row.tolerance_frames:g} frame" if row.tolerance is None else f"{row.tolerance:g} s"


def bootstrap_line(config: AgreementConfig | AlignmentConfig) -> str:
    """How the intervals over items were made."""
    if not config.resamples:
        return "No interval was asked for."
    return f"95% CI: percentile bootstrap over items, B = {config.resamples}, seed {config.seed}."


def interval_values(
    name: str, value: float | None, ci95: tuple[float, float] | None, *, reason: str | None, ci95_reason: str | None
) -> dict[str, Any]:
    """The cells of one figure with its interval, under ``name``, ``name_low`` and ``name_high``, with their reasons."""
    low, high = ci95 or (None, None)
    return {
        name: value,
        f"{name}_low": low,
        f"{name}_high": high,
        f"{name}_reason": reason,
        f"{name}_ci95_reason": ci95_reason,
    }


def interval_columns(name: str, label: str) -> tuple[Column, Column]:
    """The columns of :func:`interval_values`."""
    return (
        Column(name, label, digits=3),
        Column(f"{name}_low", f"{label} CI", digits=3, upper=f"{name}_high", reason=f"{name}_ci95_reason"),
    )


def alpha_values(name: str, one: Coefficient) -> dict[str, Any]:
    """The cells of a coefficient: alpha with its interval, raw agreement, units and judgements."""
    return {
        **interval_values(name, one.alpha, one.ci95, reason=one.alpha_reason, ci95_reason=one.ci95_reason),
        f"{name}_raw": one.raw_agreement,
        f"{name}_raw_reason": one.raw_agreement_reason,
        f"{name}_units": one.n_units,
        f"{name}_judgements": one.n_judgements,
    }


def alpha_columns(name: str) -> tuple[Column, ...]:
    """The columns of :func:`alpha_values` for a table with one coefficient a row."""
    return (
        *interval_columns(name, "Alpha"),
        Column(f"{name}_raw", "Raw agreement", digits=3),
        Column(f"{name}_units", "Units", digits=0),
        Column(f"{name}_judgements", "Judgements", digits=0),
    )


def matching_values(name: str, one: Matching) -> dict[str, Any]:
    """The cells of an F1 with its interval and what it is over."""
    return {
        **interval_values(name, one.f1, one.ci95, reason=one.f1_reason, ci95_reason=one.ci95_reason),
        f"{name}_pairs": one.n_pairs,
        f"{name}_marks": one.n_marks,
        f"{name}_matched": one.n_matched,
    }


def localization_values(name: str, one: Localization) -> dict[str, Any]:
    """The cells of kappa_loc with its interval, the F1 and the null behind it, and the pairs that it leaves out."""
    return {
        **interval_values(name, one.kappa_loc, one.ci95, reason=one.kappa_loc_reason, ci95_reason=one.ci95_reason),
        f"{name}_f1": one.f1,
        f"{name}_f1_reason": one.f1_reason,
        f"{name}_null": one.f1_null,
        f"{name}_null_reason": one.f1_reason,
        f"{name}_pairs": one.n_pairs,
        f"{name}_left_out": one.n_left_out,
    }


def figure_frame(rows: Iterable[Mapping[str, Any]], columns: Sequence[Column]) -> pd.DataFrame:
    """A frame of ``rows``, with all of ``columns`` even where there is no row; those with digits are numeric."""
    entries = list(rows)
    shown = [key for column in columns for key in (column.key, column.upper) if key]
    names = list(dict.fromkeys([*(key for entry in entries for key in entry), *shown]))
    numbers = [key for column in columns if column.digits is not None for key in (column.key, column.upper) if key]
    return frame_of([[entry.get(name) for name in names] for entry in entries], names, numbers=numbers)
