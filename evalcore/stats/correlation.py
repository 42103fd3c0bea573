"""Rank correlation, of a sample and of its resamples at once."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

__all__ = ["rank_correlation"]

Array = npt.NDArray[np.float64]


def rank_correlation(x: npt.ArrayLike, y: npt.ArrayLike, *, counts: npt.ArrayLike | None = None) -> Array:
    """Spearman's rank correlation, with mean ranks for equal values.

    Parameters
    ----------
    x, y
        (n,) finite numbers of the same units.
    counts
        (..., n) how often each unit stands in each resample, 0 or more; default once each.

    Returns
    -------
    (...) float64
        -1 to 1, of each resample as if its units were written out; nan where all of its ``x`` or ``y`` are equal.

    Raises
    ------
    ValueError
        Two lengths, more than one dimension, or a value that is not finite.

    Examples
    --------
    >>> float(rank_correlation([1.0, 2.0, 3.0, 4.0], [9.0, 7.0, 8.0, 1.0]))
    -0.8
    """
    one, other = np.asarray(x, np.float64), np.asarray(y, np.float64)
    if one.ndim != 1 or one.shape != other.shape:
        raise ValueError(f"x has shape {one.shape} and y {other.shape}; as many numbers of both were expected")
    if not (np.isfinite(one).all() and np.isfinite(other).all()):
        raise ValueError("x or y holds a value that is not finite")
    weight = np.ones(len(one)) if counts is None else np.asarray(counts, np.float64)
    a, b = _centred_ranks(one, weight), _centred_ranks(other, weight)
    spread = np.sqrt((weight * a * a).sum(axis=-1) * (weight * b * b).sum(axis=-1))
    rho = (weight * a * b).sum(axis=-1) / np.where(spread == 0, 1, spread)
    return np.where(spread == 0, np.nan, np.clip(rho, -1, 1))


def _centred_ranks(values: Array, weight: Array) -> Array:
    """Mean ranks of the written-out units of each resample, less their mean."""
    _, code, sizes = np.unique(values, return_inverse=True, return_counts=True)
    order = np.argsort(code, kind="stable")
    running = np.cumsum(weight[..., order], axis=-1)
    until = running[..., np.cumsum(sizes) - 1]  # units up to and including each distinct value
    equal = np.diff(until, axis=-1, prepend=0.0)
    rank = (until - (equal - 1) / 2)[..., code]
    total = until[..., -1:] if len(values) else 0.0
    return rank - (total + 1) / 2
