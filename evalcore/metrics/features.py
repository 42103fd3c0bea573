"""Distance of images by the features that an encoder gives them."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

__all__ = ["n_clip"]


def n_clip(pred: npt.ArrayLike, truth: npt.ArrayLike) -> float:
    """Ten times the mean cosine distance of image features (0..20; lower is better).

    Parameters
    ----------
    pred, truth
        (D,) or (N, D), one feature vector an image, of any length above 0.

    Returns
    -------
    float
        10 mean(1 - cosine), the mean over the N pairs; exactly 0 for equal features.

    Raises
    ------
    ValueError
        Shapes that differ or are not as above, a value that is not finite, a vector of zeros.

    Notes
    -----
    With normalised vectors 1 - cosine is half their squared distance: that form loses no digits between like images.

    References
    ----------
    OVOW-Bench, evaluation protocol, "Rendered metrics"; the features there are of CLIP (A. Radford et al.: Learning
    transferable visual models from natural language supervision, 2021, arXiv:2103.00020).

    Examples
    --------
    >>> n_clip([[3, 0], [0, 2]], [[1, 0], [0, -5]])
    10.0
    """
    a, b = _directions("pred", pred), _directions("truth", truth)
    if a.shape != b.shape:
        raise ValueError(f"pred is {a.shape} and truth is {b.shape}; one shape was expected")
    return float(10 * np.mean(np.sum((a - b) ** 2, axis=-1) / 2))


def _directions(name: str, features: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """L2-normalised features, in doubles."""
    array = np.asarray(features, dtype=np.float64)
    if array.ndim not in (1, 2) or 0 in array.shape:
        raise ValueError(f"{name} is {array.shape}; (D,) or (N, D) was expected")
    if not np.isfinite(array).all():
        raise ValueError(f"{name} holds a value that is not finite")
    largest = np.abs(array).max(axis=-1, keepdims=True)
    if not largest.all():
        raise ValueError(f"{name} holds a vector of zeros, which has no direction")
    array = array / largest  # so that no square under- or overflows
    directions: npt.NDArray[np.float64] = array / np.linalg.norm(array, axis=-1, keepdims=True)
    return directions
