"""Means of a model over its samples, with bootstrap intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from evalcore.scene.config import METRICS
from evalcore.scene.result import ModelScore, SampleScore
from evalcore.stats import bootstrap_interval, resample_indices

__all__ = ["aggregate"]


def aggregate(rows: Sequence[SampleScore], *, withheld: str | None, missing: Mapping[str, str]) -> ModelScore:
    """The score of one model from its samples.

    ``withheld`` is the reason for which a run has no means at all; ``missing`` maps each figure that no sample has to
    the reason.
    """
    reason = withheld or (None if rows else "no sample succeeded")
    gaps: dict[str, Any] = {f"{name}_reason": reason or why for name, why in missing.items()}
    if reason:
        return ModelScore(n=len(rows), reason=reason, **{"pl_reason": reason, "n_clip_reason": reason, **gaps})
    figures: dict[str, Any] = {}
    ci95: dict[str, tuple[float, float] | None] = {}
    ci95_reason: dict[str, str] = {}
    resamples = resample_indices(len(rows))  # the same for every model with as many samples: differences are paired
    for name in METRICS:
        if name in missing:
            ci95[name], ci95_reason[name] = None, missing[name]
            continue
        values = np.array([getattr(row, name) for row in rows])
        figures[name] = float(values.mean())
        interval = bootstrap_interval(values[resamples].mean(axis=1), n=len(rows))
        ci95[name] = interval.ci95
        if interval.reason:
            ci95_reason[name] = interval.reason
    return ModelScore(n=len(rows), **figures, **gaps, ci95=ci95, ci95_reason=ci95_reason)
