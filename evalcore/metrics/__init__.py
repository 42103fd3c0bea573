"""Arrays in, numbers out: pixel error (MAD, PSNR), SSIM, box IoU, and what each metric declares about itself."""

from __future__ import annotations

from evalcore.metrics.boxes import aabb_iou, obb_iou
from evalcore.metrics.declaration import METRICS, Metric
from evalcore.metrics.pixel import mad, psnr
from evalcore.metrics.similarity import ssim

__all__ = ["METRICS", "Metric", "aabb_iou", "mad", "obb_iou", "psnr", "ssim"]
