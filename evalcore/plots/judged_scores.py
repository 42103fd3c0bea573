"""Scores of all models with their intervals, beside what was published."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import plotly.graph_objects as go

from evalcore.judged.result import ModelScore
from evalcore.metrics import METRICS
from evalcore.plots.forest import beside_rows, interval_point, padded, row_axis
from evalcore.plots.style import method_styles
from evalcore.plots.text import axis_title, interval, label, literal, number
from evalcore.plots.theme import Theme, blank, empty, palette
from evalcore.tables import incompleteness
from evalcore.tables.judged_scope import Judged, interval_line, scope_notes, scores_of

__all__ = ["Score", "judged_forest"]

Score = Literal["event", "structure", "pair_accuracy"]


def judged_forest(
    result: Judged,
    component: Score = "event",
    *,
    published: Mapping[str, float] | None = None,
    theme: Theme = "evalcore_light",
) -> go.Figure:
    """One row a model, the best on top: value and 95% interval over tasks, and the published value as a hollow diamond.

    Parameters
    ----------
    result
        Scored judgments.
    component
        ``event``, ``structure`` or ``pair_accuracy``, which has no interval.
    published
        Model -> published value in percent, for the models that have one.
    theme
        ``evalcore_light`` or ``evalcore_dark``.

    Returns
    -------
    plotly.graph_objects.Figure
        The ``customdata`` of each point is (model,).
    """
    spec, published = METRICS[component], published or {}
    scores = scores_of(result)
    values = {name: value for name, score in scores.items() if (value := _value(score, component)) is not None}
    rows = sorted(values, key=lambda name: (-values[name], name))
    shown = [name for name in rows if name in published]
    figure = blank(
        theme,
        title=f"{spec.label} of each model on {label(result.subset)}",
        subtitle=scope_notes(result, shown=label)[0],
        detail=_detail(result, component, published=bool(shown)),
        height=64 + 30 * len(rows),
        above=34,
        incomplete=incompleteness(result),
    )
    if not rows:
        return empty(figure, f"No model has a value: {literal(_why(scores))}")
    styles = method_styles(scores, theme)
    for place, name in enumerate(rows):
        bounds = _bounds(scores[name], component)
        hover = _hover(name, scores[name], component, published.get(name))
        figure.add_trace(
            interval_point(
                values[name], bounds, place=place, style=styles[name], customdata=(name,), hover="<br>".join(hover)
            )
        )
    if shown:
        figure.add_trace(_published(rows, shown, published, spec.digits, theme))
    texts = [_text(values[name], _bounds(scores[name], component), spec.digits) for name in rows]
    beside_rows(figure, texts, head="value [95% interval]", shift=18, theme=theme)
    judged = [f"{scores[name].counts.judged} / {len(scores[name].conditions)}" for name in rows]
    beside_rows(figure, judged, head="judged / n", shift=180, theme=theme)
    reach = [bound for name in rows for bound in _bounds(scores[name], component) or (values[name],)]
    reach += [published[name] for name in shown]
    figure.update_xaxes(title={"text": axis_title(component, along="x")}, range=padded(reach))
    figure.update_yaxes(**row_axis([label(name) for name in rows]))
    figure.update_layout(margin={"r": 280})
    return figure


def _value(score: ModelScore, component: Score) -> float | None:
    """The value of a component in percent."""
    return score.pairs.accuracy if component == "pair_accuracy" else getattr(score, component)


def _bounds(score: ModelScore, component: Score) -> tuple[float, float] | None:
    return None if component == "pair_accuracy" else score.ci95[component]


def _why(scores: Mapping[str, ModelScore]) -> str:
    return next((score.pairs.accuracy_reason or "" for score in scores.values()), "there is no model")


def _detail(result: Judged, component: Score, *, published: bool) -> str:
    scores = scores_of(result)
    detail = [interval_line(result.config)]
    if component == "pair_accuracy":
        detail = ["Pairs with both events right, of those whose two members are in the scope; no interval"]
    else:
        reasons = dict.fromkeys(score.ci95_reason[component] or "" for score in scores.values())
        detail += [f"no interval: {reason}" for reason in reasons if reason]
    return literal("; ".join([*detail, "hollow diamond: published value"] if published else detail))


def _text(value: float, bounds: tuple[float, float] | None, digits: int) -> str:
    return f"{number(value, digits)}  {interval(bounds, digits) or 'no interval'}"


def _hover(name: str, score: ModelScore, component: Score, published: float | None) -> list[str]:
    spec, counts = METRICS[component], score.counts
    value, bounds = _value(score, component), _bounds(score, component)
    lines = [f"<b>{literal(name)}</b>", f"{spec.label} {number(value or 0.0, spec.digits)} {spec.unit}"]
    if bounds:
        lines.append(f"95% CI {interval(bounds, spec.digits)}")
    elif component != "pair_accuracy":
        lines.append(f"no interval: {literal(score.ci95_reason[component] or '')}")
    if component == "pair_accuracy":
        lines.append(f"{score.pairs.correct} of {score.pairs.n} pairs")
    lines.append(f"{counts.judged} of {len(score.conditions)} conditions judged, {counts.missing} missing")
    return [*lines, f"published {published:g} {spec.unit}"] if published is not None else lines


def _published(
    rows: list[str], shown: list[str], published: Mapping[str, float], digits: int, theme: Theme
) -> go.Scatter:
    return go.Scatter(
        x=[published[name] for name in shown],
        y=[rows.index(name) for name in shown],
        mode="markers",
        marker={"symbol": "diamond-open", "size": 17, "color": palette(theme).ink, "line": {"width": 1.5}},
        customdata=[(name,) for name in shown],
        hovertext=[f"<b>{literal(name)}</b><br>published {number(published[name], digits)}" for name in shown],
        hoverinfo="text",
        showlegend=False,
    )
