"""The sixteen made models of the judged demo: what happens in each clip that they are said to have generated."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from evalcore.demo.judged_conditions import CONDITIONS, SPLITS, Made, filmed
from evalcore.demo.judged_tasks import FAMILIES, TASKS

__all__ = ["MISSING", "MODELS", "SHORT", "Model", "Seen", "seen"]

Events = dict[str, str]  # condition_id -> label
_GOLDEN = (math.sqrt(5) - 1) / 2


@dataclass(frozen=True)
class Seen:
    """What a clip shows: the event, and whether the scene stays whole; None: the clip ends before it can be seen."""

    event: str | None
    whole: bool | None


@dataclass(frozen=True)
class Model:
    """A made model.

    ``event`` is the share of conditions whose event it gets right, by ``answers``; ``families`` are the exceptions, and
    ``several`` is the share in tasks with more than two outcomes. ``structure`` is the share of clips whose scene stays
    whole. ``luck`` shifts in which classes and tasks a share is rounded up; those of `cedar` and `oak` are chosen so
    that they tie with `birch` and `maple`. ``trait`` is what was planted, in words.
    """

    event: float
    structure: float
    trait: str
    luck: int
    families: dict[str, float] = field(default_factory=dict)
    several: float | None = None
    answers: Callable[[str, Model], Events] = lambda name, model: _skilled(name, model)


def seen(name: str) -> dict[str, Seen]:
    """What the clip of each condition of the core and of the controls shows; a condition without a clip is left out."""
    model = MODELS[name]
    events, whole = model.answers(name, model), _whole(name, model)
    clips = {condition_id: Seen(event, whole[condition_id]) for condition_id, event in events.items()}
    for faulty, condition_id in (MISSING, SHORT):
        if faulty == name:
            clips[condition_id] = Seen(None, None)
    if MISSING[0] == name:
        del clips[MISSING[1]]
    return clips


def _groups(*, by_label: bool) -> Iterator[tuple[Made, ...]]:
    """Conditions of one task (and label), those of the paper's main scope apart from the rest."""
    main = set(SPLITS["paper-main"])
    groups: dict[object, list[Made]] = {}
    for made in CONDITIONS.values():
        key = made.condition_id in main, made.task, made.label if by_label else ""
        groups.setdefault(key, []).append(made)
    yield from (tuple(groups[key]) for key in sorted(groups, key=str))


def _drawn(name: str, model: Model, share: Callable[[Made], float], *, by_label: bool) -> dict[str, bool]:
    """Which conditions succeed: in each group the share of them, rounded up or down in turn, at random places."""
    rng = np.random.default_rng([list(MODELS).index(name), by_label])
    drawn = {}
    for number, group in enumerate(_groups(by_label=by_label)):
        # Multiples of the golden ratio spread evenly, so that the rounding averages out over few groups.
        spare = ((number + 1) * _GOLDEN + 0.29 * model.luck) % 1
        successes = int(share(group[0]) * len(group) + spare)
        for place, nth in enumerate(rng.permutation(len(group)).tolist()):
            drawn[group[nth].condition_id] = place < successes
    return drawn


def _whole(name: str, model: Model) -> dict[str, bool]:
    return _drawn(name, model, lambda made: model.structure, by_label=False)


def _skilled(name: str, model: Model) -> Events:
    family = {task: family for family, tasks in FAMILIES.items() for task in tasks}

    def share(made: Made) -> float:
        if model.several is not None and TASKS[made.task].flips > 2:
            return model.several
        return model.families.get(family[made.task], model.event)

    rng = np.random.default_rng([list(MODELS).index(name), 2])
    events = {}
    for condition_id, right in _drawn(name, model, share, by_label=True).items():
        made = CONDITIONS[condition_id]
        wrong = [label for label in TASKS[made.task].labels if label != made.label]
        events[condition_id] = made.label if right else wrong[int(rng.integers(len(wrong)))]
    return events


def _first_label(name: str, model: Model) -> Events:
    return {condition_id: next(iter(TASKS[made.task].labels)) for condition_id, made in CONDITIONS.items()}


def _blind_to_the_flip(name: str, model: Model) -> Events:
    """Both members of a pair get the outcome of one of them."""
    rng = np.random.default_rng([list(MODELS).index(name), 3])
    outcomes: dict[str, list[str]] = {}
    for made in CONDITIONS.values():
        outcomes.setdefault(made.pair_id or made.condition_id, []).append(made.label)
    chosen = {pair: labels[int(rng.integers(len(labels)))] for pair, labels in outcomes.items()}
    return {condition_id: chosen[made.pair_id or condition_id] for condition_id, made in CONDITIONS.items()}


MODELS: dict[str, Model] = {
    "alder": Model(0.88, 0.90, "good at everything", 0),
    "aspen": Model(
        0.86, 0.42, "events nearly as good as `alder`'s, but in most clips the scene does not stay whole", 1
    ),
    "birch": Model(0.74, 0.72, "near to `cedar`: the same Event, from other tasks", 2),
    "cedar": Model(0.74, 0.70, "near to `birch`: a little less Structure, which may be chance", 17),
    "elm": Model(0.38, 0.66, "right in `rolling` nearly always, and elsewhere seldom", 4, families={"rolling": 0.95}),
    "fir": Model(0, 0.60, "the first label of every task, whatever is shown", 5, answers=_first_label),
    "hazel": Model(0.80, 0.78, "every fifth judgment is missing", 6),
    "juniper": Model(0.80, 0.74, "`other`, `uncertain` and unknown labels", 7),
    "larch": Model(0.70, 0.70, "odd values of `violation`", 8),
    "linden": Model(0.46, 0.95, "the scene nearly always stays whole, but the wrong thing happens in it", 9),
    "maple": Model(0.66, 0.64, "the same Structure as `oak`, from other tasks", 10),
    "oak": Model(0.58, 0.64, "the same Structure as `maple`, fewer events right", 3),
    "pine": Model(0.69, 0.80, "judged outside the paper's main scope as well", 12),
    "rowan": Model(0.86, 0.75, "good where two things can happen, lost where there are more", 13, several=0.30),
    "spruce": Model(0, 0.68, "does not see the flip: both members of a pair end alike", 14, answers=_blind_to_the_flip),
    "willow": Model(0.30, 0.35, "poor at everything", 15),
}


def _first_filmed(task: str) -> str:
    return next(made.condition_id for made in filmed() if made.task == task)


# A model with its condition: no clip at all, and a clip that ends before its observation time.
MISSING = "aspen", _first_filmed("ledge_block")
SHORT = "spruce", _first_filmed("gap_ball")
