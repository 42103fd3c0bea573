"""Judged scores by task and by class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import mean
from typing import Literal

import plotly.graph_objects as go

from evalcore.judged.config import JUDGED_COMPONENTS, JudgedComponent
from evalcore.judged.result import ModelScore, TaskScore
from evalcore.metrics import METRICS
from evalcore.plots.cells import cell_height, column_axis, heat_map
from evalcore.plots.forest import beside_rows, row_axis
from evalcore.plots.selection import choose
from evalcore.plots.style import OKABE_ITO
from evalcore.plots.text import axis_title, label, literal, number
from evalcore.plots.theme import Theme, blank, empty, palette
from evalcore.tables import incompleteness
from evalcore.tables.judged_scope import Judged, one_score, scope_notes, scores_of

__all__ = ["class_recall", "task_heatmap"]

Order = Literal["result", "difficulty"]
LINE = 15  # pixels a class
GAP = 0.6  # lines between two tasks


def task_heatmap(
    result: Judged,
    component: JudgedComponent = "event",
    *,
    order: Order = "result",
    tasks: Sequence[str] | None = None,
    theme: Theme = "evalcore_light",
) -> go.Figure:
    """Models (the best on top) by tasks, with the score over all tasks of the scope beside each row.

    Parameters
    ----------
    result, component, theme
        As in :func:`evalcore.plots.judged_forest`.
    order
        Tasks as in the result, or from the easiest to the hardest by their mean over models.
    tasks
        Which to show (default all); the scores beside the rows stay those over all tasks.

    Returns
    -------
    plotly.graph_objects.Figure
        The ``customdata`` of each point is (model, task).

    Raises
    ------
    InputError
        A task that the result does not have.
    """
    spec, scores = METRICS[component], scores_of(result)
    models = sorted(scores, key=lambda name: (-getattr(scores[name], component), name))
    columns = choose(tasks, (task for score in scores.values() for task in score.tasks), what="task")
    if order == "difficulty":
        columns.sort(key=lambda task: -mean(getattr(score.tasks[task], component) for score in scores.values()))
    names = [label(task) for task in columns]
    figure = blank(
        theme,
        title=f"{spec.label} by task on {label(result.subset)}",
        subtitle=scope_notes(result, shown=label)[0],
        detail="Tasks from the easiest to the hardest by their mean over models" if order == "difficulty" else "",
        height=cell_height(len(models), names),
        above=34,
        incomplete=incompleteness(result),
    )
    if not columns:
        return empty(figure, "There is no task to show")
    cells = [[scores[name].tasks[task] for task in columns] for name in models]
    heat_map(
        figure,
        [[getattr(cell, component) for cell in row] for row in cells],
        texts=[[number(getattr(cell, component), 0) for cell in row] for row in cells],
        customdata=[[(name, task) for task in columns] for name in models],
        hover=[
            [_task_hover(name, task, cell) for task, cell in zip(columns, row, strict=True)]
            for name, row in zip(models, cells, strict=True)
        ],
        limit=spec.bounds[1],
        title=f"{spec.label} ({spec.unit})",
        theme=theme,
    )
    overall = [number(getattr(scores[name], component), spec.digits) for name in models]
    beside_rows(figure, overall, head="all tasks", shift=12, theme=theme)
    figure.update_traces(colorbar={"x": 1, "xpad": 76, "len": 1.02}, selector={"type": "heatmap"})
    figure.update_xaxes(**column_axis(names))
    figure.update_yaxes(**row_axis([label(name) for name in models]), showline=False)
    return figure


def _task_hover(name: str, task: str, score: TaskScore) -> str:
    specs = [METRICS[one] for one in JUDGED_COMPONENTS]
    values = [f"{spec.label} {number(getattr(score, spec.name), spec.digits)} {spec.unit}" for spec in specs]
    return f"<b>{literal(task)}</b><br>{literal(name)}<br>{'<br>'.join(values)}<br>n {score.n}"


def class_recall(
    result: Judged,
    model: str | None = None,
    *,
    tasks: Sequence[str] | None = None,
    theme: Theme = "evalcore_light",
) -> go.Figure:
    """Recall of each reference class of one model, the classes of a task below each other.

    Parameters
    ----------
    result, theme
        As in :func:`evalcore.plots.judged_forest`.
    model
        Which model; not needed where there is only one.
    tasks
        Which tasks to show (default all).

    Returns
    -------
    plotly.graph_objects.Figure
        The ``customdata`` of each point is (model, task, class).

    Raises
    ------
    InputError
        A model or task that the result does not have, or no model said where there are several.
    """
    name, score = one_score(result, model)
    chosen = choose(tasks, score.tasks, what="task")
    rows = [(task, one) for task in chosen for one in score.tasks[task].classes]
    figure = blank(
        theme,
        title=f"Recall by class: {label(name)}",
        subtitle=scope_notes(result, score, shown=label)[0],
        detail="Beside each dot its class, and how many of its conditions are correct",
        height=round(72 + LINE * (len(rows) + GAP * len(chosen))),
        incomplete=incompleteness(result),
    )
    if not rows:
        return empty(figure, "There is no class to show")
    places = _places(score, chosen)
    recalls = [score.tasks[task].classes[one] for task, one in rows]
    figure.add_scatter(
        x=[recall.recall for recall in recalls],
        y=[places[row] for row in rows],
        mode="markers+text",
        marker={"size": 9, "color": OKABE_ITO[0]},
        error_x={
            "type": "data",
            "symmetric": False,
            "array": [0.0] * len(rows),
            "arrayminus": [recall.recall for recall in recalls],
            "color": OKABE_ITO[0],
            "thickness": 1.5,
            "width": 0,
        },
        text=[f"  {label(one)}  {r.correct}/{r.n}" for (_, one), r in zip(rows, recalls, strict=True)],
        textposition="middle right",
        textfont={"size": 11, "color": palette(theme).ink},
        cliponaxis=False,
        customdata=[(name, *row) for row in rows],
        hovertext=[
            f"<b>{literal(one)}</b>, {literal(task)}<br>recall {number(r.recall, 3)}<br>{r.correct} of {r.n} correct"
            for (task, one), r in zip(rows, recalls, strict=True)
        ],
        hoverinfo="text",
        showlegend=False,
    )
    return _task_rows(figure, score.tasks, chosen, places, theme)


def _places(score: ModelScore, tasks: Sequence[str]) -> dict[tuple[str, str], float]:
    """Where each class of each task stands, from the top; with some room between two tasks."""
    places: dict[tuple[str, str], float] = {}
    for task in tasks:
        for one in score.tasks[task].classes:
            places[task, one] = len(places) + GAP * len({done for done, _ in places} - {task})
    return places


def _task_rows(
    figure: go.Figure,
    tasks: Mapping[str, TaskScore],
    chosen: Sequence[str],
    places: Mapping[tuple[str, str], float],
    theme: Theme,
) -> go.Figure:
    middles = [mean(places[task, one] for one in tasks[task].classes) for task in chosen]
    for task in chosen[1:]:
        top = min(places[task, one] for one in tasks[task].classes)
        figure.add_hline(y=top - (1 + GAP) / 2, line={"color": palette(theme).grid, "width": 1}, layer="below")
    figure.update_xaxes(
        title={"text": axis_title("recall", along="x")},
        range=[-0.01, 1.35],
        tickvals=[0, 0.25, 0.5, 0.75, 1],
    )
    figure.update_yaxes(
        tickvals=middles,
        ticktext=[label(task) for task in chosen],
        range=[max(places.values()) + (1 + GAP) / 2, -(1 + GAP) / 2],
        showgrid=False,
        ticks="",
    )
    figure.update_layout(margin={"r": 64})  # for a long name beside a dot at 1
    return figure
