from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.stats import bradley_terry, win_rate, wins_both_ways


def tables(k: int = 4, *, least: int = 0) -> st.SearchStrategy[np.ndarray]:
    row = st.lists(st.integers(least, 6), min_size=k, max_size=k)
    return st.lists(row, min_size=k, max_size=k).map(np.array)


def expected_wins(wins: np.ndarray, strength: np.ndarray) -> np.ndarray:
    """How often each model wins by its strength, in the comparisons that there were."""
    played = wins + wins.T
    np.fill_diagonal(played, 0)
    return (played / (1 + np.exp(strength[None, :] - strength[:, None]))).sum(axis=1)


def test_two_models_have_the_log_odds_of_their_wins():
    assert bradley_terry([[0, 3], [1, 0]]).tolist() == pytest.approx([math.log(3) / 2, -math.log(3) / 2])
    assert win_rate([[0, 3], [1, 0]]).tolist() == [0.75, 0.25]
    assert bradley_terry([[0, 0.5], [0.5, 0]]).tolist() == [0, 0]  # one tie


def test_strengths_add_along_a_chain():
    # 1 beats 2 at 3:1 and 2 beats 3 at 3:1; 1 and 3 never met.
    strength = bradley_terry([[0, 3, 0], [1, 0, 3], [0, 1, 0]])
    assert strength.tolist() == pytest.approx([math.log(3), 0, -math.log(3)], abs=1e-12)


@given(tables(least=1))
def test_the_most_likely_strengths_expect_the_wins_that_there_were(wins):
    np.fill_diagonal(wins, 0)
    strength = bradley_terry(wins)
    assert strength.sum() == pytest.approx(0, abs=1e-9)
    assert expected_wins(wins.copy(), strength) == pytest.approx(wins.sum(axis=1))
    assert bradley_terry(5 * wins) == pytest.approx(strength, abs=1e-8)
    assert bradley_terry(wins.T) == pytest.approx(-strength, abs=1e-8)


def test_very_unequal_models_converge():
    wins = np.array([[0, 1000, 0, 0], [0.5, 0, 1000, 0], [0, 0.5, 0, 1000], [0, 0, 0.5, 0]])
    strength = bradley_terry(wins)
    assert np.diff(strength).tolist() == pytest.approx([-math.log(2000)] * 3)


@given(st.lists(tables(3), min_size=1, max_size=4))
def test_resamples_are_independent_and_defined_only_where_wins_go_both_ways(batch):
    together = bradley_terry(np.stack(batch))
    for wins, found in zip(batch, together, strict=True):
        assert found == pytest.approx(bradley_terry(wins), nan_ok=True, abs=1e-9)
        assert np.isnan(found).any() == (wins_both_ways(wins).max() > 0)


def test_groups_of_models():
    always_wins = [[0, 4, 4], [0, 0, 1], [0, 2, 0]]
    assert wins_both_ways(always_wins).tolist() == [1, 0, 0]
    assert wins_both_ways([[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]]).tolist() == [0, 0, 1, 1]
    assert wins_both_ways([[0, 1, 0], [0, 0, 1], [1, 0, 0]]).tolist() == [0, 0, 0]  # a cycle of wins
    assert wins_both_ways(np.zeros((2, 2))).tolist() == [0, 1]


@given(tables())
def test_win_rates_weighted_by_comparisons_average_to_one_half(wins):
    np.fill_diagonal(wins, 0)
    played = (wins + wins.T).sum(axis=1)
    assert np.nansum(win_rate(wins) * played) == pytest.approx(played.sum() / 2)


def test_a_model_that_was_not_compared_has_no_rate():
    assert np.isnan(win_rate([[0, 1, 0], [0, 0, 0], [0, 0, 0]])).tolist() == [False, False, True]


@pytest.mark.parametrize(
    "wins", [[1.0, 2.0], [[1.0, 2.0]], np.zeros((0, 0)), [[0, -1], [0, 0]], [[0, math.nan], [0, 0]]]
)
def test_what_is_refused(wins):
    with pytest.raises(ValueError, match="wins"):
        bradley_terry(wins)
