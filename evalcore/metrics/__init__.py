"""Arrays in, numbers out: MAD, PSNR, PL, SSIM, N-CLIP, box IoU, and what each metric declares about itself."""

from __future__ import annotations

from evalcore.metrics.boxes import aabb_iou, obb_iou
from evalcore.metrics.declaration import METRICS, Metric
from evalcore.metrics.features import n_clip
from evalcore.metrics.pixel import mad, pl, psnr
from evalcore.metrics.similarity import ssim

__all__ = ["METRICS", "Metric", "aabb_iou", "mad", "n_clip", "obb_iou", "pl", "psnr", "ssim"]
