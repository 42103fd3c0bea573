"""How each method is drawn: colour, dash and marker, so that no figure depends on colour alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from evalcore.plots.theme import Theme, palette
from evalcore.rollout.data import BASELINES

__all__ = ["OKABE_ITO", "Style", "method_styles", "transparent"]

# Okabe & Ito, "Color Universal Design" (2008), without black (the baselines') and yellow (lost on a white page).
OKABE_ITO = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
# 6 colours, 5 dashes and 7 markers have no common divisor: 210 methods before a combination comes again.
DASHES = ("solid", "longdash", "dashdot", "longdashdot", "12px,3px,3px,3px,3px,3px")
MARKERS = ("circle", "square", "diamond", "triangle-up", "triangle-down", "pentagon", "star")
BASELINE_DASHES = ("dash", "dot")
BASELINE_MARKERS = ("x", "cross")


@dataclass(frozen=True)
class Style:
    """Colour (#rrggbb), dash and marker symbol of one method, in plotly's terms."""

    colour: str
    dash: str
    symbol: str


def method_styles(methods: Iterable[str], theme: Theme) -> Mapping[str, Style]:
    """The style of each method, by its place among the models in ``methods``; baselines are grey.

    Give all methods of a result, also where only some are drawn: a method keeps its style in every figure.

    >>> method_styles(["good", "persistence"], "evalcore_light")["good"]
    Style(colour='#0072b2', dash='solid', symbol='circle')
    """
    greys = palette(theme).baselines
    models = [name for name in dict.fromkeys(methods) if name not in BASELINES]
    styles = {
        name: Style(OKABE_ITO[i % len(OKABE_ITO)], DASHES[i % len(DASHES)], MARKERS[i % len(MARKERS)])
        for i, name in enumerate(models)
    }
    for i, name in enumerate(BASELINES):
        styles[name] = Style(greys[i], BASELINE_DASHES[i], BASELINE_MARKERS[i])
    return styles


def transparent(colour: str, alpha: float) -> str:
    """``#rrggbb`` with an opacity, as plotly takes it.

    >>> transparent("#0072b2", 0.2)
    'rgba(0,114,178,0.2)'
    """
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{alpha:g})"
