from __future__ import annotations

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as scipy_stats

from evalcore import stats
from evalcore.stats import MeanInterval, mean_interval, paired_interval

numbers = st.floats(-1e6, 1e6)


def test_worked_example_of_the_rollout_protocol():
    other = np.array([5.0, 5.0, 5.0, 5.0, 5.0])
    result = paired_interval(other + np.array([-1, -2, 0.5, -0.5, -1]), other, higher_is_better=False)
    assert (result.n, result.mean, result.wins, result.ties, result.reason) == (5, -0.8, 4, 0, None)
    assert result.sd == pytest.approx(math.sqrt(0.825), abs=1e-15)  # 0.9082951
    assert [round(bound, 4) for bound in result.ci95] == [-1.9278, 0.3278]
    # t(0.975, 4) = 2.776445105 and t(0.80, 4) = 0.940964577 from a printed table
    assert result.minimal_detectable_difference == pytest.approx(3.717409682 * math.sqrt(0.825 / 5), abs=1e-8)


def test_wins_follow_the_direction_and_ties_stand_apart():
    method, other = [1.0, 2.0, 3.0, 4.0, 5.0], [1.0, 3.0, 2.0, 4.0, 9.0]
    lower = paired_interval(method, other, higher_is_better=False)
    higher = paired_interval(method, other, higher_is_better=True)
    assert (lower.wins, lower.ties) == (2, 2)
    assert (higher.wins, higher.ties) == (1, 2)
    assert dataclasses.replace(lower, wins=1) == higher


def test_one_pair_has_no_interval_and_says_why():
    result = paired_interval([2.0], [3.0], higher_is_better=False)
    assert (result.n, result.mean, result.sd, result.ci95, result.wins) == (1, -1.0, None, None, 1)
    assert result.minimal_detectable_difference is None
    assert result.reason == "an interval needs at least 2 values"


def test_one_value_has_no_interval_and_says_why():
    assert mean_interval([7.0]) == MeanInterval(1, 7.0, None, None, "an interval needs at least 2 values")


def test_equal_values_have_an_interval_without_width():
    assert mean_interval([2.5] * 4) == MeanInterval(4, 2.5, 0.0, (2.5, 2.5), None)


@given(st.lists(numbers, min_size=2, max_size=40))
def test_agrees_with_scipy(values):
    result = mean_interval(values)
    assert result.mean == pytest.approx(np.mean(values), rel=1e-12, abs=1e-9)
    assert result.sd == pytest.approx(np.std(values, ddof=1), rel=1e-9, abs=1e-9)
    half = scipy_stats.t.ppf(0.975, len(values) - 1) * result.sd / math.sqrt(len(values))
    assert result.ci95 == pytest.approx((result.mean - half, result.mean + half), rel=1e-12, abs=1e-9)


@pytest.mark.parametrize("n", [2, 3, 30, 1000])
def test_minimal_detectable_difference_agrees_with_scipy(n):
    rng = np.random.default_rng(n)
    method, other = rng.normal(size=(2, n))
    result = paired_interval(method, other, higher_is_better=True)
    t = scipy_stats.t.ppf(0.975, n - 1) + scipy_stats.t.ppf(0.80, n - 1)
    expected = t * np.std(method - other, ddof=1) / math.sqrt(n)
    assert result.minimal_detectable_difference == pytest.approx(expected, rel=1e-12)


@given(st.lists(numbers, min_size=2, max_size=30), st.randoms())
def test_the_order_of_the_units_does_not_matter(values, random):
    shuffled = random.sample(values, len(values))
    assert mean_interval(shuffled) == mean_interval(values)


@given(st.lists(st.tuples(numbers, numbers), min_size=2, max_size=30))
def test_swapping_the_methods_mirrors_the_result(pairs):
    a, b = zip(*pairs, strict=True)
    forth, back = (paired_interval(*sides, higher_is_better=True) for sides in ((a, b), (b, a)))
    assert back.mean == -forth.mean
    assert back.sd == forth.sd
    assert back.ci95 == (-forth.ci95[1], -forth.ci95[0])
    assert forth.ties == back.ties
    assert forth.wins + back.wins + forth.ties == forth.n
    assert forth.ci95[0] <= forth.mean <= forth.ci95[1]


@pytest.mark.parametrize(
    ("values", "message"),
    [([], r"shape \(0,\); at least one value"), ([[1.0]], r"shape \(1, 1\)"), ([1.0, math.nan], "not finite")],
    ids=["none", "two dimensions", "nan"],
)
def test_unusable_values_are_errors(values, message):
    with pytest.raises(ValueError, match=f"values .*{message}"):
        mean_interval(values)
    with pytest.raises(ValueError, match=f"other .*{message}"):
        paired_interval([1.0], values, higher_is_better=True)


def test_two_lengths_are_an_error():
    with pytest.raises(ValueError, match="method has 2 values and other has 1; pairs were expected"):
        paired_interval([1.0, 2.0], [1.0], higher_is_better=True)


def test_nothing_here_is_called_a_p_value():
    results = [stats.MeanInterval, stats.PairedInterval, stats.BootstrapInterval]
    names = {*stats.__all__, *(field.name for result in results for field in dataclasses.fields(result))}
    assert not {name for name in names if name.startswith("p_") or "pvalue" in name or "significan" in name}
