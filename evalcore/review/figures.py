"""The figures of the corrected default, from columns of units (item and stream) and of pairs of panels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from evalcore.review.config import EPSILON
from evalcore.review.estimates import Estimator, ratio
from evalcore.review.panels import Floats, Index
from evalcore.review.reasons import (
    FEW_JUDGEMENTS,
    FEW_REVIEWERS,
    NO_MARKS,
    NO_MATCH,
    NO_RATE,
    NO_VARIATION,
    NULL_IS_ONE,
)
from evalcore.review.result import Coefficient, Localization, Matching
from evalcore.stats import grouped_units, nominal_alpha, ordinal_alpha

__all__ = ["PairColumns", "coefficient", "localization", "matching"]


@dataclass(frozen=True, eq=False)
class PairColumns:
    """Pairs of panels at one tolerance, without those that have no tolerance (no known rate).

    All (N,): the item, marks of both, matched marks, whether the pair has a null, and matches by chance where it has.
    """

    item: Index
    marks: Index
    matched: Index
    has_null: npt.NDArray[np.bool_]
    by_chance: Floats

    def take(self, kept: npt.NDArray[np.bool_]) -> PairColumns:
        """The pairs of a mask."""
        return PairColumns(*(column[kept] for column in vars(self).values()))


def coefficient(
    estimator: Estimator,
    unit: Index,
    value: Index,
    *,
    item: Index,
    reviewers: int,
    values: int,
    ordinal: bool = False,
    missing: str | None = None,
) -> Coefficient:
    """Alpha of ratings: the unit of each, its value (0 to ``values`` - 1, ascending) and its item.

    ``reviewers`` is how many reviewers gave them; ``missing`` is why there is no rating at all, where that is known.
    """
    sums = grouped_units(unit, value, group=item, groups=estimator.items, values=values, whole=ordinal)
    units, judgements = int(sums.units.sum()), int(sums.ratings.sum())
    reason = missing
    if reason is None and reviewers < 2:
        reason = FEW_REVIEWERS
    if reason is None and judgements < 2:
        reason = FEW_JUDGEMENTS
    if reason is None and (sums.totals.sum(axis=0) > 0).sum() < 2:
        reason = NO_VARIATION
    raw = float(sums.raw.sum()) / units if units else None
    if ordinal:
        assert sums.coincidences is not None
        columns = sums.coincidences.reshape(len(sums.units), values * values)
        found = estimator.estimate(
            columns, lambda s: ordinal_alpha(s.reshape(*s.shape[:-1], values, values)), reason=reason
        )
    else:
        columns = np.concatenate([sums.agreeing[:, None], sums.totals], axis=1)
        found = estimator.estimate(columns, lambda s: nominal_alpha(s[..., 0], s[..., 1:]), reason=reason)
    return Coefficient(
        alpha=found.value,
        raw_agreement=raw,
        ci95=found.ci95,
        n_units=units,
        n_judgements=judgements,
        alpha_reason=reason,
        raw_agreement_reason=None if units else reason,
        ci95_reason=found.ci95_reason,
    )


def _by_item(estimator: Estimator, pairs: PairColumns, *columns: Floats | Index) -> Floats:
    return np.stack([np.bincount(pairs.item, weights=column, minlength=estimator.items) for column in columns], axis=1)


def matching(estimator: Estimator, pairs: PairColumns, *, missing: str | None = None) -> Matching:
    """F1 over pairs of panels with at least one mark."""
    reason = missing or (None if pairs.marks.any() else NO_MARKS)
    found = estimator.estimate(_by_item(estimator, pairs, 2 * pairs.matched, pairs.marks), ratio, reason=reason)
    return Matching(
        f1=found.value,
        ci95=found.ci95,
        n_pairs=int((pairs.marks > 0).sum()),
        n_marks=int(pairs.marks.sum()),
        n_matched=int(pairs.matched.sum()),
        f1_reason=reason,
        ci95_reason=found.ci95_reason,
    )


def _kappa(sums: Floats) -> Floats:
    """(F1 - F1 of the null) / (1 - F1 of the null) from 2 x matched, 2 x matched by chance, and marks."""
    matched, by_chance, marks = sums[..., 0], sums[..., 1], sums[..., 2]
    return ratio(np.stack([matched - by_chance, marks - by_chance], axis=-1))


def localization(
    estimator: Estimator, pairs: PairColumns, offsets: Floats, frames: Floats, *, missing: str | None = None
) -> Localization:
    """Kappa over the pairs that have a null; ``offsets`` and ``frames`` (K,) are of the matched marks of all pairs.

    ``missing`` is why no pair has a null, where that is known.
    """
    with_null = pairs.take(pairs.has_null & (pairs.marks > 0))
    left_out = int((~pairs.has_null & (pairs.marks > 0)).sum())
    total, by_chance = int(with_null.marks.sum()), 2 * float(with_null.by_chance.sum())
    reason = None
    if not total:
        reason = missing if left_out else NO_MARKS
    undefined = reason or (NULL_IS_ONE if by_chance >= total - EPSILON else None)
    columns = _by_item(estimator, with_null, 2 * with_null.matched, 2 * with_null.by_chance, with_null.marks)
    found = estimator.estimate(columns, _kappa, reason=undefined)
    mean, median, p90 = _spread(offsets)
    known = not np.isnan(frames).any()
    mean_frames, median_frames, p90_frames = _spread(frames if known else frames[:0])
    return Localization(
        kappa_loc=found.value,
        ci95=found.ci95,
        f1=None if reason else 2 * int(with_null.matched.sum()) / total,
        f1_null=None if reason else by_chance / total,
        n_pairs=len(with_null.marks),
        n_left_out=left_out,
        mean_offset=mean,
        median_offset=median,
        p90_offset=p90,
        mean_offset_frames=mean_frames,
        median_offset_frames=median_frames,
        p90_offset_frames=p90_frames,
        kappa_loc_reason=undefined,
        ci95_reason=found.ci95_reason,
        f1_reason=reason,
        offset_reason=None if len(offsets) else NO_MATCH,
        frames_reason=None if len(offsets) and known else (NO_RATE if len(offsets) else NO_MATCH),
    )


def _spread(offsets: Floats) -> tuple[float | None, float | None, float | None]:
    if not len(offsets):
        return None, None, None
    return float(offsets.mean()), float(np.median(offsets)), float(np.percentile(offsets, 90))
