from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import plotly.graph_objects as go

from evalcore.judged import RankTable, rank
from evalcore.plots import (
    class_recall,
    confusion_plot,
    judged_forest,
    miss_bars,
    rank_plot,
    sampling_timeline,
    score_by_judge,
    similarity_strip,
    task_heatmap,
)
from tests.plots.test_judged_frames import timeline
from tests.plots.test_markup import shown
from tests.tables.judged import BEST, OTHER, baselines_result, judged_result, model_score
from tests.tables.judged_agreements import agreement_result
from tests.tables.judged_similarities import clip_similarity, similarity_result
from tests.tables.test_judged_ranks import ROWS

NASTY = "<i>m</i>"


def figures() -> Iterator[go.Figure]:
    """Every figure of judged events, with markup for names of models, tasks, classes, conditions, judges and scopes."""
    rows = [replace(row, task=f"{NASTY}{row.task}", label=NASTY) for row in BEST]
    scores = baselines_result(
        models={NASTY: model_score(rows), "b": model_score(rows)}, subset=f"{NASTY}s", judge=f"{NASTY}j"
    )
    yield judged_forest(scores, published={NASTY: 50.0})
    yield judged_forest(scores, "pair_accuracy")
    yield task_heatmap(scores)
    yield task_heatmap(scores, tasks=[])
    yield class_recall(scores, NASTY)
    yield miss_bars(scores)
    yield miss_bars(judged_result(OTHER, settings=replace(judged_result().settings, file=NASTY)))
    yield rank_plot(rank(RankTable({NASTY: ROWS["a"], f"{NASTY}2": {"event": 1.0}}, file=NASTY)))  # type: ignore[dict-item]
    judges = agreement_result(judge=NASTY, other=f"{NASTY}2", models={NASTY: agreement_result().models["best"]})
    yield score_by_judge(judges)
    told = replace(judges.event, confusion={NASTY: {NASTY: 4}})
    yield confusion_plot(replace(judges, event=told), "event")
    yield confusion_plot(judges, "event", model=NASTY)
    yield similarity_strip(similarity_result(model=NASTY, conditions=(clip_similarity(NASTY, 20.0, 0.5),)))
    yield sampling_timeline(timeline(90, 15, 4.5), condition_id=NASTY)


def test_names_that_are_markup_are_shown_as_they_are() -> None:
    for figure in figures():
        texts = list(shown(figure.to_dict()))
        assert any("&lt;i&gt;" in text for text in texts)
        assert not [text for text in texts if "<i>" in text]


def test_both_themes_draw_the_same() -> None:
    light, dark = (judged_forest(baselines_result(), theme=theme) for theme in ("evalcore_light", "evalcore_dark"))  # type: ignore[arg-type]
    assert [list(trace.x) for trace in light.data] == [list(trace.x) for trace in dark.data]
    assert dark.layout.template.layout.paper_bgcolor == "#0e1117"
