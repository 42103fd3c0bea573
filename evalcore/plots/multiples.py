"""One small panel a clip, all with the same axes."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt
from typing import Any

import plotly.graph_objects as go

from evalcore.errors import InputError
from evalcore.metrics import METRICS
from evalcore.plots.selection import choose
from evalcore.plots.steps import Axis, StepAxis, sample_spread, value_range
from evalcore.plots.style import method_styles
from evalcore.plots.text import axis_title, label, literal
from evalcore.plots.theme import Theme, blank, empty
from evalcore.rollout.data import BASELINES
from evalcore.rollout.result import ClipScore, Metric, RolloutResult
from evalcore.tables import incompleteness

__all__ = ["panel_pages", "small_multiples"]

PANEL_HEIGHTS = {1: 300, 2: 210, 3: 160}  # pixels, by number of rows; 118 from four rows on
PANEL_GAP, BOTTOM = 38, 72
PANEL_SPACE = 0.027  # of the width
PER_PAGE = 30


def panel_pages(result: RolloutResult, methods: Sequence[str] | None = None, *, per_page: int = PER_PAGE) -> int:
    """How many pages :func:`small_multiples` has for these ``methods``: at least one, which is empty without clips.

    Raises
    ------
    InputError
        A method that the result does not have.
    """
    return max(1, ceil(len(_clip_ids(_clips_of(result, methods))) / per_page))


def small_multiples(
    result: RolloutResult,
    metric: Metric,
    *,
    axis: Axis = "step",
    methods: Sequence[str] | None = None,
    page: int = 0,
    per_page: int = PER_PAGE,
    columns: int | None = None,
    theme: Theme = "evalcore_light",
) -> go.Figure:
    """Per-step curves of each clip in a grid of panels.

    The vertical axis is the same on all pages, so that pages can be compared.

    Parameters
    ----------
    result, metric, axis, methods, theme
        As in :func:`evalcore.plots.step_curves`.
    page
        Which ``per_page`` clips to show, from 0 to ``panel_pages(...) - 1``; clips are in the order of the result.
    per_page, columns
        Panels of a page, and of a row (default by their number, at most 6).

    Returns
    -------
    plotly.graph_objects.Figure
        The ``customdata`` of each point is (method, clip_id, step).

    Raises
    ------
    InputError
        A method that the result does not have, or a page beyond the last.
    """
    steps = StepAxis(result, axis)
    chosen = choose(methods, result.methods, what="method")
    clips = _clips_of(result, methods)
    clip_ids = _clip_ids(clips)
    pages = panel_pages(result, methods, per_page=per_page)
    if not 0 <= page < pages:
        raise InputError(f"there is no page {page}.", fix=f"The {len(clip_ids)} clips have pages 0 to {pages - 1}.")
    shown = clip_ids[page * per_page : (page + 1) * per_page]
    columns = max(1, min(columns or min(6, ceil(sqrt(1.4 * len(shown)))), len(shown)))
    rows = max(1, ceil(len(shown) / columns))
    panel = PANEL_HEIGHTS.get(rows, 118)
    subtitle = (
        f"Clips {page * per_page + 1} to {page * per_page + len(shown)} of {len(clip_ids)}, same axes in all panels"
    )
    figure = blank(
        theme,
        title=f"Per-step {METRICS[metric].label} of each clip",
        subtitle=subtitle if shown else "",
        height=rows * panel + (rows - 1) * PANEL_GAP + BOTTOM,
        above=32,
        incomplete=incompleteness(result),
    )
    values = [value for clip in clips for value in getattr(clip, f"per_step_{metric}")]
    if not values:
        return empty(figure, "No clip has a value")
    figure.update_layout(_axes(len(shown), columns, panel, steps.layout(few=True), value_range(metric, values)))
    figure.layout.annotations = (*figure.layout.annotations, *map(_name, range(len(shown)), shown))
    figure.add_traces(_curves(result, shown, chosen, steps, metric, theme))
    _shared_titles(figure, steps.title, axis_title(metric))
    figure.update_layout(
        margin={"b": BOTTOM, "l": 84},
        legend={"title": {"text": "Method"}, "x": 1.01, "y": 1, "yanchor": "top"},
        showlegend=True,
    )
    return figure


def _clips_of(result: RolloutResult, methods: Sequence[str] | None) -> list[ClipScore]:
    chosen = choose(methods, result.methods, what="method")
    return [clip for clip in result.clips if clip.method in chosen]


def _clip_ids(clips: Sequence[ClipScore]) -> list[str]:
    return list(dict.fromkeys(clip.clip_id for clip in clips))


def _curves(
    result: RolloutResult,
    clip_ids: Sequence[str],
    methods: Sequence[str],
    steps: StepAxis,
    metric: Metric,
    theme: Theme,
) -> list[go.Scatter]:
    styles = method_styles(result.methods, theme)
    panels = {clip_id: place for place, clip_id in enumerate(clip_ids)}
    in_legend: set[str] = set()
    traces = []
    for clip in result.clips:
        if clip.clip_id not in panels or clip.method not in methods:
            continue
        axis = _axis(panels[clip.clip_id])
        values, style = getattr(clip, f"per_step_{metric}"), styles[clip.method]
        head = f"{literal(clip.clip_id)}</b>, {literal(clip.method)}<b>"
        # Long dashes fall between the markers of a small panel, so that models are told apart by marker and colour.
        dash = "4px,3px" if clip.method in BASELINES else "solid"
        traces.append(
            go.Scatter(
                xaxis=f"x{axis}",
                yaxis=f"y{axis}",
                x=steps.x,
                y=list(values),
                name=label(clip.method),
                legendgroup=clip.method,
                legendrank=methods.index(clip.method),
                showlegend=clip.method not in in_legend,
                mode="lines+markers",
                line={"color": style.colour, "dash": dash, "width": 1.8},
                marker={"symbol": style.symbol, "size": 5, "color": style.colour},
                customdata=[(clip.method, clip.clip_id, step) for step in steps.steps],
                hovertext=steps.hover(metric, values, head=head, tail=sample_spread(clip, metric)),
                hoverinfo="text",
            )
        )
        in_legend.add(clip.method)
    return traces


def _axis(place: int) -> str:
    """Plotly's number of the axes of a panel: the first has none."""
    return str(place + 1) if place else ""


def _axes(
    n_panels: int, columns: int, panel: int, x: dict[str, Any], y_range: list[float] | None
) -> dict[str, dict[str, Any]]:
    """One pair of axes a panel, with tick labels at the left and at the lowest panel of each column."""
    small = {"tickfont": {"size": 11}, "ticklen": 3}
    rows = ceil(n_panels / columns)
    height = rows * panel + (rows - 1) * PANEL_GAP
    width = (1 - PANEL_SPACE * (columns - 1)) / columns
    layout: dict[str, dict[str, Any]] = {}
    for place in range(n_panels):
        row, column = divmod(place, columns)
        axis = _axis(place)
        left, top = column * (width + PANEL_SPACE), 1 - row * (panel + PANEL_GAP) / height
        layout[f"xaxis{axis}"] = {
            "domain": [left, min(1.0, left + width)],
            "anchor": f"y{axis}",
            "showticklabels": place + columns >= n_panels,
            **({"matches": "x"} if place else {}),
            **small,
            **x,
        }
        layout[f"yaxis{axis}"] = {
            "domain": [max(0.0, top - panel / height), top],
            "anchor": f"x{axis}",
            "showticklabels": column == 0,
            "range": y_range,
            "nticks": 4,
            **({"matches": "y"} if place else {}),
            **small,
        }
    return layout


def _name(place: int, clip_id: str) -> go.layout.Annotation:
    return go.layout.Annotation(
        name="clip",
        text=label(clip_id),
        x=0,
        y=1,
        xref=f"x{_axis(place)} domain",
        yref=f"y{_axis(place)} domain",
        xanchor="left",
        yanchor="bottom",
        xshift=-2,
        yshift=1,
        showarrow=False,
        font={"size": 12},
    )


def _shared_titles(figure: go.Figure, x: str, y: str) -> None:
    shared = {"xref": "paper", "yref": "paper", "showarrow": False, "font": {"size": 15}}
    figure.add_annotation(text=x, x=0.5, y=0, yanchor="top", yshift=-34, **shared)
    figure.add_annotation(text=y, x=0, y=0.5, xanchor="right", xshift=-44, textangle=-90, **shared)
