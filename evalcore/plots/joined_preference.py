"""Which streams reviewers prefer, as values with their intervals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import plotly.graph_objects as go

from evalcore.joined.preference_result import PreferenceResult, StreamPreference
from evalcore.plots.forest import beside_rows, interval_point, padded, row_axis
from evalcore.plots.style import method_styles
from evalcore.plots.text import interval, label, literal, number
from evalcore.plots.theme import Theme, blank, empty, palette
from evalcore.tables import incompleteness
from evalcore.tables.joined_preference import preference_lines

__all__ = ["PreferenceFigure", "preference_forest"]

PreferenceFigure = Literal["strength", "win_rate"]
TITLES = {
    "strength": ("Strength of each stream", "Bradley-Terry strength (log-odds), higher is better →", 2),
    "win_rate": ("Win rate of each stream", "Win rate (%), higher is better →", 1),
}
CHANCE = {"strength": 0.0, "win_rate": 50.0}


def preference_forest(
    result: PreferenceResult,
    figure_of: PreferenceFigure = "strength",
    *,
    names: Mapping[str, str] | None = None,
    theme: Theme = "evalcore_light",
) -> go.Figure:
    """One row a stream, the most preferred on top: value and 95% interval over items; dashed: what chance gives.

    Streams without a value stand below, with the reason. ``names`` are what streams are called.

    Returns
    -------
    plotly.graph_objects.Figure
        The ``customdata`` of each point is (stream,).
    """
    title, axis, digits = TITLES[figure_of]
    parts = result.by_stream
    values = {name: value for name, one in parts.items() if (value := _value(one, figure_of)) is not None}
    rows = sorted(values, key=lambda name: (-values[name], name))
    without = [name for name in parts if name not in values]
    figure = blank(
        theme,
        title=title,
        subtitle=" ".join(preference_lines(result)[:1]),
        detail=" ".join(preference_lines(result)[1:]),
        height=64 + 34 * len(parts),
        above=34,
        incomplete=incompleteness(result),
    )
    if not rows:
        reasons = dict.fromkeys(_reason(one, figure_of) or "" for one in parts.values())
        why = "; ".join(reason for reason in reasons if reason) or "nobody gave a preference"
        return empty(figure, f"Nothing to show: {literal(why)}")
    styles = method_styles(parts, theme)
    for place, name in enumerate(rows):
        bounds = _bounds(parts[name], figure_of)
        hover = _hover((names or {}).get(name, name), parts[name], figure_of)
        figure.add_trace(
            interval_point(values[name], bounds, place=place, style=styles[name], customdata=(name,), hover=hover)
        )
    for place, name in enumerate(without, start=len(rows)):
        figure.add_annotation(
            text=f"n/a: {literal(_reason(parts[name], figure_of) or '')}",
            x=0,
            xref="paper",
            xanchor="left",
            xshift=8,
            y=place,
            showarrow=False,
            font={"size": 13, "color": palette(theme).muted},
        )
    shown = [*rows, *without]
    texts = [
        f"{number(values[name], digits)}  {interval(_bounds(parts[name], figure_of), digits) or 'no interval'}"
        if name in values
        else ""
        for name in shown
    ]
    beside_rows(figure, texts, head="value [95% interval]", shift=18, theme=theme)
    beside_rows(
        figure, [f"{parts[name].chosen} / {parts[name].n}" for name in shown], head="chosen / n", shift=180, theme=theme
    )
    chance = CHANCE[figure_of]
    figure.add_vline(x=chance, line={"color": palette(theme).muted, "width": 2, "dash": "dash"}, layer="below")
    reach = [chance, *(bound for name in rows for bound in _bounds(parts[name], figure_of) or (values[name],))]
    figure.update_xaxes(title={"text": axis}, range=padded(reach))
    figure.update_yaxes(**row_axis([label((names or {}).get(name, name)) for name in shown]))
    figure.update_layout(margin={"r": 280})
    return figure


def _value(one: StreamPreference, figure_of: PreferenceFigure) -> float | None:
    if figure_of == "strength":
        return one.strength
    return None if one.win_rate is None else 100 * one.win_rate


def _bounds(one: StreamPreference, figure_of: PreferenceFigure) -> tuple[float, float] | None:
    if figure_of == "strength":
        return one.strength_ci95
    return one.win_rate_ci95 and (100 * one.win_rate_ci95[0], 100 * one.win_rate_ci95[1])


def _reason(one: StreamPreference, figure_of: PreferenceFigure) -> str | None:
    return one.strength_reason if figure_of == "strength" else one.win_rate_reason


def _hover(called: str, one: StreamPreference, figure_of: PreferenceFigure) -> str:
    value, bounds = _value(one, figure_of), _bounds(one, figure_of)
    digits, unit = (2, " log-odds") if figure_of == "strength" else (1, "%")
    lines = [f"<b>{literal(called)}</b>", f"{number(value or 0.0, digits)}{unit}"]
    reason = one.strength_ci95_reason if figure_of == "strength" else one.win_rate_ci95_reason
    lines.append(f"95% CI {interval(bounds, digits)}" if bounds else f"no interval: {literal(reason or '')}")
    lines.append(f"chosen in {one.chosen} of {one.n} preferences, {one.tied} ties")
    lines.append(f"{number(one.wins, 1)} wins of {number(one.comparisons, 1)} comparisons")
    return "<br>".join(lines)
