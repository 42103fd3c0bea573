"""One sample of a model: its figures beside those of the saved run, the boxes of the two scenes, the transform."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from evalcore.metrics import METRICS as DECLARED
from evalcore.scene import GEOMETRY, METRICS, RENDERED, Comparison, SampleScore, SceneConfig, Side
from evalcore.scene.boxes import fitted_box
from evalcore.scene.objects import bounds_of, points_of, union
from evalcore.tables.layout import Column
from evalcore.tables.table import Table, frame_of

__all__ = ["MEANINGS", "changed_settings", "scene_boxes", "scene_figures", "transform_json", "transform_words"]

MEANINGS: Mapping[str, str] = {
    "scene_aabb_iou": "Overlap of the upright boxes around all objects.",
    "scene_obb_iou": "Overlap of the oriented boxes fitted to all vertices.",
    "object_aabb_iou": "Mean overlap of pairs; missing and extra objects count 0.",
    "object_obb_iou": "The same with the oriented boxes of the pairs.",
    "pl": "100 × mean squared difference of the two renders.",
    "n_clip": "10 × cosine distance of the renders' CLIP features.",
}
_WORDS = {"align": "alignment", "ground_policy": "ground", "obb": "object OBB"}
_NO_COMPARISON = "the two scenes are not compared"
_SAVED_PICTURES = "only a scoring run renders"


def changed_settings(config: SceneConfig, saved: SceneConfig) -> tuple[str, ...]:
    """What ``config`` has otherwise than ``saved``: ``alignment identity instead of bbox``."""
    return tuple(
        f"{word} {getattr(config, name)} instead of {getattr(saved, name)}"
        for name, word in _WORDS.items()
        if getattr(config, name) != getattr(saved, name)
    )


def scene_figures(found: Comparison | None, saved: SampleScore | None, *, unsaved: str) -> Table:
    """The six figures of a sample: as compared now, as the run has them, and what they mean.

    ``unsaved`` is the reason why a run has none, for where ``saved`` is None.
    """
    rows = []
    for metric in METRICS:
        spec = DECLARED[metric]
        now = getattr(found, metric) if found and metric in GEOMETRY else None
        kept = getattr(saved, metric) if saved else None
        why_kept = getattr(saved, f"{metric}_reason") if saved and metric in RENDERED else unsaved
        why_now = (_SAVED_PICTURES if kept is not None else why_kept) if metric in RENDERED else _NO_COMPARISON
        better = "higher" if spec.higher_is_better else "lower"
        values = [None if value is None else 100 * value if spec.percent else value for value in (now, kept)]
        label = f"{spec.label} ({spec.unit})" if spec.unit else spec.label
        rows.append((label, *values, better, MEANINGS[metric], why_now, why_kept))
    names = ("figure", "now", "saved", "better", "meaning", "now_reason", "saved_reason")
    columns = (
        Column("figure", "Figure"),
        Column("now", "On this page", digits=3),
        Column("saved", "In the run", digits=3),
        Column("better", "Better"),
        Column("meaning", "Meaning"),
    )
    return Table("Figures of this sample", frame_of(rows, names, numbers=names[1:3]), columns)


def scene_boxes(truth: Side, prediction: Side, found: Comparison | None) -> Table:
    """The boxes of the two scenes, ground left out: size along their own axes and centre, in metres.

    The prediction's are given before and after its alignment.
    """
    sides = [("ground truth", truth.objects, truth), ("prediction, before alignment", prediction.objects, prediction)]
    if found and found.transform is not None:
        sides.append(("prediction, after alignment", found.aligned, truth))
    rows: list[tuple[Any, ...]] = []
    for whose, objects, side in sides:
        if objects:
            low, high = union(bounds_of(objects))
            box = fitted_box(points_of(objects), side.config.scene_obb)
            rows.append((whose, "AABB", *(high - low).tolist(), *((low + high) / 2).tolist()))
            rows.append((whose, f"OBB ({side.config.scene_obb})", *(2 * box.half).tolist(), *box.center.tolist()))
    numbers = ("size_x", "size_y", "size_z", "center_x", "center_y", "center_z")
    columns = (
        Column("whose", "Scene"),
        Column("box", "Box"),
        *(
            Column(name, f"{name[:-2].capitalize().replace('Center', 'Centre')} {name[-1]}", unit="m", digits=3)
            for name in numbers
        ),
    )
    return Table("Boxes of the scenes", frame_of(rows, ("whose", "box", *numbers), numbers=numbers), columns)


def transform_json(transform: np.ndarray[Any, np.dtype[np.float64]]) -> str:
    """A 4x4 as JSON, a row a line, in full precision."""
    rows = ",\n ".join(str(row) for row in transform.tolist())
    return f"[{rows}]"


def transform_words(transform: np.ndarray[Any, np.dtype[np.float64]]) -> str:
    """Scale, turn and translation of a similarity.

    >>> transform_words(np.diag([2.0, 2.0, 2.0, 1.0]))
    'Scale 2, turned by 0 degrees, moved by (0, 0, 0) m.'
    """
    scale = float(np.cbrt(np.linalg.det(transform[:3, :3])))
    cosine = (np.trace(transform[:3, :3]) / scale - 1) / 2
    degrees = round(float(np.degrees(np.arccos(np.clip(cosine, -1, 1)))), 3)
    moved = ", ".join(f"{value:.6g}" for value in transform[:3, 3] + 0.0)
    return f"Scale {scale:.6g}, turned by {degrees:g} degrees, moved by ({moved}) m."
