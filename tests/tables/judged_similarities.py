"""A small similarity diagnostic made by hand, for the tests of tables and figures."""

from __future__ import annotations

from typing import Any

from evalcore.batch import Coverage
from evalcore.judged.similarity_result import ClipSimilarity, SimilarityResult

__all__ = ["clip_similarity", "similarity_result"]


def clip_similarity(condition_id: str, psnr: float, ssim: float, **more: Any) -> ClipSimilarity:
    """One condition with an overlap of 4.2 s."""
    fields = {"overlap_s": 4.2, "psnr_capped": psnr == 99.0, **more}
    return ClipSimilarity(
        condition_id,
        psnr,
        ssim,
        times=(0.0, 4.2),
        frames=(0, 63),
        reference_frames=(0, 63),
        video_sha256="a",
        reference_sha256="b",
        **fields,
    )


def similarity_result(**changes: Any) -> SimilarityResult:
    """PSNR 99 (the cap) and 21, SSIM 1 and 0.5 of two conditions; three more have no reference."""
    fields: dict[str, Any] = {
        "coverage": Coverage(2, 2, 0),
        "failures": (),
        "record": {"config": {"model": "best", "subset": "two"}},
        "model": "best",
        "n": 2,
        "mean": {"psnr": 60.0, "ssim": 0.75},
        "ci95": {"psnr": (10.0, 70.0), "ssim": (0.5, 1.0)},
        "conditions": (clip_similarity("a1", 21.0, 1.0), clip_similarity("b1", 99.0, 0.5)),
        "without_reference": 3,
    }
    return SimilarityResult(**{**fields, **changes})
