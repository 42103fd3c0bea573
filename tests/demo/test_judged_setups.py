from __future__ import annotations

import numpy as np
import pytest

from evalcore.demo.judged_setups import HUB, draw, setup
from evalcore.demo.judged_tasks import TASKS
from evalcore.metrics import mad


@pytest.mark.parametrize("task", TASKS)
def test_every_label_has_a_setup_of_its_own(task: str) -> None:
    setups = [setup(task, label, seed=5) for label in TASKS[task].labels]
    pictures = [draw(each.backdrop, each.bodies) for each in setups]
    assert pictures[0].shape == (180, 320, 3)
    assert pictures[0].dtype == np.uint8
    assert len({each.geometry for each in setups}) == len(pictures)
    for nth, picture in enumerate(pictures):
        assert all(mad(picture, other) > 0.1 for other in pictures[nth + 1 :])


@pytest.mark.parametrize("task", TASKS)
def test_a_pair_differs_in_the_flip_alone(task: str) -> None:
    """The upper corners show sky in every setup: its colour comes from chance, not from the label."""
    first, second = (setup(task, label, seed=9).backdrop for label in list(TASKS[task].labels)[:2])
    assert (first[:6, :30] == second[:6, :30]).all()
    assert (first[:6, -30:] == second[:6, -30:]).all()
    again, other = (setup(task, next(iter(TASKS[task].labels)), seed=seed) for seed in (9, 10))
    assert (draw(again.backdrop, again.bodies) == draw(first, again.bodies)).all()
    assert mad(draw(other.backdrop, other.bodies), draw(again.backdrop, again.bodies)) > 0.1


def test_the_label_fits_what_is_drawn() -> None:
    left, right = (setup("tilted_plank_ball", f"rolls_{side}", seed=1).bodies[0] for side in ("left", "right"))
    # On a plank that falls to the left, the ball touches it from the upper left of the hub.
    assert left.x < HUB[0] < right.x
    over, safe = (setup("ledge_block", label, seed=1).bodies[0] for label in ("tips_over", "stays"))
    assert over.x > 168 > safe.x
    boxes = setup("seesaw_weights", "right_end_drops", seed=1).bodies
    assert boxes[1].body.size[0] > boxes[0].body.size[0]  # type: ignore[attr-defined]
