from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.metrics import n_clip


@pytest.mark.parametrize(
    ("pred", "truth", "expected"),
    [
        ([1, 0], [0, 1], 10.0),
        ([1, 0], [-3, 0], 20.0),
        ([3, 4], [6, 8], 0.0),
        ([3, 4], [1, 0], 4.0),  # cosine 3 / 5
        ([[1, 0], [1, 0]], [[1, 0], [0, 1]], 5.0),  # the mean over two pairs
    ],
)
def test_by_hand(pred, truth, expected):
    assert n_clip(pred, truth) == pytest.approx(expected, abs=1e-14)


@given(st.integers(0, 2**32 - 1))
def test_symmetric_bounded_and_blind_to_length(seed):
    rng = np.random.default_rng(seed)
    a, b = rng.normal(size=(2, 3, 16))
    figure = n_clip(a, b)
    assert 0 <= figure <= 20
    assert n_clip(b, a) == figure
    assert n_clip(a, a) == 0
    lengths = 10 ** rng.uniform(-150, 150, size=(3, 1))
    assert n_clip(a * lengths, b) == pytest.approx(figure, abs=1e-12)
    cosine = (a * b).sum(axis=1) / np.linalg.norm(a, axis=1) / np.linalg.norm(b, axis=1)
    assert figure == pytest.approx(10 * (1 - cosine).mean(), abs=1e-12)


@pytest.mark.parametrize(
    ("pred", "truth", "message"),
    [
        (np.ones((2, 4)), np.ones((3, 4)), r"pred is \(2, 4\) and truth is \(3, 4\)"),
        (np.ones((0, 4)), np.ones((0, 4)), r"pred is \(0, 4\)"),
        (np.ones((1, 2, 4)), np.ones((1, 2, 4)), r"pred is \(1, 2, 4\)"),
        ([1, np.nan], [1, 0], "pred holds a value that is not finite"),
        ([1, 0], [[1, 0], [0, 0]], "truth holds a vector of zeros"),
    ],
)
def test_what_has_no_distance_is_an_error(pred, truth, message):
    with pytest.raises(ValueError, match=message):
        n_clip(pred, truth)
