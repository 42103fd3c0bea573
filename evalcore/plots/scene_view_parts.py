"""What a picture of two scenes is made of: meshes, frames of boxes, lines between pairs, marks of lonely objects."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import plotly.graph_objects as go

from evalcore.plots.scene_view_meshes import DrawnMesh
from evalcore.plots.text import literal, number
from evalcore.scene import OrientedBox, SceneObject
from evalcore.tables.scene_objects import ComparedObject

__all__ = ["DASH_WORDS", "Piece", "boxes", "dash_of", "lines", "marks", "mesh", "top_of", "upright"]

Points = npt.NDArray[np.float64]
# Corners of a box, numbered by their signs x y z in binary, in an order that draws all its edges without lifting the
# pen; four edges are drawn twice.
PEN = (0, 1, 3, 2, 0, 4, 5, 1, 5, 7, 3, 7, 6, 2, 6, 4)
# IoU from which a line has this dash, so that no figure depends on colour alone.
DASHES = ((0.75, "solid"), (0.5, "dash"), (0.0, "dot"))
DASH_WORDS = {"solid": "Pair, IoU 75 % or more", "dash": "Pair, IoU 50 to 75 %", "dot": "Pair, IoU below 50 %"}
LIGHT = {"ambient": 0.72, "diffuse": 0.5, "specular": 0.05, "roughness": 0.9, "fresnel": 0.05}


@dataclass(frozen=True, eq=False)
class Piece:
    """An object of one side where it is drawn, with its row of the objects' table."""

    row: ComparedObject
    one: SceneObject

    @property
    def hover(self) -> str:
        """Names, what became of it, and its IoU."""
        names = " – ".join(literal(name) for name in (self.row.gt, self.row.pred) if name is not None)
        if self.row.aabb_iou is None or self.row.obb_iou is None:
            return f"<b>{names}</b><br>{self.row.word}"
        figures = f"AABB IoU {number(100 * self.row.aabb_iou, 1)} %, OBB IoU {number(100 * self.row.obb_iou, 1)} %"
        return f"<b>{names}</b><br>{figures}"


def dash_of(iou: float) -> str:
    """The dash of a line between a pair.

    >>> [dash_of(iou) for iou in (1.0, 0.74, 0.1)]
    ['solid', 'dash', 'dot']
    """
    return next(dash for least, dash in DASHES if iou >= least)


def mesh(
    pieces: Sequence[Piece],
    meshes: Mapping[str, DrawnMesh],
    *,
    name: str,
    colour: str | None,
    opacity: float,
) -> go.Mesh3d:
    """All ``pieces`` as one trace, which browsers draw far faster than many.

    Without a ``colour``, by the IoU of the upright boxes on the figure's colour axis. ``customdata`` of every vertex is
    the row's id.
    """
    points, faces, of_vertex, start = [], [], [], 0
    for place, piece in enumerate(pieces):
        drawn, matrix = meshes[piece.one.name], piece.one.matrix
        points.append(drawn.vertices @ matrix[:3, :3].T + matrix[:3, 3])
        faces.append(drawn.faces + start)
        of_vertex.append(np.full(len(drawn.vertices), place))
        start += len(drawn.vertices)
    x, y, z = np.concatenate(points).T.astype(np.float32)  # as browsers draw them
    i, j, k = np.concatenate(faces).T
    owner = np.concatenate(of_vertex)
    hover = np.array([piece.hover for piece in pieces], dtype=object)
    ids = np.array([piece.row.id for piece in pieces], dtype=object)
    look = {"color": colour}
    if colour is None:
        iou = np.array([piece.row.aabb_iou or 0.0 for piece in pieces])
        look = {"intensity": iou[owner], "coloraxis": "coloraxis"}
    return go.Mesh3d(
        **{"x": x, "y": y, "z": z, "i": i, "j": j, "k": k, **look},
        name=name,
        opacity=opacity,
        flatshading=True,
        lighting=LIGHT,
        customdata=ids[owner],
        hovertext=hover[owner],
        hoverinfo="text",
        showlegend=True,
        showscale=False,
    )


def upright(low: Points, high: Points) -> OrientedBox:
    """An upright box by its two corners (3,)."""
    return OrientedBox((low + high) / 2, np.eye(3), (high - low) / 2)


def boxes(framed: Iterable[OrientedBox], *, name: str, colour: str, width: float, dash: str = "solid") -> go.Scatter3d:
    """The edges of boxes as one trace."""
    paths = [np.vstack([one.corners[list(PEN)], np.full(3, np.nan)]) for one in framed]
    x, y, z = np.concatenate([*paths, np.empty((0, 3))]).T.astype(np.float32)
    return go.Scatter3d(
        x=x,
        y=y,
        z=z,
        mode="lines",
        name=name,
        line={"color": colour, "width": width, "dash": dash},
        hoverinfo="skip",
    )


def top_of(one: SceneObject, lift: float) -> Points:
    """A point ``lift`` metres above the middle of an object's upright box, where its mesh does not hide it."""
    low, high = one.bounds
    middle = (low + high) / 2
    middle[2] = high[2] + lift
    return middle


def lines(pairs: Sequence[tuple[Piece, Piece]], *, lift: float, dash: str) -> go.Scatter3d:
    """A line from each ground truth to its prediction, coloured by their IoU; a circle and a diamond are its ends."""
    points, colours, ids, hover = [], [], [], []
    for truth, prediction in pairs:
        for point in (top_of(truth.one, lift), top_of(prediction.one, lift), np.full(3, np.nan)):
            points.append(point)
            colours.append(truth.row.aabb_iou)
            ids.append(truth.row.id)
            hover.append(truth.hover)
    x, y, z = np.array(points).T
    return go.Scatter3d(
        x=x,
        y=y,
        z=z,
        mode="lines+markers",
        legendgroup=dash,
        showlegend=False,
        line={"color": colours, "coloraxis": "coloraxis", "width": 6, "dash": dash},
        marker={
            "color": colours,
            "coloraxis": "coloraxis",
            "size": 5,
            "symbol": ["circle", "diamond", "circle"] * len(pairs),
            "line": {"width": 1, "color": "#808080"},
        },
        customdata=ids,
        hovertext=hover,
        hoverinfo="text",
    )


def marks(pieces: Sequence[Piece], *, lift: float, name: str, colour: str, symbol: str) -> go.Scatter3d:
    """A mark above each object that has no partner."""
    x, y, z = np.array([top_of(piece.one, lift) for piece in pieces]).T
    return go.Scatter3d(
        x=x,
        y=y,
        z=z,
        mode="markers",
        name=name,
        marker={"color": colour, "symbol": symbol, "size": 7},
        customdata=[piece.row.id for piece in pieces],
        hovertext=[piece.hover for piece in pieces],
        hoverinfo="text",
    )
