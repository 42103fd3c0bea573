from __future__ import annotations

import math

import krippendorff
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from evalcore.stats import krippendorff_alpha

LEVELS = ["nominal", "ordinal", "interval"]
NAN = math.nan
# Krippendorff's own worked example: four observers, twelve units (Computing Krippendorff's alpha-reliability, part C).
PUBLISHED = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, NAN, NAN, NAN],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, NAN, 3],
    [NAN, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, NAN],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, NAN],
]
ratings = arrays(
    float,
    st.tuples(st.integers(2, 4), st.integers(1, 8)),
    elements=st.sampled_from([NAN, -3.0, 0.0, 1.0, 2.5, 7.0]),
)


@pytest.mark.parametrize(("level", "expected"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)])
def test_published_example(level, expected):
    assert round(krippendorff_alpha(PUBLISHED, level=level), 3) == expected


@pytest.mark.parametrize("level", LEVELS)
@given(table=ratings)
def test_agrees_with_the_krippendorff_package(level, table):
    rated = ~np.isnan(table)
    pairable = rated & (rated.sum(axis=0) >= 2)
    assume(len(np.unique(table[pairable])) > 1)
    expected = krippendorff.alpha(reliability_data=table, level_of_measurement=level)
    assert krippendorff_alpha(table, level=level) == pytest.approx(expected, rel=0, abs=1e-9)


@pytest.mark.parametrize("level", LEVELS)
@given(table=ratings, random=st.randoms())
def test_neither_the_order_nor_the_unpaired_ratings_matter(level, table, random):
    alpha = krippendorff_alpha(table, level=level)
    assert math.isnan(alpha) or alpha <= 1
    rows, columns = ([*range(size)] for size in table.shape)
    random.shuffle(rows)
    random.shuffle(columns)
    shuffled = table[rows][:, columns]
    single = np.full((len(table), 1), NAN)
    single[0] = 99.0
    more = np.hstack([shuffled, single])
    assert krippendorff_alpha(more, level=level) == pytest.approx(alpha, rel=0, abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("level", LEVELS)
def test_full_agreement_is_one(level):
    assert krippendorff_alpha([[1, 2, 3], [1, 2, 3]], level=level) == 1.0


def test_two_raters_who_always_differ_are_below_chance():
    # observed 1; expected 2 * 2 * 2 / (4 * 3) = 2/3; alpha = 1 - 3/2
    assert krippendorff_alpha([[0, 1], [1, 0]], level="nominal") == pytest.approx(-0.5, abs=1e-15)


@pytest.mark.parametrize(
    "table",
    [[[1, 1], [1, 1]], [[1, NAN], [NAN, 2]], [[1, 2, 1]], np.empty((0, 0)), np.empty((2, 0))],
    ids=["all equal", "no unit rated twice", "one rater", "nothing", "no unit"],
)
@pytest.mark.parametrize("level", LEVELS)
def test_undefined_is_nan(level, table):
    assert math.isnan(krippendorff_alpha(table, level=level))


def test_unusable_arguments_are_errors():
    with pytest.raises(ValueError, match="level is 'ratio'; 'nominal', 'ordinal' or 'interval' was expected"):
        krippendorff_alpha([[1, 2], [1, 2]], level="ratio")
    with pytest.raises(ValueError, match=r"ratings has shape \(2,\)"):
        krippendorff_alpha([1, 2], level="nominal")
    with pytest.raises(ValueError, match="finite numbers or nan"):
        krippendorff_alpha([[1, math.inf], [1, 2]], level="interval")
