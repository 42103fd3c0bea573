from __future__ import annotations

import pytest

from evalcore.errors import InputError
from evalcore.review import TIE, Answer, Mark
from evalcore.ui.marking.acts import Act, Drawn, perform
from evalcore.ui.marking.panels import open_item

EMPTY = Drawn(Answer(item="ball", reviewer="ann"))


@pytest.fixture
def do(review):
    """Do acts one after the other to an empty answer of the item "ball": ``do(("mark", {...}), ...)``."""
    item = open_item(review, "ball", "ann")

    def done(*acts, schema=review.schema):
        drawn = EMPTY
        for n, (name, fields) in enumerate(acts, start=1):
            drawn = perform(drawn, Act(n=n, do=name, **fields), item=item, schema=schema)
        return drawn

    done.order = item.order
    return done


def mark(panel=0, index=4):
    return "mark", {"panel": panel, "index": index}


def times(drawn):
    return [one.t for one in drawn.answer.violations]


def test_a_mark_is_the_middle_of_its_frame_on_the_stream_of_its_panel_and_is_selected(do):
    drawn = do(mark(1, 4))
    expected = Mark(stream=do.order[1], t=4.5 / 8, severity=2)
    assert drawn.answer.violations == (expected,)
    assert drawn.selected == expected


@pytest.mark.parametrize(("index", "t"), [(0, 0.5 / 8), (15, 15.5 / 8), (99, 15.5 / 8)])
def test_marks_at_the_first_and_the_last_frame(do, index, t):
    assert times(do(mark(0, index))) == [t]


def test_marks_within_a_quarter_of_a_second_replace_each_other_on_one_stream(do):
    assert times(do(mark(0, 4), mark(0, 6))) == [6.5 / 8]  # 0.25 s, inclusive
    assert times(do(mark(0, 4), mark(0, 7))) == [4.5 / 8, 7.5 / 8]
    assert times(do(mark(0, 4), mark(1, 5))) == [4.5 / 8, 5.5 / 8]


def test_a_mark_on_a_clean_panel_makes_it_broken(do):
    drawn = do(("clean", {"panel": 0}), mark(0))
    assert drawn.answer.clean == ()
    assert len(drawn.answer.violations) == 1


def test_clean_on_a_marked_panel_is_refused_by_its_letter(do):
    with pytest.raises(InputError, match=r"^A has a mark, so it is not without breaks. Delete its marks first.$"):
        do(mark(0), ("clean", {"panel": 0}))


def test_clean_can_be_taken_back(do):
    assert do(("clean", {"panel": 2})).answer.clean == (do.order[2],)
    assert do(("clean", {"panel": 2}), ("clean", {"panel": 2})).answer.clean == ()


def test_nudges_move_the_selected_mark_by_whole_frames_and_stop_at_the_ends(do):
    forward, back = ("nudge", {"value": 1}), ("nudge", {"value": -1})
    assert times(do(mark(0, 4), forward, forward, back)) == [5.5 / 8]
    assert times(do(mark(0, 0), back)) == [0.5 / 8]
    assert times(do(mark(0, 15), forward)) == [15.5 / 8]


def test_a_selected_mark_is_typed_graded_annotated_and_deleted(do):
    acts = [
        mark(0, 4),
        ("type", {"value": "identity_flicker"}),
        ("severity", {"value": 3}),
        ("note", {"value": "it turns green"}),
    ]
    [one] = do(*acts).answer.violations
    assert (one.type, one.severity, one.note) == ("identity_flicker", 3, "it turns green")
    gone = do(*acts, ("delete", {}))
    assert gone.answer.violations == ()
    assert gone.selected is None


def test_a_mark_is_selected_by_panel_and_frame(do):
    drawn = do(mark(0, 2), mark(0, 9), ("select", {"panel": 0, "index": 2}))
    assert drawn.selected.t == 2.5 / 8
    assert do(mark(0, 2), ("select", {"panel": 0, "index": 3})).selected is None
    assert do(mark(0, 2), ("select", {})).selected is None


def test_more_marks_than_the_schema_allows_are_refused_but_may_replace(do, review):
    from dataclasses import replace

    schema = replace(review.schema, max_violations=1)
    with pytest.raises(InputError, match=r"This review allows 1 marks an item. Delete one first."):
        do(mark(0, 2), mark(1, 2), schema=schema)
    assert times(do(mark(0, 2), mark(0, 3), schema=schema)) == [3.5 / 8]


def test_preference_has_a_winner_a_confidence_and_a_rubric(do):
    preference = do(
        ("winner", {"panel": 2, "value": 2}), ("confidence", {"value": 4}), ("rubric", {"index": 0, "value": 5})
    ).answer.preference
    assert (preference.winner, preference.confidence, preference.rubric) == (do.order[2], 4, {"physics": 5})
    taken_back = do(("winner", {"value": TIE}), ("rubric", {"index": 0, "value": 5}), ("rubric", {"index": 0}))
    assert (taken_back.answer.preference.winner, taken_back.answer.preference.rubric) == (TIE, {})
    assert do(("winner", {"value": TIE}), ("winner", {})).answer.preference.winner is None


def test_a_verdict_on_the_intervention_has_a_time_of_the_clock_and_a_note(do):
    acts = [("verdict", {"value": "plausible"}), ("verdict_time", {"index": 3}), ("verdict_note", {"value": "late"})]
    given = do(*acts).answer.counterfactual
    assert (given.verdict, given.t, given.note) == ("plausible", 3.5 / 8, "late")
    assert do(*acts, ("verdict_time", {})).answer.counterfactual.t is None


@pytest.mark.parametrize(
    ("act", "message"),
    [
        (("dance", {}), "there is no act 'dance'"),
        (("mark", {"panel": 3, "index": 0}), "there is no such panel"),
        (("mark", {"panel": -1, "index": 0}), "there is no such panel"),
        (("mark", {"panel": 0}), "a whole number was expected"),
        (("nudge", {"value": 1}), "No mark is selected"),
        (("type", {"value": None}), "No mark is selected"),
        (("delete", {}), "No mark is selected"),
        (("confidence", {"value": 6}), "6 is not in the schema"),
        (("confidence", {"value": True}), "True is not in the schema"),
        (("rubric", {"index": 1, "value": 1}), "no such dimension"),
        (("verdict", {"value": "great"}), "'great' is not in the schema"),
        (("verdict_note", {"value": "x" * 4001}), "A note has up to 4000 letters"),
        (("verdict_note", {"value": 3}), "A note has up to 4000 letters"),
    ],
)
def test_what_cannot_be_is_refused(do, act, message):
    with pytest.raises(InputError, match=message):
        do(act)


def test_a_panel_that_cannot_be_shown_cannot_be_answered(review):
    item = open_item(review, "door", "ann")
    lost = item.order.index("zebra_out")
    for name in ("mark", "clean"):
        with pytest.raises(InputError, match="cannot be shown, so it cannot be answered"):
            perform(EMPTY, Act(n=1, do=name, panel=lost, index=0), item=item, schema=review.schema)
