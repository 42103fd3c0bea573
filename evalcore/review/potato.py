"""Agreement as the reference implementation computes it, for comparison with figures that were published with it.

Clusters: on each stream, reviewers in the order of their names and marks in the order of time; a mark joins the first
cluster that has none of its reviewer and whose founder is closer than the tolerance, else it founds one.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from evalcore.batch import Progress, record
from evalcore.review._clusters import clusters
from evalcore.review.answers import Answer, Answers
from evalcore.review.chance import Chance, chance_of
from evalcore.review.config import EPSILON, AgreementConfig
from evalcore.review.matching import match_panels
from evalcore.review.panels import Floats, Index, Panels, panels_of
from evalcore.review.potato_result import PotatoAlpha, PotatoCoverage, PotatoLocalization, PotatoResult, PotatoRow
from evalcore.review.reasons import (
    FEW_JUDGEMENTS,
    FEW_REVIEWERS,
    FEW_UNITS,
    NO_CHANCE,
    NO_MATCH,
    NO_RATE,
    NO_VARIATION,
    NOTHING_ANSWERED,
)
from evalcore.stats import alpha_of_coincidences, grouped_units

__all__ = ["potato_agreement"]

PACKAGES = ("numba", "numpy", "scipy")


def potato_agreement(answers: Answers, config: AgreementConfig, *, progress: Progress | None = None) -> PotatoResult:
    """The report of the reference implementation on ``answers``; items with fewer than two reviewers are skipped."""
    by_item: dict[str, list[Answer]] = {}
    for answer in answers:
        by_item.setdefault(answer.item, []).append(answer)
    compared = [item for item in by_item.values() if len(item) >= 2]
    rows = [answer for item in compared for answer in item]
    panels = panels_of(rows, order="reviewer")
    chance = chance_of(panels)
    sweep = []
    for done, tolerance in enumerate(config.tolerances):
        if progress:
            progress(done, len(config.tolerances))
        sweep.append(_row(panels, chance, tolerance, config.fps))
    if progress:
        progress(len(config.tolerances), len(config.tolerances))
    answered, possible = len(panels), _possible(panels, compared)
    return PotatoResult(
        coverage=PotatoCoverage(
            requested=len(answers),
            done=len(answers),
            failed=0,
            answered_stream_responses=answered,
            possible_stream_responses=possible,
            answered_fraction=answered / possible if possible else None,
            answered_fraction_reason=None if possible else NOTHING_ANSWERED,
        ),
        failures=(),
        record=record(config=config, inputs=answers.files, packages=PACKAGES),
        n_items=len(compared),
        n_items_skipped=len(by_item) - len(compared),
        fps=config.fps,
        fps_reason=None if config.fps else NO_RATE,
        headline_tolerance=config.headline,
        sweep=tuple(sweep),
        preference=_by_item(compared, [answer.preference.winner for answer in rows]),
        counterfactual=_by_item(compared, [answer.counterfactual.verdict for answer in rows]),
    )


def _possible(panels: Panels, compared: Sequence[Sequence[Answer]]) -> int:
    reviewers = np.array([len(item) for item in compared], np.int64)
    return int(reviewers[panels.item_of_unit].sum()) if len(panels) else 0


def _row(panels: Panels, chance: Chance, tolerance: float, fps: float | None) -> PotatoRow:
    cluster = clusters(panels.time, panels.first, panels.unit_first, tolerance)
    return PotatoRow(
        tolerance=tolerance,
        tolerance_frames=tolerance * fps if fps else None,
        detection=_detection(panels, cluster),
        localization=_localization(chance, _offsets(panels, tolerance), fps),
        category=_shared(cluster, panels.type, panels.reviewer[panels.panel_of_mark]),
        severity=_shared(cluster, panels.severity, panels.reviewer[panels.panel_of_mark], linear=True),
        tolerance_frames_reason=None if fps else NO_RATE,
    )


def _alpha(unit: Index, value: Index, reviewers: int, *, linear: bool = False) -> PotatoAlpha:
    """Alpha with the distance 0 or 1, or \\|a - b\\|; the counts include units with one judgement."""
    units, judgements = len(np.unique(unit)), len(value)
    names, code = np.unique(value, return_inverse=True)
    reason = None
    if judgements < 2:
        reason = FEW_JUDGEMENTS
    elif reviewers < 2:
        reason = FEW_REVIEWERS
    elif units < 2:
        reason = FEW_UNITS
    elif len(names) < 2:
        reason = NO_VARIATION
    if reason:
        return PotatoAlpha(units, judgements, None, reason)
    group = np.zeros(judgements, np.int64)
    sums = grouped_units(unit, code, group=group, groups=1, values=len(names), whole=True)
    assert sums.coincidences is not None
    distance = np.abs(names[:, None] - names[None, :]) if linear else names[:, None] != names[None, :]
    alpha = float(alpha_of_coincidences(sums.coincidences[0], distance))
    if np.isnan(alpha):
        return PotatoAlpha(units, judgements, None, FEW_JUDGEMENTS if not sums.units[0] else NO_VARIATION)
    return PotatoAlpha(units, judgements, alpha)


def _detection(panels: Panels, cluster: Index) -> PotatoAlpha:
    """Present or absent: every answering reviewer of a stream with two or more judges each of its clusters."""
    responders = np.diff(panels.unit_first)
    unit_of_mark = panels.unit[panels.panel_of_mark]
    names, first = np.unique(cluster, return_index=True)
    members = np.bincount(cluster, minlength=len(names))
    of = responders[unit_of_mark[first]]
    kept = of >= 2
    absent = np.repeat(names[kept], (of - members)[kept])
    present = np.repeat(names[kept], members[kept])
    value = np.concatenate([np.zeros(len(absent), np.int64), np.ones(len(present), np.int64)])
    return _alpha(np.concatenate([absent, present]), value, len(np.unique(panels.reviewer)))


def _shared(cluster: Index, value: Index, reviewer: Index, *, linear: bool = False) -> PotatoAlpha:
    """Types or severities of the marks in clusters of two or more; blanks are dropped."""
    kept = (np.bincount(cluster)[cluster] >= 2) & (value >= 0) if len(cluster) else np.zeros(0, bool)
    return _alpha(cluster[kept], value[kept], len(np.unique(reviewer[kept])), linear=linear)


def _by_item(compared: Sequence[Sequence[Answer]], values: Sequence[str | None]) -> PotatoAlpha:
    unit = np.repeat(np.arange(len(compared)), [len(item) for item in compared])
    reviewers = [answer.reviewer for item in compared for answer in item]
    kept = np.array([value is not None for value in values], bool)
    given = [value for value in values if value is not None]
    code = np.unique(given, return_inverse=True)[1] if given else np.zeros(0, np.int64)
    who = {reviewer for reviewer, one in zip(reviewers, kept.tolist(), strict=True) if one}
    return _alpha(unit[kept], code.astype(np.int64), len(who))


def _offsets(panels: Panels, tolerance: float) -> Floats:
    """Seconds between the matched marks of each pair of reviewers.

    Where several assignments have the same sum, their offsets can differ: those with two or more marks on either side
    are assigned by SciPy on the similarities as they are, as the reference implementation's published figures are.
    """
    one, other = panels.pairs
    n, m = panels.marks[one], panels.marks[other]
    plain = (n == 1) | (m == 1)
    matched = match_panels(panels, one[plain], other[plain], tolerance=np.full(int(plain.sum()), tolerance))
    settled, tied = _two_by_two(panels, one[(n == 2) & (m == 2)], other[(n == 2) & (m == 2)], tolerance)
    more = (n > 1) & (m > 1) & (n + m > 4)
    left, right = np.concatenate([one[more], tied[0]]), np.concatenate([other[more], tied[1]])
    return np.concatenate(
        [
            np.abs(panels.time[matched.left] - panels.time[matched.right]),
            settled,
            *(_assigned(panels, a, b, tolerance) for a, b in zip(left.tolist(), right.tolist(), strict=True)),
        ]
    )


def _two_by_two(panels: Panels, one: Index, other: Index, tolerance: float) -> tuple[Floats, tuple[Index, Index]]:
    """Offsets of pairs with two marks each whose better assignment is beyond rounding, and the other pairs."""
    mine = panels.time[panels.first[one][:, None] + np.arange(2)]
    theirs = panels.time[panels.first[other][:, None] + np.arange(2)]
    apart = np.abs(mine[:, :, None] - theirs[:, None, :])
    alike = np.where(apart < tolerance - EPSILON, 1 - apart / tolerance, 0.0)
    straight, crossed = alike[:, 0, 0] + alike[:, 1, 1], alike[:, 0, 1] + alike[:, 1, 0]
    clear = np.abs(straight - crossed) > EPSILON
    first = np.where(straight > crossed, 0, 1)[clear]
    rows = np.flatnonzero(clear)
    offsets = np.concatenate([apart[rows, 0, first], apart[rows, 1, 1 - first]])
    similar = np.concatenate([alike[rows, 0, first], alike[rows, 1, 1 - first]])
    tied = ~clear & alike.any(axis=(1, 2))
    return offsets[similar > 0], (one[tied], other[tied])


def _assigned(panels: Panels, a: int, b: int, tolerance: float) -> Floats:
    from scipy.optimize import linear_sum_assignment

    apart = np.abs(
        panels.time[panels.first[a] : panels.first[a + 1], None] - panels.time[panels.first[b] : panels.first[b + 1]]
    )
    alike = np.where(apart < tolerance - EPSILON, 1 - apart / tolerance, 0.0)
    i, j = linear_sum_assignment(alike, maximize=True)
    offsets: Floats = apart[i, j][alike[i, j] > 0]
    return offsets


def _localization(chance: Chance, offsets: Floats, fps: float | None) -> PotatoLocalization:
    matched = len(offsets) > 0
    mean = float(offsets.mean()) if matched else None
    median = float(np.median(offsets)) if matched else None
    comparable = mean is not None and chance.mean
    frames = fps if matched else None
    return PotatoLocalization(
        n_matched_pairs=len(offsets),
        n_chance_pairs=chance.pairs,
        mean_offset=mean,
        median_offset=median,
        mean_chance_offset=chance.mean,
        sigma=1 - mean / chance.mean if mean is not None and chance.mean else None,
        ks=chance.ks(offsets),
        mean_offset_frames=mean * frames if mean is not None and frames else None,
        median_offset_frames=median * frames if median is not None and frames else None,
        reason=None if comparable else (NO_CHANCE if matched else NO_MATCH),
        frames_reason=None if frames else (NO_RATE if matched else NO_MATCH),
    )
