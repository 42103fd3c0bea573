"""The two baselines. They see the conditioning frames only, never a future frame."""

from __future__ import annotations

from dataclasses import astuple

import cv2
import numpy as np
from numpy.typing import NDArray

from evalcore.rollout.config import FARNEBACK, FarnebackConfig

__all__ = ["history_farneback", "history_velocity", "persistence"]

Frames = NDArray[np.uint8]


def persistence(conditioning: Frames, horizon: int) -> Frames:
    """Repeat the last conditioning frame.

    Parameters
    ----------
    conditioning
        (L, H, W, 3) uint8 RGB.
    horizon
        Number of predicted frames, K.

    Returns
    -------
    (K, H, W, 3) uint8, a read-only view of the last frame.
    """
    return np.broadcast_to(conditioning[-1], (horizon, *conditioning.shape[1:]))


def history_velocity(conditioning: Frames, *, farneback: FarnebackConfig = FARNEBACK) -> NDArray[np.float64]:
    """Velocity of each pixel of the last frame from the observed motion, in pixels a frame.

    Dense Farneback flow between consecutive grey frames; each flow is carried forward along the observed trajectory
    (bilinear samples of the later flows; trajectories that leave the picture are dropped), splatted bilinearly at its
    end, and the per-pixel, per-component median is taken over the flows that arrived; zero where none did
    (reference text, "Corrected 9-Frame History Farneback").

    Parameters
    ----------
    conditioning
        (L, H, W, 3) uint8 RGB with L >= 2, H and W >= 2.
    farneback
        Flow parameters.

    Returns
    -------
    (H, W, 2) float64: x and y velocity.
    """
    from evalcore.rollout._advect import median_velocity, transported_velocity

    grey = [cv2.cvtColor(frame, cv2.COLOR_RGB2GRAY) for frame in conditioning]
    height, width = grey[0].shape
    count = len(grey) - 1
    flows = np.empty((count, height, width, 2), np.float32)
    parameters = astuple(farneback)
    for k in range(count):
        flows[k] = cv2.calcOpticalFlowFarneback(grey[k], grey[k + 1], None, *parameters)
    sums = np.empty((height, width, 3))
    candidates = np.empty((height, width, count, 2))
    for k in range(count):
        transported_velocity(flows, k, sums, candidates)
    velocity = np.empty((height, width, 2))
    median_velocity(candidates, velocity)
    return velocity


def history_farneback(conditioning: Frames, horizon: int, *, farneback: FarnebackConfig = FARNEBACK) -> Frames:
    """Constant-motion rollout of the last conditioning frame along :func:`history_velocity`.

    Step k samples the last frame at ``p - k * velocity(p)`` with ``cv2.remap`` (bilinear, replicated border). Maps are
    fixed-point, which gives the same pixels in OpenCV 4.10 to 5.0; float maps do not.

    Returns
    -------
    (K, H, W, 3) uint8.
    """
    velocity = history_velocity(conditioning, farneback=farneback)
    last = conditioning[-1]
    height, width = last.shape[:2]
    x, y = np.meshgrid(np.arange(width, dtype=np.float64), np.arange(height, dtype=np.float64))
    frames = np.empty((horizon, *last.shape), np.uint8)
    for k in range(1, horizon + 1):
        map_x = (x - k * velocity[..., 0]).astype(np.float32)
        map_y = (y - k * velocity[..., 1]).astype(np.float32)
        fixed = cv2.convertMaps(map_x, map_y, cv2.CV_16SC2)
        cv2.remap(last, *fixed, cv2.INTER_LINEAR, dst=frames[k - 1], borderMode=cv2.BORDER_REPLICATE)
    return frames
