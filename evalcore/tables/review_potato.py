"""The report of the reference implementation's method, with what its figures cannot show."""

from __future__ import annotations

from evalcore.review.potato_result import PotatoAlpha, PotatoLocalization, PotatoResult
from evalcore.tables.coverage import incompleteness
from evalcore.tables.layout import Column
from evalcore.tables.review_figures import figure_frame, tolerance_text
from evalcore.tables.table import Table

__all__ = ["review_potato", "review_potato_coefficients"]


def _faults(result: PotatoResult) -> tuple[str, ...]:
    return tuple(f"Known fault: {fault}" for fault in result.faults)


def _alpha(name: str, one: PotatoAlpha) -> dict[str, float | str | None]:
    return {
        name: one.alpha,
        f"{name}_reason": one.alpha_reason,
        f"{name}_units": one.n_units,
        f"{name}_judgements": one.n_judgements,
    }


def _localization(one: PotatoLocalization) -> dict[str, float | str | None]:
    plain = one.to_dict()
    return {key: value for key, value in plain.items() if key not in ("reason", "frames_reason")}


def review_potato(result: PotatoResult) -> Table:
    """One row a tolerance: alphas over clusters of marks, sigma, KS and offsets; the known faults are its notes."""
    rows = [
        {
            "tolerance": f"{tolerance_text(row)} (headline)"
            if row.tolerance == result.headline_tolerance
            else tolerance_text(row),
            "seconds": row.tolerance,
            **_alpha("detection", row.detection),
            **_localization(row.localization),
            **_alpha("category", row.category),
            **_alpha("severity", row.severity),
        }
        for row in result.sweep
    ]
    columns = (
        Column("tolerance", "Tolerance"),
        Column("detection", "Detection alpha", digits=3),
        Column("sigma", "Sigma", digits=3),
        Column("ks", "KS", digits=3),
        Column("category", "Category alpha", digits=3),
        Column("severity", "Severity alpha", digits=3),
        Column("n_matched_pairs", "Matched pairs", digits=0),
        Column("mean_offset", "Mean offset", unit="s", digits=3),
        Column("median_offset", "Median offset", unit="s", digits=3),
        Column("mean_chance_offset", "Mean by chance", unit="s", digits=3),
    )
    notes = (
        *_faults(result),
        "Sigma and KS are over all pairs of marks of different items, where the reference implementation draws 2000.",
    )
    title = "Agreement by the reference implementation's method (potato)"
    return Table(title, figure_frame(rows, columns), columns, notes, incompleteness(result))


def review_potato_coefficients(result: PotatoResult) -> Table:
    """One row a coefficient of that report that does not depend on the tolerance."""
    parts = {"Preference": result.preference, "Counterfactual verdict": result.counterfactual}
    rows = [{"of": name, **_alpha("alpha", one)} for name, one in parts.items()]
    columns = (
        Column("of", "Judgement"),
        Column("alpha", "Alpha", digits=3),
        Column("alpha_units", "Units", digits=0),
        Column("alpha_judgements", "Judgements", digits=0),
    )
    coverage = result.coverage
    notes = (
        "Units and judgements also count units that only one reviewer judged.",
        f"{coverage.answered_stream_responses} of {coverage.possible_stream_responses} panels that somebody mentions "
        f"are answered; items of one reviewer alone are skipped: {result.n_items_skipped}.",
    )
    title = "Coefficients by the reference implementation's method (potato)"
    return Table(title, figure_frame(rows, columns), columns, notes, incompleteness(result))
