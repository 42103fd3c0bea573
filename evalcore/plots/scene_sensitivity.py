"""How much of a scene score is alignment: every model and sample after each of the five alignments."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import mean

import plotly.graph_objects as go

from evalcore.metrics import METRICS
from evalcore.plots.forest import padded
from evalcore.plots.selection import choose
from evalcore.plots.style import method_styles
from evalcore.plots.text import axis_title, label, literal, number
from evalcore.plots.theme import Theme, blank, empty
from evalcore.scene import AlignmentRow
from evalcore.scene.config import RELEASE
from evalcore.tables.scene_figures import shown
from evalcore.tables.scene_sensitivity import ALIGNMENTS, Sensitivity
from evalcore.tables.wording import counted

__all__ = ["scene_sensitivity_plot"]

ROOM = 0.62  # of the distance between two alignments, for the models beside each other


def scene_sensitivity_plot(
    rows: Sensitivity,
    metric: str,
    *,
    models: Sequence[str] | None = None,
    theme: Theme = "evalcore_light",
) -> go.Figure:
    """Samples as small markers and the mean over them as a line, one colour a model, side by side for each alignment.

    Means are over the samples that the alignment is possible for; the hover text says how many.

    Parameters
    ----------
    rows
        (model, sample) -> what :func:`evalcore.scene.alignments` returned.
    metric
        One of the four figures of geometry; shown as a percentage.
    models
        All models of the result, for the same colours as in its other figures; default those of ``rows``.
    theme
        ``evalcore_light`` or ``evalcore_dark``.

    Returns
    -------
    plotly.graph_objects.Figure
        The ``customdata`` of each small marker is (model, sample_id), of each mean (model,).

    Raises
    ------
    InputError
        ``rows`` has a model that ``models`` has not.
    """
    spec = METRICS[metric]
    names = list(dict.fromkeys(model for model, _ in rows))
    styles = method_styles(models or names, theme)
    chosen = choose(names, models or names, what="model")
    samples = len({sample_id for _, sample_id in rows})
    figure = blank(
        theme,
        title=f"{spec.label} after each alignment",
        subtitle=f"Large markers: mean over {counted(samples, 'sample')}; small ones: the samples",
        detail=f"The release aligns by {RELEASE.align}",
        height=360,
    )
    if not names:
        return empty(figure, "There is no sample to align")
    for place, model in enumerate(chosen):
        offset = ROOM * ((place + 0.5) / len(chosen) - 0.5)
        mine = {
            sample_id: {one.align: one for one in modes} for (name, sample_id), modes in rows.items() if name == model
        }
        points = [
            (x + offset, value, sample_id, align)
            for x, align in enumerate(ALIGNMENTS)
            for sample_id, modes in mine.items()
            if (value := _value(modes[align], metric)) is not None
        ]
        style = styles[model]
        figure.add_scatter(
            x=[x for x, *_ in points],
            y=[value for _, value, *_ in points],
            mode="markers",
            marker={"symbol": f"{style.symbol}-open", "size": 7, "color": style.colour, "opacity": 0.7},
            customdata=[(model, sample_id) for *_, sample_id, _ in points],
            hovertext=[
                f"<b>{literal(sample_id)}</b><br>{literal(model)}<br>{align}: {number(value, spec.digits)} {spec.unit}"
                for _, value, sample_id, align in points
            ],
            hoverinfo="text",
            legendgroup=model,
            showlegend=False,
        )
        means = []
        for x, align in enumerate(ALIGNMENTS):
            values = [value for modes in mine.values() if (value := _value(modes[align], metric)) is not None]
            means.append((x + offset, mean(values) if values else None, len(values), align))
        figure.add_scatter(
            x=[x for x, *_ in means],
            y=[value for _, value, *_ in means],
            name=label(model),
            mode="lines+markers",
            line={"color": style.colour, "dash": style.dash, "width": 2},
            marker={"symbol": style.symbol, "size": 12, "color": style.colour},
            customdata=[(model,)] * len(means),
            hovertext=[
                f"<b>{literal(model)}</b><br>{align}: mean {number(value or 0.0, spec.digits)} {spec.unit}, n {n}"
                for _, value, n, align in means
            ],
            hoverinfo="text",
            legendgroup=model,
            showlegend=True,
        )
    figure.update_xaxes(
        tickvals=list(range(len(ALIGNMENTS))),
        ticktext=list(ALIGNMENTS),
        range=[-0.5, len(ALIGNMENTS) - 0.5],
        title={"text": "Alignment of the prediction to the ground truth"},
        showgrid=False,
    )
    figure.update_yaxes(
        title={"text": axis_title(metric)}, range=padded([shown(metric, bound) or 0.0 for bound in spec.bounds])
    )
    figure.update_layout(legend={"title": {"text": "Model"}, "x": 1.01, "y": 1, "yanchor": "top"})
    return figure


def _value(row: AlignmentRow, metric: str) -> float | None:
    return shown(metric, getattr(row, metric))
