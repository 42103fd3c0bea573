"""Who and what the disagreement comes from: by stream, by reviewer, and the worst items."""

from __future__ import annotations

import numpy as np

from evalcore.review.comparison import Comparison, Mask, Step
from evalcore.review.estimates import Estimator
from evalcore.review.figures import coefficient, localization, matching
from evalcore.review.panels import Index
from evalcore.review.reasons import FEW_REVIEWERS, NO_LENGTHS, NO_MARKS, NO_NULL
from evalcore.review.result import Coefficient, ItemAgreement, Localization, ReviewerBreakdown, StreamBreakdown

__all__ = ["by_reviewer", "by_stream", "category", "detection", "located", "worst_items"]


def detection(comparison: Comparison, estimator: Estimator, kept: Index | None = None) -> Coefficient:
    """Break or clean, over the answered panels of units (item, stream); ``kept`` chooses panels."""
    panels = comparison.panels
    some = np.arange(len(panels)) if kept is None else kept
    return coefficient(
        estimator,
        panels.unit[some],
        (panels.marks[some] > 0).astype(np.int64),
        item=panels.item[some],
        reviewers=len(np.unique(panels.reviewer[some])),
        values=2,
    )


def category(
    comparison: Comparison, step: Step, estimator: Estimator, *, severity: bool = False, stream: int | None = None
) -> Coefficient:
    """Types (nominal) or severities (ordinal) of the breaks that several reviewers saw, blanks dropped."""
    panels = comparison.panels
    given = panels.severity if severity else panels.type
    marks, breaks = step.judging_marks, step.judged_break
    panel = panels.panel_of_mark[marks]
    kept = given[marks] >= 0
    if stream is not None:
        kept &= panels.stream[panel] == stream
    marks, breaks, panel = marks[kept], breaks[kept], panel[kept]
    names, value = np.unique(given[marks], return_inverse=True)
    return coefficient(
        estimator,
        breaks,
        value.astype(np.int64),
        item=panels.item[panel],
        reviewers=len(np.unique(panels.reviewer)),
        values=max(len(names), 1),
        ordinal=severity,
    )


def located(comparison: Comparison, step: Step, estimator: Estimator, kept: Mask | None = None) -> Localization:
    """Localization of a step; ``kept`` is a mask of pairs."""
    seconds, frames = comparison.offsets(step, kept)
    missing = NO_NULL if comparison.lengths_known else NO_LENGTHS
    return localization(estimator, comparison.pairs(step, kept), seconds, frames, missing=missing)


def by_stream(comparison: Comparison, step: Step, estimator: Estimator) -> dict[str, StreamBreakdown]:
    """The figures of each stream id over all items."""
    panels = comparison.panels
    parts = {}
    for code, name in enumerate(panels.streams):
        pairs = panels.stream[comparison.one] == code
        parts[name] = StreamBreakdown(
            detection=detection(comparison, estimator, np.flatnonzero(panels.stream == code)),
            matching=matching(estimator, comparison.pairs(step, pairs)),
            localization=located(comparison, step, estimator, pairs),
            category=category(comparison, step, estimator, stream=code),
        )
    return parts


def by_reviewer(
    comparison: Comparison, step: Step, estimator: Estimator, answers: dict[str, int]
) -> dict[str, ReviewerBreakdown]:
    """The figures without each reviewer, and each reviewer's F1 with the others."""
    panels = comparison.panels
    code_of = {name: code for code, name in enumerate(panels.reviewers)}
    parts = {}
    for name, count in answers.items():
        code = code_of.get(name, -1)
        mine = (panels.reviewer[comparison.one] == code) | (panels.reviewer[comparison.other] == code)
        few = FEW_REVIEWERS if len(answers) < 3 else None
        parts[name] = ReviewerBreakdown(
            n_answers=count,
            with_others=matching(estimator, comparison.pairs(step, mine)),
            detection=detection(comparison, estimator, np.flatnonzero(panels.reviewer != code)),
            matching=matching(estimator, comparison.pairs(step, ~mine), missing=few),
            localization=located(comparison, step, estimator, ~mine),
        )
    return parts


def worst_items(comparison: Comparison, step: Step) -> tuple[ItemAgreement, ...]:
    """Items with a pair of reviewers on a stream, the lowest agreement first, then by name."""
    panels, one, other = comparison.panels, comparison.one, comparison.other
    marks, matched = comparison.marks_of_pair, step.matched.count
    score = np.where(marks > 0, 2 * matched / np.maximum(marks, 1), 1.0)
    same = (panels.marks[one] > 0) == (panels.marks[other] > 0)
    unit, item = panels.unit[one], comparison.item_of_pair

    n = len(panels.items)
    pairs = np.bincount(item, minlength=n)
    agreement = np.bincount(item, weights=score, minlength=n) / np.maximum(pairs, 1)
    # The mean over units, as in the detection figure: a stream with more reviewers does not weigh more.
    units = len(panels.item_of_unit)
    of_unit = np.bincount(unit, minlength=units)
    raw_of_unit = np.bincount(unit, weights=same, minlength=units) / np.maximum(of_unit, 1)
    paired = of_unit > 0
    summed = np.bincount(panels.item_of_unit[paired], weights=raw_of_unit[paired], minlength=n)
    raw = summed / np.maximum(np.bincount(panels.item_of_unit[paired], minlength=n), 1)
    score_of_unit = np.bincount(unit, weights=score, minlength=units) / np.maximum(of_unit, 1)
    marks_of_item = np.bincount(item, weights=marks, minlength=n)
    matched_of_item = np.bincount(item, weights=2 * matched, minlength=n)

    worst = np.full(n, -1, np.int64)
    lowest = np.flatnonzero(paired)
    for unit_ in lowest[np.lexsort((-lowest, -score_of_unit[lowest]))].tolist():
        worst[panels.item_of_unit[unit_]] = panels.stream_of_unit[unit_]
    seen = np.unique(panels.item * len(panels.reviewers) + panels.reviewer) // max(len(panels.reviewers), 1)
    reviewers = np.bincount(seen, minlength=n)
    chosen = np.flatnonzero(pairs)
    rows = []
    for k in chosen[np.lexsort((chosen, agreement[chosen].round(12)))].tolist():
        f1 = float(matched_of_item[k] / marks_of_item[k]) if marks_of_item[k] else None
        rows.append(
            ItemAgreement(
                item=panels.items[k],
                agreement=float(agreement[k]),
                raw_agreement=float(raw[k]),
                f1=f1,
                n_reviewers=int(reviewers[k]),
                n_pairs=int(pairs[k]),
                worst_stream=panels.streams[worst[k]],
                f1_reason=None if f1 is not None else NO_MARKS,
            )
        )
    return tuple(rows)
