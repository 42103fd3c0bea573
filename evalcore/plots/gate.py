"""The historical gate: how far each recomputed MAD is from the published one."""

from __future__ import annotations

from math import ceil, log10

import plotly.graph_objects as go

from evalcore.metrics import METRICS
from evalcore.plots.style import method_styles, transparent
from evalcore.plots.text import label, literal, number
from evalcore.plots.theme import Theme, blank, empty, palette
from evalcore.rollout.result import GateRow, RolloutResult
from evalcore.tables import incompleteness
from evalcore.tables.wording import counted

__all__ = ["gate_plot"]

FLOOR = 1e-4  # grey levels; smaller differences are drawn here, at the left edge: a logarithmic axis has no zero


def gate_plot(result: RolloutResult, *, theme: Theme = "evalcore_light") -> go.Figure:
    """Absolute difference of each clip, one row a model, on a logarithmic axis with the tolerance.

    Clips within the tolerance are hollow, the others filled and named; a clip in only one of the two has no difference
    and is counted beside the row. A tolerance of zero has no place on the axis; the heading states it.

    Returns
    -------
    plotly.graph_objects.Figure
        The ``customdata`` of each point is (model, clip_id).
    """
    tolerance = result.config.gate_tolerance
    models = list(dict.fromkeys(row.model for row in result.gate))
    colours, styles = palette(theme), method_styles(result.methods, theme)
    unit, stopped = METRICS["mad"].unit, sum(not row.passed for row in result.gate)
    figure = blank(
        theme,
        title="Historical MAD gate",
        subtitle=f"{stopped} of {counted(len(result.gate), 'clip')} stop the aggregate (tolerance {tolerance:g} {unit})"
        if models
        else "",
        height=92 + 56 * max(1, len(models)),
        incomplete=incompleteness(result),
    )
    if not models:
        return empty(figure, "No model has a historical file, so there is nothing to compare")
    floor = min(FLOOR, tolerance / 100) if tolerance else FLOOR
    largest = max([row.difference for row in result.gate if row.difference is not None], default=0.0)
    for place, model in enumerate(models):
        rows = [row for row in result.gate if row.model == model]
        compared = [row for row in rows if row.difference is not None]
        style = styles[model]
        figure.add_scatter(
            x=[max(row.difference or 0.0, floor) for row in compared],
            y=[place] * len(compared),
            mode="markers",
            marker={
                "symbol": [f"{style.symbol}-open" if row.passed else style.symbol for row in compared],
                "size": [9 if row.passed else 13 for row in compared],
                "color": [transparent(style.colour, 0.6) if row.passed else colours.alert for row in compared],
                "line": {"width": 1.5},
                "opacity": 1,
            },
            customdata=[(row.model, row.clip_id) for row in compared],
            hovertext=[_hover(row) for row in compared],
            hoverinfo="text",
            showlegend=False,
        )
        _annotate(figure, rows, place, alert=colours.alert, floor=floor)
    if tolerance:
        within = transparent(colours.muted, 0.12)
        figure.add_vrect(x0=floor / 2, x1=tolerance, fillcolor=within, line_width=0, layer="below")
        figure.add_vline(x=tolerance, line={"color": colours.ink, "width": 1.5})
    figure.update_xaxes(
        title={"text": f"|recomputed − historical| MAD ({unit}), logarithmic"},
        type="log",
        **_ticks(floor, max(largest, tolerance, 10 * floor)),
    )
    figure.update_yaxes(
        tickvals=list(range(len(models))),
        ticktext=[label(model) for model in models],
        range=[len(models) - 0.5, -0.5],
        showgrid=False,
        ticks="",
    )
    figure.update_layout(margin={"r": 190})
    return figure


def _hover(row: GateRow) -> str:
    digits = METRICS["mad"].digits + 1
    lines = [f"<b>{literal(row.clip_id)}</b>, {literal(row.model)}"]
    lines += [
        f"{name} {number(value, digits)}"
        for name in ("historical", "recomputed", "difference")
        if (value := getattr(row, name)) is not None
    ]
    return "<br>".join([*lines, "within tolerance" if row.passed else "stops the aggregate"])


def _annotate(figure: go.Figure, rows: list[GateRow], place: int, *, alert: str, floor: float) -> None:
    """Beside the row how many pass, and at its farthest point which clip that is."""
    passed, alone = sum(row.passed for row in rows), sum(row.difference is None for row in rows)
    text = f"{passed} of {len(rows)} within" + (f"<br>{alone} in only one of the two" if alone else "")
    beside = {"xref": "paper", "x": 1, "xanchor": "left", "xshift": 14, "align": "left"}
    figure.add_annotation(text=text, y=place, showarrow=False, **beside)
    failing = [row for row in rows if row.difference is not None and not row.passed]
    if failing:
        worst = max(failing, key=lambda row: row.difference or 0.0)
        more = f" and {len(failing) - 1} more" if len(failing) > 1 else ""
        figure.add_annotation(
            text=f"{label(worst.clip_id)}{more}",
            x=log10(max(worst.difference or 0.0, floor)),
            y=place,
            xanchor="right",
            yanchor="bottom",
            xshift=8,
            yshift=9,
            showarrow=False,
            font={"size": 13, "color": alert},
        )


def _ticks(floor: float, largest: float) -> dict[str, object]:
    """A tick a decade from ``floor`` up; the first one stands for everything down to zero."""
    values = [floor * 10.0**power for power in range(ceil(log10(largest / floor)) + 1)]
    return {
        "range": [log10(floor) - 0.3, log10(largest) + 0.4],
        "tickvals": values,
        "ticktext": [f"≤ {values[0]:g}", *(f"{value:g}" for value in values[1:])],
    }
