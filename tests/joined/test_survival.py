from __future__ import annotations

import pytest
from hypothesis import given, settings

from evalcore.errors import InputError
from evalcore.joined import SurvivalResult, survival
from evalcore.review import Answer, consensus, load
from tests.joined.space import CLIPS, answers, seconds
from tests.review.small import answer, answer_sets, lengths_of


def test_a_clean_consensus_is_watched_to_the_clips_end():
    said = [answer("i", "ann", {"s": [1.0]}), answer("j", "ann", clean=["s"]), answer("k", "ann", {"s": [3.0]})]
    result = survival(said, lengths={item: {"s": 2.0} for item in "ijk"})
    (curve,) = (one.curve for one in result.by_stream.values())
    assert [(p.t, p.at_risk, p.broken, p.ended) for p in curve] == [(1.0, 3, 1, 0), (2.0, 2, 0, 1), (3.0, 1, 1, 0)]
    assert [p.unbroken for p in curve] == pytest.approx([2 / 3, 2 / 3, 0])
    assert (result.by_stream["s"].n, result.by_stream["s"].broken, result.by_stream["s"].median) == (3, 2, 3.0)
    assert result.complete


def test_a_tie_is_no_break_and_the_break_is_the_lower_median():
    tie = [answer("i", "ann", {"s": [1.0]}), answer("i", "bob", clean=["s"])]
    (row,) = survival(tie, lengths={"i": {"s": 2.0}}).rollouts
    assert (row.broken, row.t, row.marked, row.clean) == (False, 2.0, 1, 1)
    (row,) = survival([answer("i", n, {"s": [t]}) for n, t in (("a", 1.0), ("b", 1.5))]).rollouts
    assert (row.broken, row.t) == (True, 1.0)


def test_a_clip_without_a_known_length_leaves_no_curve_unless_asked():
    said = [answer("i", "ann", {"s": [1.0]}), answer("j", "ann", clean=["s"])]
    result = survival(said)
    assert not result.complete
    assert [(failure.unit, failure.kind) for failure in result.failures] == [("j/s", "length")]
    one = result.by_stream["s"]
    assert (one.curve, one.median, one.end) == ((), None, None)
    assert one.reason == one.median_reason == "1 of 2 rollouts have no known length; see failures"
    partial = survival(said, allow_partial=True)
    assert not partial.complete
    assert partial.by_stream["s"].median == 1.0
    nothing = survival([answer("j", "ann", clean=["s"])], allow_partial=True)
    assert nothing.by_stream["s"].reason == "no rollout of it has a known length"


def test_lengths_and_the_order_of_streams_come_from_the_items(joined):
    result = survival(answers(), data=load(joined))
    assert list(result.by_stream) == ["close", "late"]
    late = result.by_stream["late"]
    assert (late.n, late.broken) == (6, 5)
    assert [p.t for p in late.curve] == pytest.approx([*(seconds(9 + k) for k in range(5)), 17 / 15])
    assert late.median == pytest.approx(seconds(9 + 2))  # the third of six
    assert late.end is not None
    assert late.end.unbroken == pytest.approx(1 / 6)
    with pytest.raises(InputError, match="there is no item 'other'"):
        survival([Answer(item="other", reviewer="ann", clean=("late",))], data=load(joined))


def test_nobody_answered():
    result = survival([Answer(item="i", reviewer="ann")])
    assert (result.by_stream, result.rollouts, result.complete) == ({}, (), True)


@settings(max_examples=30)
@given(answer_sets())
def test_every_answered_stream_is_one_rollout(said):
    result = survival(said, lengths=lengths_of(said))
    rows = consensus(said).streams
    assert [(one.item, one.stream, one.broken) for one in result.rollouts] == [
        (row.item, row.stream, row.verdict == "break") for row in rows
    ]
    for one in result.by_stream.values():
        shares = [1.0, *(point.unbroken for point in one.curve)]
        assert shares == sorted(shares, reverse=True)
        assert sum(point.broken for point in one.curve) == one.broken
        assert one.curve[0].at_risk == one.n


def test_it_is_kept_and_read_back(joined, tmp_path):
    result = survival(answers(), data=load(joined))
    result.save(tmp_path)
    assert SurvivalResult.read(tmp_path) == result
    assert len(result.rows) == 2 * len(CLIPS)
    assert result.scores["median"].isna().tolist() == [True, False]
