"""Tables of what a judged-event data folder holds: its scopes, its judges and its clips."""

from __future__ import annotations

from collections import Counter

from evalcore.judged.data import JudgedData
from evalcore.tables.layout import Column
from evalcore.tables.table import Table, frame_of

__all__ = ["judged_files", "judged_scopes"]


def judged_scopes(data: JudgedData) -> Table:
    """One row a frozen scope: conditions, pairs whose two members are in it, controls, tasks."""
    rows = []
    for subset in data.subsets:
        scope = data.scope(subset)
        chosen = [data.conditions[position] for position in scope.positions.tolist()]
        members = Counter(condition.pair_id for condition in chosen if condition.pair_id is not None)
        controls = sum(condition.pair_id is None for condition in chosen)
        whole = sum(count == 2 for count in members.values())
        rows.append((subset, scope.n, whole, controls, len(scope.tasks), scope.sha256[:12]))
    columns = (
        Column("subset", "Scope"),
        Column("conditions", "Conditions", digits=0),
        Column("pairs", "Complete pairs", digits=0),
        Column("controls", "Controls", digits=0),
        Column("tasks", "Tasks", digits=0),
        Column("sha256", "SHA-256 of its ids"),
    )
    names = [column.key for column in columns]
    return Table("Frozen scopes", frame_of(rows, names, numbers=names[1:5]), columns)


def judged_files(data: JudgedData) -> Table:
    """One row a model: who judged it, and how many generated clips there are."""
    judges = {judge: data.models(judge) for judge in data.judges}
    names = sorted({*data.generated_models, *(model for models in judges.values() for model in models)})
    rows = []
    for model in names:
        by = ", ".join(judge for judge, models in judges.items() if model in models) or None
        clips = len(list(data.workspace.path("generated", model).glob("*.mp4")))
        rows.append((model, by, None if by else "no judge has judged it", clips))
    columns = (
        Column("model", "Model"),
        Column("judges", "Judged by", wrap=True),
        Column("clips", "Generated clips", digits=0),
    )
    return Table("Models", frame_of(rows, ["model", "judges", "judges_reason", "clips"], numbers=["clips"]), columns)
