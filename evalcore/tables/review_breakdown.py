"""Tables of where and by whom reviewers disagree: by stream, without each reviewer, and the worst items first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from evalcore.review.answers import Answer
from evalcore.review.result import AgreementResult
from evalcore.tables.coverage import incompleteness
from evalcore.tables.layout import Column
from evalcore.tables.review_agreement import headline_text
from evalcore.tables.review_figures import (
    alpha_values,
    bootstrap_line,
    figure_frame,
    interval_columns,
    localization_values,
    matching_values,
)
from evalcore.tables.table import Table

__all__ = ["review_by_reviewer", "review_by_stream", "review_worst_items"]

NO_BREAKDOWN = "The run was made without breakdowns."


def review_by_stream(result: AgreementResult, *, names: Mapping[str, str] | None = None) -> Table:
    """One row a stream (a model, or the recording) over all items; ``names`` are what streams are called."""
    rows = [
        {
            "stream": stream,
            "name": (names or {}).get(stream, stream),
            **alpha_values("detection", part.detection),
            **matching_values("f1", part.matching),
            **localization_values("kappa_loc", part.localization),
            **alpha_values("category", part.category),
        }
        for stream, part in result.by_stream.items()
    ]
    columns = (
        Column("stream", "Stream"),
        *([Column("name", "Called")] if names else []),
        *interval_columns("detection", "Detection alpha"),
        Column("detection_raw", "Raw agreement", digits=3),
        *interval_columns("f1", "F1"),
        *interval_columns("kappa_loc", "kappa_loc"),
        *interval_columns("category", "Category alpha"),
    )
    return Table(
        "Agreement by stream", figure_frame(rows, columns), columns, _notes(result, bool(rows)), incompleteness(result)
    )


def review_by_reviewer(result: AgreementResult) -> Table:
    """One row a reviewer: the F1 with all others, and the figures of the others alone (leave one out)."""
    rows = [
        {
            "reviewer": reviewer,
            "answers": part.n_answers,
            **matching_values("with_others", part.with_others),
            **alpha_values("detection", part.detection),
            **matching_values("f1", part.matching),
            **localization_values("kappa_loc", part.localization),
        }
        for reviewer, part in result.by_reviewer.items()
    ]
    columns = (
        Column("reviewer", "Reviewer"),
        Column("answers", "Answers", digits=0),
        *interval_columns("with_others", "F1 with the others"),
        *interval_columns("detection", "Detection alpha without"),
        *interval_columns("f1", "F1 without"),
        *interval_columns("kappa_loc", "kappa_loc without"),
    )
    notes = (
        "Without: the figures of all other reviewers. Where they are clearly above the figure of everybody, this "
        "reviewer sees other breaks than the others.",
        *_notes(result, bool(rows)),
    )
    return Table("Each reviewer left out", figure_frame(rows, columns), columns, notes, incompleteness(result))


def review_worst_items(result: AgreementResult, answers: Iterable[Answer] = ()) -> Table:
    """One row an item that two or more reviewers answered, the worst first; with ``answers``, also who says
    what of the item's worst stream.
    """
    given: dict[str, list[Answer]] = {}
    for answer in answers:
        given.setdefault(answer.item, []).append(answer)
    rows = []
    for one in result.worst_items:
        broke, clean = _sides(given.get(one.item, []), one.worst_stream)
        rows.append(
            {
                "item": one.item,
                "agreement": one.agreement,
                "raw": one.raw_agreement,
                "f1": one.f1,
                "f1_reason": one.f1_reason,
                "reviewers": one.n_reviewers,
                "pairs": one.n_pairs,
                "worst_stream": one.worst_stream,
                "broke": ", ".join(broke) or "nobody",
                "clean": ", ".join(clean) or "nobody",
            }
        )
    columns = (
        Column("item", "Item"),
        Column("agreement", "Agreement", digits=3),
        Column("raw", "Break or not", digits=3),
        Column("f1", "F1", digits=3),
        Column("reviewers", "Reviewers", digits=0),
        Column("worst_stream", "Worst stream"),
        *([Column("broke", "See a break there"), Column("clean", "See none there")] if given else []),
    )
    notes = (
        "Agreement: mean over pairs of panels, 1 where both see no break, else their F1. Break or not: share of pairs "
        "that say the same of whether the stream breaks.",
        f"F1 at the tolerance {headline_text(result)}.",
    )
    return Table("Items, the worst first", figure_frame(rows, columns), columns, notes, incompleteness(result))


def _sides(answers: Iterable[Answer], stream: str) -> tuple[list[str], list[str]]:
    """Who marked a stream of an item, and who said that it has no break."""
    mine = list(answers)
    broke = [one.reviewer for one in mine if any(mark.stream == stream for mark in one.violations)]
    return broke, [one.reviewer for one in mine if stream in one.clean]


def _notes(result: AgreementResult, there: bool) -> tuple[str, ...]:
    if not there:
        return (NO_BREAKDOWN,)
    at = f"At the tolerance {headline_text(result)}; detection does not depend on it."
    return (f"{at} {bootstrap_line(result.config)}",)
