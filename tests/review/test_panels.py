from __future__ import annotations

import numpy as np
from hypothesis import given

from evalcore.review.panels import panels_of
from tests.reference import review as reference
from tests.review.small import answer, answer_sets


def test_columns_by_hand():
    answers = [
        answer("b", "ann", {"s": [2.0, 1.0]}, types=["drift"]),
        answer("a", "bob", {"s": [1.0]}, clean=["r"]),
        answer("a", "ann", clean=["s"]),
    ]
    panels = panels_of(answers)
    assert (panels.items, panels.streams, panels.reviewers, panels.types) == (
        ("a", "b"),
        ("r", "s"),
        ("ann", "bob"),
        ("drift",),
    )
    assert panels.item.tolist() == [0, 0, 0, 1]
    assert panels.stream.tolist() == [0, 1, 1, 1]
    assert panels.reviewer.tolist() == [1, 0, 1, 0]  # ann's clean panel comes before bob's mark
    assert panels.marks.tolist() == [0, 0, 1, 2]
    assert panels.time.tolist() == [1.0, 1.0, 2.0]
    assert panels.type.tolist() == [-1, -1, 0]
    assert panels.unit.tolist() == [0, 1, 1, 2]
    assert panels.panel_of_mark.tolist() == [2, 3, 3]
    assert [pair.tolist() for pair in panels.pairs] == [[1], [2]]


def test_by_reviewer():
    answers = [answer("a", "ann", {"s": [1.0]}), answer("a", "bob", clean=["s"])]
    assert panels_of(answers).reviewer.tolist() == [1, 0]
    assert panels_of(answers, order="reviewer").reviewer.tolist() == [0, 1]


def test_no_panel():
    panels = panels_of([answer("a", "ann")])
    assert (len(panels), panels.unit_first.tolist(), panels.items) == (0, [0], ("a",))
    assert [pair.tolist() for pair in panels.pairs] == [[], []]


@given(answers=answer_sets(items=4, reviewers=4, streams=3))
def test_pairs_are_all_pairs_of_the_units(answers):
    panels = panels_of(answers)
    units = reference.units(reference.marks_of(answers))
    assert panels.unit_first.tolist() == np.cumsum([0, *map(len, units.values())]).tolist()
    one, other = panels.pairs
    assert len(one) == sum(len(members) * (len(members) - 1) // 2 for members in units.values())
    assert (panels.unit[one] == panels.unit[other]).all()
    assert (one < other).all()
    assert (np.diff(one * (len(panels) + 1) + other) > 0).all()
