"""What agreement needs to know of the clips behind the answers: which were shown, how long, at what rate."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from evalcore.review.answers import Answer, Answers
from evalcore.review.panels import Floats, Panels
from evalcore.review.result import PanelCoverage, PanelShare

__all__ = ["Clips", "coverage_of"]

Lengths = Mapping[str, Mapping[str, float]]
NOTHING_SHOWN = "no panel was shown"


@dataclass(frozen=True)
class Clips:
    """``shown``: item -> stream ids, None where the items are not known. ``lengths`` and ``rates``: item -> stream ->
    seconds, and frames a second; what is absent is not known. ``fps`` is the rate of all streams without one there.
    """

    shown: Mapping[str, tuple[str, ...]] | None = None
    lengths: Lengths = field(default_factory=dict)
    rates: Lengths = field(default_factory=dict)
    fps: float | None = None

    def columns(self, panels: Panels) -> tuple[Floats, Floats]:
        """(U,), (U,): length in seconds and frames a second of each unit, not-a-number where not known."""
        names = [
            (panels.items[item], panels.streams[stream])
            for item, stream in zip(panels.item_of_unit.tolist(), panels.stream_of_unit.tolist(), strict=True)
        ]
        none: Mapping[str, float] = {}
        lengths = [self.lengths.get(item, none).get(stream, np.nan) for item, stream in names]
        fallback = self.fps or np.nan
        rates = [self.rates.get(item, none).get(stream, fallback) for item, stream in names]
        return np.array(lengths, np.float64), np.array(rates, np.float64)


def coverage_of(answers: Answers, clips: Clips) -> PanelCoverage:
    """Answered panels of those that were shown: all streams of an item, where known, else those that anybody named."""
    mentioned: dict[str, set[str]] = {}
    for answer in answers:
        mentioned.setdefault(answer.item, set()).update(answer.answered)
    by_reviewer: dict[str, list[int]] = {}
    by_stream: dict[str, list[int]] = {}
    for answer in answers:
        answered = set(answer.answered)
        for stream in _shown(answer, clips, mentioned):
            for counts in (by_reviewer.setdefault(answer.reviewer, [0, 0]), by_stream.setdefault(stream, [0, 0])):
                counts[0] += 1
                counts[1] += stream in answered
    shown = sum(counts[0] for counts in by_reviewer.values())
    answered_panels = sum(counts[1] for counts in by_reviewer.values())
    return PanelCoverage(
        requested=len(answers),
        done=len(answers),
        failed=0,
        shown=shown,
        answered=answered_panels,
        share=answered_panels / shown if shown else None,
        known=clips.shown is not None,
        by_reviewer={name: PanelShare(*counts) for name, counts in sorted(by_reviewer.items())},
        by_stream={name: PanelShare(*counts) for name, counts in sorted(by_stream.items())},
        share_reason=None if shown else NOTHING_SHOWN,
    )


def _shown(answer: Answer, clips: Clips, mentioned: Mapping[str, set[str]]) -> set[str]:
    return set((clips.shown or {}).get(answer.item, ())) | mentioned[answer.item]
