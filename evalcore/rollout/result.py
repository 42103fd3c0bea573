"""The result of a rollout run: per clip and method, aggregated per method, with gate and warnings."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Literal

import msgspec

from evalcore.batch.result import Result
from evalcore.rollout.config import ALL, RunConfig
from evalcore.workspace import Workspace

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "ClipScore",
    "GateRow",
    "MethodScore",
    "Metric",
    "Note",
    "RolloutResult",
    "Summary",
    "default_folder",
    "load_result",
]

Metric = Literal["mad", "ssim"]


@dataclass(frozen=True)
class Summary:
    """Mean over clips with sample sd (ddof 1) and t-based 95% interval; null with a reason where undefined."""

    mean: float
    sd: float | None
    ci95: tuple[float, float] | None
    sd_reason: str | None = None
    ci95_reason: str | None = None


@dataclass(frozen=True)
class MethodScore:
    """Aggregate of one method over its clips; every figure is null, with ``reason``, where there is no aggregate.

    ``per_step_mad`` and ``per_step_ssim`` hold K means over clips, ``per_step_*_ci95`` their 95% bands over clips.
    """

    kind: Literal["model", "baseline"]
    n: int
    rollout_mad: Summary | None = None
    rollout_ssim: Summary | None = None
    per_step_mad: tuple[float, ...] | None = None
    per_step_ssim: tuple[float, ...] | None = None
    per_step_mad_ci95: tuple[tuple[float, float], ...] | None = None
    per_step_ssim_ci95: tuple[tuple[float, float], ...] | None = None
    reason: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """The plain form, with ``<field>_reason`` for every field that is null."""
        plain: dict[str, Any] = msgspec.to_builtins(self)
        for name in [name for name, value in plain.items() if value is None and name != "reason"]:
            summary = self.rollout_mad if name.startswith("per_step_mad") else self.rollout_ssim
            plain[f"{name}_reason"] = self.reason or (summary and summary.ci95_reason)
        return plain


@dataclass(frozen=True)
class ClipScore:
    """One method on one clip. With several samples the figures are means over them, and ``samples`` lists each.

    MAD in grey levels 0..255 (lower is better), SSIM -1..1 (higher is better). ``decode_ms`` and ``algorithm_ms``
    are wall time on the scoring machine; ``algorithm_ms`` is the prediction of a baseline, null for a model.
    ``prefix_mad`` compares the generated prefix with the conditioning file, null where there is none. ``sample`` is the
    number (seed) of one sample, null in the row that stands for the clip.
    """

    clip_id: str
    method: str
    rollout_mad: float
    rollout_ssim: float
    per_step_mad: tuple[float, ...]
    per_step_ssim: tuple[float, ...]
    decode_ms: float
    algorithm_ms: float | None = None
    algorithm_ms_reason: str | None = None
    prefix_mad: float | None = None
    prefix_mad_reason: str | None = None
    sample: int | None = None
    samples: tuple[ClipScore, ...] = ()


@dataclass(frozen=True)
class GateRow:
    """Historical against recomputed rollout MAD of one clip; what only one of the two has is null, with the reason."""

    model: str
    clip_id: str
    historical: float | None
    recomputed: float | None
    difference: float | None
    passed: bool
    historical_reason: str | None = None
    recomputed_reason: str | None = None
    difference_reason: str | None = None


@dataclass(frozen=True)
class Note:
    """A warning about a clip (``unit`` is ``method/clip_id``) that does not change any figure."""

    unit: str
    kind: str
    message: str


@dataclass(frozen=True)
class RolloutResult(Result):
    """What ``evalcore.rollout.score`` returns; see the result files in ``data/README.md``."""

    protocol: ClassVar[str] = "rollout"

    methods: dict[str, MethodScore]
    clips: tuple[ClipScore, ...]
    warnings: tuple[Note, ...] = ()
    gate: tuple[GateRow, ...] = ()

    @property
    def config(self) -> RunConfig:
        """The settings of the run, from its record."""
        return msgspec.convert(self.record["config"], RunConfig)

    def to_dict(self) -> dict[str, Any]:
        """The result as one JSON object."""
        methods = {name: score.to_dict() for name, score in self.methods.items()}
        return {**super().to_dict(), "methods": methods}

    @property
    def scores(self) -> pd.DataFrame:
        """One row a method: kind, n, mean, sd and interval of rollout MAD and SSIM."""
        import pandas as pd

        rows: list[dict[str, Any]] = []
        for name, score in self.methods.items():
            row: dict[str, Any] = {"method": name, "kind": score.kind, "n": score.n}
            for metric in ("mad", "ssim"):
                summary: Summary | None = getattr(score, f"rollout_{metric}")
                low, high = (summary and summary.ci95) or (None, None)
                row[f"rollout_{metric}"] = summary and summary.mean
                row[f"{metric}_sd"] = summary and summary.sd
                row[f"{metric}_low"], row[f"{metric}_high"] = low, high
            row["reason"] = score.reason
            rows.append(row)
        return pd.DataFrame(rows)

    @property
    def rows(self) -> pd.DataFrame:
        """One row a clip and method, with the per-step values as lists."""
        import pandas as pd

        columns = [name for name in ClipScore.__dataclass_fields__ if name != "samples"]
        frame = pd.DataFrame([asdict(clip) for clip in self.clips], columns=[*columns, "samples"])
        frame["samples"] = frame["samples"].map(len)
        return frame

    def steps(self, metric: Metric) -> pd.DataFrame:
        """Long form: ``clip_id``, ``method``, ``step`` (1..K), ``value``."""
        import pandas as pd

        records = [
            (clip.clip_id, clip.method, step, value)
            for clip in self.clips
            for step, value in enumerate(getattr(clip, f"per_step_{metric}"), start=1)
        ]
        return pd.DataFrame(records, columns=["clip_id", "method", "step", "value"])


def load_result(path: Path) -> RolloutResult:
    """Read a result written by ``RolloutResult.save`` (a folder) or by ``--out`` (a JSON file)."""
    return RolloutResult.read(path)


def default_folder(workspace: Workspace, split: str | None) -> Path:
    """Where a run of ``split`` is kept so that the app finds it."""
    return workspace.path("results", RolloutResult.protocol, split or ALL)
