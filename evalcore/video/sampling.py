"""Choose frames by time."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

__all__ = ["sample_times"]

Times = Sequence[float] | Sequence[Fraction] | NDArray[np.float64]


def sample_times(times: Times, wanted: Times) -> NDArray[np.int64]:
    """Index of the frame nearest to each wanted time; of two that are equally near, the earlier.

    Distances are compared as exact fractions of the given numbers, so that a tie is a tie whatever its size.

    Parameters
    ----------
    times
        Seconds of each frame, never decreasing, shape (T,), floats or fractions.
    wanted
        Seconds, in any order, shape (N,), floats or fractions.

    Returns
    -------
    indices
        int64, shape (N,), each in 0..T-1.

    Raises
    ------
    ValueError
        No frame, times that decrease, or a time that is not finite.

    Examples
    --------
    >>> sample_times([0.0, 0.5, 1.0], [0.25, 0.26, 7.0, -1.0]).tolist()
    [0, 1, 2, 0]
    """
    exact, targets = _fractions(times), _fractions(wanted)
    if not exact:
        raise ValueError("there is no frame to choose from, times must hold at least 1")
    if any(later < earlier for earlier, later in pairwise(exact)):
        raise ValueError("times decrease, expected the presentation times of frames in order")
    return np.array([_nearest(exact, target) for target in targets], dtype=np.int64)


def _fractions(values: Times) -> list[Fraction]:
    try:
        return [value if isinstance(value, Fraction) else Fraction(float(value)) for value in values]
    except (OverflowError, ValueError) as error:
        raise ValueError(f"a time is not a finite number of seconds ({error})") from None


def _nearest(times: list[Fraction], target: Fraction) -> int:
    after = bisect_left(times, target)
    if after == 0:
        return 0
    before = times[after - 1]
    if after < len(times) and times[after] - target < target - before:
        return after
    return bisect_left(times, before)
