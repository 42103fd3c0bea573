"""Agreement between raters: Krippendorff's alpha."""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt

__all__ = ["krippendorff_alpha"]

Level = Literal["nominal", "ordinal", "interval"]
Array = npt.NDArray[np.float64]


def _squared_distance(level: Level, values: Array, totals: Array) -> Array:
    if level == "nominal":
        return 1.0 - np.eye(len(values))
    # Ordinal: values stand as far apart as there are ratings between them, counting half of either end.
    place = np.cumsum(totals) - totals / 2 if level == "ordinal" else values
    return (place[:, None] - place[None, :]) ** 2


def krippendorff_alpha(ratings: npt.ArrayLike, *, level: Level) -> float:
    """Krippendorff's alpha: 1 for perfect agreement, 0 for what chance gives, below 0 for less.

    Parameters
    ----------
    ratings
        (raters, units) numbers, nan where a rater did not rate a unit; for ``nominal`` any code per category.
    level
        The squared distance between two values: ``nominal`` (0 or 1), ``ordinal`` (ratings between them) or
        ``interval`` (their difference).

    Returns
    -------
    float
        1 - observed / expected disagreement, over the units with at least two ratings. nan where undefined: no such
        unit, or all their ratings are equal.

    Raises
    ------
    ValueError
        Not two dimensions, an infinite rating, or another level.

    References
    ----------
    K. Krippendorff: Computing Krippendorff's alpha-reliability (2011),
    https://repository.upenn.edu/asc_papers/43.

    Examples
    --------
    >>> nan = float("nan")
    >>> krippendorff_alpha([[1, 1, 2, 2], [1, 1, 2, nan], [1, 2, 2, nan]], level="nominal")
    0.6
    """
    if level not in ("nominal", "ordinal", "interval"):
        raise ValueError(f"level is {level!r}; 'nominal', 'ordinal' or 'interval' was expected")
    table = np.asarray(ratings, dtype=np.float64)
    if table.ndim != 2 or np.isinf(table).any():
        raise ValueError(f"ratings has shape {table.shape}; finite numbers or nan, (raters, units), were expected")

    rated = ~np.isnan(table)
    pairable = rated & (rated.sum(axis=0) >= 2)
    values, code = np.unique(table[pairable], return_inverse=True)
    if len(values) < 2:
        return float("nan")
    unit = np.nonzero(pairable)[1]
    counts = np.zeros((table.shape[1], len(values)))
    np.add.at(counts, (unit, code), 1)
    counts = counts[pairable.any(axis=0)]

    weight = 1 / (counts.sum(axis=1) - 1)
    totals = counts.sum(axis=0)
    coincidences = (counts * weight[:, None]).T @ counts - np.diag(weight @ counts)
    expected = (np.outer(totals, totals) - np.diag(totals)) / (totals.sum() - 1)
    distance = _squared_distance(level, values, totals)
    return float(1 - (coincidences * distance).sum() / (expected * distance).sum())
