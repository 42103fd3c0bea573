"""Why a figure of the review protocol has no value; results carry these sentences beside the null."""

from __future__ import annotations

__all__ = [
    "FEW_JUDGEMENTS",
    "FEW_REVIEWERS",
    "FEW_UNITS",
    "NOTHING_ANSWERED",
    "NOTHING_COMPARED",
    "NO_BOTH",
    "NO_CHANCE",
    "NO_HITS",
    "NO_LENGTHS",
    "NO_MARKS",
    "NO_MATCH",
    "NO_NULL",
    "NO_RATE",
    "NO_VARIATION",
    "NULL_IS_ONE",
]

FEW_REVIEWERS = "fewer than two reviewers answered"
FEW_JUDGEMENTS = "fewer than two judgements of one unit to compare"
FEW_UNITS = "fewer than two units to compare"
NO_VARIATION = "no variation: all judgements are the same, so there is nothing to correct for chance (raw agreement 1)"
NOTHING_ANSWERED = "nothing was answered"
NO_MARKS = "no pair of reviewers has a mark on a stream that both answered"
NO_MATCH = "no marks match"
NO_CHANCE = "no two marks of different items to compare with"
NO_LENGTHS = "the clips' lengths are not known (give a workspace, or lengths)"
NO_NULL = "no pair of panels with a mark has enough other panels with as many marks on clips of the same length"
NULL_IS_ONE = "panels of other items match completely, so nothing is left to tell agreement from chance"
NO_RATE = "the frame rate is not known for all streams"
NOTHING_COMPARED = "no prediction can be compared with a consensus"
NO_BOTH = "judge and consensus both see a break on no stream"
NO_HITS = "no hit has a type from both"
