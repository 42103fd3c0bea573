"""The overall rank of each model beside the ranks that it is made of."""

from __future__ import annotations

import plotly.graph_objects as go

from evalcore.judged.ranking import ModelRank, RankResult
from evalcore.metrics import METRICS
from evalcore.plots.forest import beside_rows, row_axis
from evalcore.plots.style import OKABE_ITO
from evalcore.plots.text import axis_title, interval, label, literal, number
from evalcore.plots.theme import Theme, blank, empty, palette
from evalcore.tables import incompleteness
from evalcore.tables.judged_ranks import COMPONENT_RANKS, places, pool_line
from evalcore.tables.judged_scope import interval_line

__all__ = ["rank_plot"]

PARTS = {  # the three that the mean rank is made of: name, colour, marker
    "event_rank": ("Event", OKABE_ITO[0], "circle-open"),
    "structure_rank": ("Structure", OKABE_ITO[1], "square-open"),
    "similarity_rank": ("Similarity", OKABE_ITO[2], "diamond-open"),
}
FIGURE_SPACE = "\u2007"


def rank_plot(result: RankResult, *, theme: Theme = "evalcore_light") -> go.Figure:
    """One row a ranked model, the best on top: overall rank with its interval, and the ranks that it is made of.

    Models that share an overall rank have ``=`` beside it. The first of those that are not ranked is named above.

    Returns
    -------
    plotly.graph_objects.Figure
        The ``customdata`` of each point is (model,).
    """
    order = places(result)
    models, ranks = list(order), [result.models[name] for name in order]
    figure = blank(
        theme,
        title="Overall rank and the ranks behind it",
        subtitle=pool_line(result, digits=12),
        detail=_detail(result),
        height=68 + 30 * len(models),
        above=66,
        incomplete=incompleteness(result),
    )
    if not models:
        return empty(figure, "No model is ranked: each lacks a component")
    ink, hover = palette(theme).ink, [_hover(name, order[name], result.models[name]) for name in models]
    common = {
        "y": list(range(len(models))),
        "mode": "markers",
        "customdata": [(name,) for name in models],
        "hovertext": hover,
        "hoverinfo": "text",
    }
    bounds = [one.overall_rank_ci95 or (one.overall_rank, one.overall_rank) for one in ranks]
    figure.add_scatter(
        x=[one.overall_rank for one in ranks],
        name="Overall",
        marker={"symbol": "line-ns-open", "size": 18, "color": ink, "line": {"width": 4}},
        error_x={
            "type": "data",
            "symmetric": False,
            "array": [high - one.overall_rank for one, (_, high) in zip(ranks, bounds, strict=True)],
            "arrayminus": [one.overall_rank - low for one, (low, _) in zip(ranks, bounds, strict=True)],
            "color": ink,
            "thickness": 2,
            "width": 5,
        },
        **common,
    )
    for key, (name, colour, symbol) in PARTS.items():
        figure.add_scatter(
            x=[getattr(one, key) for one in ranks],
            name=name,
            marker={"symbol": symbol, "size": 12, "color": colour, "line": {"width": 2.5}},
            **common,
        )
    digits = METRICS["rank"].digits
    texts = [f"{number(one.mean_rank, digits)}  {interval(one.mean_rank_ci95, digits) or ''}".rstrip() for one in ranks]
    with_intervals = any(one.mean_rank_ci95 for one in ranks)
    beside_rows(
        figure, texts, head="mean rank [95% interval]" if with_intervals else "mean rank", shift=18, theme=theme
    )
    figure.update_xaxes(
        title={"text": axis_title("rank", along="x")},
        range=[0.5, len(models) + 0.5],
        dtick=1 if len(models) <= 20 else None,
        tick0=1,
    )
    figure.update_yaxes(
        **row_axis([f"{label(name)}  {_aligned(place)}" for name, place in order.items()]), ticklabelstandoff=8
    )
    figure.update_layout(
        margin={"r": 200 if with_intervals else 110},
        legend={"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom", "yref": "paper"},
        showlegend=True,
    )
    return figure


def _detail(result: RankResult) -> str:
    reasons = dict.fromkeys(one.overall_rank_ci95_reason for one in result.models.values())
    said = [f"no interval: {reason}" for reason in reasons if reason]
    if any(one.overall_rank_ci95 for one in result.models.values()):
        said.insert(0, f"{interval_line(result.config)}; PSNR and SSIM held fixed")
    if result.unranked:
        first, more = result.unranked[0].model, len(result.unranked) - 1
        said.append(f"not ranked: {first}{f' and {more} more' if more else ''}")
    text = "; ".join(said)
    return literal(text[:1].upper() + text[1:])


def _aligned(place: str) -> str:
    """The place in bold, as wide for every rank: a figure space is as wide as a digit."""
    number, shared = place.rstrip("="), "=" if place.endswith("=") else FIGURE_SPACE
    return f"{FIGURE_SPACE * (2 - len(number))}<b>{number}{shared}</b>"


def _hover(name: str, place: str, one: ModelRank) -> str:
    digits = METRICS["rank"].digits
    lines = [f"<b>{literal(name)}</b>", f"overall {place}"]
    if one.overall_rank_ci95:
        lines[-1] += f", 95% CI {interval(one.overall_rank_ci95, 1)}"
    lines.append(f"mean rank {number(one.mean_rank, digits)}")
    lines += [f"{head} {number(getattr(one, key), digits)}" for key, head in COMPONENT_RANKS.items()]
    return "<br>".join(lines)
