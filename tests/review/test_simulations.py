"""What the corrected figures say of reviewers whose habits are known."""

from __future__ import annotations

import numpy as np
import pytest

from evalcore.review import Answer, Mark, agreement
from tests.review.small import FPS, answer, lengths_of, random_answers

STREAMS = 1000


def reviewed(
    rng: np.random.Generator, reviewers: int, *, recall: float, false_alarms: float, spread: int
) -> list[Answer]:
    """1000 streams, every second one broken at a frame of its own; marks are at most ``spread`` frames off."""
    answers = []
    for k in range(STREAMS):
        frame = int(rng.integers(spread, 125 - spread))
        for reviewer in range(reviewers):
            sees = rng.random() < (recall if k % 2 else false_alarms)
            where = frame + int(rng.integers(-spread, spread + 1)) if k % 2 else int(rng.integers(0, 125))
            marks = {"s": [(where + 0.5) / FPS]} if sees else {}
            answers.append(answer(f"i{k:04d}", f"r{reviewer}", marks, clean=[] if sees else ["s"]))
    return answers


@pytest.mark.parametrize("reviewers", [2, 3, 5])
def test_reviewers_who_see_the_same_breaks_agree_that_there_are_breaks(reviewers):
    answers = reviewed(np.random.default_rng(0), reviewers, recall=0.98, false_alarms=0.01, spread=2)
    options = {"fps": FPS, "resamples": 0, "breakdowns": False}
    result = agreement(answers, lengths=lengths_of(answers), **options)
    assert result.detection.alpha > 0.9
    assert result.sweep[1].tolerance == 0.25
    assert result.sweep[1].localization.kappa_loc > 0.9
    # The reference implementation's own figure on the same answers cannot say so.
    assert agreement(answers, method="potato", **options).headline.detection.alpha < 0.65


def test_random_marks_agree_no_better_than_chance_at_any_tolerance():
    rng = np.random.default_rng(0)
    kappas = []
    for simulation in range(1000):
        answers = random_answers(rng, items=12, reviewers=3, streams=2)
        result = agreement(
            answers, fps=FPS, lengths=lengths_of(answers), resamples=0, breakdowns=False, seed=simulation
        )
        kappas.append([row.localization.kappa_loc for row in result.sweep])
    means = np.array(kappas, dtype=np.float64).mean(axis=0)
    assert means.shape == (5,)
    assert (np.abs(means) < 0.02).all()


def test_a_break_that_all_see_at_another_moment_is_found_but_not_located():
    rng = np.random.default_rng(1)
    answers = [
        answer(
            f"i{k:03d}",
            who,
            {"s": [(int(rng.integers(0, 125)) + 0.5) / FPS]} if k % 2 else {},
            clean=() if k % 2 else ("s",),
        )
        for k in range(400)
        for who in ("ann", "bob")
    ]
    result = agreement(answers, fps=FPS, lengths=lengths_of(answers), resamples=500, breakdowns=False)
    assert result.detection.alpha == 1
    for row in result.sweep:
        low, high = row.localization.ci95
        assert low < 0 < high


def test_a_bridge_of_reviewers_judges_one_break():
    # Ann and eve are too far apart to match; bob matches both, so the three judge the same break.
    times = {"ann": 1.0, "bob": 1.2, "eve": 1.4}
    answers = [
        Answer(item="i", reviewer=who, violations=(Mark(stream="s", t=t, type="drift", severity=2),))
        for who, t in times.items()
    ]
    row = agreement(answers, tolerances=[0.25], resamples=0, breakdowns=False).sweep[0]
    assert (row.category.n_units, row.category.n_judgements) == (1, 3)
    assert row.matching.n_matched == 2
