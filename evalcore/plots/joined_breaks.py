"""Human breaks on curves of pixel error, and the error against the time to the break."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import plotly.graph_objects as go

from evalcore.joined.breaks_result import BreaksResult, ClipBreak
from evalcore.metrics import METRICS
from evalcore.plots.forest import padded
from evalcore.plots.style import method_styles
from evalcore.plots.text import axis_title, interval, label, literal, number
from evalcore.plots.theme import Theme, blank, empty, palette
from evalcore.tables import incompleteness
from evalcore.tables.joined_breaks import NOT_A_SUBSTITUTE
from evalcore.tables.wording import counted

__all__ = ["break_scatter", "mark_breaks"]

NAME = "Human break"


def mark_breaks(figure: go.Figure, result: BreaksResult, *, theme: Theme = "evalcore_light") -> int:
    """Ring the breaks on the curves of a figure of per-step error; return how many are on a curve that is drawn.

    Parameters
    ----------
    figure
        Of :func:`~evalcore.plots.step_curves` or :func:`~evalcore.plots.small_multiples`, of the metric of ``result``:
        its points know their method, clip and step.
    result
        Breaks on clips; those among the conditioning frames have no place on a curve.

    Notes
    -----
    The rings' ``customdata`` is that of the points that they surround.
    """
    places = dict(_places(figure))
    colour = palette(theme).ink
    drawn: dict[tuple[str, str], list[tuple[float, ClipBreak]]] = {}
    for one in result.clips:
        place = places.get((one.method, one.clip_id, one.step))
        if place and one.at_break is not None:
            drawn.setdefault(place[1:], []).append((place[0], one))
    for nth, ((x, y), rings) in enumerate(drawn.items()):
        figure.add_scatter(
            xaxis=x,
            yaxis=y,
            x=[at for at, _ in rings],
            y=[one.at_break for _, one in rings],
            name=NAME,
            legendgroup=NAME,
            legendrank=2000,
            showlegend=nth == 0,
            mode="markers",
            marker={"symbol": "circle-open", "size": 15, "color": colour, "line": {"width": 2.5}},
            customdata=[(one.method, one.clip_id, one.step) for _, one in rings],
            hovertext=[_hover(one, result) for _, one in rings],
            hoverinfo="text",
        )
    return sum(map(len, drawn.values()))


def _places(figure: go.Figure) -> Iterator[tuple[tuple[str, str, int | None], tuple[float, str, str]]]:
    """(method, clip, step) -> position and axes of the points that stand for one clip."""
    for trace in figure.data:
        for x, custom in zip(trace.x, trace.customdata if trace.customdata is not None else (), strict=False):
            if custom is not None and custom[1] is not None:
                yield (custom[0], custom[1], custom[2]), (float(x), trace.xaxis or "x", trace.yaxis or "y")


def _hover(one: ClipBreak, result: BreaksResult) -> str:
    spec = METRICS[result.metric]
    sample = "" if one.sample is None else f", sample {one.sample}"
    lines = [f"<b>{literal(one.clip_id)}</b>, {literal(one.method)}{sample}"]
    answered = one.marked + one.clean
    if one.broken:
        step = f", step {one.step}" if one.step is not None else ""
        lines.append(f"human break at {number(one.t or 0.0, 2)} s{step}")
        lines.append(f"{one.marked} of {answered} reviewers; {literal(one.type or 'no type')}")
    else:
        lines.append(f"no break ({one.clean} of {answered} reviewers)")
    if one.at_break is not None:
        lines.append(f"{spec.label} at the break {number(one.at_break, spec.digits)}")
    lines.append(f"{spec.label} of the rollout {number(one.error, spec.digits)}")
    return "<br>".join(lines)


def break_scatter(
    result: BreaksResult, *, methods: Sequence[str] | None = None, theme: Theme = "evalcore_light"
) -> go.Figure:
    """Error of each rollout against its time to break; rollouts without a break stand above the line, hollow.

    ``methods`` are all those of the rollout run, for the same colours as in its figures.

    Returns
    -------
    plotly.graph_objects.Figure
        The ``customdata`` of each point is (method, clip_id, step or None, item).
    """
    spec = METRICS[result.metric]
    figure = blank(
        theme,
        title=f"{spec.label} against the time to break",
        subtitle=_summary(result),
        detail=NOT_A_SUBSTITUTE,
        height=400,
        incomplete=incompleteness(result),
    )
    if not result.clips:
        return empty(figure, "No scored clip is reviewed")
    latest = max([one.t for one in result.clips if one.t is not None], default=1.0)
    above = 1.12 * latest
    reviewed = list(dict.fromkeys(one.method for one in result.clips))
    styles = method_styles(methods or reviewed, theme)
    for name in reviewed:
        mine = [one for one in result.clips if one.method == name]
        style = styles[name]
        figure.add_scatter(
            x=[one.error for one in mine],
            y=[above if one.t is None else one.t for one in mine],
            name=label(name),
            mode="markers",
            marker={
                "symbol": [style.symbol if one.broken else f"{style.symbol}-open" for one in mine],
                "size": 11,
                "color": style.colour,
                "line": {"width": 2, "color": style.colour},
            },
            customdata=[(one.method, one.clip_id, one.step, one.item) for one in mine],
            hovertext=[_hover(one, result) for one in mine],
            hoverinfo="text",
        )
    whole = [one for one in result.clips if not one.broken]
    if whole:
        line: dict[str, Any] = {"color": palette(theme).muted, "width": 1, "dash": "dot"}
        figure.add_hline(y=1.06 * latest, line=line, layer="below")
        text = f"no break ({len(whole)})"
        figure.add_annotation(
            text=text,
            x=0,
            xref="paper",
            xanchor="left",
            xshift=4,
            y=above,
            showarrow=False,
            font={"size": 12, "color": palette(theme).muted},
        )
    figure.update_xaxes(
        title={"text": axis_title(result.metric, along="x")}, range=padded([one.error for one in result.clips])
    )
    figure.update_yaxes(
        title={"text": "Time to break (s), higher is better ↑"}, range=[0, (1.2 if whole else 1.08) * latest]
    )
    figure.update_layout(legend={"title": {"text": "Method"}, "x": 1.01, "y": 1, "yanchor": "top"}, showlegend=True)
    return figure


def _summary(result: BreaksResult) -> str:
    if not result.correlations:
        return ""
    one = result.correlations[0]
    over = f"{counted(one.n, 'rollout')} of {counted(one.n_items, 'item')}, {one.n_broken} with a break"
    if one.rho is None:
        return f"No rank correlation: {literal(one.rho_reason or '')}; {over}"
    bounds = interval(one.ci95, 2)
    said = f"95% CI {bounds}" if bounds else f"no interval: {literal(one.ci95_reason or '')}"
    return f"Rank correlation {number(one.rho, 2)}, {said}; {over}"
