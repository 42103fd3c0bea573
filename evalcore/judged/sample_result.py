"""What sampling the clips of a model gives: one row a condition, the rows of the manifest."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, ClassVar

import msgspec

from evalcore.batch import Result
from evalcore.judged.config import Profile

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["SampleConfig", "SampleResult", "SampledClip"]


@dataclass(frozen=True)
class SampledClip:
    """A row of the manifest: the pictures of one condition, and how they came about.

    ``pictures`` are paths below the folder in the order of time, ``picture_sha256`` the hashes of those files and
    ``frame_sha256`` of their pixels. ``prompt_sha256`` and ``task_sha256`` are those of the prompts that a judge would
    be sent with them, null with the reason where the data has none. The other fields are those of
    :class:`~evalcore.judged.sampling.FrameChoice` and :class:`~evalcore.judged.frames.ClipSample`.
    """

    condition_id: str
    profile: str
    times: tuple[float, ...]
    frames: tuple[int, ...]
    time_coverage: float
    reached: bool
    resize: str
    size: tuple[int, int]
    video_sha256: str
    pictures: tuple[str, ...]
    picture_sha256: tuple[str, ...]
    frame_sha256: tuple[str, ...]
    prefix_end: float
    candidates: int
    observation_time: float | None
    seen_size: tuple[int, int]
    stored_size: tuple[int, int]
    rotation: int
    flipped: bool
    sample_aspect: str
    prompt_sha256: str | None = None
    task_sha256: str | None = None
    prompt_sha256_reason: str | None = None
    task_sha256_reason: str | None = None


@dataclass(frozen=True)
class SampleConfig:
    """The settings of a run of ``sample``, as its record keeps them; ``prefix_end`` is a fraction of seconds."""

    model: str
    profile: Profile
    subset: str | None
    prefix_end: str
    frames: int
    resize: str


@dataclass(frozen=True)
class SampleResult(Result):
    """What ``evalcore.judged.sample`` returns, beside the pictures and the manifest that it has written."""

    protocol: ClassVar[str] = "judged"

    model: str
    profile: Profile
    conditions: tuple[SampledClip, ...] = ()

    @property
    def config(self) -> SampleConfig:
        """The settings of the run, from its record."""
        return msgspec.convert(self.record["config"], SampleConfig)

    @property
    def scores(self) -> pd.DataFrame:
        """One row: how many conditions were sampled, reach their observation time, and how far time is covered."""
        import pandas as pd

        rows = self.rows
        return pd.DataFrame(
            [
                {
                    "model": self.model,
                    "profile": self.profile,
                    "n": len(rows),
                    "reached": int(rows["reached"].sum()),
                    "pictures": int(rows["pictures"].map(len).sum()),
                    "mean_time_coverage": float(rows["time_coverage"].mean()) if len(rows) else None,
                }
            ]
        )

    @property
    def rows(self) -> pd.DataFrame:
        """One row a condition, as in the manifest."""
        import pandas as pd

        names = [field.name for field in fields(SampledClip)]
        return pd.DataFrame([[getattr(row, name) for name in names] for row in self.conditions], columns=names)
