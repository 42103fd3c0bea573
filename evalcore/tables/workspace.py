"""Tables of what a workspace holds: its clips, its runs, and what each run covers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from evalcore.rollout.data import RolloutData
from evalcore.rollout.result import RolloutResult
from evalcore.tables.coverage import incompleteness
from evalcore.tables.layout import Column
from evalcore.tables.table import Table, frame_of

__all__ = ["rollout_clip_list", "rollout_coverage", "rollout_runs"]


def rollout_clip_list(data: RolloutData) -> Table:
    """One row a clip of the workspace: its splits, its number of generated files, and its metadata as text."""
    metadata = list(dict.fromkeys(key for clip in data.clips for key in clip.metadata))
    rows = []
    for clip in data.clips:
        files = sum(len(data.generated.get((model, clip.clip_id), ())) for model in data.models)
        texts = (str(clip.metadata.get(key, "")) for key in metadata)
        rows.append((clip.clip_id, ", ".join(clip.splits), files, *texts))
    names = ["clip_id", "splits", "files", *(f"metadata:{key}" for key in metadata)]
    columns = [Column("clip_id", "Clip"), Column("splits", "Splits"), Column("files", "Generated files", digits=0)]
    columns += [Column(f"metadata:{key}", key, wrap=True) for key in metadata]
    return Table("Clips", frame_of(rows, names, numbers=["files"]), tuple(columns))


def rollout_runs(runs: Mapping[str, RolloutResult]) -> Table:
    """One row a saved run: when and with what it was made, and how much of it succeeded."""
    rows = [
        (
            name,
            run.record["created"],
            run.record["config"]["split"] or "all clips",
            run.record["evalcore"],
            run.coverage.requested,
            run.coverage.done,
            len(run.failures),
            len(run.warnings),
            "complete" if run.complete else "incomplete",
        )
        for name, run in runs.items()
    ]
    names = ("run", "created", "split", "evalcore", "requested", "done", "failures", "warnings", "state")
    columns = (
        Column("run", "Run"),
        Column("state", "State"),
        Column("split", "Split"),
        Column("requested", "Units", digits=0),
        Column("done", "Done", digits=0),
        Column("failures", "Failures", digits=0),
        Column("warnings", "Warnings", digits=0),
        Column("created", "Created (UTC)"),
        Column("evalcore", "evalcore"),
    )
    notes = ("A unit is one method on one clip. Failures count units without a value and those that a check stopped.",)
    return Table("Runs", frame_of(rows, names, numbers=names[4:8]), columns, notes)


def rollout_coverage(result: RolloutResult) -> Table:
    """One row a method: clips with a value, failures and warnings."""
    failures = Counter(failure.unit.partition("/")[0] for failure in result.failures)
    warnings = Counter(note.unit.partition("/")[0] for note in result.warnings)
    done = Counter(clip.method for clip in result.clips)
    requested = result.coverage.requested // max(1, len(result.methods))
    rows = [(name, requested, done[name], failures[name], warnings[name]) for name in result.methods]
    columns = (
        Column("method", "Method"),
        Column("requested", "Clips", digits=0),
        Column("done", "With a value", digits=0),
        Column("failures", "Failures", digits=0),
        Column("warnings", "Warnings", digits=0),
    )
    names = tuple(column.key for column in columns)
    return Table("Coverage", frame_of(rows, names, numbers=names[1:]), columns, (), incompleteness(result))
