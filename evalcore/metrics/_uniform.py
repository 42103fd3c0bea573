"""Compiled SSIM with a uniform 7x7 window and sample covariance, on exact 32-bit window sums.

With window sums Sx, Sy, Q = sum(x^2 + y^2) and P = sum(xy) over N = 49 pixels, the factors 1/N and 1/(N - 1) of means
and covariances cancel between numerator and denominator:

    (2 Sx Sy + C1 N^2) (2 (N P - Sx Sy) + C2 N (N - 1))
    ---------------------------------------------------
    (Sx^2 + Sy^2 + C1 N^2) (N Q - Sx^2 - Sy^2 + C2 N (N - 1))

Every integer stays below 2 N^2 255^2 < 2^29, so only the last three floating-point steps round. Column sums slide down
the frame, one row in and one row out; rows are interleaved RGB, so a horizontal neighbour is three elements away.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from evalcore.kernels import kernel

__all__ = ["mean_ssim"]

SIDE = 7
CHANNELS = 3
N = SIDE * SIDE
C1 = (0.01 * 255) ** 2 * N * N
C2 = (0.03 * 255) ** 2 * N * (N - 1)
STEP = CHANNELS
BORDER = CHANNELS * (SIDE - 1)
TILE = 960  # columns at a time, so that the nine working rows stay in the first-level cache

i32 = np.int32
# One signature for writable and read-only frames: it compiles once, when this module is first imported.
ROWS = types.Array(types.uint8, 2, "C", readonly=True)
OPTIONS: dict[str, Any] = {"boundscheck": False, "error_model": "numpy"}


@kernel(**OPTIONS)
def _enter(x_row, y_row, sx, sy, q, p):  # type: ignore[no-untyped-def]
    for j in range(x_row.shape[0]):
        x, y = i32(x_row[j]), i32(y_row[j])
        sx[j] = i32(sx[j] + x)
        sy[j] = i32(sy[j] + y)
        q[j] = i32(q[j] + i32(i32(x * x) + i32(y * y)))
        p[j] = i32(p[j] + i32(x * y))


@kernel(**OPTIONS)
def _slide(x_row, y_row, x_old, y_old, sx, sy, q, p):  # type: ignore[no-untyped-def]
    for j in range(x_row.shape[0]):
        x, y, u, v = i32(x_row[j]), i32(y_row[j]), i32(x_old[j]), i32(y_old[j])
        sx[j] = i32(sx[j] + i32(x - u))
        sy[j] = i32(sy[j] + i32(y - v))
        q[j] = i32(q[j] + i32(i32(i32(x * x) + i32(y * y)) - i32(i32(u * u) + i32(v * v))))
        p[j] = i32(p[j] + i32(i32(x * y) - i32(u * v)))


@kernel(**OPTIONS)
def _across(column, pair, out, n):  # type: ignore[no-untyped-def]
    # Seven columns from sums of two: (0+1) + (2+3) + (4+5) + 6, in two loops that both vectorise.
    for j in range(n + 5 * STEP):
        pair[j] = i32(column[j] + column[j + STEP])
    for j in range(n):
        out[j] = i32(i32(pair[j] + pair[j + 2 * STEP]) + i32(pair[j + 4 * STEP] + column[j + 6 * STEP]))


@kernel(**OPTIONS)
def _accumulate(wx, wy, wq, wp, total, n):  # type: ignore[no-untyped-def]
    for j in range(n):
        x, y = wx[j], wy[j]
        product, squares = i32(x * y), i32(i32(x * x) + i32(y * y))
        covariance = i32(i32(i32(N) * wp[j]) - product)
        variances = i32(i32(i32(N) * wq[j]) - squares)
        above = (np.float64(i32(product + product)) + C1) * (np.float64(i32(covariance + covariance)) + C2)
        total[j] += above / ((np.float64(squares) + C1) * (np.float64(variances) + C2))


@kernel(types.float64(ROWS, ROWS), **OPTIONS)
def mean_ssim(x, y):  # type: ignore[no-untyped-def]
    """Mean SSIM of two uint8 frames given as (H, 3 W), at least 7 x 7 pixels."""
    height, n = x.shape[0] - SIDE + 1, x.shape[1] - BORDER
    rows = np.empty((9, TILE + BORDER), np.int32)
    sx, sy, q, p, pair, wx, wy, wq, wp = rows[0], rows[1], rows[2], rows[3], rows[4], rows[5], rows[6], rows[7], rows[8]
    total = np.empty(TILE)
    result = 0.0
    for start in range(0, n, TILE):
        width = min(n - start, TILE)
        end = start + width + BORDER
        rows[:4] = 0
        total[:] = 0.0
        for i in range(SIDE):
            _enter(x[i, start:end], y[i, start:end], sx, sy, q, p)
        for r in range(height):
            if r > 0:
                new, old = r + SIDE - 1, r - 1
                _slide(x[new, start:end], y[new, start:end], x[old, start:end], y[old, start:end], sx, sy, q, p)
            _across(sx, pair, wx, width)
            _across(sy, pair, wy, width)
            _across(q, pair, wq, width)
            _across(p, pair, wp, width)
            _accumulate(wx, wy, wq, wp, total, width)
        for j in range(width):
            result += total[j]
    return result / (height * n)
