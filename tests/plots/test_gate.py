from __future__ import annotations

from dataclasses import replace

import pytest

from evalcore.plots import gate_plot
from evalcore.rollout.result import GateRow, RolloutResult


def test_rows_show_what_passes_and_what_stops(result: RolloutResult) -> None:
    figure = gate_plot(result)
    good, late = figure.data
    assert list(good.x) == [pytest.approx(0.0001), 0.5]
    assert list(good.marker.symbol) == ["circle-open", "circle"]
    assert good.marker.color[1] == "#b00020"
    assert [tuple(point) for point in good.customdata] == [("good", "c1"), ("good", "c2")]
    assert good.hovertext[1] == (
        "<b>c2</b>, good<br>historical 3.0000<br>recomputed 3.5000<br>difference 0.5000<br>stops the aggregate"
    )
    assert len(late.x) == 0
    texts = [note.text for note in figure.layout.annotations]
    assert texts == [
        "2 of 3 clips stop the aggregate (tolerance 0.01 grey levels)",
        "1 of 2 within",
        "c2",
        "0 of 1 within<br>1 in only one of the two",
    ]


def test_ticks_are_decades_around_the_tolerance(result: RolloutResult) -> None:
    axis = gate_plot(result).layout.xaxis
    assert list(axis.ticktext) == ["≤ 0.0001", "0.001", "0.01", "0.1", "1"]
    assert axis.type == "log"


def test_only_the_worst_clip_is_named(result: RolloutResult) -> None:
    rows = (*result.gate, GateRow("good", "c3", 1.0, 3.0, 2.0, passed=False))
    texts = [note.text for note in gate_plot(replace(result, gate=rows)).layout.annotations]
    assert "c3 and 1 more" in texts


def test_without_history_the_figure_says_so(result: RolloutResult) -> None:
    figure = gate_plot(replace(result, gate=()))
    assert figure.layout.annotations[-1].text == "No model has a historical file, so there is nothing to compare"
    assert len(figure.data) == 0
