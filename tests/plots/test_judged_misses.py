from __future__ import annotations

import pytest

from evalcore.judged.conditions import OUTCOMES, VERDICTS
from evalcore.plots import miss_bars
from evalcore.plots.judged_misses import PARTS
from tests.tables.judged import baselines_result, judged_result


def test_parts_are_every_outcome_and_every_verdict() -> None:
    assert set(PARTS["event"]) == set(OUTCOMES)
    assert set(PARTS["structure"]) == set(VERDICTS)


@pytest.mark.parametrize("component", ["event", "structure"])
def test_parts_differ_in_colour_and_in_pattern(component: str) -> None:
    looks = list(PARTS[component].values())  # type: ignore[index]
    assert len({colour for colour, _ in looks}) == len({pattern for _, pattern in looks}) == len(looks)


def test_bars_add_up_to_the_conditions_of_the_scope() -> None:
    figure = miss_bars(baselines_result())
    assert {trace.name: list(trace.x) for trace in figure.data} == {
        "correct": [4, 3],
        "wrong class": [1, 0],
        "other": [0, 1],
        "uncertain": [0, 1],
        "unknown label": [0, 1],
        "missing": [1, 0],
    }
    assert list(figure.layout.yaxis.ticktext) == ["best", "other_1"]
    assert figure.layout.barmode == "stack"
    missing = figure.data[-1]
    assert tuple(missing.customdata[0]) == ("best", "missing")
    assert missing.hovertext[0] == "<b>best</b><br>missing: 1 of 6 conditions (16.7 %)"
    assert list(missing.text) == ["1", ""]


def test_verdicts_of_one_file() -> None:
    figure = miss_bars(judged_result(), "structure")
    assert [(trace.name, list(trace.x)) for trace in figure.data] == [
        ("clear", [3]),
        ("flagged", [1]),
        ("uncertain", [1]),
        ("missing", [1]),
    ]


def test_no_model() -> None:
    assert miss_bars(baselines_result(models={})).layout.annotations[-1].text == "There is no model"
