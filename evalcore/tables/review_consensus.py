"""Tables of what reviewers say of streams: together, and each by themselves."""

from __future__ import annotations

from collections.abc import Iterable

from evalcore.review.answers import Answer
from evalcore.review.clock import frame_of
from evalcore.review.config import TIE
from evalcore.review.consensus import ConsensusResult
from evalcore.review.items import Item
from evalcore.tables.coverage import incompleteness
from evalcore.tables.layout import Column
from evalcore.tables.review_figures import figure_frame
from evalcore.tables.table import Table

__all__ = ["review_answers", "review_consensus", "review_marks"]

NO_RATE = "the frame rate is not known"
METHODS = {
    "default": "Each reviewer's earliest mark; more reviewers with a mark than with 'no breaks': a break at the lower "
    "median, which is a mark that somebody made. Else no break.",
    "potato": "As the reference implementation: the two middle marks of an even number are averaged, so that nobody "
    "may have marked that moment.",
}


def review_consensus(result: ConsensusResult) -> Table:
    """One row a stream that somebody answered: verdict, moment, type, and how many reviewers stand behind it."""
    rows = [
        {
            "item": row.item,
            "stream": row.stream,
            "verdict": row.verdict,
            "t": row.t,
            "t_reason": row.t_reason,
            "type": row.type,
            "type_reason": row.type_reason,
            "marked": row.marked,
            "clean": row.clean,
            "tie": row.marked == row.clean,
        }
        for row in result.streams
    ]
    columns = (
        Column("item", "Item"),
        Column("stream", "Stream"),
        Column("verdict", "Verdict"),
        Column("t", "Break", unit="s", digits=3),
        Column("type", "Type"),
        Column("marked", "See a break", digits=0),
        Column("clean", "See none", digits=0),
        Column("tie", "Tie"),
    )
    notes = (METHODS[result.method], "A tie is no break. Streams that nobody answered are not listed.")
    return Table("Consensus", figure_frame(rows, columns), columns, notes, incompleteness(result))


def review_marks(answers: Iterable[Answer], item: Item, *, fps: float | None = None) -> Table:
    """One row a mark or 'no breaks' on ``item``, by stream and time; ``fps`` where a stream does not give its rate."""
    rows = []
    for stream in item.streams:
        rate = stream.fps or fps
        said = []
        for answer in answers_to(answers, item.item):
            common = {"stream": stream.stream, "reviewer": answer.reviewer}
            said += [
                {
                    **common,
                    "said": "break",
                    "t": mark.t,
                    "frame": frame_of(mark.t, fps=rate),
                    "frame_reason": NO_RATE,
                    "type": mark.type,
                    "severity": mark.severity,
                    "type_reason": "no type was chosen",
                    "severity_reason": "no severity was chosen",
                    "note": mark.note,
                }
                for mark in answer.violations
                if mark.stream == stream.stream
            ]
            if stream.stream in answer.clean:
                said.append({**common, "said": "no breaks", "note": "", **dict.fromkeys(EMPTY, "there is no break")})
        rows += sorted(said, key=lambda row: (row.get("t") is None, row.get("t"), row["reviewer"]))
    columns = (
        Column("stream", "Stream"),
        Column("reviewer", "Reviewer"),
        Column("said", "Says"),
        Column("t", "At", unit="s", digits=3),
        Column("frame", "Frame", digits=0),
        Column("type", "Type"),
        Column("severity", "Severity", digits=0),
        Column("note", "Note", wrap=True),
    )
    return Table(f"Marks on {item.item}", figure_frame(rows, columns), columns)


EMPTY = ("t_reason", "frame_reason", "type_reason", "severity_reason")


def review_answers(answers: Iterable[Answer], item: Item) -> Table:
    """One row a reviewer: preference with its confidence, and the verdict on the intervention where there is one."""
    rows = [
        {
            "reviewer": answer.reviewer,
            "winner": "tie" if answer.preference.winner == TIE else answer.preference.winner,
            "confidence": answer.preference.confidence,
            "verdict": answer.counterfactual.verdict,
            "note": answer.counterfactual.note,
            **dict.fromkeys(("winner_reason", "confidence_reason", "verdict_reason"), "not answered"),
        }
        for answer in answers_to(answers, item.item)
    ]
    columns = [
        Column("reviewer", "Reviewer"),
        Column("winner", "Prefers"),
        Column("confidence", "Confidence", digits=0),
    ]
    if item.intervention:
        columns += [Column("verdict", "Counterfactual"), Column("note", "Note", wrap=True)]
    return Table(f"Preferences on {item.item}", figure_frame(rows, columns), tuple(columns))


def answers_to(answers: Iterable[Answer], item: str) -> list[Answer]:
    """The answers to one item."""
    return [answer for answer in answers if answer.item == item]
