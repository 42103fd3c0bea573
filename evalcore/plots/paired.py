"""Paired differences: a forest of comparisons, and the clips of one comparison."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from evalcore.errors import InputError
from evalcore.metrics import METRICS
from evalcore.plots.forest import (
    beside_rows,
    interval_point,
    many_rows_axis,
    many_rows_height,
    mark_mean,
    padded,
    row_axis,
)
from evalcore.plots.style import method_styles
from evalcore.plots.text import interval, label, literal, number
from evalcore.plots.theme import Theme, blank, palette
from evalcore.rollout.paired import Pair, PairedResult
from evalcore.tables import incompleteness
from evalcore.tables.wording import counted

__all__ = ["difference_range", "difference_title", "mark_sides", "paired_dots", "paired_forest"]


def paired_forest(
    pairs: Sequence[PairedResult], *, methods: Sequence[str] | None = None, theme: Theme = "evalcore_light"
) -> go.Figure:
    """Mean difference and 95% interval of each comparison, in the order given, with the zero line.

    Parameters
    ----------
    pairs
        Comparisons on one metric.
    methods
        All methods of the result, for the same colours as in its other figures; default those of ``pairs``.
    theme
        ``evalcore_light`` or ``evalcore_dark``.

    Returns
    -------
    plotly.graph_objects.Figure
        The ``customdata`` of each point is (method, baseline).

    Raises
    ------
    InputError
        No comparison, or comparisons on different metrics.
    """
    metrics = {pair.metric for pair in pairs}
    if len(metrics) != 1:
        found = ", ".join(sorted(metrics)) or "no pair"
        raise InputError(f"a forest plot shows one metric; found {found}.", fix="Make one figure a metric.")
    metric = metrics.pop()
    spec, colours = METRICS[metric], palette(theme)
    styles = method_styles(methods or [name for pair in pairs for name in (pair.method, pair.baseline)], theme)
    baselines = {pair.baseline for pair in pairs}
    common = f" against {label(pairs[0].baseline)}" if len(baselines) == 1 else ""
    note = "; intervals are not adjusted for the number of pairs" if len(pairs) > 1 else ""
    for reason in dict.fromkeys(pair.ci95_reason or "" for pair in pairs if pair.ci95 is None):
        note += f"; no interval: {literal(reason)}"
    figure = blank(
        theme,
        title=f"Paired {spec.label} differences{common}",
        subtitle=f"Mean difference over clips and t-based 95% interval{note}",
        height=64 + 44 * len(pairs),
        above=36,
        incomplete=next(filter(None, map(incompleteness, pairs)), None),
    )
    for place, pair in enumerate(pairs):
        figure.add_trace(
            interval_point(
                pair.mean,
                pair.ci95,
                place=place,
                style=styles[pair.method],
                customdata=(pair.method, pair.baseline),
                hover=_hover(pair),
            )
        )
    names = [label(p.method) if common else f"{label(p.method)}<br>− {label(p.baseline)}" for p in pairs]
    figure.update_yaxes(**row_axis(names))
    reach = [bound for pair in pairs for bound in pair.ci95 or (pair.mean, pair.mean)]
    figure.update_xaxes(title={"text": difference_title(metric)}, range=difference_range(reach))
    figure.add_vline(x=0, line={"color": colours.ink, "width": 1.5})
    mark_sides(figure, metric, theme, baseline=pairs[0].baseline if common else "baseline")
    means = [f"{number(p.mean, spec.digits)}  {interval(p.ci95, spec.digits) or 'no interval'}" for p in pairs]
    beside_rows(figure, means, head="mean [95% interval]", shift=18, theme=theme)
    wins = [f"{pair.wins} / {pair.n}" + (f", {pair.ties} tied" if pair.ties else "") for pair in pairs]
    beside_rows(figure, wins, head="wins / n", shift=220, theme=theme)
    figure.update_layout(margin={"r": 310})
    return figure


def _hover(pair: PairedResult) -> str:
    digits = METRICS[pair.metric].digits
    lines = [
        f"<b>{literal(pair.method)} − {literal(pair.baseline)}</b>",
        f"mean {number(pair.mean, digits)}, n {pair.n}",
        f"95% CI {interval(pair.ci95, digits)}" if pair.ci95 else f"no interval: {literal(pair.ci95_reason or '')}",
        f"wins {pair.wins}, ties {pair.ties}, losses {pair.n - pair.wins - pair.ties}",
    ]
    if pair.sd is not None:
        lines.insert(2, f"sd {number(pair.sd, digits)}")
    return "<br>".join(lines)


def paired_dots(
    pair: PairedResult, *, methods: Sequence[str] | None = None, theme: Theme = "evalcore_light"
) -> go.Figure:
    """The difference of each clip, the best for the method on top, with the mean and its 95% interval.

    Wins are filled, losses hollow, ties crossed. Clips are named up to 60 of them, beyond that by the hover text.

    Returns
    -------
    plotly.graph_objects.Figure
        The ``customdata`` of each point is (clip_id,).
    """
    spec, colours = METRICS[pair.metric], palette(theme)
    style = method_styles(methods or (pair.method, pair.baseline), theme)[pair.method]
    better = 1 if spec.higher_is_better else -1
    rows = sorted(pair.pairs, key=lambda row: (-better * row.difference, row.clip_id))
    bounds = interval(pair.ci95, spec.digits)
    summary = f"Mean {number(pair.mean, spec.digits)}, "
    summary += f"95% interval {bounds}" if bounds else f"no interval: {literal(pair.ci95_reason or '')}"
    figure = blank(
        theme,
        title=f"{spec.label} differences of the clips: {label(pair.method)} − {label(pair.baseline)}",
        subtitle=f"{summary}; {counted(pair.n, 'clip')}",
        height=many_rows_height(len(rows)),
        above=36,
        incomplete=incompleteness(pair),
    )
    groups: dict[str, list[tuple[int, Pair]]] = {"win": [], "tie": [], "loss": []}
    for place, row in enumerate(rows):
        groups["tie" if row.difference == 0 else "win" if row.difference * better > 0 else "loss"].append((place, row))
    shapes = {"win": style.symbol, "tie": "x-thin-open", "loss": f"{style.symbol}-open"}
    for name, members in groups.items():
        figure.add_scatter(
            x=[row.difference for _, row in members],
            y=[place for place, _ in members],
            name=f"{name} ({len(members)})",
            mode="markers",
            marker={
                "symbol": shapes[name],
                "size": 10,
                "color": style.colour,
                "line": {"width": 2, "color": style.colour},
            },
            customdata=[(row.clip_id,) for _, row in members],
            hovertext=[_clip_hover(pair, row) for _, row in members],
            hoverinfo="text",
            showlegend=bool(members),
        )
    mark_mean(figure, pair.mean, pair.ci95, colour=style.colour)
    figure.add_vline(x=0, line={"color": colours.ink, "width": 1.5})
    reach = [*(row.difference for row in rows), *(pair.ci95 or ())]
    figure.update_xaxes(title={"text": difference_title(pair.metric)}, range=difference_range(reach))
    names = [label(row.clip_id) for row in rows]
    figure.update_yaxes(**many_rows_axis(names, title="Clips, sorted by difference"))
    mark_sides(figure, pair.metric, theme, baseline=pair.baseline)
    figure.update_layout(legend={"x": 1.01, "y": 1, "yanchor": "top"}, showlegend=True)
    return figure


def _clip_hover(pair: PairedResult, row: Pair) -> str:
    digits = METRICS[pair.metric].digits
    return (
        f"<b>{literal(row.clip_id)}</b><br>difference {number(row.difference, digits)}<br>"
        f"{literal(pair.method)} {number(row.method, digits)}<br>"
        f"{literal(pair.baseline)} {number(row.baseline, digits)}"
    )


def difference_title(metric: str) -> str:
    """Title of an axis of differences."""
    spec = METRICS[metric]
    return f"Difference in {spec.label}{f' ({spec.unit})' if spec.unit else ''}, method − baseline"


def difference_range(values: Sequence[float]) -> list[float]:
    """Range of an axis of differences: all values, and zero, which is never at the very edge."""
    return padded([0.0, *values])


def mark_sides(figure: go.Figure, metric: str, theme: Theme, *, baseline: str) -> None:
    """Say above the plot which side of zero is the better one for the method."""
    left, right = ("method better", f"{label(baseline)} better")
    if METRICS[metric].higher_is_better:
        left, right = right, left
    top = {"xref": "paper", "yref": "paper", "y": 1, "yanchor": "bottom", "showarrow": False}
    font = {"color": palette(theme).muted, "size": 13}
    figure.add_annotation(text=f"◀ {left}", x=0, xanchor="left", font=font, **top)
    figure.add_annotation(text=f"{right} ▶", x=1, xanchor="right", font=font, **top)
