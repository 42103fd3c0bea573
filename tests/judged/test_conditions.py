"""Scored conditions are rows to the reader and columns inside."""

from __future__ import annotations

from dataclasses import replace

import pytest

from evalcore.judged import ConditionScore, ConditionScores

ROWS = (
    ConditionScore("a", "ball", "left", "p", "left", "correct", "clear", False, "it rolls"),
    ConditionScore("b", "ball", "right", "p", None, "missing", "missing"),
    ConditionScore("c", "door", "open", None, "shut", "wrong", "uncertain", 0),
)


def test_they_are_a_sequence_of_rows() -> None:
    table = ConditionScores.of(ROWS)
    assert tuple(table) == ROWS
    assert (len(table), table[1], table[-1], table[1:]) == (3, ROWS[1], ROWS[2], ROWS[1:])
    assert ROWS[2] in table
    with pytest.raises(IndexError):
        table[3]


def test_equal_where_all_rows_are() -> None:
    assert ConditionScores.of(ROWS) == ConditionScores.of(list(ROWS))
    assert ConditionScores.of(ROWS) != ConditionScores.of(ROWS[::-1])
    assert ConditionScores.of(ROWS) != ROWS
    # 0 and false are equal in Python, and two verdicts.
    assert ConditionScores.of(ROWS) != ConditionScores.of([replace(ROWS[0], violation=0), *ROWS[1:]])


def test_plain_rows() -> None:
    assert ConditionScores.of(ROWS[1:2]).to_rows() == [
        {
            "condition_id": "b",
            "task": "ball",
            "label": "right",
            "pair_id": "p",
            "event": None,
            "outcome": "missing",
            "verdict": "missing",
            "violation": None,
            "reason": None,
        }
    ]


def test_the_frame_shows_raw_violations_as_json_text() -> None:
    frame = ConditionScores.of(ROWS).to_frame()
    assert frame["violation"].tolist() == ["false", "null", "0"]
    assert frame["outcome"].tolist() == ["correct", "missing", "wrong"]
