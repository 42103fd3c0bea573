"""Nearest triangle behind each pixel, exact in doubles: every ray is intersected, nothing is clipped beforehand.

A ray through the pixel (x, y) meets the triangle a, b, c in homogeneous coordinates where (x, y, 1) is a combination
of its corners with weights of one sign; the weights are 3x3 determinants (M. Olano and T. Greer: Triangle scan
conversion using 2D homogeneous coordinates, 1997, doi:10.1145/258694.258723).
"""

from __future__ import annotations

from typing import Any

from evalcore.kernels import kernel

__all__ = ["nearest_depth"]


@kernel()
def _pixel(position: float, end: int) -> int:
    """The pixel below ``position``, within 0 and ``end``: far outside, a projection overflows integers."""
    return int(min(max(position, 0.0), float(end)))


@kernel()
def nearest_depth(picture: Any, plane: Any, depth: Any, faces: Any, near: float, far: float) -> None:
    """Lower ``picture`` (H, W) to the depth of the nearest triangle between ``near`` and ``far``.

    ``plane`` (V, 3) are homogeneous coordinates in which the picture spans -1 to 1 both ways (y up), ``depth`` (V,)
    the distances along the axis, ``faces`` (F, 3) the triangles.
    """
    height, width = picture.shape
    for face in range(len(faces)):
        i, j, k = faces[face, 0], faces[face, 1], faces[face, 2]
        ax, ay, aw = plane[i]
        bx, by, bw = plane[j]
        cx, cy, cw = plane[k]
        if max(depth[i], depth[j], depth[k]) < near or min(depth[i], depth[j], depth[k]) > far:
            continue
        left, right, top, bottom = 0, width - 1, 0, height - 1
        if min(aw, bw, cw) > 0:  # wholly before the camera: only pixels around its corners
            low, high = min(ax / aw, bx / bw, cx / cw), max(ax / aw, bx / bw, cx / cw)
            left = _pixel((low + 1) * width / 2 - 1, width)
            right = min(_pixel((high + 1) * width / 2 + 1, width), width - 1)
            low, high = min(ay / aw, by / bw, cy / cw), max(ay / aw, by / bw, cy / cw)
            top = _pixel((1 - high) * height / 2 - 1, height)
            bottom = min(_pixel((1 - low) * height / 2 + 1, height), height - 1)
        # Weights of the corners as linear functions of the pixel: b x c, c x a, a x b.
        pa, qa, ra = by * cw - bw * cy, bw * cx - bx * cw, bx * cy - by * cx
        pb, qb, rb = cy * aw - cw * ay, cw * ax - cx * aw, cx * ay - cy * ax
        pc, qc, rc = ay * bw - aw * by, aw * bx - ax * bw, ax * by - ay * bx
        for row in range(top, bottom + 1):
            y = 1 - (2 * row + 1) / height
            for column in range(left, right + 1):
                x = (2 * column + 1) / width - 1
                a, b, c = pa * x + qa * y + ra, pb * x + qb * y + rb, pc * x + qc * y + rc
                if (a < 0 or b < 0 or c < 0) and (a > 0 or b > 0 or c > 0):
                    continue
                total = a + b + c
                if total == 0:
                    continue
                distance = (a * depth[i] + b * depth[j] + c * depth[k]) / total
                if near <= distance <= far and distance < picture[row, column]:
                    picture[row, column] = distance
