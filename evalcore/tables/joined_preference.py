"""Tables of which streams reviewers prefer."""

from __future__ import annotations

from collections.abc import Mapping

from evalcore.joined.preference_result import PreferenceResult
from evalcore.tables.coverage import incompleteness
from evalcore.tables.layout import Column
from evalcore.tables.review_figures import figure_frame, interval_values
from evalcore.tables.table import Table
from evalcore.tables.wording import counted

__all__ = ["joined_pairs", "joined_preference", "preference_lines"]

RULE = (
    "A preference compares its winner with each other stream of the item; a tie is half a win each. Win rate: wins by "
    "comparisons, 50% by chance. Strength: Bradley-Terry log-odds, 0 is the mean of the streams that can be compared; "
    "a difference of 1 is odds of 2.7 to 1."
)


def joined_preference(result: PreferenceResult, *, names: Mapping[str, str] | None = None) -> Table:
    """One row a stream: how often it is chosen, win rate and strength with their intervals.

    ``names`` are what streams are called.
    """
    rows = []
    for stream, one in result.by_stream.items():
        rate = one.win_rate_ci95
        rows.append(
            {
                "stream": stream,
                "name": (names or {}).get(stream, stream),
                "n": one.n,
                "chosen": one.chosen,
                "tied": one.tied,
                "wins": one.wins,
                "comparisons": one.comparisons,
                **interval_values(
                    "win_rate",
                    None if one.win_rate is None else 100 * one.win_rate,
                    rate and (100 * rate[0], 100 * rate[1]),
                    reason=one.win_rate_reason,
                    ci95_reason=one.win_rate_ci95_reason,
                ),
                **interval_values(
                    "strength",
                    one.strength,
                    one.strength_ci95,
                    reason=one.strength_reason,
                    ci95_reason=one.strength_ci95_reason,
                ),
            }
        )
    columns = (
        Column("stream", "Stream"),
        *([Column("name", "Called")] if names else []),
        Column("n", "Preferences", digits=0),
        Column("chosen", "Chosen", digits=0),
        Column("tied", "Tied", digits=0),
        Column("win_rate", "Win rate", unit="%", digits=1, higher_is_better=True),
        Column("win_rate_low", "Win rate CI", digits=1, upper="win_rate_high", reason="win_rate_ci95_reason"),
        Column("strength", "Strength", unit="log-odds", digits=2, higher_is_better=True),
        Column("strength_low", "Strength CI", digits=2, upper="strength_high", reason="strength_ci95_reason"),
    )
    notes = (RULE, *preference_lines(result))
    return Table("Preference", figure_frame(rows, columns), columns, notes, incompleteness(result))


def joined_pairs(result: PreferenceResult) -> Table:
    """One row a pair of streams: how often either is preferred to the other, a tie as half of each."""
    rows = [vars(one) for one in result.pairs]
    columns = (
        Column("stream", "Stream"),
        Column("other", "Against"),
        Column("wins", "Preferred", digits=1),
        Column("losses", "Not preferred", digits=1),
    )
    return Table("Preferences pair by pair", figure_frame(rows, columns), columns, (), incompleteness(result))


def preference_lines(result: PreferenceResult) -> tuple[str, ...]:
    """What the figures are over, and how their intervals were made."""
    config = result.config
    over = (
        f"{counted(result.coverage.done, 'preference')} of {counted(result.n_reviewers, 'reviewer')} on "
        f"{counted(result.n_items, 'item')}."
    )
    if not config.resamples:
        return (over,)
    return over, f"95% CI: percentile bootstrap over items, B = {config.resamples}, seed {config.seed}."
