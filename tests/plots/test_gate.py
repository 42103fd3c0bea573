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


def test_ticks_are_round_whatever_the_tolerance(result: RolloutResult) -> None:
    loose = replace(result, record={"config": {"gate_tolerance": 0.3}})
    assert list(gate_plot(loose).layout.xaxis.ticktext) == ["≤ 0.0001", "0.001", "0.01", "0.1", "1"]
    strict = replace(result, record={"config": {"gate_tolerance": 1e-5}})
    axis = gate_plot(strict).layout.xaxis
    assert axis.ticktext[0] == "≤ 1e-07"
    assert 10 ** axis.range[0] < 1e-7 < 1e-5 < 10 ** axis.range[1]


def test_a_tolerance_of_zero_has_no_line(result: RolloutResult) -> None:
    rows = (*result.gate, GateRow("late", "c2", 1.0, 1.0 + 1e-9, 1e-9, passed=False))
    figure = gate_plot(replace(result, record={"config": {"gate_tolerance": 0}}, gate=rows))
    good, late = figure.data
    assert (list(good.x), list(late.x)) == ([1e-4, 0.5], [1e-4])
    assert list(late.marker.symbol) == ["square"]
    assert len(figure.layout.shapes) == 0
    assert list(figure.layout.xaxis.ticktext) == ["≤ 0.0001", "0.001", "0.01", "0.1", "1"]
    assert figure.layout.annotations[0].text == "3 of 4 clips stop the aggregate (tolerance 0 grey levels)"
    worst = next(note for note in figure.layout.annotations if note.text == "c2" and note.y == 1)
    assert worst.x == pytest.approx(-4)


def test_the_tolerance_is_drawn(result: RolloutResult) -> None:
    band, line = gate_plot(result).layout.shapes
    assert (band.x1, line.x0, line.x1) == (0.01, 0.01, 0.01)


def test_when_all_differences_are_zero_the_axis_still_has_a_decade(result: RolloutResult) -> None:
    only = replace(result, record={"config": {"gate_tolerance": 0}}, gate=result.gate[:1])
    assert list(gate_plot(only).layout.xaxis.ticktext) == ["≤ 0.0001", "0.001"]


def test_only_the_worst_clip_is_named(result: RolloutResult) -> None:
    rows = (*result.gate, GateRow("good", "c3", 1.0, 3.0, 2.0, passed=False))
    texts = [note.text for note in gate_plot(replace(result, gate=rows)).layout.annotations]
    assert "c3 and 1 more" in texts


def test_without_history_the_figure_says_so(result: RolloutResult) -> None:
    figure = gate_plot(replace(result, gate=()))
    assert figure.layout.annotations[-1].text == "No model has a historical file, so there is nothing to compare"
    assert len(figure.data) == 0
