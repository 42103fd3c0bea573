"""Tables of the similarity diagnostic; each says that it is one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evalcore.errors import InputError
from evalcore.judged.config import SIMILARITY_COMPONENTS
from evalcore.judged.similarity_result import SimilarityResult
from evalcore.metrics import METRICS
from evalcore.tables.coverage import incompleteness
from evalcore.tables.layout import Column
from evalcore.tables.table import Table, frame_of
from evalcore.tables.wording import counted

__all__ = ["DIAGNOSTIC", "judged_similarity", "judged_similarity_clips"]

DIAGNOSTIC = "Not the published PSNR and SSIM, which stem from other clips; no ranking takes these."


def judged_similarity(results: Sequence[SimilarityResult]) -> Table:
    """One row a model: conditions compared, mean PSNR and SSIM over them with t-based 95% intervals.

    Raises
    ------
    InputError
        No result.
    """
    if not results:
        raise InputError(
            "a table of similarities needs at least one result.", fix="Compare the clips of a model first."
        )
    names, reasons = ["model", "n", "without_reference"], []
    columns = [Column("model", "Model"), Column("n", "n", digits=0)]
    for metric in SIMILARITY_COMPONENTS:
        low, high = f"{metric}_low", f"{metric}_high"
        names += [metric, low, high]
        reasons += [f"{metric}_reason", f"{low}_reason"]
        spec = METRICS[metric]
        columns += [Column.of(metric, metric), Column(low, f"{spec.label} 95% CI", digits=spec.digits, upper=high)]
    columns.append(Column("without_reference", "Without a reference", digits=0))
    rows = []
    for result in results:
        row: list[Any] = [result.model, result.n, result.without_reference]
        for metric in SIMILARITY_COMPONENTS:
            row += [result.mean[metric], *(result.ci95[metric] or (None, None))]
        rows.append([*row, *[result.mean_reason, result.ci95_reason] * len(SIMILARITY_COMPONENTS)])
    scopes = dict.fromkeys(_scope(result) for result in results)
    notes = (DIAGNOSTIC, _rule(results[0]), f"{', '.join(scopes)}. t-based 95% interval over conditions.")
    frame = frame_of(rows, [*names, *reasons], numbers=names[1:])
    incomplete = next(filter(None, map(incompleteness, results)), None)
    return Table("Similarity to the references (diagnostic)", frame, tuple(columns), notes, incomplete)


def judged_similarity_clips(result: SimilarityResult) -> Table:
    """One row a condition: PSNR, SSIM, the seconds that both clips show, and what has to be said about it."""
    rows = [
        (row.condition_id, row.psnr, row.ssim, row.overlap_s, len(row.times), row.psnr_capped, row.note)
        for row in result.conditions
    ]
    columns = (
        Column("condition_id", "Condition"),
        Column.of("psnr", "psnr"),
        Column.of("ssim", "ssim"),
        Column("overlap_s", "Overlap", unit="s", digits=3),
        Column("times", "Times", digits=0),
        Column("psnr_capped", "PSNR at its cap"),
    )
    names = [*(column.key for column in columns), "note"]
    notes = [
        DIAGNOSTIC,
        _rule(result),
        f"{_scope(result)}: {_compared(result)}. PSNR is at most {result.config.cap_db:g} dB.",
    ]
    notes += dict.fromkeys(f"{row.condition_id}: {row.note}." for row in result.conditions if row.note)
    frame = frame_of(rows, names, numbers=names[1:5])
    title = f"Similarity of {result.model} by condition (diagnostic)"
    return Table(title, frame, columns, tuple(notes), incompleteness(result))


def _scope(result: SimilarityResult) -> str:
    return f"Scope {result.config.subset}" if result.config.subset else "All generated clips"


def _rule(result: SimilarityResult) -> str:
    config = result.config
    return f"{config.times} times evenly over what both clips show, nearest frames, {config.size} x {config.size}."


def _compared(result: SimilarityResult) -> str:
    return f"{counted(result.n, 'condition')} compared, {result.without_reference} without a reference"
