from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.review import Answer, Mark
from evalcore.review.matching import match_marks, match_panels, similarity
from evalcore.review.panels import panels_of
from tests.reference import review as reference
from tests.review.small import answer_sets, frame_times, unhurried

tolerances = st.sampled_from([0.02, 0.04, 0.1, 0.25, 0.5, 1.0, 2.0])
marks = st.lists(frame_times(), max_size=4, unique=True).map(sorted)


@unhurried
@given(a=marks, b=marks, tolerance=tolerances)
def test_no_assignment_is_better(a, b, tolerance):
    assert match_marks(a, b, tolerance=tolerance) == reference.match(a, b, tolerance)


@unhurried
@given(a=marks, b=marks, tolerance=tolerances)
def test_the_two_reviewers_can_change_places(a, b, tolerance):
    swapped = [(j, i) for i, j in match_marks(b, a, tolerance=tolerance)]
    assert match_marks(a, b, tolerance=tolerance) == sorted(swapped)


@unhurried
@given(a=marks, b=marks, narrow=tolerances, wide=tolerances)
def test_a_wider_tolerance_never_matches_fewer(a, b, narrow, wide):
    narrow, wide = sorted((narrow, wide))
    assert len(match_marks(a, b, tolerance=narrow)) <= len(match_marks(a, b, tolerance=wide))


def test_by_hand():
    assert match_marks([2.0], [2.4, 2.05], tolerance=0.5) == [(0, 1)]
    # 0 with 0.9 and 1 with 1.9 sum to 0.2, 1 with 0.9 alone to 0.9: fewer pairs, more similarity.
    assert match_marks([0.0, 1.0], [0.9, 1.9], tolerance=1.0) == [(1, 0)]
    assert match_marks([1.0], [], tolerance=1.0) == []


def test_the_tolerance_itself_does_not_match():
    assert match_marks([2.0], [2.5], tolerance=0.5) == []
    assert match_marks([1.36], [1.4], tolerance=0.04) == []  # 0.04 less rounding
    assert match_marks([2.0], [2.499], tolerance=0.5) == [(0, 0)]


def test_of_equal_sums_more_pairs_then_earlier_marks():
    # 1 with 1 is worth 1; so are 0 with 1 and 1 with 2 together.
    assert match_marks([0.0, 1.0], [1.0, 2.0], tolerance=2.0) == [(0, 0), (1, 1)]
    assert match_marks([1.0], [0.9, 1.1], tolerance=0.5) == [(0, 0)]
    assert match_marks([1.0], [1.1, 0.9], tolerance=0.5) == [(0, 1)]
    # 2.05 with 3.15 and the equal marks give as much as the pairs in order of time: the earliest go together.
    assert match_marks([2.05, 2.683333], [2.683333, 3.15], tolerance=2.0) == [(0, 0), (1, 1)]


@unhurried
@given(answers=answer_sets(), tolerance=tolerances)
def test_all_pairs_at_once_are_the_pairs_one_by_one(answers, tolerance):
    panels = panels_of(answers)
    one, other = panels.pairs
    matched = match_panels(panels, one, other, tolerance=np.full(len(one), tolerance))
    found = {pair: [] for pair in range(len(one))}
    for pair, left, right in zip(matched.pair, matched.left, matched.right, strict=True):
        found[pair].append((left - panels.first[one[pair]], right - panels.first[other[pair]]))
    for pair, (a, b) in enumerate(zip(one, other, strict=True)):
        times = [panels.time[panels.first[panel] : panels.first[panel + 1]] for panel in (a, b)]
        assert found[pair] == match_marks(*times, tolerance=tolerance)
    assert matched.count.tolist() == [len(pairs) for pairs in found.values()]


def test_a_pair_without_a_tolerance_has_no_matches():
    panels = panels_of([Answer(item="i", reviewer=who, violations=(Mark(stream="s", t=1.0),)) for who in "ab"])
    one, other = panels.pairs
    assert match_panels(panels, one, other, tolerance=np.array([np.nan])).count.tolist() == [0]
    assert match_panels(panels, one, other, tolerance=np.array([1.0])).count.tolist() == [1]


def test_similarity_by_hand():
    assert similarity(2.0, 2.5, tolerance=1.0) == 0.5
    assert similarity(2.0, 3.0, tolerance=1.0) == 0
    assert similarity(1.0, 1.0, tolerance=0.0) == 1
    assert similarity(1.0, 1.1, tolerance=0.0) == 0


@pytest.mark.parametrize(
    ("times", "tolerance", "message"),
    [
        ([float("nan")], 1.0, "finite seconds"),
        ([[1.0]], 1.0, "finite seconds in one dimension"),
        ([1.0], 0.0, "above 0"),
        ([1.0], float("nan"), "above 0"),
    ],
)
def test_what_cannot_be_matched(times, tolerance, message):
    with pytest.raises(ValueError, match=message):
        match_marks(times, [1.0], tolerance=tolerance)
