from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

from evalcore.review import Answer, Mark, agreement
from evalcore.review._clusters import clusters
from evalcore.review.panels import panels_of
from tests.review.small import answer, random_answers


def potato(answers, **options):
    return agreement(answers, **{"method": "potato", "fps": 25.0, **options})


def close(expected):
    return pytest.approx(expected, rel=0, abs=1e-9)


def test_clusters_grow_in_the_order_of_names():
    times = {"ann": [1.0, 1.5], "bob": [1.3], "eve": [0.8, 1.1]}
    panels = panels_of([answer("i", who, {"s": t}) for who, t in times.items()], order="reviewer")
    # Ann founds two; bob joins the first of hers that is near; eve's 0.8 joins the first, her 1.1 the second.
    assert clusters(panels.time, panels.first, panels.unit_first, 0.5).tolist() == [0, 1, 0, 0, 1]
    # At a quarter of a second bob's is near no founder before ann's second.
    assert clusters(panels.time, panels.first, panels.unit_first, 0.25).tolist() == [0, 1, 1, 0, 2]


def test_by_hand():
    answers = [
        answer("a", "ann", {"s": [1.0]}, types=["drift"]),
        answer("a", "bob", {"s": [1.1]}, types=["flicker"]),
        answer("b", "ann", {"s": [3.0]}, types=["drift"]),
        answer("b", "bob", clean=["s"]),
        answer("c", "ann", {"s": [3.0]}),
    ]
    result = potato(answers)
    assert (result.n_items, result.n_items_skipped) == (2, 1)
    row = result.headline
    # One cluster that both have, one that one has: alpha = (1 - D) / (2N - D) with N = 2 and D = 1.
    assert row.detection.alpha == close(0.0)
    assert (row.detection.n_units, row.detection.n_judgements) == (2, 4)
    assert (row.localization.n_matched_pairs, row.localization.mean_offset) == (1, close(0.1))
    # Item c has one reviewer, so its mark is in no pair: only 3.0 against 1.0 and 1.1.
    assert (row.localization.n_chance_pairs, row.localization.mean_chance_offset) == (2, close(1.95))
    assert row.localization.sigma == close(1 - 0.1 / 1.95)
    assert row.localization.ks == 1
    assert (row.category.n_units, row.category.alpha) == (1, None)
    assert row.category.alpha_reason == "fewer than two units to compare"
    assert (result.coverage.answered_stream_responses, result.coverage.possible_stream_responses) == (4, 4)
    assert result.sweep[0].tolerance_frames == 1.0


@pytest.mark.parametrize(("units", "apart", "alpha"), [(40, 1, 0.0), (5, 5, -0.8)])
def test_two_reviewers_cannot_agree_on_detection(units, apart, alpha):
    answers = [
        answer(f"i{k}", who, {"s": [1.0]} if who == "ann" or k >= apart else {}, clean=["s"])
        for k in range(units)
        for who in ("ann", "bob")
    ]
    assert potato(answers).headline.detection.alpha == close(alpha)


def test_the_severity_is_on_a_straight_scale():
    levels = [(1, 1), (1, 2), (3, 3), (1, 3)]
    answers = [
        Answer(item=f"i{k}", reviewer=who, violations=(Mark(stream="s", t=1.0, severity=level),))
        for k, pair in enumerate(levels)
        for who, level in zip(("ann", "bob"), pair, strict=True)
    ]
    # n = 8: four 1, one 2, three 3; sums of |a - b| over ordered pairs of unequal ratings.
    observed = 2 * (0 + 1 + 0 + 2)
    expected = 2 * (4 * 1 * 1 + 4 * 3 * 2 + 1 * 3 * 1)
    assert potato(answers).headline.severity.alpha == close(1 - 7 * observed / expected)


@pytest.mark.parametrize("seed", range(3))
def test_offsets_are_those_of_one_assignment_problem_a_pair(seed):
    answers = random_answers(np.random.default_rng(seed), items=20, reviewers=3, streams=2)
    panels = panels_of(answers, order="reviewer")
    for row in potato(answers).sweep:
        offsets = []
        for a, b in zip(*panels.pairs, strict=True):
            mine, theirs = (panels.time[panels.first[p] : panels.first[p + 1]] for p in (a, b))
            apart = np.abs(mine[:, None] - theirs)
            alike = np.where(apart < row.tolerance - 1e-9, 1 - apart / row.tolerance, 0)
            pairs = zip(*linear_sum_assignment(-alike), strict=True)
            offsets += [apart[pair] for pair in pairs if alike[pair] > 0]
        found = row.localization
        assert found.n_matched_pairs == len(offsets)
        assert found.mean_offset == (close(np.mean(offsets)) if offsets else None)
        assert found.median_offset == (close(np.median(offsets)) if offsets else None)


def test_nothing_to_compare_has_reasons():
    result = potato([answer("a", "ann", {"s": [1.0]})], fps=None)
    assert (result.n_items, result.n_items_skipped) == (0, 1)
    assert result.headline.detection.alpha_reason.startswith("fewer than two judgements")
    assert result.coverage.answered_fraction is None
    assert result.coverage.answered_fraction_reason == "nothing was answered"
    plain = result.to_dict()
    assert plain["localization"]["sigma_reason"] == "no marks match"
    assert plain["localization"]["mean_offset_frames_reason"] == "no marks match"
    assert plain["fps_reason"] == "the frame rate is not known for all streams"


def test_the_faults_are_shown_with_the_numbers():
    result = potato([answer("a", who, {"s": [1.0]}) for who in ("ann", "bob")])
    assert len(result.faults) == 3
    assert len(result.scores) == 5
    assert result.config.method == "potato"
