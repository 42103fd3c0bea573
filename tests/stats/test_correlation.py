from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import spearmanr

from evalcore.stats import rank_correlation

pairs = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=2, max_size=20)


def test_by_hand():
    assert rank_correlation([1, 2, 3], [10, 100, 1000]) == 1
    assert rank_correlation([1, 2, 3, 4], [9, 7, 8, 1]) == pytest.approx(1 - 6 * (9 + 0 + 0 + 9) / (4 * 15))
    assert rank_correlation([1, 1, 2], [3, 3, 1]) == pytest.approx(-1)


@given(pairs)
def test_it_is_that_of_scipy(sample):
    x, y = zip(*sample, strict=True)
    assume(len(set(x)) > 1 and len(set(y)) > 1)
    assert rank_correlation(x, y) == pytest.approx(spearmanr(x, y).statistic)


@given(pairs, st.data())
def test_a_count_is_as_good_as_writing_the_unit_out(sample, data):
    x, y = (np.array(values) for values in zip(*sample, strict=True))
    counts = data.draw(st.lists(st.lists(st.integers(0, 3), min_size=len(x), max_size=len(x)), min_size=1, max_size=3))
    found = rank_correlation(x, y, counts=counts)
    for rho, often in zip(found, counts, strict=True):
        alone = rank_correlation(np.repeat(x, often), np.repeat(y, often))
        assert rho == pytest.approx(float(alone), nan_ok=True)


def test_without_variation_it_is_undefined():
    assert math.isnan(rank_correlation([1, 1, 1], [1, 2, 3]))
    assert math.isnan(rank_correlation([], []))
    assert np.isnan(rank_correlation([1, 2], [1, 2], counts=[[2, 0], [1, 1]])).tolist() == [True, False]


def test_what_is_refused():
    with pytest.raises(ValueError, match="as many numbers"):
        rank_correlation([1, 2], [1])
    with pytest.raises(ValueError, match="not finite"):
        rank_correlation([1, math.nan], [1, 2])
