"""Tables of paired comparisons and of the candidates chosen from them."""

from __future__ import annotations

from collections.abc import Sequence

from evalcore.errors import InputError
from evalcore.metrics import METRICS
from evalcore.rollout.candidates import CandidatesResult
from evalcore.rollout.paired import PairedResult
from evalcore.tables.coverage import incompleteness
from evalcore.tables.layout import Column
from evalcore.tables.table import Table, frame_of

__all__ = ["rollout_candidates", "rollout_paired", "rollout_pairs"]


def rollout_paired(pairs: Sequence[PairedResult]) -> Table:
    """One row a pair: n, mean difference, sd, 95% interval, wins, ties and the minimal detectable difference.

    Raises
    ------
    InputError
        No pair, or pairs of different metrics (their differences cannot stand in one column).
    """
    metric = _one_metric(pairs)
    spec = METRICS[metric]
    names = ("method", "baseline", "metric", "n", "mean", "sd", "ci95_low", "ci95_high", "wins", "ties")
    detectable = "minimal_detectable_difference"
    rows = []
    for pair in pairs:
        low, high = pair.ci95 or (None, None)
        figures = (pair.n, pair.mean, pair.sd, low, high, pair.wins, pair.ties, pair.minimal_detectable_difference)
        why = (pair.sd_reason, pair.ci95_reason, pair.minimal_detectable_difference_reason)
        rows.append((pair.method, pair.baseline, pair.metric, *figures, *why))
    reasons = tuple(f"{name}_reason" for name in ("sd", "ci95_low", detectable))
    columns = (
        Column("method", "Method"),
        Column("baseline", "Baseline"),
        Column("n", "n", digits=0),
        Column.of(metric, "mean", label=f"Mean {spec.label} difference"),
        Column("sd", "SD", digits=spec.digits),
        Column("ci95_low", "95% CI", digits=spec.digits, upper="ci95_high"),
        Column("wins", "Wins", digits=0),
        Column("ties", "Ties", digits=0),
        Column(detectable, "MDD", digits=spec.digits),
    )
    sign = "above" if spec.higher_is_better else "below"
    notes = [
        f"Difference = method - baseline by exact clip; {sign} zero the method is better. t-based 95% interval. A win "
        "is strictly better; ties are counted apart.",
        "MDD: minimal detectable difference of this design (two-sided 5%, power 80%), a planning figure, not a test.",
    ]
    if len(pairs) > 1:
        notes.append(f"The intervals are not adjusted for the number of pairs ({len(pairs)}).")
    frame = frame_of(rows, (*names, detectable, *reasons), numbers=(*names[3:], detectable))
    incomplete = next(filter(None, map(incompleteness, pairs)), None)
    return Table(f"Paired {spec.label} differences", frame, columns, tuple(notes), incomplete)


def rollout_pairs(pair: PairedResult) -> Table:
    """One row a clip of one comparison: both values and their difference."""
    rows = [(row.clip_id, row.method, row.baseline, row.difference) for row in pair.pairs]
    columns = (
        Column("clip_id", "Clip"),
        Column.of(pair.metric, "method", label=pair.method),
        Column.of(pair.metric, "baseline", label=pair.baseline),
        Column.of(pair.metric, "difference", label="Difference"),
    )
    names = ("clip_id", "method", "baseline", "difference")
    frame = frame_of(rows, names, numbers=names[1:])
    title = f"{METRICS[pair.metric].label} of each clip: {pair.method} against {pair.baseline}"
    return Table(title, frame, columns, incomplete=incompleteness(pair))


def rollout_candidates(candidates: CandidatesResult) -> Table:
    """One row a rule: quantile, its value, the chosen clip, its difference and distance, the first runners-up."""
    spec = METRICS[candidates.metric]
    rows = [
        (
            rule,
            choice.quantile,
            choice.value,
            choice.clip_id,
            choice.difference,
            choice.distance,
            ", ".join(runner.clip_id for runner in choice.runners_up[:3]) or None,
            None if choice.runners_up else "there is no other clip",
        )
        for rule, choice in candidates.rules.items()
    ]
    names = ("rule", "quantile", "value", "clip_id", "difference", "distance", "runners_up", "runners_up_reason")
    columns = (
        Column("rule", "Rule"),
        Column("quantile", "Quantile", digits=2),
        Column("value", "Quantile value", unit=spec.unit, digits=spec.digits),
        Column("clip_id", "Chosen clip"),
        Column.of(candidates.metric, "difference", label="Difference"),
        Column("distance", "Distance", unit=spec.unit, digits=spec.digits),
        Column("runners_up", "Runners-up", wrap=True),
    )
    notes = (
        f"Differences of {spec.label}: {candidates.method} - {candidates.baseline}. The chosen clip is the one nearest "
        "to the quantile (linear; distances rounded to 9 decimals, then by clip_id). No frame was looked at.",
        f"SHA-256 of the table of differences: {candidates.table_sha256}",
    )
    frame = frame_of(rows, names, numbers=("quantile", "value", "difference", "distance"))
    title = f"Candidates: {candidates.method} against {candidates.baseline}"
    return Table(title, frame, columns, notes, incompleteness(candidates))


def _one_metric(pairs: Sequence[PairedResult]) -> str:
    metrics = {pair.metric for pair in pairs}
    if len(metrics) != 1:
        found = ", ".join(sorted(metrics)) or "no pair"
        raise InputError(f"a paired table holds one metric; found {found}.", fix="Make one table a metric.")
    return metrics.pop()
