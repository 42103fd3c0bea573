"""Structural similarity of 8-bit RGB frames, equal to scikit-image's."""

from __future__ import annotations

from typing import Literal

from evalcore.metrics._frames import Frames, PerFrame, per_frame

__all__ = ["ssim"]

Window = Literal["uniform", "gaussian"]

# Side of the window in pixels: scikit-image's default, and 3.5 sigma either side at sigma 1.5.
SIDES: dict[Window, int] = {"uniform": 7, "gaussian": 11}


def ssim(pred: Frames, truth: Frames, *, window: Window = "uniform") -> PerFrame:
    """Mean structural similarity (-1..1; higher is better), per channel, then the mean over RGB.

    Parameters
    ----------
    pred, truth
        uint8, (H, W, 3) or (T, H, W, 3), of one shape.
    window
        ``uniform``: 7x7 box and sample covariance, as
        ``skimage.metrics.structural_similarity(truth, pred, channel_axis=-1, data_range=255)``.
        ``gaussian``: 11x11, sigma 1.5, population covariance, as the same function with ``gaussian_weights=True,
        sigma=1.5, use_sample_covariance=False`` (the setting of Wang et al.).

    Returns
    -------
    float or (T,) float64
        One value a frame, within 1e-12 of scikit-image's, over the pixels whose window lies inside the frame.

    Raises
    ------
    ValueError
        Another dtype or window, shapes that differ or are not as above, or a frame smaller than the window.

    Notes
    -----
    Runs on the calling thread without the GIL. The first call of a fresh installation compiles (about two seconds);
    the machine code is kept for later processes.

    References
    ----------
    Z. Wang, A. C. Bovik, H. R. Sheikh, E. P. Simoncelli: Image quality assessment: from error visibility to structural
    similarity, IEEE Transactions on Image Processing 13 (2004), :doi:`10.1109/TIP.2003.819861`; K1 = 0.01, K2 = 0.03.

    Examples
    --------
    >>> import numpy as np
    >>> frame = np.tile(np.arange(48, dtype=np.uint8).reshape(1, 16, 3), (16, 1, 1))
    >>> ssim(frame, frame)
    1.0
    >>> round(ssim(frame[:, ::-1], frame), 4)
    -0.0887
    """
    if window not in SIDES:
        raise ValueError(f"window is {window!r}; one of {', '.join(map(repr, SIDES))} was expected")
    side = SIDES[window]

    def measure(a: Frames, b: Frames) -> float:
        height, width, channels = a.shape
        if min(height, width) < side:
            raise ValueError(f"frames of {width} x {height} pixels are smaller than the {side} x {side} window")
        # numba is loaded by the first frame that needs it: it costs more than all other imports together.
        if window == "uniform":
            from evalcore.metrics._uniform import mean_ssim
        else:
            from evalcore.metrics._gaussian import mean_ssim
        return float(mean_ssim(a.reshape(height, width * channels), b.reshape(height, width * channels)))

    return per_frame(measure, pred, truth)
