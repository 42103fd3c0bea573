"""Judgments of one judge on one model, read into columns and validated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import msgspec
import numpy as np
import numpy.typing as npt

from evalcore.judged.columns import Coded
from evalcore.judged.config import CLEAR, FLAGGED
from evalcore.judged.result import JudgeSettings

__all__ = ["Judgment", "Judgments", "verdict"]


class Judgment(msgspec.Struct, frozen=True, kw_only=True):
    """One judgment as a file holds it. The fields after ``profile`` are those that judge runs add.

    ``event`` is a label, ``other`` or ``uncertain``; ``violation`` any JSON value (see :func:`verdict`).
    ``judge_version`` is the model that the endpoint reported, ``endpoint`` its host. ``prompt_sha256`` is the hash of
    the judge's prompt, ``task_sha256`` of the definition of the condition's task, ``video_sha256`` of the clip.
    """

    condition_id: str
    event: Any = None
    violation: Any = None
    reason: str | None = None
    judge: str | None = None
    profile: str | None = None
    judge_version: str | None = None
    endpoint: str | None = None
    prompt_sha256: str | None = None
    task_sha256: str | None = None
    video_sha256: str | None = None
    raw: str | None = None


@dataclass(frozen=True, eq=False)
class Judgments:
    """The judgments of a file as columns, one entry a row in the order of the file.

    Parameters
    ----------
    positions
        (n,) int32 into ``JudgedData.conditions``, -1 where the condition is unknown.
    events, violations
        Raw JSON values.
    reasons
        Texts, None where there is none.
    settings
        What the rows say about how they were made, the aliases, and the file with its hash.
    """

    positions: npt.NDArray[np.int32]
    events: Coded
    violations: Coded
    reasons: Coded
    settings: JudgeSettings

    def __len__(self) -> int:
        return len(self.positions)


def verdict(value: object) -> Literal["clear", "flagged", "uncertain"]:
    """What a raw ``violation`` value counts as, trimmed and case-blind.

    ``clear`` for false, "false", "no", "none", "clear"; ``flagged`` for true, "true", "yes", "flagged"; ``uncertain``
    for anything else, numbers and null included.

    >>> [verdict(value) for value in (False, " Clear ", "YES", 0, None, "maybe")]
    ['clear', 'clear', 'flagged', 'uncertain', 'uncertain', 'uncertain']
    """
    if isinstance(value, bool):
        return "flagged" if value else "clear"
    word = value.strip().casefold() if isinstance(value, str) else None
    return "clear" if word in CLEAR else "flagged" if word in FLAGGED else "uncertain"
