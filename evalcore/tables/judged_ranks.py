"""Tables of a ranking of models, and of two models against each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from evalcore.judged.comparison import ComparisonResult
from evalcore.judged.config import COMPONENTS
from evalcore.judged.rank_table import Added
from evalcore.judged.ranking import RankResult
from evalcore.metrics import METRICS
from evalcore.tables.coverage import incompleteness
from evalcore.tables.judged_scope import interval_line
from evalcore.tables.layout import Column
from evalcore.tables.table import Table, frame_of
from evalcore.tables.wording import counted

__all__ = [
    "COMPONENT_RANKS",
    "judged_components",
    "judged_differences",
    "judged_rank_changes",
    "judged_ranks",
    "places",
    "pool_line",
]

COMPONENT_RANKS = {
    "event_rank": "Event rank",
    "structure_rank": "Structure rank",
    "psnr_rank": "PSNR rank",
    "ssim_rank": "SSIM rank",
    "similarity_rank": "Similarity rank",
}
RULE = (
    "Component ranks are average ranks; similarity is the mean of the PSNR and SSIM ranks, the mean rank that of "
    "event, structure and similarity. Overall: competition rank of the mean rank; = marks models that share it."
)


def places(result: RankResult) -> dict[str, str]:
    """Model -> overall rank as text, ``2=`` where several share it; the best first, then by name."""
    shared = Counter(one.overall_rank for one in result.models.values())
    ordered = sorted(result.models.items(), key=lambda entry: (entry[1].overall_rank, entry[0]))
    return {name: f"{one.overall_rank}{'=' if shared[one.overall_rank] > 1 else ''}" for name, one in ordered}


def pool_line(result: RankResult, *, digits: int = 64) -> str:
    """The pool that the ranks belong to, with the first hexadecimal ``digits`` of its hash; without a full stop."""
    pool = counted(len(result.pool), "model")
    return f"Pool of {pool}, SHA-256 {result.pool_sha256[:digits]}; another pool, other ranks"


def judged_ranks(result: RankResult) -> Table:
    """One row a ranked model, the best first: overall rank, mean rank, component ranks, and the intervals of ranks."""
    rows = []
    for model, place in places(result).items():
        one = result.models[model]
        row: list[Any] = [place, model, one.overall_rank, *(one.overall_rank_ci95 or (None, None))]
        row += [one.mean_rank, *(one.mean_rank_ci95 or (None, None))]
        row += [getattr(one, key) for key in COMPONENT_RANKS]
        rows.append([*row, one.overall_rank_ci95_reason, one.mean_rank_ci95_reason])
    intervals = ("overall_rank_low", "overall_rank_high", "mean_rank", "mean_rank_low", "mean_rank_high")
    numbers = ("overall_rank", *intervals, *COMPONENT_RANKS)
    digits = METRICS["rank"].digits
    columns = (
        Column("place", "Overall"),
        Column("model", "Model"),
        Column("overall_rank_low", "Overall 95% CI", digits=1, upper="overall_rank_high"),
        Column.of("rank", "mean_rank", label="Mean rank"),
        Column("mean_rank_low", "Mean rank 95% CI", digits=digits, upper="mean_rank_high"),
        *(Column.of("rank", key, label=label) for key, label in COMPONENT_RANKS.items()),
    )
    names = ("place", "model", *numbers, "overall_rank_low_reason", "mean_rank_low_reason")
    config = result.config
    notes = [f"{pool_line(result)}.", RULE]
    if any(one.mean_rank_ci95 for one in result.models.values()):
        judged = f"judgments of {config.judge} on {config.subset}"
        notes.append(f"{interval_line(config)}, from the {judged}; PSNR and SSIM are held fixed.")
    notes += [f"{model} is not from the table: {_added(added)}." for model, added in result.added.items()]
    notes += [f"{one.model} is not ranked ({one.reason})." for one in result.unranked]
    title = f"Ranking of {counted(len(result.pool), 'model')}"
    return Table(title, frame_of(rows, names, numbers=numbers), columns, tuple(notes), incompleteness(result))


def _added(added: Added) -> str:
    settings = added.settings
    said = [f"scope {added.subset}", f"{added.judged} of {counted(added.n, 'condition')} judged"]
    said.append(f"judge {', '.join(settings.judges) or 'not recorded'}")
    if settings.profiles:
        said.append(f"profile {', '.join(settings.profiles)}")
    return ", ".join(said if added.complete else [*said, "data with problems"])


def judged_components(result: RankResult) -> Table:
    """The component scores that were ranked, one row a model, best values marked."""
    rows = [(model, *(row[name] for name in COMPONENTS)) for model, row in result.table.items()]
    lacking = {f"{name}_reason": "the table gives no value" for name in COMPONENTS}
    frame = frame_of(rows, ["model", *COMPONENTS], numbers=COMPONENTS).assign(**lacking)
    columns = (Column("model", "Model"), *(Column.of(name, name, best=True) for name in COMPONENTS))
    notes = ("PSNR and SSIM are those of the 40-clip evaluation of the published table.",)
    return Table(f"Component scores of {result.config.table}", frame, columns, notes)


def judged_rank_changes(before: RankResult, after: RankResult) -> Table:
    """One row a model of the larger pool ``after``: overall and mean rank in both pools, and what changed."""
    old, new = places(before), places(after)
    means = {name: one.mean_rank for name, one in before.models.items()}
    rows = [(name, old.get(name), place, means.get(name), after.models[name].mean_rank) for name, place in new.items()]
    columns = (
        Column("model", "Model"),
        Column("old", "Overall, published pool"),
        Column("new", "Overall, with the new model"),
        Column.of("rank", "old_mean", label="Mean rank, published pool"),
        Column.of("rank", "new_mean", label="Mean rank, with the new model"),
    )
    why = "the model is not in the published pool"
    frame = frame_of(rows, [column.key for column in columns], numbers=("old_mean", "new_mean"))
    frame = frame.assign(old_reason=why, old_mean_reason=why)
    notes = (f"Published: {pool_line(before)}.", f"With the new model: {pool_line(after)}.")
    return Table("Ranks without and with the new model", frame, columns, notes)


def judged_differences(comparisons: Sequence[ComparisonResult]) -> Table:
    """One row a comparison of two models: mean difference over tasks, its 95% interval, wins, ties and losses."""
    rows = []
    for one in comparisons:
        low, high = one.ci95 or (None, None)
        head = (one.model, one.other, METRICS[one.component].label, one.n)
        rows.append((*head, one.difference, low, high, one.wins, one.ties, one.losses, one.ci95_reason))
    digits = METRICS["event"].digits + 1  # one more than the scores: differences may be small
    columns = (
        Column("model", "Model"),
        Column("other", "Other"),
        Column("component", "Score"),
        Column("n", "Tasks", digits=0),
        Column("difference", "Difference", unit="points", digits=digits, higher_is_better=True),
        Column("ci95_low", "95% CI", digits=digits, upper="ci95_high"),
        Column("wins", "Wins", digits=0),
        Column("ties", "Ties", digits=0),
        Column("losses", "Losses", digits=0),
    )
    numbers = ("n", "difference", "ci95_low", "ci95_high", "wins", "ties", "losses")
    names = ("model", "other", "component", *numbers, "ci95_low_reason")
    notes = ["Difference = model - other in percentage points; above zero the model is better. Wins are tasks."]
    if comparisons:
        first = comparisons[0]
        notes.insert(0, f"Scope {first.subset}, judge {first.judge}.")
        notes.append(f"{interval_line(first.config)}, both models on the same resamples.")
    if len(comparisons) > 1:
        notes.append(f"The intervals are not adjusted for the number of comparisons ({len(comparisons)}).")
    incomplete = next(filter(None, map(incompleteness, comparisons)), None)
    return Table(
        "Differences between models", frame_of(rows, names, numbers=numbers), columns, tuple(notes), incomplete
    )
