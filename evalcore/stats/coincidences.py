"""Krippendorff's alpha from sums over groups of units, so that groups can be resampled without counting again."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

__all__ = ["GroupedUnits", "alpha_of_coincidences", "grouped_units", "nominal_alpha", "ordinal_alpha"]

Floats = npt.NDArray[np.float64]
Codes = npt.NDArray[np.integer]


@dataclass(frozen=True, eq=False)
class GroupedUnits:
    """Units with at least two ratings, summed over groups (items, clips) that are resampled whole.

    Parameters
    ----------
    agreeing
        (G,) sum of the coincidence matrix's diagonal: pairs of equal ratings, weighted 1 / (ratings of the unit - 1).
    totals
        (G, C) ratings of each value.
    raw
        (G,) sum over the units of the share of their pairs of ratings that are equal.
    units, ratings
        (G,) how many units and ratings there are.
    coincidences
        (G, C, C) whole matrices, where they were asked for.
    """

    agreeing: Floats
    totals: Floats
    raw: Floats
    units: Floats
    ratings: Floats
    coincidences: Floats | None = None


def grouped_units(
    unit: Codes, value: Codes, *, group: Codes, groups: int, values: int, whole: bool = False
) -> GroupedUnits:
    """Sum the ratings of units over groups; units with fewer than two ratings are left out.

    Parameters
    ----------
    unit
        (n,) the unit of each rating, any whole numbers from 0.
    value
        (n,) what was rated, 0 to ``values`` - 1.
    group
        (n,) the group of each rating's unit, 0 to ``groups`` - 1.
    whole
        Also give each group's coincidence matrix (for distances that are not 0 or 1).

    Raises
    ------
    ValueError
        Different lengths, or a code out of range.
    """
    if not (unit.shape == value.shape == group.shape and unit.ndim == 1):
        raise ValueError(f"shapes are {unit.shape}, {value.shape}, {group.shape}; one code a rating was expected")
    for name, codes, limit in (("value", value, values), ("group", group, groups), ("unit", unit, None)):
        if codes.size and (codes.min() < 0 or (limit is not None and codes.max() >= limit)):
            raise ValueError(f"a {name} is outside 0 to {'...' if limit is None else limit - 1}")
    names, unit = np.unique(unit, return_inverse=True)
    size = np.bincount(unit, minlength=len(names))
    kept = size[unit] >= 2
    unit, value, group = unit[kept], value[kept], group[kept]
    size = size.astype(np.float64)

    cells, counts = np.unique(unit * values + value, return_counts=True)
    cell_unit, cell_value = cells // values, cells % values
    group_of = np.zeros(len(names), np.int64)
    group_of[unit] = group
    weight = 1 / np.maximum(size - 1, 1)
    equal = counts * (counts - 1.0)

    def summed(weights: Floats, where: Codes) -> Floats:
        sums: Floats = np.bincount(where, weights=weights, minlength=groups).astype(np.float64)
        return sums

    pairable = size >= 2
    totals = np.bincount(group * values + value, minlength=groups * values).astype(np.float64)
    coincidences = None
    if whole:
        table = np.zeros((len(names), values))
        table[cell_unit, cell_value] = counts
        coincidences = np.zeros((groups, values, values))
        each = weight[:, None, None] * (table[:, :, None] * table[:, None, :])
        each[:, np.arange(values), np.arange(values)] -= weight[:, None] * table
        np.add.at(coincidences, group_of[pairable], each[pairable])
    return GroupedUnits(
        agreeing=summed(equal * weight[cell_unit], group_of[cell_unit]),
        totals=totals.reshape(groups, values),
        raw=summed(equal * weight[cell_unit] / size[cell_unit], group_of[cell_unit]),
        units=summed(np.ones(int(pairable.sum())), group_of[pairable]),
        ratings=summed(np.ones(len(unit)), group),
        coincidences=coincidences,
    )


def nominal_alpha(agreeing: npt.ArrayLike, totals: npt.ArrayLike) -> Floats:
    """Alpha of values that are equal or not: 1 - (n - 1) (n - sum o_cc) / (n^2 - sum n_c^2).

    Parameters
    ----------
    agreeing
        (...,) sum of the coincidence matrix's diagonal.
    totals
        (..., C) ratings of each value in units with at least two ratings.

    Returns
    -------
    (...,) float64
        nan where undefined: no rating, or all are equal.

    Examples
    --------
    >>> float(nominal_alpha(6.0, [4, 4]).round(12))  # four units of two ratings, one of them in disagreement
    0.5625
    """
    o, n_c = np.asarray(agreeing, np.float64), np.asarray(totals, np.float64)
    n = n_c.sum(axis=-1)
    expected = n**2 - (n_c**2).sum(axis=-1)
    undefined = expected <= 0
    alpha: Floats = 1 - (n - 1) * (n - o) / np.where(undefined, 1, expected)
    return np.where(undefined, np.nan, alpha)


def alpha_of_coincidences(coincidences: npt.ArrayLike, distance: npt.ArrayLike) -> Floats:
    """Alpha from coincidence matrices (..., C, C) and the distances (..., C, C) between values.

    nan where undefined: no rating, or no distance between any two of them.
    """
    o, delta = np.asarray(coincidences, np.float64), np.asarray(distance, np.float64)
    n_c = o.sum(axis=-1)
    n = n_c.sum(axis=-1)
    apart = (o * delta).sum(axis=(-2, -1))
    expected = (n_c[..., :, None] * n_c[..., None, :] * delta).sum(axis=(-2, -1))  # the diagonal of a distance is 0
    undefined = expected <= 0
    return np.where(undefined, np.nan, 1 - (n - 1) * apart / np.where(undefined, 1, expected))


def ordinal_alpha(coincidences: npt.ArrayLike) -> Floats:
    """Alpha with Krippendorff's ordinal metric, from coincidence matrices (..., C, C) of values in ascending order.

    Two values are as far apart as there are ratings from the one to the other, half of either's own counted; squared.
    """
    o = np.asarray(coincidences, np.float64)
    n_c = o.sum(axis=-1)
    place = np.cumsum(n_c, axis=-1) - n_c / 2
    return alpha_of_coincidences(o, (place[..., :, None] - place[..., None, :]) ** 2)
