"""Tables of how well reviewers agree: over the sweep of tolerances, and what does not depend on it."""

from __future__ import annotations

from evalcore.review.config import AgreementConfig
from evalcore.review.result import AgreementResult, Coefficient, Localization
from evalcore.tables.coverage import incompleteness
from evalcore.tables.layout import Column
from evalcore.tables.review_figures import (
    alpha_columns,
    alpha_values,
    bootstrap_line,
    figure_frame,
    interval_columns,
    localization_values,
    matching_values,
    tolerance_text,
)
from evalcore.tables.table import Table

__all__ = ["coefficients_of", "headline_text", "review_coefficients", "review_offsets", "review_sweep"]

BY_CHANCE = (
    "kappa_loc = (F1 - F1 by chance) / (1 - F1 by chance), over the pairs of panels that have a null: one reviewer's "
    "panel exchanged for that reviewer's panel of another item with as many marks. Random marks score about 0 at every "
    "tolerance."
)
OFFSET_FIGURES = {"mean": "Mean", "median": "Median", "p90": "90th percentile"}


def headline_text(result: AgreementResult) -> str:
    """The tolerance that is shown first, as the sweep has it."""
    return tolerance_text(result.headline)


def _label(result: AgreementResult, tolerance: float | None, text: str) -> str:
    return f"{text} (headline)" if tolerance == result.headline_tolerance else text


def review_sweep(result: AgreementResult) -> Table:
    """One row a tolerance: F1, what of it is chance, kappa_loc, and the alphas of category and severity."""
    rows = [
        {
            "tolerance": _label(result, row.tolerance, tolerance_text(row)),
            "seconds": row.tolerance,
            "frames": row.tolerance_frames,
            **matching_values("f1", row.matching),
            **localization_values("kappa_loc", row.localization),
            **alpha_values("category", row.category),
            **alpha_values("severity", row.severity),
        }
        for row in result.sweep
    ]
    columns = (
        Column("tolerance", "Tolerance"),
        *interval_columns("f1", "F1"),
        Column("kappa_loc_null", "F1 by chance", digits=3),
        *interval_columns("kappa_loc", "kappa_loc"),
        *interval_columns("category", "Category alpha"),
        *interval_columns("severity", "Severity alpha"),
    )
    notes = (
        "F1 = 2 x matched / marks of both reviewers, over all pairs of reviewers and streams.",
        f"{BY_CHANCE} {bootstrap_line(result.config)}",
    )
    return Table(
        "Agreement over the sweep of tolerances", figure_frame(rows, columns), columns, notes, incompleteness(result)
    )


def review_offsets(result: AgreementResult) -> Table:
    """One row a tolerance: pairs of panels, marks and matches, and how far matched marks lie apart."""
    columns = [
        Column("tolerance", "Tolerance"),
        Column("f1_pairs", "Pairs of panels", digits=0),
        Column("f1_marks", "Marks of both", digits=0),
        Column("f1_matched", "Matched pairs", digits=0),
        Column("left_out", "Without a null", digits=0),
    ]
    for key, word in OFFSET_FIGURES.items():
        columns.append(Column(key, word, unit="s", digits=3, reason="offset_reason"))
    for key, word in OFFSET_FIGURES.items():
        columns.append(Column(f"{key}_frames", word, unit="frames", digits=1, reason="frames_reason"))
    rows = [
        {
            "tolerance": _label(result, row.tolerance, tolerance_text(row)),
            "seconds": row.tolerance,
            **matching_values("f1", row.matching),
            "left_out": row.localization.n_left_out,
            **_offsets(row.localization),
        }
        for row in result.sweep
    ]
    notes = (
        "Offsets describe matched marks only; they are not corrected for chance and grow with the tolerance.",
        "Without a null: pairs of panels that kappa_loc leaves out, since fewer than "
        f"{result.config.fewest_panels} panels could stand in for one of them.",
    )
    frame = figure_frame(rows, columns)
    return Table("Matched marks and their offsets", frame, tuple(columns), notes, incompleteness(result))


def _offsets(one: Localization) -> dict[str, float | str | None]:
    return {
        **{key: getattr(one, f"{key}_offset") for key in OFFSET_FIGURES},
        **{f"{key}_frames": getattr(one, f"{key}_offset_frames") for key in OFFSET_FIGURES},
        "offset_reason": one.offset_reason,
        "frames_reason": one.frames_reason,
    }


def coefficients_of(result: AgreementResult) -> dict[str, Coefficient]:
    """Every alpha of a result by what it is of; category and severity at the headline tolerance."""
    return {
        "Detection: does the stream break": result.detection,
        f"Category at {headline_text(result)}": result.headline.category,
        f"Severity at {headline_text(result)} (ordinal)": result.headline.severity,
        "Preference: which stream wins": result.preference,
        "Counterfactual verdict": result.counterfactual,
    }


def review_coefficients(result: AgreementResult) -> Table:
    """One row a coefficient: alpha with its interval, raw agreement, and what it is over."""
    rows = [{"of": name, **alpha_values("alpha", one)} for name, one in coefficients_of(result).items()]
    columns = (Column("of", "Judgement"), *alpha_columns("alpha"))
    notes = (
        "Krippendorff's alpha: 1 is agreement everywhere, 0 what chance gives; nominal where not said otherwise. Raw "
        "agreement: mean over units of the share of agreeing pairs. Only units with two or more judgements count.",
        f"Detection, preference and counterfactual do not depend on a tolerance. {bootstrap_line(result.config)}",
        _null_line(result.config),
    )
    frame = figure_frame(rows, columns)
    return Table("Coefficients of agreement", frame, columns, notes, incompleteness(result))


def _null_line(config: AgreementConfig) -> str:
    return f"Null of kappa_loc: {config.draws} draws for each side of a pair, seed {config.seed}."
