"""Tables of two models on the same samples of the scene protocol."""

from __future__ import annotations

from collections.abc import Sequence

from evalcore.errors import InputError
from evalcore.metrics import METRICS
from evalcore.scene import PairedResult
from evalcore.tables.coverage import incompleteness
from evalcore.tables.layout import Column
from evalcore.tables.scene_figures import INTERVALS, points, shown
from evalcore.tables.table import Table, frame_of

__all__ = ["scene_paired", "scene_pairs"]


def scene_paired(pairs: Sequence[PairedResult]) -> Table:
    """One row a comparison: n, mean difference, 95% interval, wins and ties.

    Raises
    ------
    InputError
        No comparison, or comparisons of different figures (their differences cannot stand in one column).
    """
    metrics = {pair.metric for pair in pairs}
    if len(metrics) != 1:
        found = ", ".join(sorted(metrics)) or "no comparison"
        raise InputError(f"a paired table holds one figure; found {found}.", fix="Make one table a figure.")
    metric = metrics.pop()
    spec = METRICS[metric]
    rows = [
        (
            *(pair.model, pair.other, pair.metric, pair.n),
            *(shown(metric, value) for value in (pair.mean, *(pair.ci95 or (None, None)))),
            *(pair.wins, pair.ties, pair.ci95_reason),
        )
        for pair in pairs
    ]
    names = ("model", "other", "metric", "n", "mean", "ci95_low", "ci95_high", "wins", "ties", "ci95_low_reason")
    columns = (
        Column("model", "Model"),
        Column("other", "Compared with"),
        Column("n", "n", digits=0),
        Column(
            "mean",
            f"Mean {spec.label} difference",
            unit=points(metric),
            digits=spec.digits,
            higher_is_better=spec.higher_is_better,
        ),
        Column("ci95_low", "95% CI", digits=spec.digits, upper="ci95_high"),
        Column("wins", "Wins", digits=0),
        Column("ties", "Ties", digits=0),
    )
    sign = "above" if spec.higher_is_better else "below"
    notes = [
        f"Difference = model - other on the same samples; {sign} zero the model is better. {INTERVALS}. A win is "
        "strictly better; ties are counted apart."
    ]
    if len(pairs) > 1:
        notes.append(f"The intervals are not adjusted for the number of comparisons ({len(pairs)}).")
    incomplete = next(filter(None, map(incompleteness, pairs)), None)
    frame = frame_of(rows, names, numbers=names[3:9])
    return Table(f"Paired {spec.label} differences", frame, columns, tuple(notes), incomplete)


def scene_pairs(pair: PairedResult) -> Table:
    """One row a sample of one comparison: both values and their difference."""
    spec = METRICS[pair.metric]
    rows = [
        (row.sample_id, *(shown(pair.metric, value) for value in (row.model, row.other, row.difference)))
        for row in pair.pairs
    ]
    columns = (
        Column("sample_id", "Sample"),
        Column.of(pair.metric, "model", label=pair.model),
        Column.of(pair.metric, "other", label=pair.other),
        Column(
            "difference",
            "Difference",
            unit=points(pair.metric),
            digits=spec.digits,
            higher_is_better=spec.higher_is_better,
        ),
    )
    names = [column.key for column in columns]
    title = f"{spec.label} of each sample: {pair.model} against {pair.other}"
    return Table(title, frame_of(rows, names, numbers=names[1:]), columns, incomplete=incompleteness(pair))
