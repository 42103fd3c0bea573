from __future__ import annotations

from dataclasses import replace

import plotly.graph_objects as go
import pytest

from evalcore.batch import Coverage
from evalcore.judged import PairScore
from evalcore.plots import judged_forest
from tests.tables.judged import BEST, OTHER, baselines_result, judged_result, model_score


def texts(figure: go.Figure) -> list[str]:
    return [note.text for note in figure.layout.annotations]


def test_the_best_model_is_on_top_with_its_interval() -> None:
    figure = judged_forest(baselines_result(), "structure")
    first, second = figure.data
    assert (first.x[0], first.y[0], tuple(first.customdata[0])) == (62.5, 0, ("other_1",))
    assert (first.error_x.array[0], first.error_x.arrayminus[0]) == (10, 10)
    assert tuple(second.customdata[0]) == ("best",)
    assert list(figure.layout.yaxis.ticktext) == ["other_1", "best"]
    assert figure.layout.xaxis.title.text == "Structure (%), higher is better →"
    assert texts(figure)[0] == "Scope two: 6 conditions of 2 tasks; judge j, profile paper-prefix-8."
    assert "B = 2000, seed 0" in texts(figure)[1]
    assert texts(figure)[2:] == [
        *("62.5  [52.5, 72.5]", "37.5  [27.5, 47.5]", "value [95% interval]"),
        *("6 / 6", "5 / 6", "judged / n"),
    ]
    assert first.hovertext[0] == (
        "<b>other_1</b><br>Structure 62.5 %<br>95% CI [52.5, 72.5]<br>6 of 6 conditions judged, 0 missing"
    )


def test_published_values_are_hollow_diamonds_where_there_are_some() -> None:
    figure = judged_forest(baselines_result(), published={"other_1": 90.0, "unjudged": 1.0})
    (diamonds,) = [trace for trace in figure.data if trace.marker.symbol == "diamond-open"]
    assert (list(diamonds.x), list(diamonds.y)) == ([90.0], [1])
    assert tuple(diamonds.customdata[0]) == ("other_1",)
    assert texts(figure)[1].endswith("; hollow diamond: published value")
    assert figure.layout.xaxis.range[1] > 90
    assert figure.data[1].hovertext[0].endswith("<br>published 90 %")
    assert "diamond" not in texts(judged_forest(baselines_result()))[1]


def test_pair_accuracy_has_no_interval() -> None:
    figure = judged_forest(baselines_result(), "pair_accuracy")
    assert [trace.error_x.visible for trace in figure.data] == [False, False]
    assert texts(figure)[1].endswith("; no interval")
    assert "1 of 2 pairs" in figure.data[0].hovertext[0]
    assert list(figure.layout.yaxis.ticktext) == ["best", "other_1"]


def test_without_pairs_the_figure_says_why() -> None:
    alone = model_score(BEST, pairs=PairScore(0, 0, None, "the scope has no pair"))
    both = judged_forest(baselines_result(models={"a": alone, "b": model_score(OTHER)}), "pair_accuracy")
    assert list(both.layout.yaxis.ticktext) == ["b"]
    none = judged_forest(baselines_result(models={"a": alone}), "pair_accuracy")
    assert texts(none)[-1] == "No model has a value: the scope has no pair"
    assert texts(judged_forest(baselines_result(models={})))[-1] == "No model has a value: there is no model"


def test_an_interval_that_is_not_defined_says_why() -> None:
    few = model_score(BEST, ci95={"event": None, "structure": None}, ci95_reason={"event": "2 < 5", "structure": "x"})
    figure = judged_forest(baselines_result(models={"a": few}))
    assert figure.data[0].error_x.visible is False
    assert "; no interval: 2 &lt; 5" in texts(figure)[1]
    assert "no interval: 2 &lt; 5" in figure.data[0].hovertext[0]
    assert "66.7  no interval" in texts(figure)


def test_one_file_of_judgments_is_one_row() -> None:
    figure = judged_forest(judged_result())
    assert list(figure.layout.yaxis.ticktext) == ["best.jsonl"]


@pytest.mark.parametrize("component", ["event", "structure", "pair_accuracy"])
def test_an_incomplete_run_says_so(component: str) -> None:
    partial = replace(baselines_result(), coverage=Coverage(12, 11, 1))
    assert "<b>INCOMPLETE: 1 of 12 units failed</b>" in texts(judged_forest(partial, component))  # type: ignore[arg-type]
