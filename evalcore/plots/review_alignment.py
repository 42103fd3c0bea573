"""A judge against the reviewers' consensus: curves over the tolerance, who sees a break, and how far apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from evalcore.plots.cells import cell_height, column_axis, heat_map
from evalcore.plots.forest import row_axis
from evalcore.plots.review_curves import Curve, numbered_style, sweep_panels
from evalcore.plots.style import OKABE_ITO
from evalcore.plots.text import label, literal, number
from evalcore.plots.theme import Theme, blank, empty, palette
from evalcore.review.alignment_result import AlignmentResult, AlignmentRow, StreamAlignment
from evalcore.review.config import EPSILON, HEADLINE
from evalcore.tables import incompleteness
from evalcore.tables.review_alignment import ALIGNMENT_FIGURES, judge_line, unit_of
from evalcore.tables.review_figures import tolerance_text
from evalcore.tables.wording import counted

__all__ = ["alignment_confusion", "alignment_offsets", "alignment_sweep"]

PANELS = {
    "Whether: break or no break": ("agreement", "kappa", "precision", "recall"),
    "When and why: where both see a break": ("hit_rate", "category_agreement"),
}
OVER = {"hit_rate": ("both", "break seen by both"), "category_agreement": ("n_categories", "hit with two types")}
DIGITS = 2
LATE = "the judge later →"


def alignment_sweep(result: AlignmentResult, *, theme: Theme = "evalcore_light") -> go.Figure:
    """Detection on the left, hits and their types on the right, over the tolerances, with 95% bands.

    Detection changes with the tolerance only by the predictions that are too coarse for it.

    Returns
    -------
    plotly.graph_objects.Figure
        The ``customdata`` of each point is (figure, tolerance).
    """
    rows = result.sweep
    figure = blank(
        theme,
        title=f"Alignment of {label(result.judge or 'a judge')} over the tolerance",
        subtitle=literal(judge_line(result)),
        detail=_coarse_line(rows),
        height=360,
        above=80,
        incomplete=incompleteness(result),
    )
    if not result.streams:
        return empty(figure, "No prediction can be compared with a consensus")
    panels: dict[str, list[Curve]] = {}
    styles = {name: numbered_style(place) for place, name in enumerate(ALIGNMENT_FIGURES)}
    for title, names in PANELS.items():
        panels[title] = [
            Curve(
                ALIGNMENT_FIGURES[name],
                [getattr(row, name) for row in rows],
                styles[name],
                [row.ci95.get(name) for row in rows],
                [getattr(row, f"{name}_reason") for row in rows],
                [_over(row, name) for row in rows],
            )
            for name in names
        ]
    seconds = [row.tolerance for row in rows]
    headline = seconds.index(HEADLINE) if HEADLINE in seconds else None
    ticks = [tolerance_text(row) for row in rows]
    sweep_panels(figure, panels, ticks=ticks, headline=headline, theme=theme)
    return figure


def _over(row: AlignmentRow, name: str) -> str:
    key, noun = OVER.get(name, ("n", "compared stream"))
    return f"n = {getattr(row, key)} ({noun})"


def _coarse_line(rows: Sequence[AlignmentRow]) -> str:
    coarse = [f"{row.left_out} at {tolerance_text(row)}" for row in rows if row.left_out]
    return f"Left out as too coarse: {', '.join(coarse)}" if coarse else "No prediction is too coarse for a tolerance"


def alignment_confusion(row: AlignmentRow, *, judge: str | None, theme: Theme = "evalcore_light") -> go.Figure:
    """The four cells of break or no break at one tolerance.

    Returns
    -------
    plotly.graph_objects.Figure
        The ``customdata`` of each cell is (outcome,), a key of :data:`evalcore.tables.review_alignment.OUTCOMES`.
    """
    figure = blank(
        theme,
        title=f"Breaks seen at the tolerance {tolerance_text(row)}",
        subtitle=f"{counted(row.n, 'compared stream')}, {row.left_out} left out as too coarse",
        detail=_kappa_line(row),
        height=cell_height(2, ["break", "no break"], title=True),
        above=10,
    )
    if not row.n:
        return empty(figure, "No prediction can be compared at this tolerance")
    called = label(judge or "the judge")
    columns, lines = ["judge: break", "judge: no break"], ["reviewers: break", "reviewers: no break"]
    arranged = [["both", "human_only"], ["judge_only", "neither"]]
    counts = [[getattr(row, name) for name in line] for line in arranged]
    heat_map(
        figure,
        [[n / row.n for n in line] for line in counts],
        texts=[[str(n) for n in line] for line in counts],
        customdata=[[(name,) for name in line] for line in arranged],
        hover=[
            [
                f"{lines[i]}<br>{called}: {columns[j].partition(': ')[2]}<br>{counted(counts[i][j], 'stream')}"
                for j in range(2)
            ]
            for i in range(2)
        ],
        limit=1.0,
        title="Share of streams",
        theme=theme,
    )
    figure.update_xaxes(**column_axis(columns))
    figure.update_yaxes(**row_axis(lines), showline=False)
    return figure


def _kappa_line(row: AlignmentRow) -> str:
    if row.kappa is None:
        return f"no kappa ({literal(row.kappa_reason or '')})"
    return f"kappa {number(row.kappa, 3)}, precision {_said(row.precision)}, recall {_said(row.recall)}"


def _said(value: float | None) -> str:
    return "n/a" if value is None else number(value, 3)


def alignment_offsets(
    result: AlignmentResult,
    row: AlignmentRow,
    *,
    names: Mapping[str, str] | None = None,
    theme: Theme = "evalcore_light",
) -> go.Figure:
    """Judge - reviewers of every stream on which both see a break, one row a stream id.

    The band is the tolerance of ``row``, where that is in seconds; filled markers are within it. Bars are as wide as
    the judge can tell. ``names`` are what streams are called.

    Returns
    -------
    plotly.graph_objects.Figure
        The ``customdata`` of each point is (item/stream,).
    """
    both = [one for one in result.streams if one.judge_t is not None and one.human_t is not None]
    streams = sorted({one.stream for one in both})
    tolerance = row.tolerance
    figure = blank(
        theme,
        title="How far the judge's breaks lie from the reviewers'",
        subtitle=f"{counted(len(both), 'stream')} on which both see a break",
        detail=f"Band: the tolerance {tolerance_text(row)}" if tolerance else "",
        height=76 + 44 * max(1, len(streams)),
        above=10,
        incomplete=incompleteness(result),
    )
    if not both:
        return empty(figure, "Judge and reviewers both see a break on no stream")
    colours = palette(theme)
    if tolerance:
        figure.add_vrect(x0=-tolerance, x1=tolerance, fillcolor=colours.grid, line_width=0, layer="below")
    figure.add_vline(x=0, line={"color": colours.muted, "width": 1}, layer="below")
    for within, symbol, colour in ((True, "circle", OKABE_ITO[0]), (False, "circle-open", OKABE_ITO[1])):
        mine = [one for one in both if ((one.offset or 0.0) <= (tolerance or 0.0) + EPSILON) == within]
        figure.add_scatter(
            x=[_late(one) for one in mine],
            y=[streams.index(one.stream) for one in mine],
            name="within" if within else "beyond",
            mode="markers",
            marker={"symbol": symbol, "size": 11, "color": colour, "line": {"width": 2, "color": colour}},
            error_x={"type": "data", "array": [one.resolution or 0.0 for one in mine], "thickness": 1, "width": 0},
            customdata=[(unit_of(one),) for one in mine],
            hovertext=[_offset_hover(one) for one in mine],
            hoverinfo="text",
        )
    reach = max(1.2 * (tolerance or 0.0), *(abs(_late(one)) + (one.resolution or 0.0) for one in both), 0.1)
    figure.update_xaxes(title={"text": f"Judge - reviewers (s), {LATE}"}, range=[-1.05 * reach, 1.05 * reach])
    figure.update_yaxes(**row_axis([label((names or {}).get(name, name)) for name in streams]))
    figure.update_layout(showlegend=True, legend={"x": 1.01, "y": 1, "yanchor": "top"})
    return figure


def _late(one: StreamAlignment) -> float:
    return (one.judge_t or 0.0) - (one.human_t or 0.0)


def _offset_hover(one: StreamAlignment) -> str:
    at = f"judge {number(one.judge_t or 0.0, DIGITS)} s, reviewers {number(one.human_t or 0.0, DIGITS)} s"
    return f"<b>{literal(one.item)}</b>, {literal(one.stream)}<br>{at}"
