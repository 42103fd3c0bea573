"""Columns keep every value and tell JSON types apart."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.judged.columns import Coded, Coder, encode, json_text

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from([0.0, 1.0, 0.5]) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=2), inner, max_size=2),
    max_leaves=4,
)


@given(st.lists(VALUES))
def test_a_column_gives_back_its_values(values: list[object]) -> None:
    column = encode(values)
    assert [json_text(value) for value in column.to_list()] == [json_text(value) for value in values]
    assert len(column.values) == len({json_text(value) for value in values})


@given(st.lists(st.lists(VALUES, max_size=4), max_size=4))
def test_a_coder_goes_on_over_columns(parts: list[list[object]]) -> None:
    coder = Coder()
    codes = np.concatenate([np.empty(0, np.int32), *(coder(part) for part in parts)])
    whole = encode([value for part in parts for value in part])
    assert codes.tolist() == whole.codes.tolist()
    assert [json_text(value) for value in coder.values] == [json_text(value) for value in whole.values]


def test_zero_is_not_false() -> None:
    column = encode([False, 0, 0.0, None, "false", True, 1])
    assert column.codes.tolist() == [0, 1, 2, 3, 4, 5, 6]
    assert [type(value) for value in column.values] == [bool, int, float, type(None), str, bool, int]


def test_absent_values_stay_apart_from_null() -> None:
    assert encode([msgspec.UNSET, None, msgspec.UNSET]).codes.tolist() == [0, 1, 0]


def test_take_gives_none_where_there_is_no_row() -> None:
    column = encode(["a", "b", "a"]).take(np.array([2, -1, 1]))
    assert column.to_list() == ["a", None, "b"]
    assert (column[0], column[1], len(column)) == ("a", None, 3)
    assert column.counts() == [("a", 1), ("b", 1)]


def test_take_from_an_empty_column() -> None:
    assert encode([]).take(np.array([-1, -1])).to_list() == [None, None]
    assert Coded((), np.empty(0, np.int32)).counts() == []


@pytest.mark.parametrize(("value", "text"), [("Yes", '"Yes"'), (0, "0"), (None, "null"), (True, "true")])
def test_json_text(value: object, text: str) -> None:
    assert json_text(value) == text
