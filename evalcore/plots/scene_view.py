"""Ground truth and prediction of one sample in three dimensions."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import hypot
from typing import Literal

import numpy as np
import plotly.graph_objects as go

from evalcore.plots import scene_view_parts as parts
from evalcore.plots.scene_view_meshes import DrawnMesh, drawn_meshes
from evalcore.plots.scene_view_parts import Piece
from evalcore.plots.style import OKABE_ITO
from evalcore.plots.text import label
from evalcore.plots.theme import Theme, blank, empty, palette
from evalcore.scene import Comparison, OrientedBox, Side, fitted_box, object_box
from evalcore.scene.objects import SceneObject, bounds_of, moved, points_of, union
from evalcore.tables.scene_objects import ComparedObject, compared_objects
from evalcore.tables.wording import counted

__all__ = ["LAYERS", "Stage", "scene_view"]

Stage = Literal["after", "before"]
LAYERS = ("Meshes", "Pairs", "AABB", "OBB", "Scene boxes", "Ground")
HEIGHT = 560
SIZE = 1.8  # of the diagonal, in plotly's units
MARGIN = 0.12  # of the longest side, kept free around the objects; what the ground covers beyond is cut off
LIFT = 0.015  # of the diagonal: marks stand this far above their objects
FAINT = 0.12  # opacity of the ground, and of what is not selected
SHADES = "Viridis"  # perceptually uniform, and in order under every kind of colour blindness
MISSING, EXTRA = "Missing in prediction", "Extra in prediction"
_, VERMILION, _, PURPLE, ORANGE, SKY_BLUE = OKABE_ITO
STONE = {"evalcore_light": "#aeb6bf", "evalcore_dark": "#8d96a0"}  # of what is neither right nor wrong
PEN = {"evalcore_light": "#0072b2", "evalcore_dark": "#56b4e9"}


@dataclass(frozen=True, eq=False)
class _Shown:
    """One side as it is drawn."""

    side: Side
    pieces: tuple[Piece, ...]
    meshes: Mapping[str, DrawnMesh]

    def of(self, *statuses: str) -> list[Piece]:
        return [piece for piece in self.pieces if piece.row.status in statuses]

    @property
    def counting(self) -> list[SceneObject]:
        return [piece.one for piece in self.pieces if piece.row.status != "ground"]


def scene_view(
    truth: Side,
    prediction: Side,
    *,
    found: Comparison | None,
    title: str,
    stage: Stage = "after",
    layers: Collection[str] = LAYERS,
    selected: str | None = None,
    meshes: tuple[Mapping[str, DrawnMesh], Mapping[str, DrawnMesh]] | None = None,
    theme: Theme = "evalcore_light",
) -> go.Figure:
    """The two scenes in one picture, Z up, all axes alike.

    Ground truth is solid, the prediction translucent and coloured by the IoU of upright boxes; pairs are joined by a
    line, objects without a partner bear a mark. Large meshes are drawn with fewer faces, and the figure says so.

    Parameters
    ----------
    truth, prediction
        The sides that were compared.
    found
        Their comparison, or None where they cannot be compared.
    title
        What is shown; a name is taken letter for letter.
    stage
        The prediction ``after`` its alignment or ``before`` it.
    layers
        Some of :data:`LAYERS`.
    selected
        Id of a row (:attr:`evalcore.tables.scene_objects.ComparedObject.id`) that is framed while all else fades.
    meshes
        What is drawn of the objects of both sides, where :func:`drawn_meshes` was called before.
    theme
        ``evalcore_light`` or ``evalcore_dark``.

    Returns
    -------
    plotly.graph_objects.Figure
        The ``customdata`` of every vertex, line and mark is the id of its row.
    """
    rows = compared_objects(truth, prediction, found)
    transform = found.transform if found and stage == "after" else None
    thin = meshes or (drawn_meshes(truth.scene.objects), drawn_meshes(prediction.scene.objects))
    here = _Shown(truth, _pieces(truth, [row for row in rows if row.gt is not None], "gt"), thin[0])
    there = _pieces(prediction, [row for row in rows if row.pred is not None], "pred", transform)
    shown = here, _Shown(prediction, there, thin[1])
    figure = blank(
        theme,
        title=label(title),
        subtitle=_counts(rows, found),
        detail=_detail(shown, "Meshes" in layers),
        height=HEIGHT,
        above=4,
    )
    if not here.pieces and not there:
        return empty(figure, "Neither scene has an object")
    _add(figure, shown, layers, selected, theme)
    _lay_out(figure, _limits(shown), theme, scale=bool(found and found.matches))
    return figure


def _pieces(side: Side, rows: list[ComparedObject], name: str, transform: object = None) -> tuple[Piece, ...]:
    by_name = {getattr(row, name): row for row in rows}
    objects = side.scene.objects if transform is None else moved(side.scene.objects, np.asarray(transform))
    return tuple(Piece(by_name[one.name], one) for one in objects)


def _counts(rows: tuple[ComparedObject, ...], found: Comparison | None) -> str:
    count = {status: sum(row.status == status for row in rows) for status in ("matched", "missing", "extra", "ground")}
    if found is None:
        return "The two scenes are not compared"
    return (
        f"{counted(count['matched'], 'pair')}, {count['missing']} missing, {count['extra']} extra; "
        f"{count['ground']} left out as ground"
    )


def _detail(shown: tuple[_Shown, _Shown], meshes: bool) -> str:
    reduced = [
        one for side in shown for one in {id(mesh): mesh for mesh in side.meshes.values()}.values() if one.reduced
    ]
    if not reduced or not meshes:
        return ""
    faces, total = sum(len(one.faces) for one in reduced), sum(one.total for one in reduced)
    some = "1 large mesh is" if len(reduced) == 1 else f"{len(reduced)} large meshes are"
    return f"{some} drawn with {faces:,} of {total:,} faces; every figure is of the full mesh"


def _add(
    figure: go.Figure,
    shown: tuple[_Shown, _Shown],
    layers: Collection[str],
    selected: str | None,
    theme: Theme,
) -> None:
    colours, stone, pen = palette(theme), STONE[theme], PEN[theme]
    here, there = shown
    whole = union(bounds_of([piece.one for side in shown for piece in side.pieces]))
    lift = LIFT * float(np.linalg.norm(whole[1] - whole[0]))
    if "Meshes" in layers:
        for side, name, statuses, colour, opacity in (
            (here, "Ground truth", ("matched", "alone"), stone, 1.0),
            (here, MISSING, ("missing",), VERMILION, 1.0),
            (there, "Prediction, by IoU", ("matched",), None, 0.55),
            (there, "Prediction", ("alone",), SKY_BLUE, 0.55),
            (there, EXTRA, ("extra",), PURPLE, 0.55),
        ):
            _add_meshes(figure, side, side.of(*statuses), name, colour, opacity, selected)
    if "Ground" in layers:
        for side in shown:
            _add_meshes(figure, side, side.of("ground"), "Ground, left out", stone, FAINT, selected)
    if "Pairs" in layers:
        _add_pairs(figure, here, there, lift, colours.muted)
        for side, name, status, colour, symbol in (
            (here, MISSING, "missing", VERMILION, "square-open"),
            (there, EXTRA, "extra", PURPLE, "cross"),
        ):
            if pieces := side.of(status):
                trace = parts.marks(pieces, lift=2 * lift, name=name, colour=colour, symbol=symbol)
                figure.add_trace(trace.update(legendgroup=name, showlegend=not _listed(figure, name)))
    for side, whose, dash in ((here, "ground truth", "solid"), (there, "prediction", "dash")):
        objects = side.counting
        if not objects:
            continue
        kind = side.side.config
        if "AABB" in layers:
            framed = [parts.upright(*one.bounds) for one in objects]
            figure.add_trace(parts.boxes(framed, name=f"AABB, {whose}", colour=colours.ink, width=2, dash=dash))
        if "OBB" in layers:
            oriented = [object_box(one, kind.obb) for one in objects]
            figure.add_trace(parts.boxes(oriented, name=f"OBB, {whose}", colour=pen, width=3, dash=dash))
        if "Scene boxes" in layers:
            around = _scene_boxes(objects, side.side)
            figure.add_trace(parts.boxes(around, name=f"Scene, {whose}", colour=ORANGE, width=3, dash=dash))
    framed = [parts.upright(*piece.one.bounds) for side in shown for piece in side.pieces if piece.row.id == selected]
    if framed:
        figure.add_trace(parts.boxes(framed, name="Selected", colour=colours.alert, width=7))


def _add_meshes(
    figure: go.Figure,
    side: _Shown,
    pieces: list[Piece],
    name: str,
    colour: str | None,
    opacity: float,
    selected: str | None,
) -> None:
    """One trace, or two where one of the pieces is selected and the others fade."""
    chosen = [piece for piece in pieces if piece.row.id == selected]
    others = [piece for piece in pieces if piece.row.id != selected]
    faded = opacity if selected is None else min(opacity, FAINT)
    for group, strength in ((others, faded), (chosen, max(opacity, 2 * FAINT))):
        if group:
            trace = parts.mesh(group, side.meshes, name=name, colour=colour, opacity=strength)
            figure.add_trace(trace.update(legendgroup=name, showlegend=not _listed(figure, name)))


def _listed(figure: go.Figure, name: str) -> bool:
    """Whether the legend has such an entry."""
    return any(trace.legendgroup == name for trace in figure.data)


def _add_pairs(figure: go.Figure, here: _Shown, there: _Shown, lift: float, ink: str) -> None:
    partners = {piece.row.id: piece for piece in there.of("matched")}
    by_dash: dict[str, list[tuple[Piece, Piece]]] = {dash: [] for _, dash in parts.DASHES}
    for piece in here.of("matched"):
        by_dash[parts.dash_of(piece.row.aabb_iou or 0.0)].append((piece, partners[piece.row.id]))
    for dash, pairs in by_dash.items():
        if pairs:
            figure.add_trace(parts.lines(pairs, lift=lift, dash=dash))
            # Of lines with many colours the legend would show a black one.
            figure.add_scatter3d(
                x=[None],
                y=[None],
                z=[None],
                mode="lines",
                name=parts.DASH_WORDS[dash],
                legendgroup=dash,
                line={"color": ink, "width": 4, "dash": dash},
            )


def _scene_boxes(objects: list[SceneObject], side: Side) -> list[OrientedBox]:
    return [parts.upright(*union(bounds_of(objects))), fitted_box(points_of(objects), side.config.scene_obb)]


def _limits(shown: tuple[_Shown, _Shown]) -> tuple[tuple[float, float], ...]:
    """What each axis shows: the objects that count, with a margin."""
    counting = [one for side in shown for one in side.counting]
    low, high = union(bounds_of(counting or [piece.one for side in shown for piece in side.pieces]))
    free = MARGIN * float((high - low).max()) or 1.0
    return tuple(zip((low - free).tolist(), (high + free).tolist(), strict=True))


def _lay_out(figure: go.Figure, limits: tuple[tuple[float, float], ...], theme: Theme, *, scale: bool) -> None:
    colours, extents = palette(theme), [high - low for low, high in limits]
    scale_of_axes = SIZE / hypot(*extents)
    axis = {
        "backgroundcolor": colours.paper,
        "gridcolor": colours.grid,
        "linecolor": colours.muted,
        "zerolinecolor": colours.grid,
        "showspikes": False,
        "tickfont": {"size": 11, "color": colours.muted},
        "color": colours.muted,
    }
    figure.update_layout(
        scene={
            # Not "data", which would take the ground's extents for those of the axes.
            "aspectmode": "manual",
            "aspectratio": {name: scale_of_axes * extent for name, extent in zip("xyz", extents, strict=True)},
            "uirevision": "camera",  # a new figure keeps where the reader looks from
            "dragmode": "orbit",
            "camera": {"up": {"x": 0, "y": 0, "z": 1}, "eye": {"x": 1.1, "y": -1.5, "z": 0.95}},
            "domain": {"x": [0, 0.94]},
            **{
                f"{name}axis": {**axis, "title": {"text": f"{name} (m)"}, "range": list(limit)}
                for name, limit in zip("xyz", limits, strict=True)
            },
        },
        coloraxis={
            "cmin": 0,
            "cmax": 1,
            "colorscale": SHADES,
            "showscale": scale,
            "colorbar": {
                "title": {"text": "AABB IoU of a pair", "side": "right", "font": {"size": 13}},
                "thickness": 12,
                "outlinewidth": 0,
                "len": 0.7,
                "tickformat": ".0%",
                "tickfont": {"size": 12},
            },
        },
        legend={"orientation": "h", "x": 0, "y": 0, "yanchor": "top", "groupclick": "togglegroup"},
        margin={"l": 8, "r": 8, "b": 8},
        uirevision="legend",
    )
