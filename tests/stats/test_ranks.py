from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import rankdata

from evalcore.stats import average_rank, competition_rank

scores = st.lists(st.integers(-4, 4).map(float) | st.floats(-1e300, 1e300), max_size=20)


@pytest.mark.parametrize("higher_is_better", [True, False])
def test_ties_by_hand(higher_is_better):
    values = np.array([5.0, 9.0, 5.0, 1.0, 5.0]) * (1 if higher_is_better else -1)
    assert competition_rank(values, higher_is_better=higher_is_better).tolist() == [2, 1, 2, 5, 2]
    assert average_rank(values, higher_is_better=higher_is_better).tolist() == [3, 1, 3, 5, 3]


def test_noise_below_nine_decimals_makes_no_order():
    values = [0.1 + 0.2, 0.3, 0.3 + 2e-9]
    assert competition_rank(values, higher_is_better=True).tolist() == [2, 2, 1]
    assert average_rank(values, higher_is_better=False).tolist() == [1.5, 1.5, 3]


def test_large_scores_keep_their_order():
    assert competition_rank([1e300, 1e301, -1e300], higher_is_better=True).tolist() == [2, 1, 3]


def test_no_score_has_no_rank():
    assert (
        competition_rank([], higher_is_better=True).tolist() == average_rank([], higher_is_better=True).tolist() == []
    )


@given(scores, st.booleans())
def test_agrees_with_scipy(values, higher_is_better):
    rounded = np.array([round(value, 9) for value in values])
    oriented = -rounded if higher_is_better else rounded
    average = average_rank(values, higher_is_better=higher_is_better)
    assert average.tolist() == rankdata(oriented, method="average").tolist()
    assert average.sum() == len(values) * (len(values) + 1) / 2
    assert (
        competition_rank(values, higher_is_better=higher_is_better).tolist()
        == rankdata(oriented, method="min").tolist()
    )


@pytest.mark.cases
def test_published_scores(cases):
    table = json.loads((cases / "judged" / "published_scores.json").read_text())
    assert competition_rank(table["scores"], higher_is_better=True).tolist() == table["competition_rank"]
    assert average_rank(table["scores"], higher_is_better=True).tolist() == table["average_rank"]


@pytest.mark.parametrize("values", [[1.0, float("nan")], [[1.0]]], ids=["nan", "two dimensions"])
@pytest.mark.parametrize("rank", [average_rank, competition_rank])
def test_unusable_scores_are_errors(rank, values):
    with pytest.raises(ValueError, match="finite numbers in one dimension were expected"):
        rank(values, higher_is_better=True)
