from __future__ import annotations

import plotly.graph_objects as go
import pytest

from evalcore.errors import InputError
from evalcore.judged.agreement_result import Agreement
from evalcore.plots import confusion_plot, score_by_judge
from evalcore.plots.cells import MOST_COLUMNS
from tests.tables.judged_agreements import NOBODY, agreement_result


def texts(figure: go.Figure) -> list[str]:
    return [note.text for note in figure.layout.annotations]


def test_scores_of_both_judges_are_joined() -> None:
    figure = score_by_judge(agreement_result())
    first, second = figure.data
    assert (list(first.x), list(second.x)) == ([60.0, 40.0], [50.0, 55.0])
    assert (first.name, second.name) == ("j", "k")
    assert first.marker.symbol != second.marker.symbol
    assert [(line.x0, line.x1, line.y0) for line in figure.layout.shapes] == [(60.0, 50.0, 0), (40.0, 55.0, 1)]
    assert (tuple(first.customdata[0]), tuple(second.customdata[1])) == (("best", "j"), ("none", "k"))
    assert texts(figure)[2:] == ["−10.0", "15.0", "difference", "1 → 2", "2 → 1", "place"]
    assert first.hovertext[0] == "<b>best</b><br>j: 60.0 %<br>k: 50.0 %<br>4 conditions judged by both<br>kappa 0.500"
    assert first.hovertext[1].endswith("0 conditions judged by both")


def test_equal_scores_share_a_place() -> None:
    assert texts(score_by_judge(agreement_result(), "structure"))[5:7] == ["1 → 1", "1 → 1"]


def test_confusion_counts_and_shares_of_the_row() -> None:
    figure = confusion_plot(agreement_result(), "event", model="best")
    cells, white, black, markers = figure.data
    assert [list(row) for row in cells.z] == [[2 / 3, 1 / 3], [0, 1]]
    assert (list(black.text), list(white.text)) == (["2", "1"], ["1", ""])
    assert tuple(markers.customdata[1]) == ("L", "R")
    assert markers.hovertext[1] == "j: <b>L</b><br>k: <b>R</b><br>1 of 3 conditions"
    assert list(figure.layout.xaxis.ticktext) == list(figure.layout.yaxis.ticktext) == ["L", "R"]
    assert texts(figure)[1] == "4 conditions judged by both, same answer 0.750, kappa 0.500, alpha 0.533"


def test_what_is_not_defined_says_why() -> None:
    constant = confusion_plot(agreement_result(), "structure")
    assert texts(constant)[1].endswith("no alpha (both always give one and the same answer)")
    assert texts(confusion_plot(agreement_result(event=NOBODY), "event"))[-1] == "No condition was judged by both"
    assert texts(score_by_judge(agreement_result(models={})))[-1] == "There is no model that both judged"
    with pytest.raises(InputError, match="no model 'worst'"):
        confusion_plot(agreement_result(), model="worst")


def test_an_answer_of_the_second_judge_alone_has_a_row_without_shares() -> None:
    found = Agreement(1, 0.0, 0.0, 0.0, None, None, None, {"L": {"R": 1}})
    assert [list(row) for row in confusion_plot(agreement_result(event=found), "event").data[0].z] == [
        [0, 1],
        [None, None],
    ]


def test_the_rarest_of_many_answers_are_gathered() -> None:
    n = MOST_COLUMNS + 5
    confusion = {f"c{i:02d}": {f"c{i:02d}": 100 - i} for i in range(n)}
    found = Agreement(sum(100 - i for i in range(n)), 1.0, 1.0, 1.0, None, None, None, confusion)
    figure = confusion_plot(agreement_result(event=found), "event")
    assert len(figure.layout.xaxis.ticktext) == MOST_COLUMNS
    assert figure.layout.xaxis.ticktext[-1] == "6 more"
    assert figure.data[2].text[-1] == str(sum(100 - i for i in range(MOST_COLUMNS - 1, n)))
