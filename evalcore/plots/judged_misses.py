"""What becomes of the conditions of a scope: right, and every kind of miss."""

from __future__ import annotations

import plotly.graph_objects as go

from evalcore.judged.config import JudgedComponent
from evalcore.judged.result import ModelScore
from evalcore.metrics import METRICS
from evalcore.plots.forest import row_axis
from evalcore.plots.style import OKABE_ITO
from evalcore.plots.text import label, literal, number
from evalcore.plots.theme import Theme, blank, empty, palette
from evalcore.tables import incompleteness
from evalcore.tables.judged_scope import Judged, scope_notes, scores_of
from evalcore.tables.judged_tasks import OUTCOME_WORDS, tally
from evalcore.tables.wording import counted

__all__ = ["miss_bars"]

_, VERMILION, GREEN, PURPLE, ORANGE, SKY_BLUE = OKABE_ITO
GREY = "#7d8590"
# Colour and pattern of each part, so that none depends on colour alone.
PARTS: dict[JudgedComponent, dict[str, tuple[str, str]]] = {
    "event": {
        "correct": (GREEN, ""),
        "wrong": (VERMILION, "/"),
        "other": (ORANGE, "\\"),
        "uncertain": (SKY_BLUE, "."),
        "unknown_label": (PURPLE, "x"),
        "missing": (GREY, "-"),
    },
    "structure": {
        "clear": (GREEN, ""),
        "flagged": (VERMILION, "/"),
        "uncertain": (SKY_BLUE, "."),
        "missing": (GREY, "-"),
    },
}
COLUMNS = {"event": "outcome", "structure": "verdict"}
NARROWEST = 0.05  # share of the conditions; narrower parts are not numbered


def miss_bars(result: Judged, component: JudgedComponent = "event", *, theme: Theme = "evalcore_light") -> go.Figure:
    """One bar a model of all conditions of the scope: what is right, then every kind of miss; the best on top.

    The order is by the number that is right, which differs from the score's: a score weighs tasks and classes alike.

    Returns
    -------
    plotly.graph_objects.Figure
        The ``customdata`` of each part is (model, outcome or verdict).
    """
    scores, parts = scores_of(result), PARTS[component]
    tallies = {name: tally(score, COLUMNS[component]) for name, score in scores.items()}
    right = next(iter(parts))
    models = sorted(scores, key=lambda name: (-tallies[name].get(right, 0), name))
    figure = blank(
        theme,
        title=f"{METRICS[component].label}: what becomes of the conditions of {label(result.subset)}",
        subtitle=scope_notes(result, shown=label)[0],
        detail=_detail(component),
        height=64 + 30 * len(models),
        above=40,
        incomplete=incompleteness(result),
    )
    if not models:
        return empty(figure, "There is no model")
    for part, (colour, pattern) in parts.items():
        counts = [tallies[name].get(part, 0) for name in models]
        totals = [len(scores[name].conditions) for name in models]
        figure.add_bar(
            x=counts,
            y=list(range(len(models))),
            orientation="h",
            name=_word(part),
            marker={
                "color": colour,
                "pattern": {
                    "shape": pattern,
                    "fillmode": "overlay",
                    "fgcolor": "#000000",
                    "fgopacity": 0.3,
                    "size": 7,
                    "solidity": 0.2,
                },
                "line": {"color": palette(theme).paper, "width": 1},
            },
            text=[str(n) if n > NARROWEST * total else "" for n, total in zip(counts, totals, strict=True)],
            textposition="inside",
            insidetextanchor="middle",
            textangle=0,
            textfont={"color": "#000000", "size": 12},
            customdata=[(name, part) for name in models],
            hovertext=[_hover(name, scores[name], part, n) for name, n in zip(models, counts, strict=True)],
            hoverinfo="text",
        )
    figure.update_xaxes(
        title={"text": "Conditions"}, range=[0, max(len(score.conditions) for score in scores.values())]
    )
    figure.update_yaxes(**row_axis([label(name) for name in models]))
    figure.update_layout(
        barmode="stack",
        bargap=0.25,
        legend={"orientation": "h", "x": 0, "y": 1, "yanchor": "bottom", "traceorder": "normal"},
        showlegend=True,
    )
    return figure


def _word(part: str) -> str:
    return OUTCOME_WORDS.get(part, part)


def _detail(component: JudgedComponent) -> str:
    right, all_else = ("correct", "incorrect") if component == "event" else ("clear", "not clear")
    return f"All but {right} count as {all_else}; the score weighs tasks alike, not conditions"


def _hover(name: str, score: ModelScore, part: str, n: int) -> str:
    total = len(score.conditions)
    share = number(100 * n / total, 1) if total else "0"
    return f"<b>{literal(name)}</b><br>{_word(part)}: {n} of {counted(total, 'condition')} ({share} %)"
