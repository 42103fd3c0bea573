"""The table of a judge run over rollouts."""

from __future__ import annotations

from evalcore.review.judge_result import JudgeResult
from evalcore.tables.coverage import incompleteness
from evalcore.tables.layout import Column
from evalcore.tables.table import Table

__all__ = ["review_judge_run"]


def review_judge_run(result: JudgeResult) -> Table:
    """One row: rollouts judged in this run, kept from before and failed, and the tokens that it took."""
    columns = (
        Column("file", "Predictions"),
        Column("asked", "Judged", digits=0),
        Column("kept", "Kept from before", digits=0),
        Column("failed", "Failed", digits=0),
        Column("prompt_tokens", "Tokens sent", digits=0),
        Column("completion_tokens", "Tokens received", digits=0),
    )
    config = result.config
    notes = (
        f"Judge: {result.judge} at {config.endpoint}; {config.tiles} frames on a contact sheet, one request a stream.",
        "A failed call is no verdict: its row says why, and the same command asks again.",
    )
    return Table("Judge run over rollouts", result.scores, columns, notes, incompleteness(result))
