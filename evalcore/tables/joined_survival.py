"""Tables of how long rollouts stay unbroken."""

from __future__ import annotations

from collections.abc import Mapping

from evalcore.joined.survival_result import NO_BAND, SurvivalResult
from evalcore.tables.coverage import incompleteness
from evalcore.tables.layout import Column
from evalcore.tables.review_figures import figure_frame
from evalcore.tables.table import Table

__all__ = ["joined_rollouts", "joined_survival"]

RULE = (
    "Kaplan-Meier: a rollout breaks where its reviewers' consensus says so; one without a break counts as unbroken up "
    "to its clip's end. Median: the time to the break of half of them; unbroken: the share at the end of the longest. "
    "95% CI: pointwise log-log."
)


def joined_survival(result: SurvivalResult, *, names: Mapping[str, str] | None = None) -> Table:
    """One row a stream: rollouts, how many break, the median time to the break, and what is unbroken at the end.

    The interval of the median is in two columns, since it may be open above. ``names`` are what streams are called.
    """
    rows = []
    for stream, one in result.by_stream.items():
        end = one.end
        rows.append(
            {
                "stream": stream,
                "name": (names or {}).get(stream, stream),
                "n": one.n,
                "broken": one.broken,
                "median": one.median,
                "median_low": one.median_low,
                "median_high": one.median_high,
                "unbroken": end and 100 * end.unbroken,
                "low": None if end is None or end.low is None else 100 * end.low,
                "high": None if end is None or end.high is None else 100 * end.high,
                "end": end and end.t,
                "median_reason": one.median_reason,
                "median_low_reason": one.median_low_reason,
                "median_high_reason": one.median_high_reason,
                "unbroken_reason": one.reason,
                "low_reason": one.reason or NO_BAND,
                "end_reason": one.reason,
            }
        )
    columns = (
        Column("stream", "Stream"),
        *([Column("name", "Called")] if names else []),
        Column("n", "Rollouts", digits=0),
        Column("broken", "Broken", digits=0),
        Column("median", "Median", unit="s", digits=2),
        Column("median_low", "Median CI from", unit="s", digits=2),
        Column("median_high", "CI to", unit="s", digits=2),
        Column("unbroken", "Unbroken", unit="%", digits=1),
        Column("low", "Unbroken CI", digits=1, upper="high"),
    )
    frame = figure_frame(rows, columns)
    return Table("Time to break", frame, columns, (RULE,), incompleteness(result))


def joined_rollouts(result: SurvivalResult) -> Table:
    """One row a rollout: whether and when it breaks, or how long it was watched without a break."""
    rows = [
        {
            "item": one.item,
            "stream": one.stream,
            "broken": "break" if one.broken else "unbroken",
            "t": one.t,
            "type": one.type,
            "type_reason": one.type_reason,
            "marked": one.marked,
            "answered": one.marked + one.clean,
        }
        for one in result.rollouts
    ]
    columns = (
        Column("item", "Item"),
        Column("stream", "Stream"),
        Column("broken", "Consensus"),
        Column("t", "Break, or end", unit="s", digits=3),
        Column("type", "Type"),
        Column("marked", "See a break", digits=0),
        Column("answered", "Reviewers", digits=0),
    )
    return Table("Rollouts behind the curves", figure_frame(rows, columns), columns, (), incompleteness(result))
