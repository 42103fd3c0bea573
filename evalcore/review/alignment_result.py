"""The result of an alignment: a judge against the reviewers' consensus over a sweep of tolerances."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

import msgspec

from evalcore.batch import Result
from evalcore.review.config import AlignmentConfig, Method

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["AlignmentResult", "AlignmentRow", "Outcome", "StreamAlignment", "load_alignment"]

Outcome = Literal["both", "judge_only", "human_only", "neither"]
FIGURES = ("agreement", "kappa", "precision", "recall", "hit_rate", "category_agreement")


@dataclass(frozen=True)
class AlignmentRow:
    """The figures at one tolerance: ``tolerance`` in seconds, or null where it is ``tolerance_frames`` of each stream.

    ``both``, ``judge_only``, ``human_only`` and ``neither`` count the ``n`` compared streams by who sees a break;
    ``left_out`` those whose prediction is coarser than the tolerance. ``kappa`` is Cohen's. A hit is a break that both
    see at most the tolerance apart: ``hit_rate`` = hits / both. The offsets are of all ``both`` streams.
    ``category_agreement`` is the share of equal types among the ``n_categories`` hits that have a type from both.
    ``ci95`` holds bootstrap intervals over items by the figure's name, ``ci95_reason`` why one has none.
    """

    tolerance: float | None
    tolerance_frames: float | None
    n: int
    left_out: int
    both: int
    judge_only: int
    human_only: int
    neither: int
    agreement: float | None
    kappa: float | None
    precision: float | None
    recall: float | None
    hits: int
    hit_rate: float | None
    mean_offset: float | None
    median_offset: float | None
    mean_offset_frames: float | None
    n_categories: int
    category_agreement: float | None
    ci95: dict[str, tuple[float, float] | None]
    ci95_reason: dict[str, str]
    tolerance_reason: str | None = None
    tolerance_frames_reason: str | None = None
    agreement_reason: str | None = None
    kappa_reason: str | None = None
    precision_reason: str | None = None
    recall_reason: str | None = None
    hit_rate_reason: str | None = None
    mean_offset_reason: str | None = None
    median_offset_reason: str | None = None
    mean_offset_frames_reason: str | None = None
    category_agreement_reason: str | None = None


@dataclass(frozen=True)
class StreamAlignment:
    """One compared stream; times in seconds, null where there is no break. ``offset`` is null unless both see one."""

    item: str
    stream: str
    outcome: Outcome
    judge_t: float | None
    human_t: float | None
    offset: float | None
    judge_type: str | None
    human_type: str | None
    resolution: float | None


@dataclass(frozen=True)
class AlignmentResult(Result):
    """What ``evalcore.review.align`` returns. Failed calls of the judge are its ``failures``."""

    protocol: ClassVar[str] = "review"

    judge: str | None
    prompt_sha256: str | None
    consensus_method: Method
    n_predictions: int
    n_failed: int
    n_without_consensus: int
    n_not_judged: int
    sweep: tuple[AlignmentRow, ...]
    streams: tuple[StreamAlignment, ...]

    @property
    def config(self) -> AlignmentConfig:
        """The settings of the run, from its record."""
        return msgspec.convert(self.record["config"], AlignmentConfig)

    @property
    def scores(self) -> pd.DataFrame:
        """One row a tolerance: counts and figures with their intervals."""
        import pandas as pd

        counts = ("n", "left_out", "both", "judge_only", "human_only", "neither", "hits")
        names = ("tolerance", "tolerance_frames", *counts)
        rows = []
        for row in self.sweep:
            line = {name: getattr(row, name) for name in (*names, *FIGURES, "mean_offset", "median_offset")}
            for name in FIGURES:
                line[f"{name}_low"], line[f"{name}_high"] = row.ci95.get(name) or (None, None)
            rows.append(line)
        return pd.DataFrame(rows)

    @property
    def rows(self) -> pd.DataFrame:
        """One row a compared stream."""
        import pandas as pd

        return pd.DataFrame(self.streams, columns=[*StreamAlignment.__dataclass_fields__])


def load_alignment(path: Path) -> AlignmentResult:
    """Read a result written by ``AlignmentResult.save`` (a folder) or by ``--out`` (a JSON file)."""
    return AlignmentResult.read(path)
