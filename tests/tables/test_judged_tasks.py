from __future__ import annotations

import pytest

from evalcore.errors import InputError
from evalcore.tables import judged_classes, judged_conditions, judged_counts, judged_tasks
from tests.tables.judged import BEST, baselines_result, judged_result


def test_one_row_a_task() -> None:
    table = judged_tasks(baselines_result(), "best")
    assert table.title == "Tasks of best"
    assert table.display().to_numpy().tolist() == [
        ["A", "83.3", "75.0", "4", "3", "2"],
        ["B", "50.0", "0.0", "2", "1", "1"],
    ]
    assert table.columns[1].heading == "Event (%) ↑"


def test_a_model_that_is_not_there_is_named() -> None:
    for make in (judged_tasks, judged_classes, judged_conditions):
        with pytest.raises(InputError, match="no model 'worst'"):
            make(baselines_result(), "worst")


def test_one_row_a_class_with_its_own_n() -> None:
    assert judged_classes(baselines_result(), "other_1").display().to_numpy().tolist() == [
        ["A", "L", "3", "1", "0.333"],
        ["A", "R", "1", "0", "0.000"],
        ["B", "fall", "2", "2", "1.000"],
    ]


def test_every_kind_of_miss_is_counted_with_the_raw_values() -> None:
    table = judged_counts(baselines_result())
    rows = table.display().to_dict("records")
    assert list(rows[0].values()) == [
        *("best", "6", "5", "4", "1", "1", "0", "0", "0", "3", "1", "1", "1", "3"),
        *('false (2), "no" (1), 0 (1), true (1)', "n/a (a)"),
    ]
    assert {key: value for key, value in rows[1].items() if key.startswith(("Event", "Unknown"))} == {
        "Event correct": "3",
        "Event wrong class": "0",
        "Event missing": "0",
        "Event unknown label": "1",
        "Event other": "1",
        "Event uncertain": "1",
        "Unknown labels": "up (1)",
    }
    assert table.footnotes[0] == "(a) every event is a label of its task, other, uncertain or missing"


def test_without_any_judgment_there_is_no_raw_value() -> None:
    table = judged_counts(judged_result(BEST[-1:]))
    assert table.display().iloc[0].tolist()[:4] == ["best.jsonl", "1", "0", "0"]
    assert table.footnotes[0] == "(a) no condition has a judgment"


def test_conditions_keep_raw_values_apart_and_say_what_is_missing() -> None:
    table = judged_conditions(baselines_result(), "best")
    assert table.display().to_numpy().tolist() == [
        ["a1", "A", "a-L", "L", "L", "correct", "clear", "false", "n/a (a)"],
        ["a2", "A", "a-L", "L", "L", "correct", "clear", '"no"', "rolls to the left"],
        ["a3", "A", "a-L", "L", "R", "wrong class", "flagged", "true", "n/a (a)"],
        ["a4", "A", "a-R", "R", "R", "correct", "clear", "false", "n/a (a)"],
        ["b1", "B", "b-fall", "fall", "fall", "correct", "uncertain", "0", "n/a (a)"],
        ["b2", "B", "n/a (b)", "fall", "n/a (c)", "missing", "missing", "n/a (c)", "n/a (c)"],
    ]
    assert table.footnotes[:3] == (
        "(a) the judge gave no reason",
        "(b) a control is in no pair",
        "(c) there is no judgment",
    )


def test_null_as_a_violation_is_a_value_not_a_gap() -> None:
    table = judged_conditions(baselines_result(), "other_1", conditions=["a4", "not in the scope"])
    assert table.display().to_numpy().tolist() == [
        ["a4", "A", "a-R", "R", "uncertain", "uncertain", "uncertain", "null", "n/a (a)"]
    ]
