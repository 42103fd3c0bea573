"""The share of rollouts that are still unbroken, by time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from evalcore.joined.survival_result import StreamSurvival, SurvivalPoint, SurvivalResult
from evalcore.plots.selection import choose
from evalcore.plots.style import Style, method_styles, transparent
from evalcore.plots.text import interval, label, literal, number
from evalcore.plots.theme import Theme, blank, empty, palette
from evalcore.tables import incompleteness
from evalcore.tables.wording import counted

__all__ = ["survival_curves"]

LINE, BELOW = 18, 84  # pixels: a row of counts below the axis, and where the rows begin
TICKS = 6


def survival_curves(
    result: SurvivalResult,
    *,
    streams: Sequence[str] | None = None,
    names: Mapping[str, str] | None = None,
    band: bool = True,
    theme: Theme = "evalcore_light",
) -> go.Figure:
    """One falling step curve a stream, with its band, a tick where rollouts end unbroken, and how many are watched.

    Parameters
    ----------
    result
        A survival view.
    streams
        Which to draw (default all); colours, dashes and markers do not depend on the choice.
    names
        What streams are called.
    band
        Draw the pointwise 95% log-log band.
    theme
        ``evalcore_light`` or ``evalcore_dark``.

    Returns
    -------
    plotly.graph_objects.Figure
        The ``customdata`` of each point is (stream, seconds).

    Raises
    ------
    InputError
        A stream that the result does not have.
    """
    chosen = choose(streams, result.by_stream, what="stream")
    drawn = {name: result.by_stream[name] for name in chosen if result.by_stream[name].curve}
    figure = blank(
        theme,
        title="Rollouts still unbroken",
        subtitle=f"{_counts(drawn)}; a break is the reviewers' consensus",
        detail="Kaplan-Meier; tick: watched to its end without a break; dotted: one half"
        + ("; band: pointwise 95% log-log interval" if band else ""),
        height=440 + LINE * len(drawn),
        incomplete=incompleteness(result),
    )
    if not drawn:
        reasons = dict.fromkeys(result.by_stream[name].reason or "" for name in chosen)
        return empty(figure, f"No curve to show: {literal('; '.join(reasons)) or 'no stream is chosen'}")
    styles = method_styles(result.by_stream, theme)
    until = max(one.curve[-1].t for one in drawn.values())
    for name, one in drawn.items():
        called = (names or {}).get(name, name)
        if band:
            figure.add_trace(_band(name, one.curve, styles[name]))
        figure.add_trace(_curve(name, called, one, styles[name]))
        figure.add_trace(_ends(name, called, one.curve, styles[name]))
    figure.add_hline(y=50, line={"color": palette(theme).muted, "width": 1, "dash": "dot"}, layer="below")
    ticks = _ticks(until)
    pad = 0.02 * until or 0.1
    figure.update_xaxes(
        title={"text": "Time from the first frame (s)"}, tickvals=ticks, range=[-pad, until + pad], zeroline=False
    )
    figure.update_yaxes(title={"text": "Unbroken (%), higher is better ↑"}, range=[-2, 102], dtick=20)
    _watched(figure, drawn, names or {}, ticks, styles, theme)
    figure.update_layout(
        margin={"b": BELOW + LINE * (len(drawn) + 1), "l": 150},
        legend={"title": {"text": "Stream"}, "x": 1.01, "y": 1, "yanchor": "top"},
        showlegend=True,
    )
    return figure


def _counts(drawn: Mapping[str, StreamSurvival]) -> str:
    counts = sorted({one.n for one in drawn.values()})
    if not counts:
        return "No rollout"
    fewest = f"{counts[0]} to " if len(counts) > 1 else ""
    return f"{fewest}{counted(counts[-1], 'rollout')} a stream"


def _steps(curve: Sequence[SurvivalPoint]) -> tuple[list[float], list[float]]:
    return [0.0, *(point.t for point in curve)], [100.0, *(100 * point.unbroken for point in curve)]


def _curve(name: str, called: str, one: StreamSurvival, style: Style) -> go.Scatter:
    x, y = _steps(one.curve)
    return go.Scatter(
        x=x,
        y=y,
        name=label(called),
        legendgroup=name,
        mode="lines+markers",
        line={"color": style.colour, "dash": style.dash, "width": 2.5, "shape": "hv"},
        # Markers only where something breaks: they are what can be hovered.
        marker={
            "symbol": style.symbol,
            "color": style.colour,
            "opacity": 1,
            "line": {"width": 0},
            "size": [0, *(8 if point.broken else 0 for point in one.curve)],
        },
        customdata=[(name, t) for t in x],
        hovertext=[
            f"<b>{literal(called)}</b><br>{counted(one.n, 'rollout')}",
            *(_hover(called, point) for point in one.curve),
        ],
        hoverinfo="text",
    )


def _hover(called: str, point: SurvivalPoint) -> str:
    lines = [f"<b>{literal(called)}</b> at {number(point.t, 2)} s", f"{number(100 * point.unbroken, 1)}% unbroken"]
    if point.low is not None and point.high is not None:
        lines.append(f"95% CI {interval((100 * point.low, 100 * point.high), 1)}")
    lines.append(f"{point.broken} of {point.at_risk} break, {point.ended} end here")
    return "<br>".join(lines)


def _ends(name: str, called: str, curve: Sequence[SurvivalPoint], style: Style) -> go.Scatter:
    """The ticks of rollouts that end unbroken."""
    ended = [point for point in curve if point.ended]
    return go.Scatter(
        x=[point.t for point in ended],
        y=[100 * point.unbroken for point in ended],
        legendgroup=name,
        showlegend=False,
        mode="markers",
        marker={"symbol": "line-ns", "size": 13, "line": {"width": 2, "color": style.colour}},
        customdata=[(name, point.t) for point in ended],
        hovertext=[_hover(called, point) for point in ended],
        hoverinfo="text",
    )


def _band(name: str, curve: Sequence[SurvivalPoint], style: Style) -> go.Scatter:
    """The band as one closed polygon of steps, from the first break to the end; a gap where it is undefined."""
    x: list[float | None] = []
    y: list[float | None] = []
    run: list[tuple[float, float, float, float]] = []  # from, until, low, high
    following = [*(point.t for point in curve[1:]), curve[-1].t]
    for point, until in zip(curve, following, strict=True):
        if point.low is not None and point.high is not None:
            run.append((point.t, until, 100 * point.low, 100 * point.high))
        elif run:
            break
    for begin, until, low, _ in run:
        x += [begin, until]
        y += [low, low]
    for begin, until, _, high in reversed(run):
        x += [until, begin]
        y += [high, high]
    return go.Scatter(
        x=x,
        y=y,
        legendgroup=name,
        showlegend=False,
        mode="lines",
        line={"width": 0},
        fill="toself",
        fillcolor=transparent(style.colour, 0.13),
        hoverinfo="skip",
    )


def _ticks(until: float) -> list[float]:
    """Round times from 0 to ``until``, about six of them."""
    for step in (0.05, 0.1, 0.2, 0.25, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600):
        if until / step <= TICKS:
            break
    return [round(step * k, 6) for k in range(int(until / step + 1e-9) + 1)]


def _watched(
    figure: go.Figure,
    drawn: Mapping[str, StreamSurvival],
    names: Mapping[str, str],
    ticks: Sequence[float],
    styles: Mapping[str, Style],
    theme: Theme,
) -> None:
    """Below the axis: how many rollouts of each stream are watched and unbroken at each tick."""
    row = {"yref": "paper", "y": 0, "yanchor": "middle", "showarrow": False, "font": {"size": 12}}
    left = {"xref": "paper", "x": 0, "xanchor": "right", "xshift": -12}
    figure.add_annotation(
        text="Watched and unbroken",
        **(row | left | {"font": {"size": 12, "color": palette(theme).muted}}),
        yshift=-BELOW,
    )
    for place, (name, one) in enumerate(drawn.items(), start=1):
        shift = -BELOW - LINE * place
        colour = {"font": {"size": 12, "color": styles[name].colour}}
        figure.add_annotation(text=label(names.get(name, name)), **(row | left | colour), yshift=shift)
        for t in ticks:
            left_over = sum(point.broken + point.ended for point in one.curve if point.t >= t)
            figure.add_annotation(text=str(left_over), x=t, **row, yshift=shift)
