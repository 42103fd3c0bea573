"""Tables of how far the reviewers are: answered panels, progress, and their answers to items that are known."""

from __future__ import annotations

from collections.abc import Sequence

from evalcore.review.assignment import Progress
from evalcore.review.gold import GoldScore
from evalcore.review.result import PanelCoverage, PanelShare
from evalcore.tables.layout import Column
from evalcore.tables.review_figures import figure_frame
from evalcore.tables.table import Table

__all__ = ["EVERYBODY", "review_coverage", "review_gold", "review_progress"]

EVERYBODY = "all"


def review_coverage(coverage: PanelCoverage) -> Table:
    """Panels shown and answered: in all, by reviewer and by stream."""
    parts: list[tuple[str, str, PanelShare]] = [(EVERYBODY, "", PanelShare(coverage.shown, coverage.answered))]
    parts += [("reviewer", name, part) for name, part in coverage.by_reviewer.items()]
    parts += [("stream", name, part) for name, part in coverage.by_stream.items()]
    rows = [
        {
            "of": kind,
            "name": name,
            "shown": part.shown,
            "answered": part.answered,
            "open": part.shown - part.answered,
            "share": 100 * part.answered / part.shown if part.shown else None,
            "share_reason": coverage.share_reason or "no panel of it was shown",
        }
        for kind, name, part in parts
    ]
    columns = (
        Column("of", "Of"),
        Column("name", "Name"),
        Column("shown", "Panels shown", digits=0),
        Column("answered", "Answered", digits=0),
        Column("open", "Not answered", digits=0),
        Column("share", "Answered", unit="%", digits=1),
    )
    shown = "of the items" if coverage.known else "that any reviewer mentions, as the items are not known"
    notes = (
        "Answered: at least one mark, or an explicit 'no breaks'. Only answered panels enter the figures.",
        f"Panels shown are those {shown}, in the items that a reviewer has an answer to.",
    )
    return Table("Coverage", figure_frame(rows, columns), columns, notes)


def review_progress(rows: Sequence[Progress]) -> Table:
    """One row a reviewer: items assigned, begun and complete, panels answered, and the item that comes next."""
    entries = [
        {
            "reviewer": row.reviewer,
            "assigned": row.assigned,
            "begun": row.begun,
            "complete": row.complete,
            "panels": row.panels,
            "panels_answered": row.panels_answered,
            "next_item": row.next_item,
            "next_item_reason": "every assigned item is complete" if row.assigned else "no item is assigned",
        }
        for row in rows
    ]
    columns = (
        Column("reviewer", "Reviewer"),
        Column("assigned", "Items assigned", digits=0),
        Column("begun", "With an answer", digits=0),
        Column("complete", "Complete", digits=0),
        Column("panels_answered", "Panels answered", digits=0),
        Column("panels", "Panels", digits=0),
        Column("next_item", "Next item"),
    )
    notes = ("Complete: every panel of the item is answered.",)
    return Table("Progress of each reviewer", figure_frame(entries, columns), columns, notes)


def review_gold(scores: Sequence[GoldScore], *, tolerance: float) -> Table:
    """One row a reviewer: known breaks found, false alarms, and how late the marks are; ``tolerance`` in seconds."""
    entries = [
        {
            "reviewer": one.reviewer,
            "streams": one.n_streams,
            "broken": one.broken,
            "found": one.found,
            "recall": one.recall,
            "recall_reason": one.recall_reason,
            "false_alarms": one.false_alarms,
            "false_alarms_reason": one.false_alarms_reason,
            "mean_lag": one.mean_lag,
            "median_lag": one.median_lag,
            "lag_reason": one.lag_reason,
        }
        for one in scores
    ]
    columns = (
        Column("reviewer", "Reviewer"),
        Column("streams", "Gold streams", digits=0),
        Column("broken", "With a break", digits=0),
        Column("found", "Found", digits=0),
        Column("recall", "Recall", digits=3),
        Column("false_alarms", "False alarms", digits=3),
        Column("mean_lag", "Mean lag", unit="s", digits=3, reason="lag_reason"),
        Column("median_lag", "Median lag", unit="s", digits=3, reason="lag_reason"),
    )
    notes = (
        f"Found: a mark at most {tolerance:g} s from the known break. False alarms: share of unbroken gold streams "
        "with a mark. Lag: mark - truth of the nearest mark, positive is late.",
    )
    return Table("Reviewers on gold items", figure_frame(entries, columns), columns, notes)
