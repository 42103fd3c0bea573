"""Tables of a judge against the reviewers' consensus."""

from __future__ import annotations

from evalcore.review.alignment_result import AlignmentResult, AlignmentRow, StreamAlignment
from evalcore.tables.coverage import incompleteness
from evalcore.tables.layout import Column
from evalcore.tables.review_figures import (
    bootstrap_line,
    figure_frame,
    interval_columns,
    interval_values,
    tolerance_text,
)
from evalcore.tables.table import Table
from evalcore.tables.wording import counted

__all__ = [
    "ALIGNMENT_FIGURES",
    "OUTCOMES",
    "judge_line",
    "review_alignment",
    "review_alignment_counts",
    "review_alignment_scope",
    "review_alignment_streams",
    "unit_of",
    "worst_streams",
]

ALIGNMENT_FIGURES = {
    "agreement": "Agreement",
    "kappa": "Kappa",
    "precision": "Precision",
    "recall": "Recall",
    "hit_rate": "Hit rate",
    "category_agreement": "Same type on hits",
}
OUTCOMES = {
    "both": "both see a break",
    "judge_only": "only the judge",
    "human_only": "only the reviewers",
    "neither": "neither",
}
NO_JUDGE, NO_HUMAN = "the judge sees no break", "the reviewers together see no break"
WORST = ("judge_only", "human_only", "both", "neither")


def judge_line(result: AlignmentResult) -> str:
    """Which judge, how many predictions, and what is compared with."""
    return (
        f"Judge {result.judge or 'not named'}: {counted(result.n_predictions, 'prediction')}, "
        f"{result.n_failed} failed; against the consensus ({result.consensus_method})"
    )


def review_alignment(result: AlignmentResult) -> Table:
    """One row a tolerance: detection, hits and categories with their intervals."""
    rows = [
        {
            "tolerance": tolerance_text(row),
            "seconds": row.tolerance,
            "n": row.n,
            "left_out": row.left_out,
            **_figures(row),
            "hits": row.hits,
            "n_categories": row.n_categories,
        }
        for row in result.sweep
    ]
    columns = [Column("tolerance", "Tolerance"), Column("n", "Streams", digits=0)]
    columns.append(Column("left_out", "Too coarse", digits=0))
    for name, label in ALIGNMENT_FIGURES.items():
        columns += interval_columns(name, label)
    notes = (
        f"{judge_line(result)}. Kappa: Cohen's, of break or no break. Precision and recall: of the judge's breaks. Hit "
        "rate: of the streams on which both see a break, those at most the tolerance apart.",
        "Too coarse: predictions whose own resolution, half the interval between the frames that the judge saw, is "
        f"coarser than the tolerance; they are left out of that row. {bootstrap_line(result.config)}",
    )
    frame = figure_frame(rows, columns)
    return Table("A judge against the reviewers", frame, tuple(columns), notes, incompleteness(result))


def _figures(row: AlignmentRow) -> dict[str, float | str | None]:
    cells: dict[str, float | str | None] = {}
    for name in ALIGNMENT_FIGURES:
        value, reason = getattr(row, name), getattr(row, f"{name}_reason")
        cells |= interval_values(name, value, row.ci95.get(name), reason=reason, ci95_reason=row.ci95_reason.get(name))
    return cells


def review_alignment_counts(result: AlignmentResult) -> Table:
    """One row a tolerance: the four cells of break or no break, and the offsets of the breaks that both see."""
    rows = [
        {
            "tolerance": tolerance_text(row),
            "seconds": row.tolerance,
            **{name: getattr(row, name) for name in OUTCOMES},
            "hits": row.hits,
            "mean_offset": row.mean_offset,
            "mean_offset_reason": row.mean_offset_reason,
            "median_offset": row.median_offset,
            "median_offset_reason": row.median_offset_reason,
            "mean_offset_frames": row.mean_offset_frames,
            "mean_offset_frames_reason": row.mean_offset_frames_reason,
        }
        for row in result.sweep
    ]
    columns = (
        Column("tolerance", "Tolerance"),
        *(Column(name, words[:1].upper() + words[1:], digits=0) for name, words in OUTCOMES.items()),
        Column("hits", "Hits", digits=0),
        Column("mean_offset", "Mean offset", unit="s", digits=3),
        Column("median_offset", "Median offset", unit="s", digits=3),
        Column("mean_offset_frames", "Mean offset", unit="frames", digits=1),
    )
    notes = ("Offsets are of all streams on which both see a break, hits or not.",)
    frame = figure_frame(rows, columns)
    return Table("Breaks seen by judge and reviewers", frame, columns, notes, incompleteness(result))


def review_alignment_scope(result: AlignmentResult) -> Table:
    """What became of the predictions: compared, failed, without a consensus; and rollouts that were not judged."""
    rows = [
        {"what": "Predictions", "n": result.n_predictions},
        {"what": "Failed calls, which are no verdict", "n": result.n_failed},
        {"what": "Verdicts on streams without a consensus", "n": result.n_without_consensus},
        {"what": "Compared", "n": len(result.streams)},
        {"what": "Streams with a consensus and no verdict", "n": result.n_not_judged},
    ]
    columns = (Column("what", "Predictions"), Column("n", "Streams", digits=0))
    notes = (f"Hash of the prompt: {result.prompt_sha256}.",) if result.prompt_sha256 else ()
    return Table("What was compared", figure_frame(rows, columns), columns, notes, incompleteness(result))


def unit_of(one: StreamAlignment) -> str:
    """``item/stream``, as failures name it."""
    return f"{one.item}/{one.stream}"


def worst_streams(result: AlignmentResult, *, outcome: str | None = None) -> list[StreamAlignment]:
    """The compared streams, the worst first: seen by one side alone, then breaks the farthest apart.

    ``outcome``: only those of one of :data:`OUTCOMES`.
    """
    chosen = [one for one in result.streams if outcome in (None, one.outcome)]
    return sorted(chosen, key=lambda one: (WORST.index(one.outcome), -(one.offset or 0.0), one.item, one.stream))


def review_alignment_streams(result: AlignmentResult, *, outcome: str | None = None) -> Table:
    """One row a compared stream, in the order of :func:`worst_streams`."""
    rows = [
        {
            "item": one.item,
            "stream": one.stream,
            "outcome": OUTCOMES[one.outcome],
            "judge_t": one.judge_t,
            "judge_t_reason": NO_JUDGE,
            "human_t": one.human_t,
            "human_t_reason": NO_HUMAN,
            "offset": one.offset,
            "offset_reason": NO_JUDGE if one.judge_t is None else NO_HUMAN,
            "judge_type": one.judge_type,
            "judge_type_reason": NO_JUDGE if one.judge_t is None else "the judge names no type",
            "human_type": one.human_type,
            "human_type_reason": NO_HUMAN if one.human_t is None else "the reviewers name no type",
            "resolution": one.resolution,
            "resolution_reason": "the prediction does not say",
        }
        for one in worst_streams(result, outcome=outcome)
    ]
    columns = (
        Column("item", "Item"),
        Column("stream", "Stream"),
        Column("outcome", "Who sees a break"),
        Column("judge_t", "Judge", unit="s", digits=3),
        Column("human_t", "Reviewers", unit="s", digits=3),
        Column("offset", "Apart", unit="s", digits=3),
        Column("judge_type", "Type of the judge"),
        Column("human_type", "Type of the reviewers"),
        Column("resolution", "Resolution", unit="s", digits=3),
    )
    return Table("Streams, the worst first", figure_frame(rows, columns), columns, (), incompleteness(result))
