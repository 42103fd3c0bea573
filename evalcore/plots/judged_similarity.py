"""The similarity diagnostic, condition by condition."""

from __future__ import annotations

import plotly.graph_objects as go

from evalcore.judged.config import SIMILARITY_COMPONENTS, SimilarityComponent
from evalcore.judged.similarity_result import ClipSimilarity, SimilarityResult
from evalcore.metrics import METRICS
from evalcore.plots.forest import many_rows_axis, many_rows_height, mark_mean, padded
from evalcore.plots.style import OKABE_ITO
from evalcore.plots.text import axis_title, interval, label, literal, number
from evalcore.plots.theme import Theme, blank, empty
from evalcore.tables import incompleteness
from evalcore.tables.judged_similarity import DIAGNOSTIC
from evalcore.tables.wording import counted

__all__ = ["similarity_strip"]


def similarity_strip(
    result: SimilarityResult, metric: SimilarityComponent = "psnr", *, theme: Theme = "evalcore_light"
) -> go.Figure:
    """PSNR or SSIM of each condition, the highest on top, with the mean and its 95% interval; a diagnostic.

    Values at the cap of PSNR are hollow. Conditions are named up to 60 of them, beyond that by the hover text.

    Returns
    -------
    plotly.graph_objects.Figure
        The ``customdata`` of each point is (condition_id,).
    """
    spec = METRICS[metric]
    rows = sorted(result.conditions, key=lambda row: (-getattr(row, metric), row.condition_id))
    figure = blank(
        theme,
        title=f"{spec.label} of {label(result.model)} against the references (diagnostic)",
        subtitle=_summary(result, metric),
        detail=DIAGNOSTIC,
        height=many_rows_height(len(rows)),
        incomplete=incompleteness(result),
    )
    if not rows:
        return empty(figure, f"Nothing to show: {literal(result.mean_reason or 'no condition was compared')}")
    colour, values = OKABE_ITO[0], [getattr(row, metric) for row in rows]
    figure.add_scatter(
        x=values,
        y=list(range(len(rows))),
        mode="markers",
        marker={
            "symbol": ["diamond-open" if metric == "psnr" and row.psnr_capped else "circle" for row in rows],
            "size": 10,
            "color": colour,
            "line": {"width": 2, "color": colour},
        },
        customdata=[(row.condition_id,) for row in rows],
        hovertext=[_hover(row) for row in rows],
        hoverinfo="text",
        showlegend=False,
    )
    mean, bounds = result.mean[metric], result.ci95[metric]
    if mean is not None:
        mark_mean(figure, mean, bounds, colour=colour)
    figure.update_xaxes(title={"text": axis_title(metric, along="x")}, range=padded([*values, *(bounds or ())]))
    names = [label(row.condition_id) for row in rows]
    figure.update_yaxes(**many_rows_axis(names, title="Conditions, the highest on top"))
    return figure


def _summary(result: SimilarityResult, metric: str) -> str:
    mean, digits = result.mean[metric], METRICS[metric].digits
    left_out = f"; {result.without_reference} without a reference" if result.without_reference else ""
    of = f"{counted(result.n, 'condition')}{left_out}"
    if mean is None:
        return f"No mean: {literal(result.mean_reason or '')}; {of}"
    bounds = interval(result.ci95[metric], digits)
    said = f"t-based 95% interval {bounds}" if bounds else f"no interval: {literal(result.ci95_reason or '')}"
    return f"Mean {number(mean, digits)}, {said}; {of}"


def _hover(row: ClipSimilarity) -> str:
    values = [
        f"{METRICS[name].label} {number(getattr(row, name), METRICS[name].digits)}" for name in SIMILARITY_COMPONENTS
    ]
    cap = " dB, at its cap" if row.psnr_capped else " dB"
    overlap = f"overlap {number(row.overlap_s, 3)} s"
    return f"<b>{literal(row.condition_id)}</b><br>{values[0]}{cap}<br>{values[1]}<br>{overlap}"
