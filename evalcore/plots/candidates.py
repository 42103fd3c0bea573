"""Where the qualitative candidates lie among all differences."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from evalcore.errors import InputError
from evalcore.metrics import METRICS
from evalcore.plots.paired import difference_range, difference_title, mark_sides
from evalcore.plots.style import method_styles
from evalcore.plots.text import label, literal, number
from evalcore.plots.theme import Theme, blank, palette
from evalcore.rollout.candidates import CandidatesResult
from evalcore.rollout.paired import PairedResult
from evalcore.tables import incompleteness
from evalcore.tables.wording import counted

__all__ = ["candidate_strip"]


def candidate_strip(
    candidates: CandidatesResult,
    pair: PairedResult,
    *,
    methods: Sequence[str] | None = None,
    theme: Theme = "evalcore_light",
) -> go.Figure:
    """All differences in order over their quantile, with the quantile of each rule and the clip chosen for it.

    The line is the linear quantile function that the rules use (``numpy.quantile``); a clip lies at i/(n-1).

    Returns
    -------
    plotly.graph_objects.Figure
        The ``customdata`` of each clip is (clip_id,).

    Raises
    ------
    InputError
        ``candidates`` and ``pair`` are of different comparisons.
    """
    mine, theirs = [(one.method, one.baseline, one.metric) for one in (candidates, pair)]
    if mine != theirs:
        raise InputError(
            f"the candidates are of {' / '.join(mine)}, the pairs of {' / '.join(theirs)}.",
            fix="Compute both from one comparison.",
        )
    spec, colours = METRICS[pair.metric], palette(theme)
    style = method_styles(methods or (pair.method, pair.baseline), theme)[pair.method]
    rows = sorted(pair.pairs, key=lambda row: (row.difference, row.clip_id))
    quantile = {row.clip_id: i / (len(rows) - 1) if len(rows) > 1 else 0.5 for i, row in enumerate(rows)}
    figure = blank(
        theme,
        title=f"Candidates: {label(pair.method)} − {label(pair.baseline)}",
        subtitle=f"{spec.label} differences of {counted(pair.n, 'clip')} by quantile; "
        "a rule takes the clip nearest to its mark",
        height=360,
        above=36,
        incomplete=incompleteness(candidates),
    )
    figure.add_scatter(
        x=[row.difference for row in rows],
        y=[quantile[row.clip_id] for row in rows],
        mode="lines+markers",
        line={"color": colours.muted, "width": 1},
        marker={"size": 7, "color": colours.paper, "line": {"color": colours.muted, "width": 1.5}},
        customdata=[(row.clip_id,) for row in rows],
        hovertext=[f"<b>{literal(r.clip_id)}</b><br>difference {number(r.difference, spec.digits)}" for r in rows],
        hoverinfo="text",
        showlegend=False,
    )
    for rule, choice in candidates.rules.items():
        figure.add_hline(y=choice.quantile, line={"color": colours.grid, "width": 1.5}, layer="below")
        figure.add_scatter(
            x=[choice.value],
            y=[choice.quantile],
            mode="markers",
            marker={"symbol": "line-ns-open", "size": 18, "line": {"width": 2}, "color": colours.ink},
            hovertext=[f"<b>{rule}</b><br>quantile {choice.quantile:g} at {number(choice.value, spec.digits)}"],
            hoverinfo="text",
            showlegend=False,
        )
    rules_of: dict[str, list[str]] = {}
    for rule, choice in candidates.rules.items():
        rules_of.setdefault(choice.clip_id, []).append(rule)
    chosen = {choice.clip_id: choice.difference for choice in candidates.rules.values()}
    figure.add_scatter(
        x=list(chosen.values()),
        y=[quantile[clip_id] for clip_id in chosen],
        mode="markers",
        marker={"symbol": style.symbol, "size": 13, "color": style.colour},
        customdata=[(clip_id,) for clip_id in chosen],
        hovertext=[
            f"<b>{literal(clip_id)}</b><br>chosen for {', '.join(rules)}<br>"
            f"difference {number(chosen[clip_id], spec.digits)}"
            for clip_id, rules in rules_of.items()
        ],
        hoverinfo="text",
        showlegend=False,
    )
    low, high = min(chosen.values()), max(chosen.values())
    for clip_id, rules in rules_of.items():
        # The curve rises, so that above-left and below-right of a point are free; take the one with more room.
        leftward = chosen[clip_id] > (low + high) / 2
        marks = [chosen[clip_id], *(candidates.rules[rule].value for rule in rules)]
        figure.add_annotation(
            x=min(marks) if leftward else max(marks),
            y=quantile[clip_id],
            text=f"<b>{', '.join(rules)}</b>  {label(clip_id)}",
            xanchor="right" if leftward else "left",
            yanchor="bottom" if leftward else "top",
            xshift=-10 if leftward else 10,
            yshift=2 if leftward else -2,
            bgcolor=colours.paper,
            showarrow=False,
        )
    figure.add_vline(x=0, line={"color": colours.ink, "width": 1.5})
    reach = [row.difference for row in rows]
    figure.update_xaxes(title={"text": difference_title(pair.metric)}, range=difference_range(reach))
    figure.update_yaxes(
        title={"text": "Quantile"},
        tickvals=[choice.quantile for choice in candidates.rules.values()],
        range=[-0.09, 1.09],
        showgrid=False,
    )
    mark_sides(figure, pair.metric, theme, baseline=pair.baseline)
    return figure
