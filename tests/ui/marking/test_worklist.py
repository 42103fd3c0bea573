from __future__ import annotations

import pytest

from evalcore.review import Answer, Shown, Store
from evalcore.ui.marking.panels import item_token
from evalcore.ui.marking.worklist import Worklist, worklist_of

ITEMS = ("a", "b", "c")


def worklist(*stages, last=None):
    return Worklist(ITEMS, dict(zip(ITEMS, stages, strict=True)), last)


@pytest.mark.parametrize(
    ("stages", "last", "expected"),
    [
        (("open", "open", "open"), None, "a"),
        (("done", "open", "open"), None, "b"),
        (("begun", "begun", "open"), "b", "b"),  # where the reviewer left, not the first gap
        (("begun", "done", "open"), "b", "c"),
        (("begun", "done", "done"), "c", "a"),
        (("done", "done", "done"), "c", None),
        (("open", "done", "open"), "gone", "a"),
    ],
)
def test_a_reviewer_goes_on_where_he_or_she_left(stages, last, expected):
    assert worklist(*stages, last=last).resume() == expected


def test_neighbours_end_at_both_ends():
    one = worklist("open", "open", "open")
    assert [one.neighbour("a", by) for by in (-1, 1)] == [None, "b"]
    assert one.neighbour("c", 1) is None


def test_an_address_names_an_item_by_token_or_name():
    one = worklist("open", "open", "open")
    assert one.named(item_token("b")) == one.named("b") == "b"
    assert one.named("nothing") is None


def test_stages_follow_the_answers_and_what_can_be_shown(review):
    with Store.of(review.workspace) as store:
        shown = Shown(schema_sha256="x")
        for item, clean in [
            ("ball", ("camera",)),
            ("cup", ("camera", "zebra_out", "okapi_out")),
            ("door", ("camera",)),
        ]:
            answer = Answer(item=item, reviewer="ann", clean=clean)
            store.save(answer, schema=review.schema.name, shown=shown)
        found = worklist_of(review, store, None, "ann")
        # Of "door" two files cannot be shown: what is left to answer is answered.
        assert found.stages == {"ball": "begun", "cup": "done", "door": "done"}
        assert found.last == "door"
        assert found.done == 2
        assert worklist_of(review, store, None, "bob").stages == dict.fromkeys(("ball", "cup", "door"), "open")
        assigned = worklist_of(review, store, {"ann": ("door",), "bob": ("cup",)}, "ann")
        assert assigned.items == ("door",)
