from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import plotly.graph_objects as go
import pytest

from evalcore.plots import candidate_strip, gate_plot, paired_dots, paired_forest, small_multiples, step_curves
from evalcore.rollout import candidates, paired
from evalcore.rollout.result import RolloutResult

NASTY = {"good": "<i>m</i>", "c1": "<i>c</i>", "late": "late", "c2": "c2", "c3": "c3"}
IDS = {"customdata", "legendgroup"}  # kept as they are: they are never shown


@pytest.fixture
def nasty(result: RolloutResult) -> RolloutResult:
    """A method and a clip whose names are markup."""
    rename = NASTY | {"persistence": "persistence"}
    return replace(
        result,
        methods={rename[name]: score for name, score in result.methods.items()},
        clips=tuple(replace(c, clip_id=rename[c.clip_id], method=rename[c.method]) for c in result.clips),
        gate=tuple(
            replace(row, model=rename[row.model], clip_id=rename[row.clip_id], passed=False) for row in result.gate
        ),
    )


def shown(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            if key not in IDS:
                yield from shown(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from shown(inner)


def figures(result: RolloutResult) -> Iterator[go.Figure]:
    pair = paired(result, "<i>m</i>", "late")
    yield step_curves(result, metric="mad", clips="all")
    yield small_multiples(result, "mad")
    yield paired_forest([pair])
    yield paired_forest([pair, paired(result, "late", "<i>m</i>")])
    yield paired_dots(pair)
    yield candidate_strip(candidates(result, "<i>m</i>", "late"), pair)
    yield gate_plot(result)


def test_names_that_are_markup_are_shown_as_they_are(nasty: RolloutResult) -> None:
    for figure in figures(nasty):
        texts = list(shown(figure.to_dict()))
        assert any("&lt;i&gt;" in text for text in texts)
        assert not [text for text in texts if "<i>" in text]
