"""Tables of what a scene data folder and its runs hold: samples, runs, coverage and warnings."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from evalcore.scene import SceneData, SceneResult
from evalcore.scene.data import GROUND_TRUTH
from evalcore.tables.coverage import incompleteness
from evalcore.tables.layout import Column
from evalcore.tables.runs import runs_table
from evalcore.tables.scene_figures import setting_notes
from evalcore.tables.table import Table, frame_of
from evalcore.tables.wording import counted

__all__ = ["scene_coverage", "scene_notes", "scene_runs", "scene_sample_list"]

NO_METADATA = "the track gives no value"


def scene_runs(runs: Mapping[str, SceneResult]) -> Table:
    """One row a saved run: when and with what it was made, and how much of it succeeded."""
    return runs_table(
        runs,
        setting=Column("align", "Alignment"),
        of=lambda run: run.config.align,
        warnings=lambda run: sum(len(sample.warnings) for sample in run.samples),
        note="A unit is one model on one sample. Failures: units without a value, and what could not be rendered.",
    )


def scene_coverage(result: SceneResult) -> Table:
    """One row a model: samples asked for, with a value and without, boxes without volume, warnings."""
    requested = result.coverage.requested // max(1, len(result.models))
    rows = []
    for model in result.models:
        samples = [one for one in result.samples if one.model == model]
        listed = [sum(len(getattr(one, name)) for one in samples) for name in ("degenerate", "warnings")]
        rows.append((model, requested, len(samples), requested - len(samples), *listed))
    columns = (
        Column("model", "Model"),
        Column("requested", "Samples", digits=0),
        Column("done", "With a value", digits=0),
        Column("failed", "Without a value", digits=0),
        Column("degenerate", "Boxes without volume", digits=0),
        Column("warnings", "Warnings", digits=0),
    )
    names = [column.key for column in columns]
    frame = frame_of(rows, names, numbers=names[1:])
    return Table("Coverage", frame, columns, setting_notes(result), incompleteness(result))


def scene_notes(result: SceneResult) -> Table:
    """One row a warning: sample, model, kind, message."""
    rows = [(one.sample_id, one.model, note.kind, note.message) for one in result.samples for note in one.warnings]
    columns = (
        Column("sample_id", "Sample"),
        Column("model", "Model"),
        Column("kind", "Kind"),
        Column("message", "Message", wrap=True),
    )
    notes = ("A warning changes no figure.",) if rows else ("No sample gave a warning.",)
    return Table("Warnings", frame_of(rows, [column.key for column in columns]), columns, notes, incompleteness(result))


def scene_sample_list(data: SceneData) -> Table:
    """One row a sample of the track: its moment, how many scenes there are for it, and its metadata (no text: as JSON).

    Where scenes are missing, a column names whose.
    """
    metadata = list(dict.fromkeys(key for sample in data.samples for key in sample.metadata))
    owners = (GROUND_TRUTH, *data.models)
    rows, incomplete = [], False
    for sample in data.samples:
        files = data.files(sample)
        lacks = [owner for owner in owners if files.of(owner).path is None]
        incomplete = incomplete or bool(lacks)
        row: list[Any] = [sample.sample_id, str(sample.mode), len(owners) - len(lacks)]
        row += [", ".join(lacks) or None, "every scene is there"]
        for key in metadata:
            value = sample.metadata.get(key)
            row += [value if isinstance(value, str | None) else json.dumps(value, ensure_ascii=False), NO_METADATA]
        rows.append(row)
    names = ["sample_id", "frame_mode", "scenes", "lacks", "lacks_reason"]
    columns = [
        Column("sample_id", "Sample"),
        Column("frame_mode", "Frame mode"),
        Column("scenes", "Scenes", digits=0),
    ]
    if incomplete:
        columns.append(Column("lacks", "None of", wrap=True))
    for key in metadata:
        names += [f"metadata:{key}", f"metadata_reason:{key}"]
        columns.append(Column(f"metadata:{key}", key, wrap=True, reason=f"metadata_reason:{key}"))
    notes = (f"Scenes: of the ground truth and of {counted(len(data.models), 'model')}.",)
    return Table("Samples", frame_of(rows, names, numbers=["scenes"]), tuple(columns), notes)
