"""The result of a scene run: per sample and model, aggregated per model."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import msgspec

from evalcore.batch.result import Result
from evalcore.scene.config import METRICS, RunConfig
from evalcore.workspace import Workspace

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "Degenerate",
    "Match",
    "ModelScore",
    "Note",
    "SampleScore",
    "SceneResult",
    "Sides",
    "Transform",
    "default_folder",
    "load_result",
]

Row = tuple[float, float, float, float]
Transform = tuple[Row, Row, Row, Row]
Interval = tuple[float, float]


@dataclass(frozen=True)
class Match:
    """Two objects that belong together, by name, and the IoU of their upright and their oriented boxes (0..1)."""

    gt: str
    pred: str
    aabb_iou: float
    obb_iou: float


@dataclass(frozen=True)
class Degenerate:
    """Boxes without volume: two that were compared, or one that agrees with none (the other name is null).

    ``counted`` is what the pair counts in the score: 1 where the boxes agree, else 0. Both names are null for the
    scenes' own boxes.
    """

    box: Literal["scene_aabb", "scene_obb", "aabb", "obb"]
    gt: str | None
    pred: str | None
    counted: float


@dataclass(frozen=True)
class Note:
    """A warning that changes no figure; ``kind`` is ``ground``, ``ground_name`` or ``baked``."""

    kind: str
    message: str


@dataclass(frozen=True)
class UnitNote(Note):
    """A warning beside the unit that it is about."""

    unit: str


@dataclass(frozen=True)
class Sides:
    """Names of objects of the ground truth and of the prediction."""

    gt: tuple[str, ...] = ()
    pred: tuple[str, ...] = ()


@dataclass(frozen=True)
class SampleScore:
    """One model on one sample.

    IoU figures are fractions 0..1, higher is better; ``pl`` and ``n_clip`` are distances, lower is better, null with
    a reason where nothing was rendered. ``transform`` is the 4x4 that was applied to the prediction, null where there
    was nothing to align. ``n_gt`` and ``n_pred`` count the objects without the ground; ``excluded`` are left out as
    ground, ``unmatched`` have no partner.
    """

    sample_id: str
    model: str
    frame_mode: str
    n_gt: int
    n_pred: int
    scene_aabb_iou: float
    scene_obb_iou: float
    object_aabb_iou: float
    object_obb_iou: float
    pl: float | None = None
    n_clip: float | None = None
    pl_reason: str | None = None
    n_clip_reason: str | None = None
    transform: Transform | None = None
    transform_reason: str | None = None
    matches: tuple[Match, ...] = ()
    unmatched: Sides = field(default=Sides())
    excluded: Sides = field(default=Sides())
    degenerate: tuple[Degenerate, ...] = ()
    warnings: tuple[Note, ...] = ()


@dataclass(frozen=True)
class ModelScore:
    """Arithmetic means of one model over its ``n`` samples, null with ``reason`` where there is no aggregate.

    ``ci95`` maps each of the six figures to its 95% bootstrap interval over samples, null with the reason in
    ``ci95_reason``.
    """

    n: int
    scene_aabb_iou: float | None = None
    scene_obb_iou: float | None = None
    object_aabb_iou: float | None = None
    object_obb_iou: float | None = None
    pl: float | None = None
    n_clip: float | None = None
    pl_reason: str | None = None
    n_clip_reason: str | None = None
    ci95: dict[str, Interval | None] = field(default_factory=dict)
    ci95_reason: dict[str, str] = field(default_factory=dict)
    reason: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The plain form, with ``<figure>_reason`` for every figure that is null."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        for name in METRICS:
            if plain[name] is None and plain.get(f"{name}_reason") is None:
                plain[f"{name}_reason"] = self.reason
        return plain


@dataclass(frozen=True)
class SceneResult(Result):
    """What ``evalcore.scene.score`` returns; see the result files in ``data/README.md``."""

    protocol: ClassVar[str] = "scene"

    models: dict[str, ModelScore]
    samples: tuple[SampleScore, ...]

    @property
    def config(self) -> RunConfig:
        """The settings of the run, from its record."""
        return msgspec.convert(self.record["config"], RunConfig)

    def to_dict(self) -> dict[str, Any]:
        """The result as one JSON object."""
        models = {name: score.to_dict() for name, score in self.models.items()}
        return {**super().to_dict(), "models": models}

    @property
    def notes(self) -> tuple[UnitNote, ...]:
        """The warnings of all samples, each with its ``model/sample_id``."""
        return tuple(
            UnitNote(note.kind, note.message, f"{sample.model}/{sample.sample_id}")
            for sample in self.samples
            for note in sample.warnings
        )

    @property
    def scores(self) -> pd.DataFrame:
        """One row a model: n, each figure with the bounds of its interval, and the reason where there is none."""
        import pandas as pd

        rows: list[dict[str, Any]] = []
        for name, score in self.models.items():
            row: dict[str, Any] = {"model": name, "n": score.n}
            for metric in METRICS:
                row[metric] = getattr(score, metric)
                row[f"{metric}_low"], row[f"{metric}_high"] = score.ci95.get(metric) or (None, None)
            rows.append({**row, "reason": score.reason})
        return pd.DataFrame(rows)

    @property
    def rows(self) -> pd.DataFrame:
        """One row a sample and model: the figures, and the numbers of matches, degenerate boxes and warnings."""
        import pandas as pd

        plain = ("sample_id", "model", "frame_mode", "n_gt", "n_pred", *METRICS)
        counted = ("matches", "degenerate", "warnings")
        rows = [
            {
                **{name: getattr(sample, name) for name in plain},
                **{name: len(getattr(sample, name)) for name in counted},
            }
            for sample in self.samples
        ]
        return pd.DataFrame(rows, columns=[*plain, *counted])


def load_result(path: Path) -> SceneResult:
    """Read a result written by ``SceneResult.save`` (a folder) or by ``--out`` (a JSON file)."""
    return SceneResult.read(path)


def default_folder(workspace: Workspace, name: str = "all") -> Path:
    """Where a run is kept so that the app finds it."""
    return workspace.path("results", SceneResult.protocol, name)
