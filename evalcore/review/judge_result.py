"""The result of a judge run over rollouts: what was asked, and what failed. The verdicts are in its file."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, ClassVar

import msgspec

from evalcore.batch import Failure, Result
from evalcore.vlm import Usage

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["JudgeConfig", "JudgeResult"]


@dataclass(frozen=True)
class JudgeConfig:
    """The settings of one judge run, as its record keeps them."""

    judge: str
    endpoint: str
    temperature: float | None
    max_tokens: int | None
    tiles: int
    streams: tuple[str, ...] | None


@dataclass(frozen=True)
class JudgeResult(Result):
    """What ``evalcore.review.judge`` returns and writes beside the predictions.

    ``file`` is the name of the predictions. ``n_kept`` rollouts had a verdict that holds from an earlier run,
    ``n_asked`` got one in this run, whose tokens ``usage`` counts.
    """

    protocol: ClassVar[str] = "review"

    judge: str
    prompt_sha256: str
    file: str
    n_kept: int
    n_asked: int
    usage: Usage

    @property
    def config(self) -> JudgeConfig:
        """The settings of the run, from its record."""
        return msgspec.convert(self.record["config"], JudgeConfig)

    @property
    def scores(self) -> pd.DataFrame:
        """One row: rollouts kept, asked and failed, and tokens."""
        import pandas as pd

        row = {"file": self.file, "kept": self.n_kept, "asked": self.n_asked, "failed": len(self.failures)}
        return pd.DataFrame([{**row, **asdict(self.usage)}])

    @property
    def rows(self) -> pd.DataFrame:
        """One row a rollout without a verdict."""
        import pandas as pd

        return pd.DataFrame(self.failures, columns=[*Failure.__dataclass_fields__])
