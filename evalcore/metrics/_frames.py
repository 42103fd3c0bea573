"""What the frame metrics share: the types, the check of their two arguments, and the loop over frames."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["Frames", "PerFrame", "per_frame"]

Frames = npt.NDArray[np.uint8]  # one frame (H, W, 3), or a stack (T, H, W, 3)
PerFrame = Any  # float for one frame, (T,) float64 for a stack; the type of an array does not tell the two apart


def per_frame(measure: Callable[[Frames, Frames], float], pred: Frames, truth: Frames) -> PerFrame:
    """Apply ``measure`` to two frames, or to each pair of frames of two stacks, given C-contiguous.

    Raises
    ------
    ValueError
        Not two uint8 arrays of one shape, (H, W, 3) or (T, H, W, 3), with at least one pixel.
    """
    for name, array in (("pred", pred), ("truth", truth)):
        kind = getattr(array, "dtype", type(array).__name__)
        shape: tuple[int, ...] = getattr(array, "shape", ())
        if kind != np.uint8 or len(shape) not in (3, 4) or shape[-1] != 3 or 0 in shape[-3:]:
            raise ValueError(f"{name} is {kind} {shape}; uint8 (H, W, 3) or (T, H, W, 3) was expected")
    if pred.shape != truth.shape:
        raise ValueError(f"pred is {pred.shape} and truth is {truth.shape}; one shape was expected")
    pred, truth = np.ascontiguousarray(pred), np.ascontiguousarray(truth)
    if pred.ndim == 3:
        return measure(pred, truth)
    return np.array([measure(*pair) for pair in zip(pred, truth, strict=True)], dtype=np.float64)
