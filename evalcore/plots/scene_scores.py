"""Scene scores: the means of the models with their intervals, and one figure sample by sample."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from evalcore.metrics import METRICS
from evalcore.plots.forest import (
    beside_rows,
    interval_point,
    many_rows_axis,
    many_rows_height,
    padded,
    row_axis,
)
from evalcore.plots.selection import choose
from evalcore.plots.style import method_styles
from evalcore.plots.text import axis_title, interval, label, literal, number
from evalcore.plots.theme import Theme, blank, empty
from evalcore.scene import SampleScore, SceneResult
from evalcore.tables import incompleteness
from evalcore.tables.scene_figures import INTERVALS, setting_notes, shown
from evalcore.tables.scene_scores import model_reason

__all__ = ["scene_forest", "scene_strip"]

NO_VALUE = "no sample has a value"


def scene_forest(result: SceneResult, metric: str, *, theme: Theme = "evalcore_light") -> go.Figure:
    """Mean and 95% interval over samples of each model, the best on top.

    Parameters
    ----------
    result
        What :func:`evalcore.scene.score` returned.
    metric
        One of the protocol's six figures; fractions are shown as percentages.
    theme
        ``evalcore_light`` or ``evalcore_dark``.

    Returns
    -------
    plotly.graph_objects.Figure
        The ``customdata`` of each point is (model,).
    """
    spec = METRICS[metric]
    means = {
        name: value
        for name, score in result.models.items()
        if (value := shown(metric, getattr(score, metric))) is not None
    }
    sign = -1 if spec.higher_is_better else 1
    rows = sorted(means, key=lambda name: (sign * means[name], name))
    intervals = {name: _percent(metric, result.models[name].ci95.get(metric)) for name in rows}
    reasons = dict.fromkeys(result.models[name].ci95_reason.get(metric) for name in rows if intervals[name] is None)
    figure = blank(
        theme,
        title=f"{spec.label} of each model",
        subtitle="; ".join([INTERVALS, *(f"no interval: {literal(reason)}" for reason in reasons if reason)]),
        detail=literal(" ".join(setting_notes(result))),
        height=64 + 34 * max(2, len(rows)),
        above=34,
        incomplete=incompleteness(result),
    )
    if not rows:
        return empty(figure, f"No model has a mean: {literal(_why(result, metric))}")
    styles = method_styles(result.models, theme)
    for place, name in enumerate(rows):
        lines = [f"<b>{literal(name)}</b>", f"{spec.label} {number(means[name], spec.digits)}{_unit(metric)}"]
        bounds = intervals[name]
        lines.append(f"95% CI {interval(bounds, spec.digits)}" if bounds else "no interval")
        lines.append(f"n {result.models[name].n}")
        figure.add_trace(
            interval_point(
                means[name], bounds, place=place, style=styles[name], customdata=(name,), hover="<br>".join(lines)
            )
        )
    texts = [
        f"{number(means[name], spec.digits)}  {interval(intervals[name], spec.digits) or 'no interval'}"
        for name in rows
    ]
    beside_rows(figure, texts, head="mean [95% interval]", shift=18, theme=theme)
    beside_rows(figure, [str(result.models[name].n) for name in rows], head="n", shift=190, theme=theme)
    reach = [bound for name in rows for bound in intervals[name] or (means[name],)]
    figure.update_xaxes(title={"text": axis_title(metric, along="x")}, range=padded(reach))
    figure.update_yaxes(**row_axis([label(name) for name in rows]))
    figure.update_layout(margin={"r": 230})
    return figure


def scene_strip(
    result: SceneResult,
    metric: str,
    *,
    models: Sequence[str] | None = None,
    theme: Theme = "evalcore_light",
) -> go.Figure:
    """One figure of every sample, a row a sample and a marker a model.

    Samples are in the order of the run, named up to 60 of them, beyond that by the hover text.

    Parameters
    ----------
    result, metric, theme
        As in :func:`scene_forest`.
    models
        Which models to show (default all).

    Returns
    -------
    plotly.graph_objects.Figure
        The ``customdata`` of each point is (sample_id, model).

    Raises
    ------
    InputError
        A model that the result does not have.
    """
    spec, chosen = METRICS[metric], choose(models, result.models, what="model")
    found = [one for one in result.samples if one.model in chosen and getattr(one, metric) is not None]
    places = {sample_id: place for place, sample_id in enumerate(dict.fromkeys(one.sample_id for one in found))}
    figure = blank(
        theme,
        title=f"{spec.label} of each sample",
        subtitle="One marker a model",
        detail=literal(" ".join(setting_notes(result))),
        height=many_rows_height(len(places)),
        incomplete=incompleteness(result),
    )
    if not found:
        return empty(figure, f"No sample has a value: {literal(_why(result, metric))}")
    styles = method_styles(result.models, theme)
    for model in chosen:
        rows = [one for one in found if one.model == model]
        figure.add_scatter(
            x=[shown(metric, getattr(one, metric)) for one in rows],
            y=[places[one.sample_id] for one in rows],
            name=label(model),
            mode="markers",
            marker={
                "symbol": styles[model].symbol,
                "size": 11,
                "color": styles[model].colour,
                "opacity": 0.9,
            },
            customdata=[(one.sample_id, model) for one in rows],
            hovertext=[_sample_hover(one, metric) for one in rows],
            hoverinfo="text",
            showlegend=True,
        )
    values = [shown(metric, getattr(one, metric)) or 0.0 for one in found]
    figure.update_xaxes(title={"text": axis_title(metric, along="x")}, range=padded(values))
    figure.update_yaxes(**many_rows_axis([label(name) for name in places], title="Samples, in the order of the run"))
    figure.update_layout(legend={"title": {"text": "Model"}, "x": 1.01, "y": 1, "yanchor": "top"})
    return figure


def _percent(metric: str, bounds: tuple[float, float] | None) -> tuple[float, float] | None:
    return None if bounds is None else (shown(metric, bounds[0]) or 0.0, shown(metric, bounds[1]) or 0.0)


def _unit(metric: str) -> str:
    return f" {METRICS[metric].unit}" if METRICS[metric].unit else ""


def _why(result: SceneResult, metric: str) -> str:
    reasons = [one for score in result.models.values() if (one := model_reason(score, metric))]
    return reasons[0] if reasons else NO_VALUE


def _sample_hover(one: SampleScore, metric: str) -> str:
    value = shown(metric, getattr(one, metric)) or 0.0
    counts: Mapping[str, int] = {"ground truth": one.n_gt, "prediction": one.n_pred, "matched": len(one.matches)}
    return "<br>".join(
        [
            f"<b>{literal(one.sample_id)}</b>",
            literal(one.model),
            f"{METRICS[metric].label} {number(value, METRICS[metric].digits)}{_unit(metric)}",
            f"objects: {', '.join(f'{count} {name}' for name, count in counts.items())}",
        ]
    )
