from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import msgspec
import plotly.graph_objects as go

from evalcore.plots import (
    agreement_rows,
    agreement_sweep,
    alignment_confusion,
    alignment_offsets,
    alignment_sweep,
    marks_timeline,
)
from evalcore.review import Prediction
from tests.plots.test_markup import shown
from tests.tables.reviews import (
    STREAMS,
    agreement_result,
    alignment_result,
    alignment_row,
    consensus_result,
)
from tests.tables.test_review_consensus import ANSWERS, ITEM

NASTY = "<i>m</i>"


def figures() -> Iterator[go.Figure]:
    """Every figure of reviews that shows a name, with markup for items, streams, reviewers, types, notes and judges."""
    result = agreement_result()
    yield agreement_rows(replace(result, by_stream={NASTY: result.by_stream["gen"]}), "stream")
    yield agreement_rows(result, "stream", names={"gen": NASTY})
    yield agreement_rows(replace(result, by_reviewer={NASTY: result.by_reviewer["bob"]}), "reviewer")
    streams = tuple(replace(one, item=NASTY, stream=NASTY) for one in STREAMS)
    aligned = alignment_result(judge=NASTY, streams=streams)
    yield alignment_sweep(aligned)
    yield alignment_confusion(alignment_row(0.5), judge=NASTY)
    yield alignment_offsets(aligned, alignment_row(0.5))
    item = replace(ITEM, item=NASTY, streams=tuple(replace(one, name=NASTY) for one in ITEM.streams))
    marks = tuple(msgspec.structs.replace(mark, type=NASTY, note=NASTY) for mark in ANSWERS[0].violations)
    answer = msgspec.structs.replace(ANSWERS[0], item=NASTY, reviewer=NASTY, violations=marks)
    together = [replace(row, item=NASTY, type=NASTY) for row in consensus_result().streams]
    said = {
        "gen": Prediction(item=NASTY, stream="gen", t=1.0, judge=NASTY, type=NASTY),
        "real": Prediction(item=NASTY, stream="real", error=NASTY),
    }
    yield marks_timeline(item, [answer], consensus=consensus_result(streams=tuple(together)), predictions=said)


def test_names_that_are_markup_are_shown_as_they_are() -> None:
    for figure in figures():
        texts = list(shown(figure.to_dict()))
        assert any("&lt;i&gt;" in text for text in texts)
        assert not [text for text in texts if "<i>" in text]


def test_both_themes_draw_the_same() -> None:
    light, dark = (agreement_sweep(agreement_result(), theme=theme) for theme in ("evalcore_light", "evalcore_dark"))  # type: ignore[arg-type]
    assert [trace.y for trace in light.data] == [trace.y for trace in dark.data]
    assert dark.layout.template.layout.paper_bgcolor == "#0e1117"
