from __future__ import annotations

import krippendorff
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from evalcore.stats import alpha_of_coincidences, grouped_units, krippendorff_alpha, nominal_alpha, ordinal_alpha

# Ratings of 1 to 4 values by up to 4 raters in up to 8 units: (unit, rater) -> value.
tables = st.dictionaries(st.tuples(st.integers(0, 7), st.integers(0, 3)), st.integers(0, 3), min_size=2, max_size=20)


def columns(table: dict[tuple[int, int], int]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    unit = np.array([unit for unit, _ in table], np.int64)
    return unit, np.array(list(table.values()), np.int64), unit % 3  # units in three groups


def square(table: dict[tuple[int, int], int]) -> np.ndarray:
    ratings = np.full((4, 8), np.nan)
    for (unit, rater), value in table.items():
        ratings[rater, unit] = value
    return ratings


@given(table=tables)
def test_sums_over_groups_give_the_alpha_of_the_whole_table(table):
    unit, value, group = columns(table)
    sums = grouped_units(unit, value, group=group, groups=3, values=4, whole=True)
    expected = krippendorff_alpha(square(table), level="nominal")
    assert nominal_alpha(sums.agreeing.sum(), sums.totals.sum(axis=0)) == pytest.approx(expected, abs=1e-9, nan_ok=True)
    coincidences = sums.coincidences.sum(axis=0)
    distance = 1 - np.eye(4)
    assert alpha_of_coincidences(coincidences, distance) == pytest.approx(expected, abs=1e-9, nan_ok=True)
    ordinal = krippendorff_alpha(square(table), level="ordinal")
    assert ordinal_alpha(coincidences) == pytest.approx(ordinal, abs=1e-9, nan_ok=True)


@given(table=tables)
def test_the_ordinal_alpha_is_the_krippendorff_packages(table):
    ratings = square(table)
    pairable = ~np.isnan(ratings) & ((~np.isnan(ratings)).sum(axis=0) >= 2)
    assume(len(np.unique(ratings[pairable])) > 1)
    unit, value, group = columns(table)
    sums = grouped_units(unit, value, group=group, groups=3, values=4, whole=True)
    expected = krippendorff.alpha(reliability_data=ratings, level_of_measurement="ordinal")
    assert float(ordinal_alpha(sums.coincidences.sum(axis=0))) == pytest.approx(expected, abs=1e-9)


def test_sums_by_hand():
    # Group 0: a unit rated 0, 0, 1 and a unit with one rating; group 1: a unit rated 1, 1.
    unit = np.array([5, 5, 5, 9, 7, 7])
    value = np.array([0, 0, 1, 0, 1, 1])
    sums = grouped_units(unit, value, group=np.array([0, 0, 0, 0, 1, 1]), groups=3, values=2, whole=True)
    assert sums.units.tolist() == [1, 1, 0]
    assert sums.ratings.tolist() == [3, 2, 0]
    assert sums.totals.tolist() == [[2, 1], [0, 2], [0, 0]]
    assert sums.agreeing.tolist() == [1.0, 2.0, 0]  # 2 equal ordered pairs / (3 - 1); 2 / (2 - 1)
    assert sums.raw.tolist() == [pytest.approx(1 / 3), 1.0, 0]
    assert sums.coincidences.tolist() == [[[1, 1], [1, 0]], [[0, 0], [0, 2]], [[0, 0], [0, 0]]]


def test_no_rating_and_no_variation_are_undefined():
    none = np.zeros(0, np.int64)
    empty = grouped_units(none, none, group=none, groups=2, values=3)
    assert empty.units.tolist() == [0, 0]
    assert np.isnan(nominal_alpha(empty.agreeing, empty.totals)).all()
    assert np.isnan(nominal_alpha(4.0, [4, 0]))
    assert np.isnan(ordinal_alpha([[4.0, 0], [0, 0]]))


def test_one_row_a_resample():
    alphas = nominal_alpha(np.array([6.0, 8.0]), np.array([[4, 4], [4, 4]]))
    assert alphas.tolist() == [0.5625, 1.0]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"value": np.array([0, 2])}, "a value is outside 0 to 1"),
        ({"group": np.array([0, -1])}, "a group is outside 0 to 0"),
        ({"unit": np.array([0])}, "one code a rating"),
    ],
)
def test_codes_out_of_range(changed, message):
    given = {"unit": np.array([0, 0]), "value": np.array([0, 1]), "group": np.array([0, 0])} | changed
    with pytest.raises(ValueError, match=message):
        grouped_units(given["unit"], given["value"], group=given["group"], groups=1, values=2)
