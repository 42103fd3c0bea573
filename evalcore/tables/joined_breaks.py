"""Tables of human breaks beside the pixel error of the same clips."""

from __future__ import annotations

from evalcore.joined.breaks_result import BreaksResult, Correlation
from evalcore.metrics import METRICS
from evalcore.tables.coverage import incompleteness
from evalcore.tables.layout import Column
from evalcore.tables.review_figures import figure_frame, interval_columns, interval_values
from evalcore.tables.table import Table

__all__ = ["NOT_A_SUBSTITUTE", "joined_breaks", "joined_correlations"]

NOT_A_SUBSTITUTE = (
    "Not a substitute for reviewers: the first difference of pixels is not a break, and an error can be large where "
    "everything makes sense."
)


def joined_correlations(result: BreaksResult) -> Table:
    """One row an error (over the rollout, or at one step): its rank correlation with the time to break."""
    spec = METRICS[result.metric]
    rows = [
        {
            "methods": one.method or "all",
            "error": error_text(one),
            **interval_values("rho", one.rho, one.ci95, reason=one.rho_reason, ci95_reason=one.ci95_reason),
            "n": one.n,
            "n_broken": one.n_broken,
            "n_items": one.n_items,
        }
        for one in result.correlations
    ]
    columns = (
        Column("methods", "Methods"),
        Column("error", f"{spec.label} of"),
        *interval_columns("rho", "Rank correlation"),
        Column("n", "Rollouts", digits=0),
        Column("n_broken", "Broken", digits=0),
        Column("n_items", "Items", digits=0),
    )
    sign = "-1" if not spec.higher_is_better else "1"
    config = result.config
    notes = [
        NOT_A_SUBSTITUTE,
        f"Spearman's correlation of {spec.label} and the time to the consensus break; {sign}: the worse {spec.label}, "
        "the sooner the break. A rollout without a break counts as later than every break.",
    ]
    if config.resamples:
        notes.append(f"95% CI: percentile bootstrap over items, B = {config.resamples}, seed {config.seed}.")
    title = f"How early {spec.label} tells of a break"
    return Table(title, figure_frame(rows, columns), columns, tuple(notes), incompleteness(result))


def error_text(one: Correlation) -> str:
    """``the rollout``, or ``step 3``."""
    return "the rollout" if one.step is None else f"step {one.step}"


def joined_breaks(result: BreaksResult) -> Table:
    """One row a rollout that is both reviewed and scored: its break, and its error over all and at the break."""
    rows = [
        {
            "clip_id": one.clip_id,
            "method": one.method,
            "sample": "" if one.sample is None else f"s{one.sample}",
            "item": one.item,
            "t": one.t,
            "step": one.step,
            "type": one.type,
            "marked": one.marked,
            "answered": one.marked + one.clean,
            "error": one.error,
            "at_break": one.at_break,
            "t_reason": one.reason,
            "step_reason": one.reason,
            "type_reason": one.type_reason,
            "at_break_reason": one.at_break_reason,
        }
        for one in result.clips
    ]
    spec = METRICS[result.metric]
    columns = (
        Column("clip_id", "Clip"),
        Column("method", "Method"),
        *([Column("sample", "Sample")] if any(one.sample is not None for one in result.clips) else []),
        Column("item", "Item"),
        Column("t", "Break", unit="s", digits=3),
        Column("step", "Step", digits=0),
        Column("type", "Type"),
        Column("marked", "See a break", digits=0),
        Column("answered", "Reviewers", digits=0),
        Column.of(result.metric, "error", label=f"{spec.label} of the rollout"),
        Column.of(result.metric, "at_break", label=f"{spec.label} at the break"),
    )
    title = "Human breaks on scored clips"
    return Table(title, figure_frame(rows, columns), columns, (NOT_A_SUBSTITUTE,), incompleteness(result))
