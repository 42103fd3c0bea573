from __future__ import annotations

import pytest

from evalcore.errors import InputError
from evalcore.review import Store
from evalcore.ui.marking.desk import Desk
from evalcore.ui.marking.panels import open_item


@pytest.fixture
def store(review):
    with Store.of(review.workspace) as store:
        yield store


def desk_of(review, store, reviewer="ann", item="ball"):
    stored = store.get(schema=review.schema.name, item=item, reviewer=reviewer)
    return Desk.of(store, review.schema, open_item(review, item, reviewer), reviewer, stored)


def stored(review, store, reviewer="ann"):
    return store.get(schema=review.schema.name, item="ball", reviewer=reviewer)


def clean(n, panel):
    return {"n": n, "do": "clean", "panel": panel}


def test_what_is_done_is_in_the_store_before_the_desk_says_saved(review, store):
    desk = desk_of(review, store)
    assert desk.saving == "new"
    desk.take(desk.opening, [clean(1, 0), {"n": 2, "do": "mark", "panel": 1, "index": 4}])
    assert (desk.saving, desk.revision, desk.taken) == ("saved", 1, 2)
    kept = stored(review, store)
    assert kept.answer == desk.answer
    assert kept.shown.panel_order == desk.item.order
    assert set(kept.shown.media_sha256) == set(desk.item.order)
    assert kept.shown.schema_sha256 == review.schema.sha256
    assert kept.shown.opened_at == desk.item.opened_at


def test_acts_that_come_again_are_done_once(review, store):
    desk = desk_of(review, store)
    acts = [clean(1, 0)]
    desk.take(desk.opening, acts)
    desk.take(desk.opening, acts)
    desk.take(desk.opening, [*acts, clean(2, 0)])
    assert desk.answer.clean == ()
    assert desk.revision == 2


def test_acts_of_an_earlier_opening_are_passed_over(review, store):
    desk = desk_of(review, store)
    assert desk.take("another", [clean(1, 0)]) is None
    assert (desk.revision, desk.taken) == (0, 0)


def test_a_refused_act_says_why_and_the_others_are_done(review, store):
    desk = desk_of(review, store)
    desk.take(desk.opening, [{"n": 1, "do": "mark", "panel": 0, "index": 2}, clean(2, 0), clean(3, 1)])
    assert desk.refusal == (2, "A has a mark, so it is not without breaks. Delete its marks first.")
    assert len(desk.answer.answered) == 2


def test_undo_goes_back_act_by_act_and_each_step_is_a_revision(review, store):
    desk = desk_of(review, store)
    desk.take(desk.opening, [clean(1, 0)])
    desk.take(desk.opening, [clean(2, 1)])
    desk.take(desk.opening, [{"n": 3, "do": "undo"}])
    assert desk.answer.clean == (desk.item.order[0],)
    desk.take(desk.opening, [{"n": 4, "do": "undo"}])
    assert desk.answer.clean == ()
    assert not desk.can_undo
    assert stored(review, store).revision == 4
    desk.take(desk.opening, [{"n": 5, "do": "undo"}])
    assert desk.refusal == (5, "There is nothing to undo.")


def test_selecting_writes_nothing(review, store):
    desk = desk_of(review, store)
    desk.take(desk.opening, [{"n": 1, "do": "mark", "panel": 0, "index": 2}])
    desk.take(desk.opening, [{"n": 2, "do": "select"}, {"n": 3, "do": "select", "panel": 0, "index": 2}])
    assert stored(review, store).revision == 1


def test_going_on_saves_first_and_ends_the_visit(review, store):
    desk = desk_of(review, store)
    leaving = desk.take(desk.opening, [clean(1, 0), {"n": 2, "do": "go", "value": "next"}, clean(3, 1)])
    assert leaving.value == "next"
    assert stored(review, store).answer.clean == (desk.item.order[0],)


def test_a_failed_save_is_said_kept_and_tried_again(review, store, monkeypatch):
    desk = desk_of(review, store)

    def full(*_, **__):
        raise InputError("the database does not work (disk is full).", where="/a/private/place")

    with monkeypatch.context() as broken:
        broken.setattr(store, "save", full)
        left = desk.take(desk.opening, [clean(1, 0), {"n": 2, "do": "go", "value": "next"}])
    assert left is None  # leaving would lose the answer
    assert (desk.saving, desk.reason) == ("failed", "the database does not work (disk is full).")
    assert desk.answer.clean
    desk.take(desk.opening, [{"n": 3, "do": "retry"}])
    assert (desk.saving, desk.reason) == ("saved", "")
    assert stored(review, store).answer == desk.answer


def conflict(review, store):
    """Two windows of one reviewer: the second has saved, the first does not know of it."""
    first, second = desk_of(review, store), desk_of(review, store)
    second.take(second.opening, [clean(1, 0)])
    first.take(first.opening, [clean(1, 1)])
    assert first.saving == "stale"
    assert stored(review, store).answer == second.answer
    return first, second


def test_an_answer_that_was_saved_elsewhere_is_not_overwritten(review, store):
    first, second = conflict(review, store)
    first.take(first.opening, [clean(2, 2)])
    assert (first.saving, stored(review, store).revision) == ("stale", 1)
    first.take(first.opening, [{"n": 3, "do": "reload"}])
    assert (first.saving, first.answer, first.revision) == ("saved", second.answer, 1)


def test_the_reviewer_may_keep_this_window_and_the_other_stays_in_the_history(review, store):
    first, second = conflict(review, store)
    first.take(first.opening, [{"n": 2, "do": "overwrite"}])
    assert first.saving == "saved"
    history = store.history(schema=review.schema.name, item="ball", reviewer="ann")
    assert [one.answer for one in history] == [second.answer, first.answer]


def test_reviewers_do_not_meet(review, store):
    ann, bob = desk_of(review, store), desk_of(review, store, "bob")
    ann.take(ann.opening, [clean(1, 0)])
    assert bob.answer.clean == ()
    assert desk_of(review, store, "bob").answer.clean == ()
    bob.take(bob.opening, [clean(1, 2)])
    assert (ann.saving, bob.saving) == ("saved", "saved")


def test_a_stored_answer_is_on_the_desk_again(review, store):
    desk = desk_of(review, store)
    desk.take(desk.opening, [{"n": 1, "do": "mark", "panel": 2, "index": 15}])
    again = desk_of(review, store)
    assert (again.answer, again.saving, again.revision) == (desk.answer, "saved", 1)
    assert again.opening != desk.opening
