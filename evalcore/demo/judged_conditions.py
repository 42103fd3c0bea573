"""The conditions of the judged demo: pairs in which one property is flipped, a few controls, and the frozen scopes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from evalcore.demo.judged_motion import FILMED
from evalcore.demo.judged_setups import Setup, setup
from evalcore.demo.judged_tasks import TASKS

__all__ = ["CONDITIONS", "MADE", "SPLITS", "Made", "filmed"]

_PAIRS = 5  # of each task, all in `core`
_IN_MAIN, _IN_CROSS = 4, 3  # the first of them in `paper-main`, and in `cross-judge`
_CONTROLS = (
    ("tilted_plank_ball", "tilted_plank_box", "seesaw_weights", "pulley_weights"),  # those in the paper's scopes
    ("tilted_tray_balls", "seesaw_distance", "pulley_boxes", "tilted_plank_ball"),
)


@dataclass(frozen=True)
class Made:
    """One condition: of the ``nth`` pair of its task, counted from 0, or a control of the ``nth`` round (no pair).

    ``seed`` is that of everything in the setup that is left to chance; the members of a pair share it.
    """

    condition_id: str
    task: str
    label: str
    pair_id: str | None
    nth: int
    seed: int

    @property
    def observation_time(self) -> float | None:
        """Seconds after which the event can be seen; None for a control, in which nothing happens."""
        return None if self.pair_id is None else TASKS[self.task].observed

    @property
    def first_frame(self) -> str:
        """The picture that a generative model starts from, below ``inputs``."""
        return f"first_frames/{self.condition_id}.png"

    @property
    def reference(self) -> str | None:
        """The reference future, in the data folder; None where there is none."""
        if self.task not in FILMED or self.nth:
            return None
        return f"evaluation/references/{self.condition_id}.mp4"

    def setup(self) -> Setup:
        """What is to be seen at the start."""
        return setup(self.task, self.label, seed=self.seed)


def _made() -> Iterator[Made]:
    # Names say nothing about task, pair or label: generative models see them.
    numbers = np.random.default_rng(0).permutation(2 * _PAIRS * len(TASKS) + sum(map(len, _CONTROLS)))
    names = (f"c{number:04d}" for number in numbers.tolist())
    for number, (task, about) in enumerate(TASKS.items()):
        labels = list(about.labels)[: about.flips]
        for nth in range(_PAIRS):
            pair_id, seed = f"{task}-{nth + 1}", 1000 * number + nth
            # With more than two outcomes the first label is in every pair, and so the most common one.
            for label in (labels[0], labels[1 + nth % (len(labels) - 1)]):
                yield Made(next(names), task, label, pair_id, nth, seed)
    for nth, tasks in enumerate(_CONTROLS):
        for number, task in enumerate(tasks):
            yield Made(next(names), task, list(TASKS[task].labels)[-1], None, nth, 100_000 + 10 * nth + number)


MADE: tuple[Made, ...] = tuple(sorted(_made(), key=lambda made: made.condition_id))
CONDITIONS: dict[str, Made] = {made.condition_id: made for made in MADE}


def filmed() -> tuple[Made, ...]:
    """The conditions with a reference and generated clips: a pair of each of three tasks, and a control."""
    return tuple(made for made in MADE if made.reference)


def _split(pairs: int, *, controls: int = 0, more: tuple[str, ...] = ()) -> tuple[str, ...]:
    """The first ``pairs`` pairs of each task, one more of the tasks in ``more``, and so many rounds of controls."""
    rounds = {task: pairs + (task in more) for task in TASKS}
    return tuple(made.condition_id for made in MADE if made.nth < (rounds[made.task] if made.pair_id else controls))


SPLITS: dict[str, tuple[str, ...]] = {
    "core": _split(_PAIRS),
    "auxiliary": _split(0, controls=2),
    "paper-pool": _split(_IN_MAIN, controls=1, more=tuple(TASKS)[::2]),
    "paper-main": _split(_IN_MAIN, controls=1),
    "cross-judge": _split(_IN_CROSS, controls=1),
    "with-clips": tuple(made.condition_id for made in filmed()),
}
