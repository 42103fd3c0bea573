"""Compiled kernels of the history baseline; the definition stands in :mod:`evalcore.rollout.baselines`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from evalcore.kernels import kernel

__all__ = ["median_velocity", "transported_velocity"]

MIN_WEIGHT = 1e-6


@kernel("void(float32[:,:,:,::1], int64, float64[:,:,::1], float64[:,:,:,::1])")
def transported_velocity(
    flows: NDArray[np.float32], first: int, sums: NDArray[np.float64], candidates: NDArray[np.float64]
) -> None:
    """Carry ``flows[first]`` along the observed motion into the last frame and splat it there.

    ``flows`` is (L-1, H, W, 2) in pixels a frame, ``sums`` scratch of (H, W, 3). Writes ``candidates[:, :, first]``
    (H, W, L-1, 2), NaN where too little weight arrived.
    """
    count, height, width, _ = flows.shape
    right, bottom = width - 1.0, height - 1.0
    sums[:] = 0.0
    for y in range(height):
        for x in range(width):
            vx, vy = np.float64(flows[first, y, x, 0]), np.float64(flows[first, y, x, 1])
            px, py = x + vx, y + vy
            inside = 0 <= px <= right and 0 <= py <= bottom
            step = first + 1
            while inside and step < count:
                # The last row and column are reached with weight 1 from the cell before them.
                left, top = min(np.int64(px), width - 2), min(np.int64(py), height - 2)
                fx, fy = px - left, py - top
                gx, gy = 1 - fx, 1 - fy
                flow = flows[step]
                dx = gy * (gx * flow[top, left, 0] + fx * flow[top, left + 1, 0]) + fy * (
                    gx * flow[top + 1, left, 0] + fx * flow[top + 1, left + 1, 0]
                )
                dy = gy * (gx * flow[top, left, 1] + fx * flow[top, left + 1, 1]) + fy * (
                    gx * flow[top + 1, left, 1] + fx * flow[top + 1, left + 1, 1]
                )
                px += dx
                py += dy
                inside = 0 <= px <= right and 0 <= py <= bottom
                step += 1
            if inside:
                left, top = min(np.int64(px), width - 2), min(np.int64(py), height - 2)
                fx, fy = px - left, py - top
                for row in range(2):
                    wy = fy if row else 1 - fy
                    for column in range(2):
                        weight = wy * (fx if column else 1 - fx)
                        cell = sums[top + row, left + column]
                        cell[0] += weight * vx
                        cell[1] += weight * vy
                        cell[2] += weight
    for y in range(height):
        for x in range(width):
            weight = sums[y, x, 2]
            valid = weight > MIN_WEIGHT
            candidates[y, x, first, 0] = sums[y, x, 0] / weight if valid else np.nan
            candidates[y, x, first, 1] = sums[y, x, 1] / weight if valid else np.nan


@kernel("void(float64[:,:,:,::1], float64[:,:,::1])")
def median_velocity(candidates: NDArray[np.float64], velocity: NDArray[np.float64]) -> None:
    """Median of the valid candidates per pixel and component into ``velocity`` (H, W, 2); zero where there is none."""
    height, width, count, _ = candidates.shape
    kept = np.empty(count)
    for y in range(height):
        for x in range(width):
            for component in range(2):
                n = 0
                for k in range(count):
                    value = candidates[y, x, k, component]
                    if value == value:
                        place = n
                        while place > 0 and kept[place - 1] > value:
                            kept[place] = kept[place - 1]
                            place -= 1
                        kept[place] = value
                        n += 1
                if n == 0:
                    velocity[y, x, component] = 0.0
                elif n % 2:
                    velocity[y, x, component] = kept[n // 2]
                else:
                    velocity[y, x, component] = 0.5 * (kept[n // 2 - 1] + kept[n // 2])
