from __future__ import annotations

import numpy as np
import pytest

from evalcore.stats import Resampling, resample_indices, resampling


@pytest.mark.parametrize("cells", [4_000_000, 7])
def test_the_counts_are_those_of_the_one_bootstrap_rule_whatever_is_in_memory(cells, monkeypatch):
    monkeypatch.setattr(resampling, "CELLS", cells)
    values = np.arange(30.0).reshape(10, 3)
    drawn = values[resample_indices(10, resamples=50, seed=3)].sum(axis=1)
    assert Resampling(10, resamples=50, seed=3).sums(values).tolist() == drawn.tolist()


def test_shapes():
    sums = Resampling(4, resamples=6)
    assert sums.sums(np.ones(4)).tolist() == [4.0] * 6
    assert sums.sums(np.ones((4, 2, 3))).shape == (6, 2, 3)
    with pytest.raises(ValueError, match="one row for each of 4 units"):
        sums.sums(np.ones(5))
    with pytest.raises(ValueError, match="at least 1 of each"):
        Resampling(0)


def test_many_units_fit():
    n = 70_000  # more than 16 bits count
    sums = Resampling(n, resamples=2).sums(np.ones(n))
    assert sums.tolist() == [n, n]
