"""How well reviewers agree: curves over the sweep of tolerances, and rows by stream or without each reviewer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

import plotly.graph_objects as go

from evalcore.plots.forest import interval_point, row_axis
from evalcore.plots.review_curves import Curve, grey_style, numbered_style, sweep_panels
from evalcore.plots.style import Style
from evalcore.plots.text import interval, label, literal, number
from evalcore.plots.theme import Theme, blank, empty, palette
from evalcore.review.potato_result import PotatoResult
from evalcore.review.result import AgreementResult, Coefficient, Localization, Matching
from evalcore.tables import incompleteness
from evalcore.tables.review_agreement import headline_text
from evalcore.tables.review_breakdown import NO_BREAKDOWN
from evalcore.tables.review_figures import tolerance_text
from evalcore.tables.wording import counted

__all__ = ["agreement_rows", "agreement_sweep", "potato_sweep"]

WHEN, WHAT = "When: the marked moments", "What: break, type and severity"
GAP = 0.06  # of the figure's width, between panels of rows
DIGITS = 3


def agreement_sweep(result: AgreementResult, *, theme: Theme = "evalcore_light") -> go.Figure:
    """F1, its chance and kappa_loc on the left, the alphas on the right, over the tolerances, with 95% bands.

    Detection does not depend on the tolerance: it is level.

    Returns
    -------
    plotly.graph_objects.Figure
        The ``customdata`` of each point is (figure, tolerance).
    """
    rows = result.sweep
    ticks = [tolerance_text(row) for row in rows]
    figure = blank(
        theme,
        title="Agreement over the tolerance",
        subtitle=f"{_who(result)}; headline {headline_text(result)}",
        detail=_bands(result),
        height=360,
        above=80,
        incomplete=incompleteness(result),
    )
    found = [row.localization for row in rows]
    when = [
        _matching_curve("F1", [row.matching for row in rows], 0),
        Curve(
            "F1 by chance",
            [one.f1_null for one in found],
            grey_style(theme),
            reasons=[one.f1_reason for one in found],
            n=[counted(one.n_pairs, "pair") for one in found],
        ),
        Curve(
            "kappa_loc",
            [one.kappa_loc for one in found],
            numbered_style(1),
            [one.ci95 for one in found],
            [one.kappa_loc_reason for one in found],
            [f"{counted(one.n_pairs, 'pair')}, {one.n_left_out} left out" for one in found],
        ),
    ]
    what = [
        _alpha_curve("Detection", [result.detection] * len(rows), 2),
        _alpha_curve("Category", [row.category for row in rows], 3),
        _alpha_curve("Severity", [row.severity for row in rows], 4),
    ]
    headline = [row.tolerance for row in rows].index(result.headline_tolerance)
    sweep_panels(figure, {WHEN: when, WHAT: what}, ticks=ticks, headline=headline, theme=theme)
    return figure


def potato_sweep(result: PotatoResult, *, theme: Theme = "evalcore_light") -> go.Figure:
    """The reference implementation's figures over its tolerances; the title says so, and that they have known faults.

    Returns
    -------
    plotly.graph_objects.Figure
        The ``customdata`` of each point is (figure, tolerance).
    """
    rows = result.sweep
    figure = blank(
        theme,
        title="The reference implementation's figures (potato)",
        subtitle=f"{counted(result.n_items, 'item')} of two or more reviewers; no interval is computed",
        detail="With known faults, which stand with the table: to compare with published figures only",
        height=360,
        above=80,
        incomplete=incompleteness(result),
    )
    where = [row.localization for row in rows]
    matched = [counted(one.n_matched_pairs, "matched pair") for one in where]
    reasons = [one.reason for one in where]
    when = [
        Curve("sigma", [one.sigma for one in where], numbered_style(0), reasons=reasons, n=matched),
        Curve("KS", [one.ks for one in where], numbered_style(1), reasons=reasons, n=matched),
    ]
    what = []
    for place, (name, key) in enumerate(
        {"Detection": "detection", "Category": "category", "Severity": "severity"}.items(), start=2
    ):
        parts = [getattr(row, key) for row in rows]
        n = [f"{counted(one.n_units, 'unit')}, {counted(one.n_judgements, 'judgement')}" for one in parts]
        alphas, why = [one.alpha for one in parts], [one.alpha_reason for one in parts]
        what.append(Curve(f"{name} alpha", alphas, numbered_style(place), reasons=why, n=n))
    headline = [row.tolerance for row in rows].index(result.headline_tolerance)
    ticks = [tolerance_text(row) for row in rows]
    sweep_panels(figure, {WHEN: when, WHAT: what}, ticks=ticks, headline=headline, theme=theme)
    return figure


def _who(result: AgreementResult) -> str:
    reviewers = counted(len(result.coverage.by_reviewer), "reviewer")
    return f"{counted(result.coverage.requested, 'answer')} of {reviewers}"


def _bands(result: AgreementResult) -> str:
    if not result.config.resamples:
        return "No interval was asked for"
    return f"95% intervals: bootstrap over items, B = {result.config.resamples}"


def _matching_curve(name: str, parts: Sequence[Matching], place: int) -> Curve:
    return Curve(
        name,
        [one.f1 for one in parts],
        numbered_style(place),
        [one.ci95 for one in parts],
        [one.f1_reason for one in parts],
        [f"{one.n_matched} matched of {counted(one.n_marks, 'mark')}" for one in parts],
    )


def _alpha_curve(name: str, parts: Sequence[Coefficient], place: int) -> Curve:
    return Curve(
        f"{name} alpha",
        [one.alpha for one in parts],
        numbered_style(place),
        [one.ci95 for one in parts],
        [one.alpha_reason for one in parts],
        [f"{counted(one.n_units, 'unit')}, {counted(one.n_judgements, 'judgement')}" for one in parts],
    )


Part = Coefficient | Matching | Localization


def agreement_rows(
    result: AgreementResult,
    by: Literal["stream", "reviewer"] = "stream",
    *,
    names: Mapping[str, str] | None = None,
    theme: Theme = "evalcore_light",
) -> go.Figure:
    """Detection, F1 and kappa_loc with their intervals, one row a stream, or one without each reviewer.

    The dashed line is the figure of all together. ``names`` are what streams or reviewers are called.

    Returns
    -------
    plotly.graph_objects.Figure
        The ``customdata`` of each point is (stream or reviewer,).
    """
    parts: Mapping[str, Mapping[str, Part]] = {
        name: {"Detection alpha": one.detection, "F1": one.matching, "kappa_loc": one.localization}
        for name, one in (result.by_stream if by == "stream" else result.by_reviewer).items()
    }
    everybody: Mapping[str, Part] = {
        "Detection alpha": result.detection,
        "F1": result.headline.matching,
        "kappa_loc": result.headline.localization,
    }
    figure = blank(
        theme,
        title="Agreement by stream" if by == "stream" else "Agreement without each reviewer",
        subtitle=f"At the tolerance {headline_text(result)}; dashed: all together",
        detail=_bands(result),
        height=70 + 40 * max(1, len(parts)),
        above=34,
        incomplete=incompleteness(result),
    )
    if not parts:
        return empty(figure, NO_BREAKDOWN)
    called = [label((names or {}).get(name, name)) for name in parts]
    rows = called if by == "stream" else [f"without {name}" for name in called]
    width = (1 - GAP * (len(everybody) - 1)) / len(everybody)
    low = min(-0.05, *(_bounds_of(one)[0] - 0.05 for mine in parts.values() for one in mine.values()))
    for place, (title, whole) in enumerate(everybody.items()):
        end, style = "" if place == 0 else str(place + 1), numbered_style((2, 0, 1)[place])
        left = place * (width + GAP)
        axis = {"domain": [left, left + width], "range": [low, 1.05], "title": {"text": title}, "anchor": f"y{end}"}
        names_here = row_axis(rows if place == 0 else [""] * len(rows))
        figure.update_layout({f"xaxis{end}": axis, f"yaxis{end}": {**names_here, "anchor": f"x{end}"}})
        if (value := _value(whole)) is not None:
            figure.add_shape(
                type="line",
                x0=value,
                x1=value,
                xref=f"x{end}",
                y0=0,
                y1=1,
                yref="paper",
                line={"color": palette(theme).muted, "width": 2, "dash": "dash"},
                layer="below",
            )
        for row, (name, mine) in enumerate(parts.items()):
            _row(figure, mine[title], row, style, name, f"<b>{rows[row]}</b><br>{title}", end, theme)
    return figure


def _row(figure: go.Figure, one: Part, place: int, style: Style, name: str, head: str, end: str, theme: Theme) -> None:
    value, why = _value(one), _why(one)
    axes = {"xaxis": f"x{end}", "yaxis": f"y{end}"}
    if value is None:
        figure.add_annotation(
            text="n/a",
            x=0.5,
            xref=f"x{end}",
            y=place,
            yref=f"y{end}",
            showarrow=False,
            hovertext=f"{head}<br>{literal(why or '')}",
            font={"color": palette(theme).muted, "size": 13},
        )
        return
    ci = interval(one.ci95, DIGITS)
    spread = f"95% CI {ci}" if ci else f"no interval: {literal(one.ci95_reason or 'none was asked for')}"
    hover = f"{head} {number(value, DIGITS)}<br>{spread}"
    point = interval_point(value, one.ci95, place=place, style=style, customdata=(name,), hover=hover)
    figure.add_trace(point.update(axes))


def _value(one: Part) -> float | None:
    if isinstance(one, Coefficient):
        return one.alpha
    return one.f1 if isinstance(one, Matching) else one.kappa_loc


def _why(one: Part) -> str | None:
    if isinstance(one, Coefficient):
        return one.alpha_reason
    return one.f1_reason if isinstance(one, Matching) else one.kappa_loc_reason


def _bounds_of(one: Part) -> tuple[float, float]:
    value = _value(one) or 0.0
    return one.ci95 or (value, value)
