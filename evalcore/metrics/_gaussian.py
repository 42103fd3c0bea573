"""Compiled SSIM with an 11x11 Gaussian window (sigma 1.5) and population covariance.

The window is separable: each output row weighs eleven input rows, then eleven columns. Rows are interleaved RGB, so a
horizontal neighbour is three elements away.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types

from evalcore.kernels import kernel

__all__ = ["mean_ssim"]

SIDE = 11
RADIUS = SIDE // 2
SIGMA = 1.5
CHANNELS = 3
STEP = CHANNELS
BORDER = CHANNELS * (SIDE - 1)
C1 = (0.01 * 255) ** 2
C2 = (0.03 * 255) ** 2

WEIGHTS = np.exp(-0.5 / SIGMA**2 * np.arange(-RADIUS, RADIUS + 1) ** 2.0)
WEIGHTS /= WEIGHTS.sum()
W0, W1, W2, W3, W4, W5 = (float(weight) for weight in WEIGHTS[RADIUS:])

# One signature for writable and read-only frames: it compiles once, when this module is first imported.
ROWS = types.Array(types.uint8, 2, "C", readonly=True)
OPTIONS: dict[str, Any] = {"boundscheck": False, "error_model": "numpy"}


@kernel(**OPTIONS)
def _enter(x_row, y_row, weight, sx, sy, q, p):  # type: ignore[no-untyped-def]
    for j in range(x_row.shape[0]):
        x, y = np.float64(x_row[j]), np.float64(y_row[j])
        weighted_x, weighted_y = weight * x, weight * y
        sx[j] += weighted_x
        sy[j] += weighted_y
        q[j] += weighted_x * x + weighted_y * y
        p[j] += weighted_x * y


@kernel(**OPTIONS)
def _across(column, out, n):  # type: ignore[no-untyped-def]
    c = RADIUS * STEP
    for j in range(n):
        out[j] = (
            W0 * column[j + c]
            + W1 * (column[j + c - STEP] + column[j + c + STEP])
            + W2 * (column[j + c - 2 * STEP] + column[j + c + 2 * STEP])
            + W3 * (column[j + c - 3 * STEP] + column[j + c + 3 * STEP])
            + W4 * (column[j + c - 4 * STEP] + column[j + c + 4 * STEP])
            + W5 * (column[j + c - 5 * STEP] + column[j + c + 5 * STEP])
        )


@kernel(**OPTIONS)
def _accumulate(wx, wy, wq, wp, total, n):  # type: ignore[no-untyped-def]
    for j in range(n):
        product, squares = wx[j] * wy[j], wx[j] * wx[j] + wy[j] * wy[j]
        above = (2 * product + C1) * (2 * (wp[j] - product) + C2)
        total[j] += above / ((squares + C1) * (wq[j] - squares + C2))


@kernel(types.float64(ROWS, ROWS), **OPTIONS)
def mean_ssim(x, y):  # type: ignore[no-untyped-def]
    """Mean SSIM of two uint8 frames given as (H, 3 W), at least 11 x 11 pixels."""
    height, n = x.shape[0] - SIDE + 1, x.shape[1] - BORDER
    rows = np.empty((8, x.shape[1]))
    total = np.zeros(n)
    for r in range(height):
        rows[:4] = 0.0
        for i in range(SIDE):
            _enter(x[r + i], y[r + i], WEIGHTS[i], rows[0], rows[1], rows[2], rows[3])
        for k in range(4):
            _across(rows[k], rows[4 + k], n)
        _accumulate(rows[4], rows[5], rows[6], rows[7], total, n)
    result = 0.0
    for j in range(n):
        result += total[j]
    return result / (height * n)
