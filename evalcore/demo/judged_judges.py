"""The two judges of the judged demo: rows as a judge writes them, with the planted oddities and disagreements."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from evalcore.demo.judged_conditions import CONDITIONS, SPLITS
from evalcore.demo.judged_models import MODELS, Seen, seen
from evalcore.demo.judged_tasks import TASKS
from evalcore.judged.config import DEFAULT_PROFILE, OTHER, UNCERTAIN

__all__ = [
    "CHANGED_EVERY",
    "CONFUSED",
    "FIRST",
    "FORGIVEN",
    "JUDGES",
    "MISSING_EVERY",
    "ODD",
    "OUTSIDE",
    "SECOND",
    "UNUSUAL",
    "WIDELY_JUDGED",
    "rows",
]

Row = dict[str, Any]

FIRST, SECOND = JUDGES = "judge-a-2026-05", "judge-b-2026-03"
FAULTS = (
    "A second body appears.",
    "The body changes its shape.",
    "The support bends.",
    "A part of the support is gone.",
)

# Planted in the first judge's files.
MISSING_EVERY = 5  # of `hazel`
OUTSIDE = 12  # of `pine`
UNUSUAL: dict[str, int] = {OTHER: 20, UNCERTAIN: 14, "another case": 5, "nothing happens": 4}  # of `juniper`
ODD: tuple[tuple[Any, int], ...] = (  # of `larch`
    (True, 9),
    ("Yes", 8),
    (" No ", 7),
    (False, 6),
    (0, 5),
    (None, 4),
    ("maybe", 3),
    (1, 2),
)

# Planted in the second judge.
CONFUSED = {"seesaw_distance": ("left_end_drops", "right_end_drops"), "gap_drum": ("falls_in", "stops_before")}
CHANGED_EVERY = 10  # events, elsewhere
FORGIVEN = 3, 5  # of so many flagged clips, how many it finds clear
WIDELY_JUDGED = (
    "alder",
    "aspen",
    "birch",
    "cedar",
    "elm",
    "fir",
)  # in all of `paper-main`, the others in `cross-judge`


def rows(judge: str, model: str) -> list[Row]:
    """The file of one judge on one model, a row a judgment, sorted by condition."""
    clips = seen(model)
    if judge == FIRST:
        return _first(model, {name: clips[name] for name in SPLITS["paper-main"] if name in clips}, clips)
    scope = "paper-main" if model in WIDELY_JUDGED else "cross-judge"
    return _second(model, {name: clips[name] for name in SPLITS[scope] if name in clips})


def _row(judge: str, condition_id: str, clip: Seen, *, fault: str = FAULTS[0]) -> Row:
    if clip.event is None:
        event, violation, reason = UNCERTAIN, UNCERTAIN, "The clip ends before the observation time."
    else:
        event = clip.event
        violation = "clear" if clip.whole else "flagged"
        reason = TASKS[CONDITIONS[condition_id].task].labels[event] + ("" if clip.whole else f" {fault}")
    return {
        "condition_id": condition_id,
        "event": event,
        "violation": violation,
        "reason": reason,
        "judge": judge,
        "profile": DEFAULT_PROFILE,
    }


def _first(model: str, clips: dict[str, Seen], all_clips: dict[str, Seen]) -> list[Row]:
    rng = np.random.default_rng([list(MODELS).index(model), 10])
    if model == "pine":
        more = [name for name in SPLITS["core"] if name not in clips][:OUTSIDE]
        clips = {**clips, **{name: all_clips[name] for name in more}}
    written = [_row(FIRST, name, clip, fault=_fault(rng, name)) for name, clip in sorted(clips.items())]
    return _ODDITIES[model](written, rng) if model in _ODDITIES else written


def _fault(rng: np.random.Generator, condition_id: str) -> str:
    drawn = FAULTS[int(rng.integers(len(FAULTS)))]
    return FAULTS[0] if CONDITIONS[condition_id].reference else drawn  # what the clips show


def _some_missing(written: list[Row], rng: np.random.Generator) -> list[Row]:
    return [row for number, row in enumerate(written, start=1) if number % MISSING_EVERY]


def _unusual_events(written: list[Row], rng: np.random.Generator) -> list[Row]:
    """Put unusual events in the place of some."""
    words = [word for word, count in UNUSUAL.items() for _ in range(count)]
    for place, word in zip(rng.permutation(len(written)).tolist(), words, strict=False):
        row = written[place]
        row["event"] = row["event"].replace("_", " ").capitalize() if word == "another case" else word
        row["reason"] = None
    return written


def _odd_violations(written: list[Row], rng: np.random.Generator) -> list[Row]:
    """Put odd values in the place of some."""
    values = [value for value, count in ODD for _ in range(count)]
    for place, value in zip(rng.permutation(len(written)).tolist(), values, strict=False):
        written[place] |= {"violation": value, "reason": None}
    return written


_ODDITIES: dict[str, Callable[[list[Row], np.random.Generator], list[Row]]] = {
    "hazel": _some_missing,
    "juniper": _unusual_events,
    "larch": _odd_violations,
}


def _second(model: str, clips: dict[str, Seen]) -> list[Row]:
    index = list(MODELS).index(model)
    rng = np.random.default_rng([index, 11])
    written, elsewhere, flagged = [], index, 0  # not the same conditions for every model
    for name, clip in sorted(clips.items()):
        task = CONDITIONS[name].task
        if clip.event is None:
            written.append(_row(SECOND, name, clip))
            continue
        event, whole = clip.event, clip.whole
        if task in CONFUSED:
            one, other = CONFUSED[task]
            event = {one: other, other: one}.get(event, event)
        else:
            elsewhere += 1
            if elsewhere % CHANGED_EVERY == 0:
                others = [label for label in TASKS[task].labels if label != event]
                event = others[int(rng.integers(len(others)))]
        if not whole:
            whole = flagged % FORGIVEN[1] < FORGIVEN[0]
            flagged += 1
        written.append(_row(SECOND, name, Seen(event, whole), fault=_fault(rng, name)))
    return written
