"""Values by prediction step: what the curves of one figure and the panels of many have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from evalcore.metrics import METRICS
from evalcore.plots.text import number
from evalcore.rollout.result import ClipScore, Metric, RolloutResult

__all__ = ["Axis", "StepAxis", "sample_spread", "value_range"]

Axis = Literal["step", "ms"]


class StepAxis:
    """The horizontal axis: prediction steps 1..K, or milliseconds after the last conditioning frame."""

    def __init__(self, result: RolloutResult, axis: Axis) -> None:
        self.ms = list(result.config.step_ms)
        self.steps = range(1, len(self.ms) + 1)
        self.axis = axis

    @property
    def x(self) -> list[float]:
        """Position of each step."""
        return self.ms if self.axis == "ms" else list(map(float, self.steps))

    @property
    def title(self) -> str:
        """What the axis shows."""
        return "Time after the last conditioning frame (ms)" if self.axis == "ms" else "Prediction step"

    def layout(self, *, few: bool = False) -> dict[str, Any]:
        """Ticks and range; ``few``: first, middle and last only, for small panels."""
        last = len(self.x) - 1
        chosen = sorted({0, last // 2, last}) if few else range(last + 1)
        names = [f"{self.ms[i]:.0f}" if self.axis == "ms" else f"t+{i + 1}" for i in chosen]
        pad = 0.04 * (self.x[-1] - self.x[0]) or 0.5
        return {
            "tickvals": [self.x[i] for i in chosen],
            "ticktext": names,
            "range": [self.x[0] - pad, self.x[-1] + pad],
        }

    def hover(self, metric: str, values: Sequence[float], *, head: str, tail: Sequence[str] | None = None) -> list[str]:
        """Exact text of each point: ``head``, step and time, value, and a further line."""
        spec = METRICS[metric]
        unit = f" {spec.unit}" if spec.unit else ""
        lines = [
            f"<b>{head}</b><br>step {step} ({ms:.1f} ms)<br>{spec.label} {number(value, spec.digits)}{unit}"
            for step, ms, value in zip(self.steps, self.ms, values, strict=True)
        ]
        return [f"{line}<br>{more}" for line, more in zip(lines, tail, strict=True)] if tail else lines


def sample_spread(clip: ClipScore, metric: Metric) -> list[str] | None:
    """Number of samples and their least and greatest value at each step, as text; None where there is one sample."""
    if not clip.samples:
        return None
    digits, head = METRICS[metric].digits, f"mean of {len(clip.samples)} samples"
    by_step = zip(*(getattr(sample, f"per_step_{metric}") for sample in clip.samples), strict=True)
    return [f"{head}, {number(min(values), digits)} to {number(max(values), digits)}" for values in by_step]


def value_range(metric: str, values: Iterable[float]) -> list[float] | None:
    """Range of the value axis: tight, within what the metric can be, and from its best end where that is zero."""
    finite = list(values)
    if not finite:
        return None
    spec = METRICS[metric]
    low, high = min(finite), max(finite)
    pad = 0.06 * (high - low) or 0.05 * abs(high) or 0.5
    low, high = max(low - pad, spec.bounds[0]), min(high + pad, spec.bounds[1])
    return [0.0 if spec.bounds[0] == 0 else low, high]
