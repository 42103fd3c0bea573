from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.review.chance import chance_of
from evalcore.review.panels import panels_of
from tests.review.small import answer, answer_sets, unhurried


def distances(answers):
    marks = [(one.item, mark.t) for one in answers for mark in one.violations]
    return [abs(t - other) for (item, t), (another, other) in combinations(marks, 2) if item != another]


def ks(sample, other):
    """Both distributions at every value of either, equal values as one step."""
    values = np.concatenate([sample, other])
    return max(abs(np.mean(sample <= value) - np.mean(other <= value)) for value in values)


@unhurried
@given(answers=answer_sets(items=4), offsets=st.lists(st.integers(0, 50).map(lambda k: k / 25), max_size=6))
def test_it_is_over_all_pairs_of_marks_of_different_items(answers, offsets):
    chance, expected = chance_of(panels_of(answers)), np.array(distances(answers))
    assert chance.pairs == len(expected)
    assert chance.mean == (pytest.approx(expected.mean(), abs=1e-9) if len(expected) else None)
    found = chance.ks(np.array(offsets))
    assert found == (pytest.approx(ks(np.array(offsets), expected), abs=1e-9) if len(expected) and offsets else None)


def test_by_hand():
    answers = [
        answer("a", "ann", {"s": [1.0, 3.0]}),
        answer("b", "ann", {"s": [1.5]}),
        answer("b", "bob", {"u": [3.5]}),
    ]
    chance = chance_of(panels_of(answers))
    # 0.5 and 2.5 from the mark at 1, 1.5 and 0.5 from the mark at 3.
    assert (chance.pairs, chance.mean) == (4, 1.25)
    assert chance.ks(np.array([0.5])) == 0.5
    assert chance.ks(np.array([0.0])) == 1
    assert chance.ks(np.array([])) is None


def test_one_item_has_no_chance():
    chance = chance_of(panels_of([answer("a", "ann", {"s": [1.0, 3.0]})]))
    assert (chance.pairs, chance.mean, chance.ks(np.array([1.0]))) == (0, None, None)
