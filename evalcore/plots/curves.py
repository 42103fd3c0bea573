"""Error by prediction step: one curve a method with its 95% band over clips, and the clips behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import plotly.graph_objects as go

from evalcore.metrics import METRICS
from evalcore.plots.selection import choose
from evalcore.plots.steps import Axis, StepAxis, sample_spread, value_range
from evalcore.plots.style import Style, method_styles, transparent
from evalcore.plots.text import axis_title, interval, label, literal
from evalcore.plots.theme import Theme, blank, empty
from evalcore.rollout.result import ClipScore, MethodScore, Metric, RolloutResult
from evalcore.tables import incompleteness
from evalcore.tables.wording import counted

__all__ = ["step_curves"]


def step_curves(
    result: RolloutResult,
    *,
    metric: Metric,
    axis: Axis = "step",
    methods: Sequence[str] | None = None,
    band: bool = True,
    clips: Sequence[str] | Literal["all"] | None = None,
    theme: Theme = "evalcore_light",
) -> go.Figure:
    """Mean over clips by prediction step, one curve a method.

    Parameters
    ----------
    result
        A scored run.
    metric
        ``mad`` or ``ssim``.
    axis
        Steps t+1..t+K, or milliseconds after the last conditioning frame.
    methods
        Which to draw (default all); colours, dashes and markers do not depend on the choice.
    band
        Draw the t-based 95% band over clips.
    clips
        Clips whose own curves are drawn thinly behind the means.
    theme
        ``evalcore_light`` or ``evalcore_dark``.

    Returns
    -------
    plotly.graph_objects.Figure
        The ``customdata`` of each point is (method, clip_id or None for a mean, step).

    Raises
    ------
    InputError
        A method or clip that the result does not have.
    """
    steps = StepAxis(result, axis)
    chosen = choose(methods, result.methods, what="method")
    wanted = None if clips == "all" else () if clips is None else clips
    clip_ids = set(choose(wanted, (clip.clip_id for clip in result.clips), what="clip"))
    styles = method_styles(result.methods, theme)
    drawn = {name: result.methods[name] for name in chosen if _means(result.methods[name], metric)}
    figure = blank(
        theme,
        title=f"Per-step {METRICS[metric].label}",
        subtitle=_subtitle(drawn, band=band, clips=len(clip_ids)),
        height=max(440, 60 + 24 * len(chosen)),
        incomplete=incompleteness(result),
    )
    values: list[float] = []
    for name in chosen:
        mine = [clip for clip in result.clips if clip.method == name and clip.clip_id in clip_ids]
        if mine:
            figure.add_trace(_spaghetti(name, mine, styles[name], steps, metric, legend=name not in drawn))
            values += [value for clip in mine for value in getattr(clip, f"per_step_{metric}")]
    if band:
        for name, score in drawn.items():
            if bounds := _bounds(score, metric):
                figure.add_trace(_band(name, bounds, styles[name], steps))
                values += [bound for pair in bounds for bound in pair]
    for name, score in drawn.items():
        figure.add_trace(_curve(name, score, styles[name], steps, metric))
        values += _means(score, metric)
    if not values:
        reasons = dict.fromkeys(result.methods[name].reason or "no value was recorded" for name in chosen)
        return empty(figure, f"No curve to show: {literal('; '.join(reasons)) or 'no method is chosen'}")
    figure.update_xaxes(title={"text": steps.title}, **steps.layout())
    figure.update_yaxes(title={"text": axis_title(metric)}, range=value_range(metric, values))
    figure.update_layout(legend={"title": {"text": "Method"}, "x": 1.01, "y": 1, "yanchor": "top"}, showlegend=True)
    return figure


def _means(score: MethodScore, metric: Metric) -> tuple[float, ...]:
    return getattr(score, f"per_step_{metric}") or ()


def _bounds(score: MethodScore, metric: Metric) -> tuple[tuple[float, float], ...]:
    return getattr(score, f"per_step_{metric}_ci95") or ()


def _subtitle(drawn: dict[str, MethodScore], *, band: bool, clips: int) -> str:
    counts = sorted({score.n for score in drawn.values()})
    if not counts:
        return f"{counted(clips, 'clip')}, no mean" if clips else ""
    fewest = f"{counts[0]} to " if len(counts) > 1 else ""
    text = f"Mean over {fewest}{counted(counts[-1], 'clip')}"
    if band and counts[-1] > 1:
        text += "; band: t-based 95% interval of the mean"
    return f"{text}; thin: {counted(clips, 'clip')}" if clips else text


def _curve(name: str, score: MethodScore, style: Style, steps: StepAxis, metric: Metric) -> go.Scatter:
    means, digits = _means(score, metric), METRICS[metric].digits
    n = counted(score.n, "clip")
    tail = [f"95% CI {interval(pair, digits)}, {n}" for pair in _bounds(score, metric)] or [n] * len(means)
    return go.Scatter(
        x=steps.x,
        y=list(means),
        name=label(name),
        legendgroup=name,
        mode="lines+markers",
        line={"color": style.colour, "dash": style.dash, "width": 2.5},
        marker={"symbol": style.symbol, "size": 9, "color": style.colour},
        customdata=[(name, None, step) for step in steps.steps],
        hovertext=steps.hover(metric, means, head=literal(name), tail=tail),
        hoverinfo="text",
    )


def _band(name: str, bounds: Sequence[tuple[float, float]], style: Style, steps: StepAxis) -> go.Scatter:
    """The band as one closed polygon."""
    return go.Scatter(
        x=[*steps.x, *reversed(steps.x)],
        y=[*(low for low, _ in bounds), *(high for _, high in reversed(bounds))],
        name=label(name),
        legendgroup=name,
        showlegend=False,
        mode="lines",
        line={"width": 0},
        fill="toself",
        fillcolor=transparent(style.colour, 0.13),
        hoverinfo="skip",
    )


def _spaghetti(
    name: str, clips: Sequence[ClipScore], style: Style, steps: StepAxis, metric: Metric, *, legend: bool
) -> go.Scatter:
    """All clips of one method in one trace, with a gap between two clips."""
    x: list[float | None] = []
    y: list[float | None] = []
    hover: list[str] = []
    custom: list[tuple[str, str, int] | None] = []
    for clip in clips:
        values = getattr(clip, f"per_step_{metric}")
        x += [*steps.x, None]
        y += [*values, None]
        head = f"{literal(clip.clip_id)}</b>, {literal(name)}<b>"
        hover += [*steps.hover(metric, values, head=head, tail=sample_spread(clip, metric)), ""]
        custom += [*((name, clip.clip_id, step) for step in steps.steps), None]
    return go.Scatter(
        x=x,
        y=y,
        name=label(name),
        legendgroup=name,
        showlegend=legend,
        mode="lines+markers",
        line={"color": transparent(style.colour, 0.4), "width": 1},
        marker={"color": transparent(style.colour, 0.4), "size": 3},
        customdata=custom,
        hovertext=hover,
        hoverinfo="text",
    )
