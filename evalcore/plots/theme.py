"""The look of every figure: one template a theme, set on the figure itself and never as plotly's global default."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import plotly.graph_objects as go

from evalcore.errors import InputError

__all__ = ["PALETTES", "Palette", "Theme", "blank", "empty", "palette", "template"]

Theme = Literal["evalcore_light", "evalcore_dark"]

# The first family that a machine has is used; the last ones exist wherever Chromium or a desktop is installed.
FONT = "Helvetica Neue, Helvetica, Arial, Liberation Sans, DejaVu Sans, sans-serif"


@dataclass(frozen=True)
class Palette:
    """Colours of a theme that belong to no model; ``baselines`` are the greys of the baselines in their order."""

    paper: str
    ink: str
    muted: str
    grid: str
    alert: str
    baselines: tuple[str, ...]


PALETTES: dict[str, Palette] = {
    "evalcore_light": Palette("#ffffff", "#1b1f24", "#57606a", "#e4e7eb", "#b00020", ("#1b1f24", "#7d8590")),
    "evalcore_dark": Palette("#0e1117", "#f0f3f6", "#a9b3be", "#2b313a", "#ff7b72", ("#f0f3f6", "#8b949e")),
}


def palette(theme: str) -> Palette:
    """The colours of ``theme``.

    Raises
    ------
    InputError
        No such theme.
    """
    if theme not in PALETTES:
        raise InputError(f"there is no theme {theme!r}.", fix=f"There are: {', '.join(PALETTES)}.")
    return PALETTES[theme]


def template(theme: Theme) -> go.layout.Template:
    """The plotly template of ``theme``, for ``figure.update_layout(template=...)``."""
    colours = palette(theme)
    axis = {
        "gridcolor": colours.grid,
        "linecolor": colours.muted,
        "tickcolor": colours.muted,
        "ticks": "outside",
        "ticklen": 5,
        "showline": True,
        "zeroline": False,
        "automargin": True,
        "ticklabelstandoff": 4,
        "title": {"font": {"size": 15}, "standoff": 12},
        "tickfont": {"size": 13},
    }
    return go.layout.Template(
        layout={
            "font": {"family": FONT, "size": 14, "color": colours.ink},
            "paper_bgcolor": colours.paper,
            "plot_bgcolor": colours.paper,
            "xaxis": axis,
            "yaxis": axis,
            "margin": {"l": 84, "r": 24, "b": 60},
            "title": {
                "font": {"size": 20},
                "x": 0,
                "xref": "paper",
                "xanchor": "left",
                "y": 1,
                "yref": "container",
                "yanchor": "top",
                "pad": {"t": 16},
            },
            "legend": {"font": {"size": 13}, "title": {"font": {"size": 13}}, "itemwidth": 44, "tracegroupgap": 3},
            "hoverlabel": {
                "font": {"family": FONT, "size": 13, "color": colours.ink},
                "bgcolor": colours.paper,
                "bordercolor": colours.muted,
                "align": "left",
                "namelength": -1,
            },
            "hovermode": "closest",
            "dragmode": "zoom",
        }
    )


def blank(
    theme: Theme,
    *,
    title: str,
    subtitle: str,
    height: int,
    detail: str = "",
    incomplete: str | None = None,
    above: int = 16,
) -> go.Figure:
    """A figure without traces: template, title, and what is missing where the run is incomplete.

    ``title``, ``subtitle`` and ``detail``, a further line below it, are plotly text: names from files have to be
    escaped before. ``height`` is that of the plot with what is below it, ``above`` the room kept free between the
    headings and the plot, in pixels.
    """
    colours = palette(theme)
    lines = [("subtitle", subtitle, colours.muted)]
    if detail:
        lines.append(("detail", detail, colours.muted))
    if incomplete:
        lines.append(("incomplete", f"<b>{incomplete}</b>", colours.alert))
    top = 40 + 24 * len(lines) + above
    figure = go.Figure()
    figure.update_layout(template=template(theme), title={"text": title}, height=height + top, margin={"t": top})
    for place, (name, text, colour) in enumerate(lines):
        _heading(figure, name, text, shift=top - 50 - 24 * place, colour=colour)
    return figure


def _heading(figure: go.Figure, name: str, text: str, *, shift: int, colour: str) -> None:
    """A line under the title, left-aligned with the plot, ``shift`` pixels above it."""
    left = {"xref": "paper", "x": 0, "xanchor": "left", "xshift": -2, "align": "left"}
    top = {"yref": "paper", "y": 1, "yanchor": "middle", "yshift": shift}
    figure.add_annotation(name=name, text=text, showarrow=False, font={"size": 14, "color": colour}, **left, **top)


def empty(figure: go.Figure, message: str) -> go.Figure:
    """Say in the middle of ``figure`` why there is nothing to see; the axes go."""
    figure.add_annotation(
        name="empty", text=message, x=0.5, y=0.5, xref="paper", yref="paper", showarrow=False, font={"size": 16}
    )
    figure.update_xaxes(visible=False)
    figure.update_yaxes(visible=False)
    figure.update_layout(height=300)
    return figure
