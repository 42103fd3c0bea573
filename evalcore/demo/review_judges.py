"""The simulated judges of the review demo: how finely each sees, what it misses, and where it gave no answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from evalcore.demo.review_reviewers import Panel
from evalcore.demo.review_scenarios import BLUR, FPS, REAL, SCENARIOS, STREAMS, VANISH, Break, Scenario
from evalcore.review import Prediction
from evalcore.review.contact_sheet import resolution, tile_times

__all__ = ["JUDGES", "Judge", "predictions"]


@dataclass(frozen=True)
class Judge:
    """A judge that sees ``tiles`` frames a clip and names the first on which a break is to be seen.

    ``late`` says by how many tiles it is later than that, ``renames`` which type it calls what; in ``failed`` are the
    streams that it was asked about in vain, and the error.
    """

    tiles: int
    misses: tuple[Panel, ...]
    false_alarms: Mapping[Panel, Break] = field(default_factory=dict)
    late: Mapping[Panel, int] = field(default_factory=dict)
    failed: Mapping[Panel, str] = field(default_factory=dict)
    renames: Mapping[str, str] = field(default_factory=dict)

    def resolution(self, length: int) -> float:
        """Half the interval between the frames that it sees of a clip of ``length`` frames, in seconds."""
        return resolution(length / FPS, tiles=self.tiles)


JUDGES: dict[str, Judge] = {
    "judge-a": Judge(
        tiles=12,
        misses=(("bounce_02", BLUR), ("roll_01", BLUR), ("slow_fall", BLUR)),
        false_alarms={("slow_roll", REAL): Break(20, "identity_flicker")},
        late={("slow_fall", VANISH): 4, ("slow_pendulum", BLUR): 2},
        renames={"gravity_violation": "causality_violation"},
    ),
    "judge-b": Judge(
        tiles=5,
        misses=(("bounce_02", BLUR), ("pan_01", VANISH), ("pan_01", BLUR), ("pendulum_01", BLUR), ("slow_fall", BLUR)),
        false_alarms={
            ("slow_roll", REAL): Break(20, "identity_flicker"),
            ("long_pan", BLUR): Break(32, "appearance_drift"),
        },
        failed={("fall_01", VANISH): "timeout: no reply within 120 s"},
    ),
}


def predictions(name: str, *, prompt_sha256: str) -> tuple[Prediction, ...]:
    """What the judge of a name says of each stream."""
    return tuple(
        _prediction(scenario, stream, JUDGES[name], {"judge": name, "prompt_sha256": prompt_sha256})
        for scenario in SCENARIOS
        for stream in STREAMS
    )


def _prediction(scenario: Scenario, stream: str, judge: Judge, said: Mapping[str, Any]) -> Prediction:
    panel = (scenario.item, stream)
    said = {**said, "item": scenario.item, "stream": stream}
    if panel in judge.failed:
        return Prediction(**said, error=judge.failed[panel])
    said |= {"resolution": judge.resolution(scenario.length), "confidence": 0.9}
    planted = judge.false_alarms.get(panel) or next(iter(scenario.breaks.get(stream, ())), None)
    if planted is None or panel in judge.misses:
        return Prediction(**said)
    times = tile_times(scenario.length / FPS, tiles=judge.tiles)
    first = next((k for k, t in enumerate(times) if int(t * FPS) >= planted.frame), judge.tiles - 1)
    tile = min(first + judge.late.get(panel, 0), judge.tiles - 1)
    return Prediction(**said, t=times[tile], type=judge.renames.get(planted.type, planted.type))
