from __future__ import annotations

import numpy as np
import pytest

from evalcore.errors import InputError
from evalcore.review.tolerances import check_rate, check_tolerances, common_rate


def test_a_sweep_is_ascending_and_has_each_tolerance_once():
    assert check_tolerances([1, 0.5, 1.0], (0.25,)) == (0.5, 1.0)
    assert check_tolerances(None, (0.25,)) == (0.25,)


@pytest.mark.parametrize("tolerances", [[], [0], [-1.0], [float("inf")], [0.5, float("nan")]])
def test_what_is_no_tolerance(tolerances):
    with pytest.raises(InputError, match="the tolerances are"):
        check_tolerances(tolerances, (0.25,))


def test_rates():
    check_rate(None)
    check_rate(23.976)
    for rate in (0, -25, float("nan"), float("inf")):
        with pytest.raises(InputError, match="the frame rate is"):
            check_rate(rate)
    assert common_rate(np.array([25.0, 25.0])) == 25.0
    assert common_rate(np.array([25.0, 24.0])) is None
    assert common_rate(np.array([25.0, np.nan])) is None
    assert common_rate(np.zeros(0)) is None
