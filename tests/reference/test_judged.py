"""The plain reference gives the protocol's own examples."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.reference import judged


def test_the_example_of_the_protocol() -> None:
    truth = [
        {"condition_id": str(i), "pair_id": None, "task": task, "label": label}
        for i, (task, label) in enumerate(
            [("A", "L"), ("A", "L"), ("A", "L"), ("A", "R"), ("B", "fall"), ("B", "fall")]
        )
    ]
    events = ["L", "L", "R", "R", "fall"]
    rows = [{"condition_id": str(i), "event": event, "violation": False} for i, event in enumerate(events)]
    found = judged.score(truth, rows, {"A": ["L", "R"], "B": ["fall", "stay"]})
    assert found["tasks"]["A"]["event"] == 100 * (Fraction(2, 3) + 1) / 2
    assert found["tasks"]["B"]["event"] == 50
    assert float(found["event"]) == pytest.approx(66.6667, abs=5e-5)
    assert found["structure"] == 75
    assert (found["judged"], found["missing"]) == (5, 1)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (False, "clear"),
        ("false", "clear"),
        (" No ", "clear"),
        ("none", "clear"),
        ("CLEAR", "clear"),
        (True, "flagged"),
        ("Yes", "flagged"),
        ("flagged", "flagged"),
        ("true", "flagged"),
        (0, "uncertain"),
        (1, "uncertain"),
        (None, "uncertain"),
        ("maybe", "uncertain"),
        ([False], "uncertain"),
    ],
)
def test_violations(value: object, expected: str) -> None:
    assert judged.verdict(value) == expected


def test_ties_share_ranks() -> None:
    row = {"structure": 1.0, "psnr": 1.0, "ssim": 1.0}
    table = {name: {**row, "event": event} for name, event in [("a", 3.0), ("b", 2.0), ("c", 2.0 + 1e-12), ("d", 1.0)]}
    found = judged.ranking({**table, "lacking": {**row, "event": None}})
    assert [found[name]["event_rank"] for name in "abcd"] == [1, 2.5, 2.5, 4]
    assert [found[name]["overall_rank"] for name in "abcd"] == [1, 2, 2, 4]
    assert "lacking" not in found


def test_kappa_by_hand() -> None:
    # 3 of 4 agree; by chance 1/2 * 1/4 + 1/2 * 3/4 = 1/2.
    assert judged.kappa([("a", "a"), ("a", "b"), ("b", "b"), ("b", "b")]) == Fraction(1, 2)
