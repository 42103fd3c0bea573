from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.errors import InputError
from evalcore.review import Answer, Mark
from evalcore.review.marking import add_mark, change_mark, mark_near, pending, remove_mark, set_clean

EMPTY = Answer(item="ball", reviewer="ann")


def times(answer):
    return [(mark.stream, mark.t) for mark in answer.violations]


def marked(*marks):
    answer = EMPTY
    for stream, t in marks:
        answer = add_mark(answer, Mark(stream=stream, t=t))
    return answer


def test_a_mark_within_the_window_replaces_its_neighbours():
    assert times(marked(("a", 2.0), ("a", 2.25))) == [("a", 2.25)]
    assert times(marked(("a", 2.0), ("a", 2.26))) == [("a", 2.0), ("a", 2.26)]
    assert times(marked(("a", 2.0), ("a", 2.4), ("a", 2.2))) == [("a", 2.2)]
    assert times(marked(("b", 2.0), ("a", 2.0))) == [("a", 2.0), ("b", 2.0)]


@given(st.lists(st.tuples(st.sampled_from("ab"), st.integers(0, 50).map(lambda k: (k + 0.5) / 25)), max_size=8))
def test_marks_of_a_stream_never_crowd_and_the_last_one_stays(marks):
    answer = marked(*marks)
    for stream in "ab":
        own = [t for name, t in times(answer) if name == stream]
        assert own == sorted(own)
        assert all(later - earlier > 0.25 for earlier, later in itertools.pairwise(own))
    if marks:
        assert marks[-1] in times(answer)


def test_marking_and_clean_exclude_each_other():
    clean = set_clean(EMPTY, "a")
    assert clean.clean == ("a",)
    assert set_clean(clean, "a").clean == ("a",)
    assert add_mark(clean, Mark(stream="a", t=1.0)).clean == ()
    assert set_clean(clean, "a", clean=False) == EMPTY
    with pytest.raises(InputError, match="the panel has a mark"):
        set_clean(marked(("a", 1.0)), "a")


def test_a_nudge_keeps_the_rest_of_the_mark():
    answer = add_mark(EMPTY, Mark(stream="a", t=1.02, type="drift", severity=3, note="here"))
    moved = change_mark(answer, 0, Mark(stream="a", t=1.06, type="drift", severity=3, note="here"))
    assert times(moved) == [("a", 1.06)]
    assert moved.violations[0].note == "here"
    assert remove_mark(moved, 0) == EMPTY


def test_the_nearest_mark_of_the_stream():
    answer = marked(("a", 1.0), ("a", 3.0), ("b", 1.05))
    assert mark_near(answer, "a", 1.2, within=0.2) == 0
    assert mark_near(answer, "a", 2.0, within=0.2) is None
    assert mark_near(answer, "c", 1.0, within=9.0) is None


def test_what_is_still_to_do_keeps_the_order_of_the_panels():
    answer = set_clean(marked(("b", 1.0)), "c")
    assert pending(answer, ["d", "c", "b", "a"]) == ("d", "a")
