"""Pixel error of 8-bit RGB frames, exact: sums are integers and each figure divides once."""

from __future__ import annotations

import math

import cv2

from evalcore.metrics._frames import Frames, PerFrame, per_frame
from evalcore.metrics.declaration import METRICS

__all__ = ["mad", "pl", "psnr"]

PEAK = 255

# OpenCV refuses 2^31 elements, and on some builds it returns a squared norm through a square root. In blocks of this
# size a sum of absolute differences fits 31 bits, and a sum of squares (40 bits) survives the root after rounding.
BLOCK = 2**23


def _sum(pred: Frames, truth: Frames, norm: int) -> int:
    a, b = pred.reshape(-1), truth.reshape(-1)
    return sum(round(cv2.norm(a[i : i + BLOCK], b[i : i + BLOCK], norm)) for i in range(0, a.size, BLOCK))


def _mad(pred: Frames, truth: Frames) -> float:
    return _sum(pred, truth, cv2.NORM_L1) / pred.size


def _psnr(pred: Frames, truth: Frames) -> float:
    squared = _sum(pred, truth, cv2.NORM_L2SQR)
    cap = METRICS["psnr"].bounds[1]
    return min(cap, 10 * math.log10(PEAK**2 * pred.size / squared)) if squared else cap


def _pl(pred: Frames, truth: Frames) -> float:
    return 100 * _sum(pred, truth, cv2.NORM_L2SQR) / (PEAK**2 * pred.size)


def mad(pred: Frames, truth: Frames) -> PerFrame:
    """Mean absolute difference over height, width and RGB, in grey levels (0..255; lower is better).

    Parameters
    ----------
    pred, truth
        uint8, (H, W, 3) or (T, H, W, 3), of one shape.

    Returns
    -------
    float or (T,) float64
        sum |pred - truth| / (H W 3), one value a frame; the sum is an exact integer.

    Raises
    ------
    ValueError
        Another dtype, or shapes that differ or are not as above.

    Examples
    --------
    >>> import numpy as np
    >>> truth = np.zeros((2, 4, 4, 3), np.uint8)
    >>> pred = truth.copy()
    >>> pred[1, 0, 0] = 16
    >>> mad(pred, truth)
    array([0., 1.])
    """
    return per_frame(_mad, pred, truth)


def psnr(pred: Frames, truth: Frames) -> PerFrame:
    """Peak signal-to-noise ratio in dB (0..99; higher is better).

    Parameters
    ----------
    pred, truth
        uint8, (H, W, 3) or (T, H, W, 3), of one shape. For one value with the error pooled over a stack, pass
        ``stack.reshape(-1, W, 3)``.

    Returns
    -------
    float or (T,) float64
        10 log10(255^2 / MSE), one value a frame; 99 for equal frames and never more.

    Raises
    ------
    ValueError
        Another dtype, or shapes that differ or are not as above.

    Examples
    --------
    >>> import numpy as np
    >>> black = np.zeros((4, 4, 3), np.uint8)
    >>> psnr(black, black), psnr(black, black + np.uint8(255))
    (99.0, 0.0)
    """
    return per_frame(_psnr, pred, truth)


def pl(pred: Frames, truth: Frames) -> PerFrame:
    """Pixel loss of rendered pictures: 100 times the mean squared error of RGB in 0..1 (0..100; lower is better).

    Parameters
    ----------
    pred, truth
        uint8, (H, W, 3) or (T, H, W, 3), of one shape; pictures of two sizes are never resized to fit.

    Returns
    -------
    float or (T,) float64
        100 mean((pred / 255 - truth / 255)^2), one value a picture; the sum of squares is an exact integer.

    Raises
    ------
    ValueError
        Another dtype, or shapes that differ or are not as above.

    References
    ----------
    OVOW-Bench, evaluation protocol, "Rendered metrics".

    Examples
    --------
    >>> import numpy as np
    >>> black = np.zeros((4, 4, 3), np.uint8)
    >>> pl(black, black), pl(black + np.uint8(51), black)
    (0.0, 4.0)
    """
    return per_frame(_pl, pred, truth)
