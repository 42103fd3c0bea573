"""The simulated reviewers of the review demo: what each sees late, otherwise, or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from evalcore.demo.review_scenarios import BLUR, FPS, REAL, SCENARIOS, STREAMS, VANISH, Break, Scenario, seconds
from evalcore.review import TIE, Answer, Counterfactual, Mark, Preference

__all__ = ["GUEST", "GUEST_ITEMS", "REVIEWERS", "Panel", "Reviewer", "answers"]

Panel = tuple[str, str]  # item and stream

DRIFTING, DEFORMING = "appearance_drift", "implausible_deformation"
SEVERITY = {"object_permanence": 3, "gravity_violation": 3, DRIFTING: 2, DEFORMING: 2}
OTHERWISE = 2  # severity of what is marked and not there

# For somebody who tries the page: some items are assigned to this name, and none is answered.
GUEST = "guest"
GUEST_ITEMS = ("bounce_01", "slow_fall", "slow_roll", "slow_pendulum", "long_pan")


@dataclass(frozen=True)
class Reviewer:
    """Somebody with known habits.

    ``lags`` are frames, drawn from for each mark. ``misses`` and ``false_alarms`` are panels, ``unanswered`` panels
    that are left open, ``skips`` items without an answer. ``never`` is a type that is never marked, ``renames`` maps a
    type to what it is called instead. ``severity_less`` is taken from every severity, of which 1 is the lowest.
    Of streams that hold equally long the first in ``taste`` is preferred; without a taste it is a tie.
    """

    habit: str
    lags: tuple[int, ...]
    misses: tuple[Panel, ...] = ()
    false_alarms: Mapping[Panel, Break] = field(default_factory=dict)
    unanswered: tuple[Panel, ...] = ()
    skips: tuple[str, ...] = ()
    never: str | None = None
    renames: Mapping[str, str] = field(default_factory=dict)
    severity_less: int = 0
    taste: tuple[str, ...] = ()
    verdicts: Mapping[str, str] = field(default_factory=dict)


REVIEWERS: dict[str, Reviewer] = {
    "alba": Reviewer(
        "quick and exact",
        lags=(0, 0, 1),
        taste=(VANISH, BLUR, REAL),
    ),
    "bruno": Reviewer(
        "misses three breaks, marks two that are not there, rates milder by one, and left one panel open",
        lags=(0, 1, 2),
        misses=(("pan_01", BLUR), ("slow_fall", BLUR), ("slow_roll", VANISH)),
        false_alarms={
            ("fall_01", REAL): Break(10, "rigid_body_violation"),
            ("slow_double", VANISH): Break(22, "causality_violation"),
        },
        unanswered=(("long_pan", BLUR),),
        severity_less=1,
        verdicts={"long_pan": "implausible"},
    ),
    "chen": Reviewer(
        f"late by about 0.4 s, calls `{DRIFTING}` `{DEFORMING}`, and has no answer to `slow_double`",
        lags=(5, 6, 7),
        skips=("slow_double",),
        renames={DRIFTING: DEFORMING},
        taste=(VANISH, BLUR, REAL),
    ),
    "dana": Reviewer(
        f"never marks `{DRIFTING}`: such panels are answered with an explicit 'no breaks'",
        lags=(1, 2),
        never=DRIFTING,
        taste=(REAL, VANISH, BLUR),
        verdicts={"slow_pendulum": "unclear"},
    ),
}


def answers() -> tuple[Answer, ...]:
    """The answers of all reviewers, by item and reviewer; the same each time."""
    found = []
    for place, scenario in enumerate(SCENARIOS):
        for nth, (name, reviewer) in enumerate(REVIEWERS.items()):
            if scenario.item not in reviewer.skips:
                found.append(_answer(scenario, name, reviewer, np.random.default_rng((place, nth))))
    return tuple(sorted(found, key=lambda answer: (answer.item, answer.reviewer)))


def _answer(scenario: Scenario, name: str, reviewer: Reviewer, rng: np.random.Generator) -> Answer:
    marks: list[Mark] = []
    clean = []
    for stream in STREAMS:
        panel = (scenario.item, stream)
        seen = [_mark(scenario, stream, one, reviewer, rng) for one in _seen(panel, scenario, reviewer)]
        marks += seen
        if not seen and panel not in reviewer.unanswered:
            clean.append(stream)
    return Answer(
        item=scenario.item,
        reviewer=name,
        violations=tuple(sorted(marks, key=lambda mark: (mark.t, mark.stream))),
        clean=tuple(clean),
        preference=_preference(scenario, marks, reviewer),
        counterfactual=_counterfactual(scenario, reviewer),
    )


def _seen(panel: Panel, scenario: Scenario, reviewer: Reviewer) -> list[Break]:
    if panel in reviewer.misses or panel in reviewer.unanswered:
        return []
    planted = [one for one in scenario.breaks.get(panel[1], ()) if one.type != reviewer.never]
    alarm = reviewer.false_alarms.get(panel)
    return planted + ([alarm] if alarm else [])


def _mark(scenario: Scenario, stream: str, planted: Break, reviewer: Reviewer, rng: np.random.Generator) -> Mark:
    frame = min(planted.frame + int(rng.choice(reviewer.lags)), scenario.length - 1)
    severity = max(SEVERITY.get(planted.type, OTHERWISE) - reviewer.severity_less, 1)
    kind = reviewer.renames.get(planted.type, planted.type)
    return Mark(stream=stream, t=seconds(frame), type=kind, severity=severity)


def _preference(scenario: Scenario, marks: list[Mark], reviewer: Reviewer) -> Preference:
    """The stream that holds longest in the reviewer's eyes."""
    first = dict.fromkeys(STREAMS, scenario.length / FPS)
    for mark in marks:
        first[mark.stream] = min(first[mark.stream], mark.t)
    best = {stream for stream, t in first.items() if t == max(first.values())}
    alone = len(best) == 1
    score = 5 - sum(t < scenario.length / FPS for t in first.values())
    winner = best.pop() if alone else next((stream for stream in reviewer.taste if stream in best), TIE)
    return Preference(
        winner=winner,
        confidence=5 if alone else 3,
        rubric={"motion": score, "consistency": max(score - 1, 1)},
    )


def _counterfactual(scenario: Scenario, reviewer: Reviewer) -> Counterfactual:
    change = scenario.intervention
    if change is None:
        return Counterfactual()
    return Counterfactual(verdict=reviewer.verdicts.get(scenario.item, change.verdict), t=seconds(change.frame))
