"""Tables of what a workspace holds: its clips, its runs, and what each run covers."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from typing import Any

from evalcore.rollout.data import RolloutData
from evalcore.rollout.result import RolloutResult
from evalcore.tables.coverage import incompleteness
from evalcore.tables.layout import Column
from evalcore.tables.runs import runs_table
from evalcore.tables.table import Table, frame_of

__all__ = ["rollout_clip_list", "rollout_coverage", "rollout_runs"]


def rollout_clip_list(data: RolloutData) -> Table:
    """One row a clip: its splits, its number of generated files, and its metadata (what is not text as JSON)."""
    metadata = list(dict.fromkeys(key for clip in data.clips for key in clip.metadata))
    rows = []
    for clip in data.clips:
        files = sum(len(data.generated.get((model, clip.clip_id), ())) for model in data.models)
        row = [clip.clip_id, files, ", ".join(clip.splits) or None, None if clip.splits else "the clip is in no split"]
        for text in (_text(clip.metadata.get(key)) for key in metadata):
            row += [text, None if text is not None else "clips.jsonl gives no value"]
        rows.append(row)
    names = ["clip_id", "files", "splits", "splits_reason"]
    columns = [Column("clip_id", "Clip"), Column("splits", "Splits"), Column("files", "Generated files", digits=0)]
    for key in metadata:
        value, reason = f"metadata:{key}", f"metadata_reason:{key}"
        names += [value, reason]
        columns.append(Column(value, key, wrap=True, reason=reason))
    return Table("Clips", frame_of(rows, names, numbers=["files"]), tuple(columns))


def _text(value: Any) -> str | None:
    return value if isinstance(value, str | None) else json.dumps(value, ensure_ascii=False)


def rollout_runs(runs: Mapping[str, RolloutResult]) -> Table:
    """One row a saved run: when and with what it was made, and how much of it succeeded."""
    return runs_table(
        runs,
        setting=Column("split", "Split"),
        of=lambda run: run.config.split or "all clips",
        warnings=lambda run: len(run.warnings),
        note="A unit is one method on one clip. Failures: units without a value, and clips stopped by the gate.",
    )


def rollout_coverage(result: RolloutResult) -> Table:
    """One row a method: clips asked for, with a value and without; clips that the gate stops; warnings.

    A clip that the gate stops may have a value, or stand in the historical file alone. Warnings about files that match
    no clip belong to no method's clips; a note counts them.
    """
    requested = result.coverage.requested // max(1, len(result.methods))
    done = Counter(clip.method for clip in result.clips)
    compared = {row.model for row in result.gate}
    stopped = Counter(row.model for row in result.gate if not row.passed)
    strays = sum(note.kind == "stray" for note in result.warnings)
    warnings = Counter(note.unit.partition("/")[0] for note in result.warnings if note.kind != "stray")
    rows = []
    for name, score in result.methods.items():
        gate = stopped[name] if name in compared else None
        reason = {"baseline": "a baseline has no published figures", "model": "the model has no historical file"}
        why = reason[score.kind] if gate is None else None
        rows.append((name, requested, done[name], requested - done[name], gate, warnings[name], why))
    columns = (
        Column("method", "Method"),
        Column("requested", "Clips", digits=0),
        Column("done", "With a value", digits=0),
        Column("failed", "Without a value", digits=0),
        Column("gate", "Stopped by the gate", digits=0),
        Column("warnings", "Warnings", digits=0),
    )
    names = [column.key for column in columns]
    files = "1 file matches no clip and is" if strays == 1 else f"{strays} files match no clip and are"
    notes = (f"{files} not scored; the warnings name what was left over.",) if strays else ()
    frame = frame_of(rows, [*names, "gate_reason"], numbers=names[1:])
    return Table("Coverage", frame, columns, notes, incompleteness(result))
