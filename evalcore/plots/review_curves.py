"""Figures over a sweep of tolerances, in panels side by side: what agreement and alignment have in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap

import plotly.graph_objects as go

from evalcore.plots.style import DASHES, MARKERS, OKABE_ITO, Style, transparent
from evalcore.plots.text import interval, literal, number
from evalcore.plots.theme import Theme, palette

__all__ = ["Curve", "grey_style", "numbered_style", "sweep_panels"]

GAP = 0.09  # of the figure's width, between two panels
DIGITS = 3
LETTERS = 52  # of a line of words in a panel, at the narrowest that a page shows it
Bounds = tuple[float, float]


@dataclass(frozen=True)
class Curve:
    """One figure at each tolerance, with its 95% intervals; None where it is undefined, ``reasons`` then says why.

    ``n`` is what the value is over, as text for the hover.
    """

    name: str
    values: Sequence[float | None]
    style: Style
    bounds: Sequence[Bounds | None] = ()
    reasons: Sequence[str | None] = ()
    n: Sequence[str] = ()


def numbered_style(place: int) -> Style:
    """Colour, dash and marker of the curve with this number."""
    return Style(OKABE_ITO[place % len(OKABE_ITO)], DASHES[place % len(DASHES)], MARKERS[place % len(MARKERS)])


def grey_style(theme: Theme) -> Style:
    """How chance is drawn."""
    return Style(palette(theme).muted, "dot", "x")


def sweep_panels(
    figure: go.Figure,
    panels: Mapping[str, Sequence[Curve]],
    *,
    ticks: Sequence[str],
    headline: int | None,
    theme: Theme,
) -> None:
    """Add one panel for each entry of ``panels``, all on the same axes, its curves in its own legend above it.

    Parameters
    ----------
    figure
        As :func:`evalcore.plots.theme.blank` makes it, with 76 pixels above the plot.
    panels
        Title (plotly text) -> curves, all as long as ``ticks``.
    ticks
        One tolerance each; they stand at equal distances.
    headline
        Which of ``ticks`` is marked.
    """
    low, high = _reach(curve for curves in panels.values() for curve in curves)
    width = (1 - GAP * (len(panels) - 1)) / len(panels)
    colours = palette(theme)
    for place, (title, curves) in enumerate(panels.items()):
        end = "" if place == 0 else str(place + 1)
        left = place * (width + GAP)
        x, y, legend = f"x{end}", f"y{end}", f"legend{end}"
        figure.update_layout(
            {
                f"xaxis{end}": {
                    "domain": [left, left + width],
                    "anchor": y,
                    "title": {"text": "Tolerance"},
                    "tickvals": list(range(len(ticks))),
                    "ticktext": [f"<b>{tick}</b>" if k == headline else tick for k, tick in enumerate(ticks)],
                    "range": [-0.3, len(ticks) - 0.7],
                },
                f"yaxis{end}": {"anchor": x, "range": [low, high], "title": {"text": "" if place else "Agreement"}},
                legend: {
                    "orientation": "h",
                    "x": left,
                    "y": 1,
                    "yanchor": "bottom",
                    "itemwidth": 40,
                },
            },
        )
        _title(figure, title, left)
        if low < 0:
            figure.add_hline(y=0, line={"color": colours.muted, "width": 1}, layer="below", row=None, col=None)
            figure.layout.shapes[-1].update(xref=f"{x} domain", yref=y)
        if headline is not None:
            _mark(figure, headline, x, theme)
        for curve in curves:
            _draw(figure, curve, ticks, {"xaxis": x, "yaxis": y, "legend": legend})
        _say_absent(figure, [curve for curve in curves if not _known(curve)], left, theme)


def _title(figure: go.Figure, title: str, left: float) -> None:
    figure.add_annotation(
        text=f"<b>{title}</b>",
        x=left,
        xref="paper",
        xanchor="left",
        y=1,
        yref="paper",
        yanchor="bottom",
        yshift=50,
        showarrow=False,
        font={"size": 15},
    )


def _mark(figure: go.Figure, place: int, axis: str, theme: Theme) -> None:
    """A band across the panel at the headline, whose tick is in bold."""
    figure.add_shape(
        type="rect",
        x0=place - 0.16,
        x1=place + 0.16,
        xref=axis,
        y0=0,
        y1=1,
        yref="paper",
        fillcolor=transparent(palette(theme).muted, 0.2),
        line_width=0,
        layer="below",
    )


def _known(curve: Curve) -> bool:
    return any(value is not None for value in curve.values)


def _say_absent(figure: go.Figure, absent: Sequence[Curve], left: float, theme: Theme) -> None:
    """In the middle of the panel, why curves are not there: the reason at the widest tolerance that has one."""
    names: dict[str, list[str]] = {}
    for curve in absent:
        reason = next((why for why in reversed(curve.reasons) if why), "not defined")
        names.setdefault(reason, []).append(curve.name)
    said = [f"{', '.join(of)}: n/a, {reason}" for reason, of in names.items()]
    lines = [line for text in said for line in wrap(text, LETTERS, subsequent_indent="    ")]
    if lines:
        figure.add_annotation(
            text="<br>".join(map(literal, lines)),
            x=left,
            xref="paper",
            xanchor="left",
            xshift=8,
            y=0.5,
            yref="paper",
            align="left",
            showarrow=False,
            font={"size": 12, "color": palette(theme).muted},
        )


def _draw(figure: go.Figure, curve: Curve, ticks: Sequence[str], axes: Mapping[str, str]) -> None:
    if not _known(curve):
        return
    for run in _runs(curve):
        lows, highs = zip(*(curve.bounds[k] or (0.0, 0.0) for k in run), strict=True)
        figure.add_scatter(
            x=[*run, *reversed(run)],
            y=[*lows, *reversed(highs)],
            name=curve.name,
            legendgroup=f"{axes['legend']}{curve.name}",
            mode="lines",
            line={"width": 0},
            fill="toself",
            fillcolor=transparent(curve.style.colour, 0.13),
            hoverinfo="skip",
            showlegend=False,
            **axes,
        )
    figure.add_scatter(
        x=list(range(len(ticks))),
        y=list(curve.values),
        name=curve.name,
        legendgroup=f"{axes['legend']}{curve.name}",
        mode="lines+markers",
        line={"color": curve.style.colour, "dash": curve.style.dash, "width": 2.5},
        marker={"symbol": curve.style.symbol, "size": 9, "color": curve.style.colour},
        customdata=[(curve.name, tick) for tick in ticks],
        hovertext=[_hover(curve, k, tick) for k, tick in enumerate(ticks)],
        hoverinfo="text",
        showlegend=True,
        **axes,
    )


def _runs(curve: Curve) -> Iterator[list[int]]:
    """Neighbouring tolerances with an interval: one band each."""
    run: list[int] = []
    for k, bounds in enumerate([*curve.bounds, None]):
        if bounds is not None:
            run.append(k)
        elif run:
            yield run
            run = []


def _hover(curve: Curve, k: int, tick: str) -> str:
    value = curve.values[k]
    lines = [f"<b>{curve.name}</b> at {tick}"]
    if value is not None:
        bounds = interval(curve.bounds[k] if curve.bounds else None, DIGITS)
        lines.append(f"{number(value, DIGITS)}{f', 95% CI {bounds}' if bounds else ''}")
    return "<br>".join([*lines, curve.n[k]] if curve.n else lines)


def _reach(curves: Iterator[Curve]) -> tuple[float, float]:
    """From the lowest value or bound, 0 at most, to 1."""
    values = [0.0]
    for curve in curves:
        values += [value for value in curve.values if value is not None]
        values += [bounds[0] for bounds in curve.bounds if bounds]
    low = min(values)
    return low - 0.05, 1.05
