"""Anti-aliased, softly shaded shapes on a float canvas, placed at sub-pixel positions.

Shapes are drawn from their signed distance, so that an edge covers a pixel by the share it really covers and a motion
of a tenth of a pixel is visible in the decoded frames. Colours and canvases are RGB in 0..1, positions in pixels with
pixel centres at whole numbers and y downwards, angles in radians, clockwise as seen.
"""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["Canvas", "Colour", "Image", "ball", "blend", "block", "mix", "polygon", "rgb", "rod", "shadow", "to_image"]

Floats = NDArray[np.floating[Any]]
Canvas = Floats  # (H, W, 3)
Plane = Floats  # (H, W)
Colour = Floats  # (3,)
Image = NDArray[np.uint8]  # (H, W, 3)

_IVORY = np.array([0.97, 0.95, 0.90], np.float32)
_LIGHT = np.array([-0.45, -0.62, 0.64], np.float32)  # from the upper left, towards the viewer
_HALFWAY = np.array([-0.25, -0.34, 0.91], np.float32)  # between the light and the viewer
_FINE = 4  # polygons are filled this many times larger, then averaged


def rgb(code: str) -> Colour:
    """The colour ``#rrggbb``.

    >>> rgb("#ff0033").tolist()
    [1.0, 0.0, 0.20000000298023224]
    """
    return np.frombuffer(bytes.fromhex(code.removeprefix("#")), np.uint8).astype(np.float32) / np.float32(255)


def mix(first: Floats, second: Floats, share: ArrayLike) -> Floats:
    """``first`` with ``share`` of ``second`` in it; a share per pixel gives a colour per pixel."""
    part = np.asarray(share, np.float32)[..., None]
    return np.asarray(first + part * (second - first), np.float32)


def to_image(canvas: Canvas) -> Image:
    """The canvas as uint8 RGB, rounded and saturated."""
    return np.asarray(cv2.convertScaleAbs(np.maximum(canvas, 0), alpha=255), np.uint8)


def blend(canvas: Canvas, colour: Floats, coverage: Plane) -> None:
    """Lay ``colour`` (one, or one a pixel) over ``canvas`` in place."""
    canvas += coverage[..., None] * (colour - canvas)


def ball(
    canvas: Canvas, x: float, y: float, radius: float, colour: Colour, *, spin: float = 0, panels: int = 0
) -> None:
    """A lit sphere; with ``panels`` a beach ball seen from its pole, whose turning by ``spin`` can be followed."""
    view, dx, dy = _around(canvas, x, y, radius + 1)
    u, v = dx / radius, dy / radius
    distance = np.sqrt(u * u + v * v)
    normal_z = np.sqrt(np.maximum(1 - distance * distance, 0))
    paint = colour
    if panels:
        turn = np.arctan2(v, u) - np.float32(spin)
        seam = np.sin(panels * turn) * distance * radius / panels
        cap = (distance - 0.2) * radius
        paint = mix(colour, _IVORY, np.clip(np.minimum(seam, cap) + 0.5, 0, 1))
    lit = np.maximum(u * _LIGHT[0] + v * _LIGHT[1] + normal_z * _LIGHT[2], 0)
    bounce = np.maximum(v, 0) * (1 - normal_z)
    gloss = np.maximum(u * _HALFWAY[0] + v * _HALFWAY[1] + normal_z * _HALFWAY[2], 0) ** 40
    shade = 0.40 + 0.66 * lit + 0.16 * bounce
    blend(view, paint * shade[..., None] + 0.45 * gloss[..., None], np.clip((1 - distance) * radius + 0.5, 0, 1))


def block(
    canvas: Canvas, x: float, y: float, size: tuple[float, float], colour: Colour, *, angle: float = 0, depth: float = 7
) -> None:
    """A turned box ``size`` = (width, height), its front face bevelled and its lit sides going ``depth`` px back."""
    half = np.array(size) / 2
    axes = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (half - 0.5) @ axes + (x, y)
    back = depth * np.array([0.62, -0.55])
    for side, first in enumerate(corners):
        second = corners[(side + 1) % 4]
        outward = np.array([second[1] - first[1], first[0] - second[0]]) / np.hypot(*(second - first))
        if outward @ back > 0:
            shade = 0.72 + 0.42 * float(outward @ _LIGHT[:2])
            polygon(canvas, [first, second, second + back, first + back], colour * np.float32(shade))
    view, dx, dy = _around(canvas, x, y, float(np.hypot(*half)) + 1)
    u, v = dx * axes[0, 0] + dy * axes[0, 1], dx * axes[1, 0] + dy * axes[1, 1]
    corner = np.float32(min(3.0, half.min() / 2))
    over_u, over_v = np.abs(u) - (half[0] - corner), np.abs(v) - (half[1] - corner)
    outside = np.hypot(np.maximum(over_u, 0), np.maximum(over_v, 0)) + np.minimum(np.maximum(over_u, over_v), 0)
    distance = (outside - corner).astype(np.float32)
    # The bevel leans towards the nearest edge; away from the edges the face looks at the viewer.
    lean = np.clip(1 + distance / 3.5, 0, 1)
    sideways, upright = np.where(over_u > over_v, np.sign(u), 0), np.where(over_u > over_v, 0, np.sign(v))
    tilt_x, tilt_y = sideways * axes[0, 0] + upright * axes[1, 0], sideways * axes[0, 1] + upright * axes[1, 1]
    shade = 0.96 + 0.34 * lean * (tilt_x * _LIGHT[0] + tilt_y * _LIGHT[1]) - 0.10 * v / half[1]
    blend(view, (colour * shade[..., None]).astype(np.float32), np.clip(0.5 - distance, 0, 1))


def rod(
    canvas: Canvas,
    start: tuple[float, float],
    end: tuple[float, float],
    width: float,
    colour: Colour,
    *,
    soft: float = 1,
) -> None:
    """A round rod; ``soft`` is the width of its edge in pixels (1: sharp, more: the shadow of a rod)."""
    (x0, y0), (x1, y1) = start, end
    length = float(np.hypot(x1 - x0, y1 - y0))
    ux, uy = ((x1 - x0) / length, (y1 - y0) / length) if length else (1.0, 0.0)
    view, dx, dy = _around(canvas, (x0 + x1) / 2, (y0 + y1) / 2, length / 2 + width + soft)
    along, across = dx * ux + dy * uy, dx * uy - dy * ux
    distance = np.hypot(np.maximum(np.abs(along) - length / 2, 0), across).astype(np.float32)
    coverage = np.clip((width / 2 - distance) / soft + 0.5, 0, 1)
    if soft > 1:
        view *= 1 - (1 - colour) * (coverage * coverage * (3 - 2 * coverage))[..., None]
        return
    shade = 1.12 - 0.5 * np.clip(across / width + 0.5, 0, 1)
    blend(view, colour * shade[..., None], coverage)


def shadow(
    canvas: Canvas, x: float, y: float, radii: tuple[float, float], strength: float, *, angle: float = 0
) -> None:
    """Darken a soft ellipse; at its ``radii`` the shadow has faded to a tenth of its ``strength``."""
    view, dx, dy = _around(canvas, x, y, 1.5 * max(radii))
    u = (dx * np.float32(np.cos(angle)) + dy * np.float32(np.sin(angle))) / radii[0]
    v = (dy * np.float32(np.cos(angle)) - dx * np.float32(np.sin(angle))) / radii[1]
    view *= 1 - np.float32(strength) * np.exp(-2.3 * (u * u + v * v) ** 1.5)[..., None]


def polygon(canvas: Canvas, points: ArrayLike, colour: Colour, *, opacity: float = 1) -> None:
    """Fill a polygon, corners (N, 2) in pixels."""
    corners = np.asarray(points, np.float64)
    centre = (corners.min(axis=0) + corners.max(axis=0)) / 2
    x, y = centre.tolist()
    view, dx, dy = _around(canvas, x, y, float(np.abs(corners - centre).max()) + 2)
    if view.size == 0:
        return
    # OpenCV's own anti-aliasing rounds rows to whole pixels; averaging a larger mask does not.
    mask = np.zeros((view.shape[0] * _FINE, view.shape[1] * _FINE), np.uint8)
    local = (corners - (x + dx[0, 0], y + dy[0, 0]) + 0.5) * _FINE - 0.5
    cv2.fillPoly(mask, [np.rint(local * 16).astype(np.int32)], 255, cv2.LINE_8, 4)
    coverage = cv2.resize(mask, view.shape[1::-1], interpolation=cv2.INTER_AREA).astype(np.float32)
    blend(view, colour, coverage * np.float32(opacity / 255))


def _around(canvas: Canvas, x: float, y: float, reach: float) -> tuple[Canvas, Plane, Plane]:
    """The part of ``canvas`` within ``reach`` of (x, y), and the offsets from there: columns (1, w) and rows (h, 1).

    A point off the canvas gives an empty part, on which drawing does nothing.
    """
    height, width = canvas.shape[:2]
    left, right = (min(max(math.floor(edge), 0), width) for edge in (x - reach, x + reach + 2))
    top, bottom = (min(max(math.floor(edge), 0), height) for edge in (y - reach, y + reach + 2))
    columns = (np.arange(left, right) - x).astype(np.float32)[None, :]
    rows = (np.arange(top, bottom) - y).astype(np.float32)[:, None]
    return canvas[top:bottom, left:right], columns, rows
