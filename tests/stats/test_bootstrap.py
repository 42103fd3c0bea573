from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.stats import BootstrapInterval, bootstrap_interval, resample_indices


def test_resamples_follow_the_rule():
    rows = resample_indices(7)
    assert rows.shape == (2000, 7)
    assert (rows == np.random.default_rng(0).integers(0, 7, size=(2000, 7))).all()
    assert (rows == resample_indices(7)).all()
    assert (resample_indices(7, seed=1) != rows).any()
    assert resample_indices(3, resamples=10).shape == (10, 3)


def test_percentiles_by_hand():
    # 0..200: the 2.5th and the 97.5th percentile are exactly the values 5 and 195.
    result = bootstrap_interval(np.arange(201.0)[::-1], n=5)
    assert result == BootstrapInterval(n=5, resamples=201, undefined=0, ci95=(5.0, 195.0), reason=None)


def test_undefined_resamples_are_dropped_and_counted():
    values = np.concatenate([np.arange(201.0), np.full(10, math.nan)])
    result = bootstrap_interval(values, n=9)
    assert (result.resamples, result.undefined, result.ci95) == (211, 10, (5.0, 195.0))


@pytest.mark.parametrize(("undefined", "defined"), [(5, True), (6, False)])
def test_more_than_five_percent_undefined_is_null(undefined, defined):
    values = np.ones(100)
    values[:undefined] = math.nan
    result = bootstrap_interval(values, n=50)
    assert (result.ci95 is not None) == defined
    assert result.undefined == undefined
    assert result.reason == (None if defined else "undefined in 6 of 100 resamples (at most 5% are allowed)")


@pytest.mark.parametrize(("n", "defined"), [(4, False), (5, True)])
def test_fewer_than_five_units_is_null(n, defined):
    result = bootstrap_interval(np.ones(2000), n=n)
    assert (result.ci95 is not None) == defined
    assert result.reason == (None if defined else "a bootstrap interval needs at least 5 units; there are 4")


@given(st.lists(st.floats(-100, 100), min_size=5, max_size=12), st.floats(-10, 10))
def test_shared_resamples_pair_the_models(scores, shift):
    units = np.array(scores)
    rows = resample_indices(len(units), resamples=200)
    difference = (units + shift)[rows].mean(axis=1) - units[rows].mean(axis=1)
    low, high = bootstrap_interval(difference, n=len(units)).ci95
    assert low == pytest.approx(shift, abs=1e-10)
    assert high == pytest.approx(shift, abs=1e-10)


@pytest.mark.parametrize("values", [[], [[1.0]], [math.inf]], ids=["none", "two dimensions", "infinite"])
def test_unusable_values_are_errors(values):
    with pytest.raises(ValueError, match="finite numbers or nan"):
        bootstrap_interval(values, n=5)


@pytest.mark.parametrize(("n", "resamples"), [(0, 10), (5, 0)])
def test_nothing_to_draw_is_an_error(n, resamples):
    with pytest.raises(ValueError, match=f"n is {n} and resamples is {resamples}; at least 1 of each"):
        resample_indices(n, resamples=resamples)
