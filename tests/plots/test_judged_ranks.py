from __future__ import annotations

from dataclasses import replace

import plotly.graph_objects as go

from evalcore.judged import RankTable, rank
from evalcore.plots import rank_plot
from tests.tables.test_judged_ranks import ROWS, ranking


def texts(figure: go.Figure) -> list[str]:
    return [note.text for note in figure.layout.annotations]


def test_overall_rank_and_its_parts_in_one_row_a_model() -> None:
    figure = rank_plot(ranking())
    overall, event, *_ = figure.data
    assert [list(trace.x) for trace in figure.data] == [[1, 2, 3], [1.5, 1.5, 3], [2, 3, 1], [2, 1.5, 2.5]]
    assert [trace.name for trace in figure.data] == ["Overall", "Event", "Structure", "Similarity"]
    assert len({trace.marker.symbol for trace in figure.data}) == 4
    assert tuple(event.customdata[0]) == ("a",)
    assert overall.hovertext[1] == (
        "<b>b</b><br>overall 2<br>mean rank 2.00<br>Event rank 1.50<br>Structure rank 3.00<br>PSNR rank 2.00<br>"
        "SSIM rank 1.00<br>Similarity rank 1.50"
    )
    assert figure.layout.xaxis.title.text == "Rank, lower is better ←"
    assert texts(figure)[0].startswith("Pool of 3 models, SHA-256 ")
    assert texts(figure)[1:] == [
        "No interval: no judgments were given to resample",
        "1.83",
        "2.00",
        "2.17",
        "mean rank",
    ]


def test_shared_ranks_are_marked_and_keep_the_names_in_line() -> None:
    names = rank_plot(ranking(d=ROWS["c"])).layout.yaxis.ticktext
    assert [name.split("<b>")[1] for name in names] == ["1\u2007</b>", "2\u2007</b>", "3=</b>", "3=</b>"]
    assert len({len(name) for name in names}) == 1


def test_intervals_are_drawn_and_said() -> None:
    result = ranking()
    models = {
        name: replace(
            one,
            mean_rank_ci95=(1.5, 2.5),
            overall_rank_ci95=(1, 3),
            mean_rank_ci95_reason=None,
            overall_rank_ci95_reason=None,
        )
        for name, one in result.models.items()
    }
    figure = rank_plot(replace(result, models=models))
    assert (list(figure.data[0].error_x.array), list(figure.data[0].error_x.arrayminus)) == ([2, 1, 0], [0, 1, 2])
    assert "overall 2, 95% CI [1.0, 3.0]" in figure.data[0].hovertext[1]
    assert texts(figure)[1] == "95% CI: percentile bootstrap over tasks, B = 2000, seed 0; PSNR and SSIM held fixed"
    assert texts(figure)[2:] == [*(f"{x}  [1.50, 2.50]" for x in ("1.83", "2.00", "2.17")), "mean rank [95% interval]"]


def test_models_that_are_not_ranked_are_said() -> None:
    figure = rank_plot(ranking(new={"event": 99.0}))
    assert texts(figure)[1].endswith("; not ranked: new")
    both = rank_plot(ranking(new={"event": 99.0}, late={"event": 1.0}))
    assert texts(both)[1].endswith("; not ranked: new and 1 more")
    assert texts(figure)[2] == "<b>INCOMPLETE: 1 of 4 units failed</b>"
    assert texts(rank_plot(rank(RankTable({"a": {"event": 1.0}}))))[-1] == "No model is ranked: each lacks a component"
