from __future__ import annotations

import msgspec
import pytest
from hypothesis import given

from evalcore.errors import InputError
from evalcore.review import consensus, load_consensus
from tests.review.small import answer, answer_sets


def one(answers, **options):
    (row,) = consensus(answers, **options).streams
    return row


def marks(*times, types=()):
    names = "abcdefgh"
    kinds = [*types, *[None] * len(times)]
    return [answer("i", names[k], {"s": [t]}, types=[kinds[k]] if kinds[k] else []) for k, t in enumerate(times)]


def test_the_break_is_at_the_lower_median_of_the_earliest_marks():
    assert one(marks(2.0, 9.0, 2.2)).t == 2.2
    assert one(marks(2.0, 2.2, 9.0, 3.0)).t == 2.2
    assert one(marks(2.0, 3.0)).t == 2.0
    assert one(marks(2.0, 3.0), method="potato").t == 2.5
    assert one([answer("i", "ann", {"s": [5.0, 1.0]})]).t == 1.0


def test_more_marked_than_clean():
    row = one([*marks(2.0, 2.2), answer("i", "z", clean=["s"])])
    assert (row.verdict, row.marked, row.clean) == ("break", 2, 1)
    row = one([*marks(2.0), answer("i", "z", clean=["s"])])
    assert (row.verdict, row.t, row.type) == ("clean", None, None)
    assert row.t_reason == row.type_reason == "the consensus is that there is no break"


def test_the_most_frequent_type_then_the_first_reviewers():
    assert one(marks(1.0, 1.1, 1.2, types=["p", "q", "q"])).type == "q"
    assert one(marks(1.0, 1.1, types=["q", "p"])).type == "q"
    # By name in the default, in the order of the answers in the reference's.
    backwards = marks(1.0, 1.1, types=["q", "p"])[::-1]
    assert one(backwards).type == "q"
    assert one(backwards, method="potato").type == "p"
    assert one(marks(1.0)).type is None
    assert one(marks(1.0)).type_reason == "no reviewer who marked the stream gave a type"


def test_a_stream_that_nobody_answered_is_absent():
    assert consensus([answer("i", "ann")]).streams == ()
    with pytest.raises(InputError, match="there is no method 'mean'"):
        consensus([answer("i", "ann")], method="mean")


@given(answers=answer_sets())
def test_every_answered_stream_has_one_row_with_a_mark_that_somebody_made(answers):
    result = consensus(answers)
    assert [(row.item, row.stream) for row in result.streams] == sorted(
        {(a.item, s) for a in answers for s in a.answered}
    )
    for row in result.streams:
        times = {m.t for a in answers if a.item == row.item for m in a.violations if m.stream == row.stream}
        assert row.t is None or row.t in times
        assert (row.verdict == "break") == (row.marked > row.clean)
    shuffled = consensus([msgspec.structs.replace(a) for a in answers[::-1]])
    assert shuffled.streams == result.streams


def test_it_is_kept_and_read_back(tmp_path):
    result = consensus(marks(1.0, 1.1, types=["q", "p"]))
    result.save(tmp_path)
    assert load_consensus(tmp_path).to_json() == result.to_json()
    assert result.rows.loc[0, "t"] == 1.0
    assert result.scores.to_dict("records") == [{"stream": "s", "n": 1, "broken": 1, "share": 1.0}]
