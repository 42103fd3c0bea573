from __future__ import annotations

import pytest

from evalcore.errors import InputError
from evalcore.tables import judged_agreement, judged_by_judge, judged_confusion
from evalcore.tables.judged_agreement import judge_names
from tests.tables.judged_agreements import agreement_result


def test_all_models_come_first_then_each() -> None:
    table = judged_agreement(agreement_result())
    assert table.display().to_numpy().tolist() == [
        ["all models", "4", "0.750", "0.500", "0.533", "4", "1.000", "n/a (a)", "n/a (a)", "3", "0"],
        ["best", "4", "0.750", "0.500", "0.533", "4", "1.000", "n/a (a)", "n/a (a)", "1", "0"],
        ["none", "0", *["n/a (b)"] * 3, "0", *["n/a (b)"] * 3, "2", "0"],
    ]
    assert table.footnotes[:3] == (
        "(a) both always give one and the same answer",
        "(b) there is nothing that both judged",
        "Scope two; judge j against k. n: conditions that both judged.",
    )
    assert [column.label for column in table.columns[-2:]] == ["Only j", "Only k"]


def test_scores_under_each_judge() -> None:
    table = judged_by_judge(agreement_result())
    assert table.display().to_numpy().tolist() == [
        ["best", "60.0", "50.0", "-10.0", "80.0", "70.0", "-10.0"],
        ["none", "40.0", "55.0", "15.0", "80.0", "70.0", "-10.0"],
    ]
    assert table.columns[2].heading == "Event, k (%) ↑"
    assert "Difference: k - j" in table.notes[0]


def test_pairs_of_answers_from_the_most_frequent_difference() -> None:
    table = judged_confusion(agreement_result(), "event", "best")
    assert table.title == "Event: answers of two judges on best"
    assert table.display().to_numpy().tolist() == [
        ["L", "R", "1", "no"],
        ["L", "L", "2", "yes"],
        ["R", "R", "1", "yes"],
    ]
    assert table.columns[0].label == "j says"
    assert len(judged_confusion(agreement_result(), "structure", "none").frame) == 0
    with pytest.raises(InputError, match=r"no model 'bst'\. Did you mean 'best'"):
        judged_confusion(agreement_result(), "event", "bst")


def test_one_judge_that_was_asked_twice_has_two_names() -> None:
    assert judge_names(agreement_result()) == ("j", "k")
    assert judge_names(agreement_result(other="j", repeated=True)) == ("j", "j (again)")
