"""Answers compared once, for all figures of an agreement run: panels, pairs of panels, matches and the null."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from evalcore.review.answers import Answers
from evalcore.review.clips import Clips
from evalcore.review.components import judged_breaks
from evalcore.review.config import AgreementConfig
from evalcore.review.figures import PairColumns
from evalcore.review.matching import Matched, match_panels
from evalcore.review.null import null_matches, pools_of
from evalcore.review.panels import Floats, Index, Panels, panels_of

__all__ = ["Comparison", "Mask", "Step", "compare"]

Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Step:
    """One tolerance of the sweep: its matches, the matches by chance, and the breaks with the marks that judge them.

    ``compared`` (N,) are the pairs of panels that have this tolerance. ``by_chance`` (N,) is 0 where there is no null.
    """

    tolerance: float | None
    frames: float | None
    compared: Mask
    matched: Matched
    by_chance: Floats
    judging_marks: Index
    judged_break: Index


@dataclass(frozen=True, eq=False)
class Comparison:
    """``one`` and ``other`` (N,) are the pairs of panels; ``has_null`` (N,) says which can be compared with chance."""

    panels: Panels
    one: Index
    other: Index
    has_null: Mask
    lengths_known: bool
    rate: Floats  # (U,) frames a second of each unit
    steps: tuple[Step, ...]

    @property
    def item_of_pair(self) -> Index:
        """(N,) the item of each pair."""
        return self.panels.item[self.one]

    @property
    def marks_of_pair(self) -> Index:
        """(N,) marks of both panels of each pair."""
        return self.panels.marks[self.one] + self.panels.marks[self.other]

    def pairs(self, step: Step, kept: Mask | None = None) -> PairColumns:
        """The pairs of a step, or those of them in a mask (N,)."""
        columns = PairColumns(self.item_of_pair, self.marks_of_pair, step.matched.count, self.has_null, step.by_chance)
        return columns.take(step.compared if kept is None else step.compared & kept)

    def offsets(self, step: Step, kept: Mask | None = None) -> tuple[Floats, Floats]:
        """(K,) seconds, and (K,) frames (not-a-number without a rate) between matched marks, of a mask of pairs."""
        time, matched = self.panels.time, step.matched
        some = np.ones(len(matched.pair), bool) if kept is None else kept[matched.pair]
        seconds = np.abs(time[matched.left[some]] - time[matched.right[some]])
        return seconds, seconds * self.rate[self.panels.unit[self.one[matched.pair[some]]]]


def compare(answers: Answers, clips: Clips, config: AgreementConfig) -> Comparison:
    """Match all pairs of reviewers at every tolerance, and draw the null."""
    panels = panels_of(answers.rows)
    one, other = panels.pairs
    length, rate = clips.columns(panels)
    tolerances = _tolerances(config, rate)
    unit = panels.unit[one]
    limits = np.stack([seconds[unit] for _, _, seconds in tolerances], axis=1)

    frame = np.where(np.isnan(rate), 0.0, 1 / np.where(np.isnan(rate), 1, rate))
    pools = pools_of(panels, length=length[panels.unit], frame=frame[panels.unit])
    has_null = (pools.size[one] >= config.fewest_panels) & (pools.size[other] >= config.fewest_panels)
    by_chance = np.zeros(limits.shape)
    by_chance[has_null] = null_matches(
        panels,
        pools,
        one[has_null],
        other[has_null],
        tolerance=limits[has_null],
        draws=config.draws,
        seed=config.seed,
    )
    steps = []
    for k, (seconds, frames, _) in enumerate(tolerances):
        matched = match_panels(panels, one, other, tolerance=np.ascontiguousarray(limits[:, k]))
        marks, judged = judged_breaks(panels, matched)
        compared = ~np.isnan(limits[:, k])
        steps.append(Step(seconds, frames, compared, matched, by_chance[:, k], marks, judged))
    return Comparison(panels, one, other, has_null, bool((~np.isnan(length)).any()), rate, tuple(steps))


def _tolerances(config: AgreementConfig, rate: Floats) -> Sequence[tuple[float | None, float | None, Floats]]:
    """Seconds or frames of each step, and the tolerance of each unit in seconds (not-a-number where not known)."""
    steps: list[tuple[float | None, float | None, Floats]] = []
    if config.tolerance_frames is not None:
        steps.append((None, config.tolerance_frames, config.tolerance_frames / rate))
    return steps + [(seconds, None, np.full(len(rate), seconds)) for seconds in config.tolerances]
