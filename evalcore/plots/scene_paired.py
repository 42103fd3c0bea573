"""Paired differences of scene scores: every model against one other, with intervals over samples."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from evalcore.errors import InputError
from evalcore.metrics import METRICS
from evalcore.plots.forest import beside_rows, interval_point, row_axis
from evalcore.plots.paired import difference_range, mark_sides
from evalcore.plots.style import method_styles
from evalcore.plots.text import interval, label, literal, number
from evalcore.plots.theme import Theme, blank, palette
from evalcore.scene import PairedResult
from evalcore.tables import incompleteness
from evalcore.tables.scene_figures import INTERVALS, points, shown

__all__ = ["scene_paired_forest"]


def scene_paired_forest(
    pairs: Sequence[PairedResult], *, models: Sequence[str] | None = None, theme: Theme = "evalcore_light"
) -> go.Figure:
    """Mean difference and 95% interval of each model against one other, in the order given, with the zero line.

    Parameters
    ----------
    pairs
        Comparisons on one figure with one other model.
    models
        All models of the result, for the same colours as in its other figures; default those of ``pairs``.
    theme
        ``evalcore_light`` or ``evalcore_dark``.

    Returns
    -------
    plotly.graph_objects.Figure
        The ``customdata`` of each point is (model,).

    Raises
    ------
    InputError
        No comparison, or comparisons of several figures or with several others.
    """
    kinds = {(pair.metric, pair.other) for pair in pairs}
    if len(kinds) != 1:
        found = ", ".join(f"{metric} against {other}" for metric, other in sorted(kinds)) or "no comparison"
        raise InputError(f"a figure of comparisons has one figure and one other model; found {found}.")
    ((metric, other),) = kinds
    spec, unit = METRICS[metric], points(metric)
    styles = method_styles(models or [other, *(pair.model for pair in pairs)], theme)
    note = "; not adjusted for the number of comparisons" if len(pairs) > 1 else ""
    for reason in dict.fromkeys(pair.ci95_reason for pair in pairs if pair.ci95 is None):
        note += f"; no interval: {literal(reason or '')}"
    figure = blank(
        theme,
        title=f"{spec.label} differences to {label(other)}",
        subtitle=f"Mean difference over samples. {INTERVALS}{note}",
        height=64 + 40 * max(2, len(pairs)),
        above=36,
        incomplete=next(filter(None, map(incompleteness, pairs)), None),
    )
    texts: list[str] = []
    reach: list[float] = []
    for place, pair in enumerate(pairs):
        mean, low, high = (shown(metric, value) or 0.0 for value in (pair.mean, *(pair.ci95 or (0.0, 0.0))))
        bounds = (low, high) if pair.ci95 else None
        text = f"{number(mean, spec.digits)}  {interval(bounds, spec.digits) or 'no interval'}"
        lines = [
            f"<b>{literal(pair.model)} − {literal(other)}</b>",
            f"mean {text} {unit}",
            f"n {pair.n}, wins {pair.wins}, ties {pair.ties}, losses {pair.n - pair.wins - pair.ties}",
        ]
        figure.add_trace(
            interval_point(
                mean,
                bounds,
                place=place,
                style=styles[pair.model],
                customdata=(pair.model,),
                hover="<br>".join(lines),
            )
        )
        texts.append(text)
        reach += bounds or (mean,)
    suffix = f" ({unit})" if unit else ""
    figure.update_xaxes(
        title={"text": f"Difference in {spec.label}{suffix}, model − {label(other)}"}, range=difference_range(reach)
    )
    figure.update_yaxes(**row_axis([label(pair.model) for pair in pairs]))
    figure.add_vline(x=0, line={"color": palette(theme).ink, "width": 1.5})
    mark_sides(figure, metric, theme, baseline=other)
    beside_rows(figure, texts, head="mean [95% interval]", shift=18, theme=theme)
    wins = [f"{pair.wins} / {pair.n}" + (f", {pair.ties} tied" if pair.ties else "") for pair in pairs]
    beside_rows(figure, wins, head="wins / n", shift=190, theme=theme)
    figure.update_layout(margin={"r": 270})
    return figure
