"""The result of the similarity diagnostic."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from evalcore.batch import Result
from evalcore.judged.config import SimilarityConfig

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ClipSimilarity", "SimilarityResult", "SimilarityRun"]

Interval = tuple[float, float]


@dataclass(frozen=True)
class SimilarityRun(SimilarityConfig):
    """The settings of one run, as its record keeps them: the protocol's constants, and what was asked for."""

    model: str = ""
    subset: str | None = None
    allow_partial: bool = False


@dataclass(frozen=True)
class ClipSimilarity:
    """One condition: its generated clip against its reference future.

    Attributes
    ----------
    psnr, ssim
        dB (0..99) and -1..1, higher is better. ``psnr_capped``: it is the cap, there is no error or next to none.
    overlap_s
        Seconds that both clips show, each from its own first frame; ``note`` speaks of an overlap of 0.
    times
        The common times in seconds.
    frames, reference_frames
        Index of the frame nearest to each time in the generated clip and in the reference.
    rotation, reference_rotation
        Degrees counter-clockwise that the metadata asks for and that were applied.
    """

    condition_id: str
    psnr: float
    ssim: float
    overlap_s: float
    times: tuple[float, ...]
    frames: tuple[int, ...]
    reference_frames: tuple[int, ...]
    psnr_capped: bool
    video_sha256: str
    reference_sha256: str
    rotation: int = 0
    reference_rotation: int = 0
    note: str | None = None


@dataclass(frozen=True)
class SimilarityResult(Result):
    """What ``evalcore.judged.similarity`` returns: a diagnostic, which no ranking takes as its PSNR and SSIM.

    ``mean`` and ``ci95`` (t-based, over conditions) have ``psnr`` and ``ssim``, null with the reason of the same name.
    ``n`` conditions are behind them; ``without_reference`` more have no reference to be compared with.
    """

    protocol: ClassVar[str] = "judged"

    model: str
    n: int
    mean: dict[str, float | None]
    ci95: dict[str, Interval | None]
    conditions: tuple[ClipSimilarity, ...]
    without_reference: int
    mean_reason: str | None = None
    ci95_reason: str | None = None
    diagnostic: bool = True

    @property
    def config(self) -> SimilarityRun:
        """The settings of the run, from its record."""
        return msgspec.convert(self.record["config"], SimilarityRun)

    @property
    def scores(self) -> pd.DataFrame:
        """One row: n, mean and interval of PSNR and SSIM."""
        import pandas as pd

        row: dict[str, Any] = {"model": self.model, "n": self.n}
        for name, mean in self.mean.items():
            low, high = self.ci95[name] or (None, None)
            row |= {name: mean, f"{name}_low": low, f"{name}_high": high}
        return pd.DataFrame([row | {"diagnostic": True, "reason": self.mean_reason}])

    @property
    def rows(self) -> pd.DataFrame:
        """One row a condition."""
        import pandas as pd

        names = [field.name for field in fields(ClipSimilarity)]
        return pd.DataFrame([[getattr(row, name) for name in names] for row in self.conditions], columns=names)
