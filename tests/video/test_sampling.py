from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.video import sample_times

finite = st.floats(min_value=-1e6, max_value=1e6)


def test_a_tie_goes_to_the_earlier_frame() -> None:
    assert sample_times([0.0, 1.0, 2.0], [0.5, 1.5, 0.5000001]).tolist() == [0, 1, 1]


def test_a_tie_of_fractions_is_exact() -> None:
    third = Fraction(1, 3)
    wanted = [third / 2, third / 2 + Fraction(1, 10**30), third * 3 / 2]
    assert sample_times([Fraction(0), third, 2 * third], wanted).tolist() == [0, 1, 1]


def test_a_difference_below_float_rounding_is_seen() -> None:
    # 2^53 + 0.5 rounds to 2^53, so that a difference of floats would call this a tie.
    assert sample_times([-0.5, 2.0**54], [2.0**53]).tolist() == [1]


def test_of_equal_times_the_first() -> None:
    assert sample_times([0.0, 1.0, 1.0, 2.0], [1.0, 1.4, 0.9, 1.6]).tolist() == [1, 1, 1, 3]


def test_outside_the_clip_its_ends() -> None:
    assert sample_times([0.0, 1.0], [-5.0, 9.0]).tolist() == [0, 1]
    assert sample_times([3.0], [0.0, 3.0, 8.0]).tolist() == [0, 0, 0]


def test_result_is_int64_of_the_wanted_length() -> None:
    found = sample_times(np.linspace(0, 1, 9), np.linspace(0, 1, 4))
    assert found.dtype == np.int64
    assert found.shape == (4,)
    assert sample_times([0.0], []).shape == (0,)


@given(times=st.lists(finite, min_size=1, max_size=12).map(sorted), wanted=st.lists(finite, max_size=5))
def test_agrees_with_an_exhaustive_search(times: list[float], wanted: list[float]) -> None:
    expected = [min(range(len(times)), key=lambda i: (abs(Fraction(times[i]) - Fraction(w)), i)) for w in wanted]
    assert sample_times(times, wanted).tolist() == expected


@pytest.mark.parametrize(
    ("times", "wanted", "message"),
    [
        ([], [0.0], "at least 1"),
        ([0.0, 2.0, 1.0], [0.0], "decrease"),
        ([0.0, float("nan")], [0.0], "not a finite"),
        ([0.0], [float("inf")], "not a finite"),
    ],
)
def test_bad_times_are_refused(times: list[float], wanted: list[float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        sample_times(times, wanted)
