"""What each metric and score says about itself; tables, axes and win counts take the direction from here alone."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

__all__ = ["METRICS", "Metric"]


@dataclass(frozen=True)
class Metric:
    """The declaration of one metric, or of one score that a protocol makes of judgments.

    ``unit`` is empty for a pure number. ``bounds`` are the smallest and largest possible value. ``digits`` is the
    number of decimals to show; stored values are never rounded. ``percent`` says that a fraction is shown times 100;
    ``digits`` are then those of the percentage.
    """

    name: str
    label: str
    unit: str
    higher_is_better: bool
    bounds: tuple[float, float]
    digits: int
    percent: bool = False


def _iou(name: str, label: str) -> Metric:
    return Metric(name, label, "%", higher_is_better=True, bounds=(0.0, 1.0), digits=1, percent=True)


METRICS: dict[str, Metric] = {
    metric.name: metric
    for metric in (
        Metric("mad", "MAD", "grey levels", higher_is_better=False, bounds=(0.0, 255.0), digits=3),
        Metric("ssim", "SSIM", "", higher_is_better=True, bounds=(-1.0, 1.0), digits=4),
        Metric("psnr", "PSNR", "dB", higher_is_better=True, bounds=(0.0, 99.0), digits=2),
        Metric("event", "Event", "%", higher_is_better=True, bounds=(0.0, 100.0), digits=1),
        Metric("structure", "Structure", "%", higher_is_better=True, bounds=(0.0, 100.0), digits=1),
        Metric("pair_accuracy", "Pair accuracy", "%", higher_is_better=True, bounds=(0.0, 100.0), digits=1),
        Metric("rank", "Rank", "", higher_is_better=False, bounds=(1.0, inf), digits=2),
        Metric("recall", "Recall", "", higher_is_better=True, bounds=(0.0, 1.0), digits=3),
        _iou("scene_aabb_iou", "Scene AABB IoU"),
        _iou("scene_obb_iou", "Scene OBB IoU"),
        _iou("object_aabb_iou", "Object AABB IoU"),
        _iou("object_obb_iou", "Object OBB IoU"),
        Metric("pl", "PL", "", higher_is_better=False, bounds=(0.0, 100.0), digits=3),
        Metric("n_clip", "N-CLIP", "", higher_is_better=False, bounds=(0.0, 20.0), digits=3),
    )
}
