"""The one bootstrap rule: percentile interval over seeded resamples that are the same for every model."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["BootstrapInterval", "bootstrap_interval", "resample_indices"]

RESAMPLES = 2000
PERCENTILES = (2.5, 97.5)
FEWEST_UNITS = 5
MOST_UNDEFINED = 0.05  # share of resamples


@dataclass(frozen=True)
class BootstrapInterval:
    """Percentile 95% interval of a figure over ``n`` units.

    ``undefined`` of the ``resamples`` had no value and were dropped. ``ci95`` is None, and ``reason`` says why, where
    there are fewer than 5 units or more than 5% of the resamples are undefined.
    """

    n: int
    resamples: int
    undefined: int
    ci95: tuple[float, float] | None
    reason: str | None


def resample_indices(n: int, *, resamples: int = RESAMPLES, seed: int = 0) -> npt.NDArray[np.int64]:
    """Draw ``n`` of ``n`` units with replacement, ``resamples`` times.

    Compute each model's figure on the same rows, so that differences between models are paired.

    Returns
    -------
    (resamples, n) int64
        Positions 0..n - 1 from ``numpy.random.default_rng(seed)``.

    Raises
    ------
    ValueError
        ``n`` or ``resamples`` below 1.

    Examples
    --------
    >>> import numpy as np
    >>> scores = np.array([1.0, 2.0, 4.0, 5.0, 8.0])
    >>> means = scores[resample_indices(5)].mean(axis=1)
    >>> bootstrap_interval(means, n=5).ci95
    (2.0, 6.2)
    """
    if n < 1 or resamples < 1:
        raise ValueError(f"n is {n} and resamples is {resamples}; at least 1 of each was expected")
    return np.random.default_rng(seed).integers(0, n, size=(resamples, n))


def bootstrap_interval(values_of_resamples: npt.ArrayLike, *, n: int) -> BootstrapInterval:
    """Percentile 95% interval of a figure from its value on each resample.

    Parameters
    ----------
    values_of_resamples
        (B,) numbers, nan where the figure is undefined on a resample.
    n
        How many units were resampled.

    Raises
    ------
    ValueError
        No value, more than one dimension, or an infinite value.
    """
    values = np.asarray(values_of_resamples, dtype=np.float64)
    if values.ndim != 1 or not values.size or np.isinf(values).any():
        raise ValueError(f"values have shape {values.shape}; finite numbers or nan, (B,) with B >= 1, were expected")
    defined = values[~np.isnan(values)]
    undefined = values.size - defined.size
    if n < FEWEST_UNITS:
        reason = f"a bootstrap interval needs at least {FEWEST_UNITS} units; there are {n}"
        return BootstrapInterval(n, values.size, undefined, None, reason)
    if undefined > MOST_UNDEFINED * values.size:
        reason = f"undefined in {undefined} of {values.size} resamples (at most {MOST_UNDEFINED:.0%} are allowed)"
        return BootstrapInterval(n, values.size, undefined, None, reason)
    low, high = (float(bound) for bound in np.percentile(defined, PERCENTILES))
    return BootstrapInterval(n, values.size, undefined, (low, high), None)
