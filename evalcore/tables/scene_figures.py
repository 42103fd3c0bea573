"""What the tables and figures of the scene protocol share: values as they are read, and which settings stand behind."""

from __future__ import annotations

from evalcore.metrics import METRICS
from evalcore.scene import RENDERED, RunConfig, SceneResult
from evalcore.stats.bootstrap import RESAMPLES

__all__ = ["FIGURES", "INTERVALS", "not_comparable", "points", "setting_notes", "shown"]

FIGURES = (
    "Scene IoU: the boxes around everything but the ground. Object IoU: sum over the matched objects, divided by the "
    "larger number of objects, so that missing and extra ones count 0."
)
INTERVALS = f"95% CI: percentile bootstrap over samples, B = {RESAMPLES}, seed 0"


def shown(metric: str, value: float | None) -> float | None:
    """A value as tables show it: a fraction that is read as a percentage times 100.

    >>> shown("scene_aabb_iou", 0.25), shown("pl", 0.25), shown("pl", None)
    (25.0, 0.25, None)
    """
    return None if value is None else 100 * value if METRICS[metric].percent else value


def points(metric: str) -> str:
    """The unit of a difference: percentage points for what is read as a percentage."""
    return "points" if METRICS[metric].percent else METRICS[metric].unit


def setting_notes(result: SceneResult) -> tuple[str, ...]:
    """Which settings are not the release's, and whether PL can stand beside published figures."""
    config: RunConfig = result.config
    notes = []
    if config.deviations:
        named = ", ".join(f"{name} = {value}" for name, value in config.deviations.items())
        notes.append(f"Not the release's settings: {named}.")
    if not_comparable(result):
        notes.append(f"Rendered with lights = {config.rendering.lights}: not comparable with published PL.")
    return tuple(notes)


def not_comparable(result: SceneResult) -> bool:
    """Whether something was rendered, and by other light than that of published figures."""
    rendered = any(getattr(sample, name) is not None for sample in result.samples for name in RENDERED)
    return rendered and not result.config.rendering.comparable
