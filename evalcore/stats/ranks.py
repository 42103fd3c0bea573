"""Ranks of scores, 1 for the best; equal scores share a rank."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

__all__ = ["average_rank", "competition_rank"]

DECIMALS = 9  # scores are compared after rounding, so that floating-point noise makes no order


def _better_and_equal(
    values: npt.ArrayLike, higher_is_better: bool
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """For each score, how many are better, and how many are equal (itself included)."""
    array = np.asarray(values, dtype=np.float64)
    if array.ndim != 1 or not np.isfinite(array).all():
        raise ValueError(f"values has shape {array.shape}; finite numbers in one dimension were expected")
    # Python's round is correct for any size of number; numpy's scales by 10^9 first and loses large ones.
    scores = np.array([round(float(value), DECIMALS) for value in array])
    if higher_is_better:
        scores = -scores
    ordered = np.sort(scores)
    better = np.searchsorted(ordered, scores, side="left")
    return better.astype(np.int64), (np.searchsorted(ordered, scores, side="right") - better).astype(np.int64)


def average_rank(values: npt.ArrayLike, *, higher_is_better: bool) -> npt.NDArray[np.float64]:
    """Ranks where equal scores share the mean of the places that they take.

    Parameters
    ----------
    values
        (n,) finite scores, compared after rounding to 9 decimals.
    higher_is_better
        Whether the largest score gets rank 1.

    Returns
    -------
    (n,) float64
        In the order of ``values``; 1..n, sum n (n + 1) / 2.

    Raises
    ------
    ValueError
        More than one dimension, or a score that is not finite (leave models without a score out).

    Examples
    --------
    >>> average_rank([0.9, 0.7, 0.7, 0.1], higher_is_better=True)
    array([1. , 2.5, 2.5, 4. ])
    """
    better, equal = _better_and_equal(values, higher_is_better)
    return better + (equal + 1) / 2


def competition_rank(values: npt.ArrayLike, *, higher_is_better: bool) -> npt.NDArray[np.int64]:
    """Ranks where equal scores share the best place that they take, and the next places stay empty: 1, 2, 2, 4.

    Parameters
    ----------
    values
        (n,) finite scores, compared after rounding to 9 decimals.
    higher_is_better
        Whether the largest score gets rank 1.

    Returns
    -------
    (n,) int64
        In the order of ``values``; 1 + how many are strictly better.

    Raises
    ------
    ValueError
        More than one dimension, or a score that is not finite (leave models without a score out).

    Examples
    --------
    >>> competition_rank([0.9, 0.7, 0.7, 0.1], higher_is_better=True)
    array([1, 2, 2, 4])
    """
    better, _ = _better_and_equal(values, higher_is_better)
    return better + 1
