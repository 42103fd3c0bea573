from __future__ import annotations

import plotly.graph_objects as go
import pytest

from evalcore.errors import InputError
from evalcore.plots import class_recall, task_heatmap
from tests.tables.judged import BEST, OTHER, baselines_result, judged_result, model_score


def texts(figure: go.Figure) -> list[str]:
    return [note.text for note in figure.layout.annotations]


def test_rows_are_models_and_columns_tasks() -> None:
    figure = task_heatmap(baselines_result())
    cells, *_, markers = figure.data
    assert [[round(value, 1) for value in row] for row in cells.z] == [[83.3, 50.0], [16.7, 100.0]]
    assert list(figure.layout.yaxis.ticktext) == ["best", "other_1"]
    assert list(figure.layout.xaxis.ticktext) == ["A", "B"]
    assert tuple(markers.customdata[1]) == ("best", "B")
    assert markers.hovertext[1] == "<b>B</b><br>best<br>Event 50.0 %<br>Structure 0.0 %<br>n 2"
    assert texts(figure)[1:] == ["66.7", "58.3", "all tasks"]
    assert (cells.zmin, cells.zmax) == (0, 100)


def test_models_are_in_the_order_of_the_component() -> None:
    assert list(task_heatmap(baselines_result(), "structure").layout.yaxis.ticktext) == ["other_1", "best"]


def test_tasks_by_difficulty_or_by_choice() -> None:
    # Event over models: A (83.3 + 16.7)/2 = 50, B (50 + 100)/2 = 75.
    figure = task_heatmap(baselines_result(), order="difficulty")
    assert list(figure.layout.xaxis.ticktext) == ["B", "A"]
    assert "easiest to the hardest" in texts(figure)[1]
    one = task_heatmap(baselines_result(), tasks=["B"])
    assert list(one.layout.xaxis.ticktext) == ["B"]
    assert texts(one)[1] == "66.7"
    with pytest.raises(InputError, match="no task 'C'"):
        task_heatmap(baselines_result(), tasks=["C"])


def test_nothing_to_show() -> None:
    assert texts(task_heatmap(baselines_result(), tasks=[]))[-1] == "There is no task to show"
    assert texts(task_heatmap(baselines_result(models={})))[-1] == "There is no task to show"
    assert texts(class_recall(judged_result(), tasks=[]))[-1] == "There is no class to show"


def test_classes_of_a_task_stand_together_with_their_counts() -> None:
    figure = class_recall(baselines_result(), "other_1")
    (dots,) = figure.data
    assert [round(x, 3) for x in dots.x] == [0.333, 0, 1]
    assert [text.split() for text in dots.text] == [["L", "1/3"], ["R", "0/1"], ["fall", "2/2"]]
    assert dots.y[1] - dots.y[0] < dots.y[2] - dots.y[1]
    assert list(figure.layout.yaxis.ticktext) == ["A", "B"]
    assert figure.layout.yaxis.tickvals[0] == 0.5
    assert tuple(dots.customdata[0]) == ("other_1", "A", "L")
    assert dots.hovertext[0] == "<b>L</b>, A<br>recall 0.333<br>1 of 3 correct"


def test_recall_of_chosen_tasks_and_of_one_file() -> None:
    assert list(class_recall(judged_result(), tasks=["B"]).layout.yaxis.ticktext) == ["B"]
    with pytest.raises(InputError, match="no model 'worst'"):
        class_recall(baselines_result(), "worst")


def test_many_models_and_tasks_still_have_their_room() -> None:
    models = {f"m{i}": model_score(BEST if i % 2 else OTHER) for i in range(16)}
    half = dict(list(models.items())[:8])
    tall, short = (task_heatmap(baselines_result(models=part)) for part in (models, half))
    assert tall.layout.height - short.layout.height == 8 * 28


def test_long_names_are_shortened_in_headings() -> None:
    long = "a" * 40 + "b" * 40
    figure = task_heatmap(baselines_result(subset=long, judge=long))
    assert texts(figure)[0].count("a" * 16 + "…" + "b" * 15) == 2
    assert long not in texts(figure)[0]
