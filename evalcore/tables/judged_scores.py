"""Tables of the scores that judgments give: all models, one file of judgments, the check against published values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from evalcore.judged.config import JUDGED_COMPONENTS
from evalcore.judged.result import BaselinesResult, JudgedResult, ModelScore
from evalcore.metrics import METRICS
from evalcore.tables.coverage import incompleteness
from evalcore.tables.judged_scope import interval_line, scope_notes
from evalcore.tables.layout import Column
from evalcore.tables.table import Table, frame_of
from evalcore.tables.wording import counted

__all__ = ["judged_published", "judged_score", "judged_scores"]

DEFINITIONS = (
    "Event: mean over tasks of the mean recall over reference classes. Structure: mean over tasks of the share of "
    "clear verdicts. A missing judgment is incorrect and not clear.",
    "Pair accuracy stands beside Event, never for it: a pair is right when both of its events are; controls are in no "
    "pair.",
)


def judged_scores(result: BaselinesResult) -> Table:
    """One row a model: event and structure with 95% intervals over tasks, pair accuracy, conditions, coverage."""
    names, columns = ["model"], [Column("model", "Model")]
    for component in JUDGED_COMPONENTS:
        low, high = f"{component}_low", f"{component}_high"
        names += [component, low, high]
        spec = METRICS[component]
        columns += [
            Column.of(component, component, best=True),
            Column(low, f"{spec.label} 95% CI", digits=spec.digits, upper=high),
        ]
    counts = {"pairs": "Pairs", "n": "n", "judged": "Judged", "missing": "Missing"}
    names += ["pair_accuracy", *counts]
    columns += [Column.of("pair_accuracy", "pair_accuracy", best=True)]
    columns += [Column(key, label, digits=0) for key, label in counts.items()]
    rows = [[model, *_cells(score), *_reasons(score)] for model, score in result.models.items()]
    reasons = [*(f"{component}_low_reason" for component in JUDGED_COMPONENTS), "pair_accuracy_reason"]
    scores = result.models.values()
    notes = (
        *scope_notes(result),
        *DEFINITIONS,
        f"{interval_line(result.config)}; the same resamples for every model.",
        *_outside(score.counts.outside for score in scores),
        f"Published values: {_published_line(result)}.",
    )
    frame = frame_of(rows, [*names, *reasons], numbers=names[1:])
    return Table(f"Judged scores on {result.subset}", frame, tuple(columns), notes, incompleteness(result))


def _cells(score: ModelScore) -> list[Any]:
    cells: list[Any] = []
    for component in JUDGED_COMPONENTS:
        cells += [getattr(score, component), *(score.ci95[component] or (None, None))]
    pairs, counts = score.pairs, score.counts
    return [*cells, pairs.accuracy, pairs.n, len(score.conditions), counts.judged, counts.missing]


def _reasons(score: ModelScore) -> list[str | None]:
    return [*(score.ci95_reason[component] for component in JUDGED_COMPONENTS), score.pairs.accuracy_reason]


def _outside(counts: Iterable[int]) -> tuple[str, ...]:
    outside = sum(counts)
    return (f"{counted(outside, 'judgment')} outside the scope ignored.",) if outside else ()


def judged_score(result: JudgedResult) -> Table:
    """One row a component of one file of judgments: value, 95% intervals over tasks and over pairs, units and n."""
    rows: list[tuple[Any, ...]] = []
    for component in JUDGED_COMPONENTS:
        low, high = result.ci95[component] or (None, None)
        pair_low, pair_high = result.ci95_pairs[component] or (None, None)
        why = (None, result.ci95_reason[component], result.ci95_pairs_reason[component])
        value, n = getattr(result, component), len(result.conditions)
        rows.append((METRICS[component].label, value, low, high, pair_low, pair_high, n, "conditions", *why))
    none = "no interval is computed for pair accuracy"
    pairs = result.pairs
    head = (METRICS["pair_accuracy"].label, pairs.accuracy, None, None, None, None, pairs.n, "pairs")
    rows.append((*head, pairs.accuracy_reason, none, none))
    spec = METRICS["event"]
    columns = (
        Column("component", "Score"),
        Column("value", "Value", unit=spec.unit, digits=spec.digits, higher_is_better=spec.higher_is_better),
        Column("low", "95% CI over tasks", digits=spec.digits, upper="high"),
        Column("pair_low", "95% CI over pairs", digits=spec.digits, upper="pair_high"),
        Column("n", "n", digits=0),
        Column("unit", "Of"),
    )
    numbers = ("value", "low", "high", "pair_low", "pair_high", "n")
    names = ("component", *numbers, "unit", "value_reason", "low_reason", "pair_low_reason")
    counts = result.counts
    coverage = f"{counts.judged} of {len(result.conditions)} conditions judged, {counts.missing} missing."
    notes = (
        *scope_notes(result),
        coverage,
        *DEFINITIONS,
        f"{interval_line(result.config)}; over pairs: pairs and controls are drawn within each task.",
        *_outside([counts.outside]),
    )
    return Table(
        f"Judged score on {result.subset}",
        frame_of(rows, names, numbers=numbers),
        columns,
        notes,
        incompleteness(result),
    )


def judged_published(result: BaselinesResult) -> Table:
    """One row a published value that the judgments do not give at its printed rounding.

    The title says how many values were checked and how many agree.
    """
    published = result.published
    rows = [
        (one.model, METRICS[one.component].label, one.published, one.recomputed, one.recomputed - one.published)
        for one in published.differences
    ]
    digits = max([one.decimals for one in published.differences], default=1)
    columns = (
        Column("model", "Model"),
        Column("component", "Score"),
        Column("published", "Published", unit="%", digits=digits),
        Column("recomputed", "From the judgments", unit="%", digits=digits + 2),
        Column("difference", "Difference", unit="points", digits=digits + 2),
    )
    names = [column.key for column in columns]
    notes = [*scope_notes(result)]
    if published.checked:
        notes.append("Values are compared at the rounding that the published table prints.")
    if published.unpublished:
        notes.append(f"With judgments, not in the published table: {', '.join(published.unpublished)}.")
    if published.unjudged:
        notes.append(f"In the published table, without judgments: {', '.join(published.unjudged)}.")
    frame = frame_of(rows, names, numbers=names[2:])
    title = f"Published values: {_published_line(result)}"
    return Table(title, frame, columns, tuple(notes), incompleteness(result))


def _published_line(result: BaselinesResult) -> str:
    """``32 of 32 agree``, or why nothing was checked."""
    published = result.published
    if not published.checked:
        return f"not checked ({published.reason or 'there is nothing to compare'})"
    return f"{published.agreed} of {published.checked} agree"
