"""Tolerances of a sweep, as a caller gives them."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from evalcore.errors import InputError
from evalcore.review.panels import Floats

__all__ = ["IN_FRAMES", "SEVERAL_RATES", "check_rate", "check_tolerances", "common_rate"]

IN_FRAMES = "this tolerance is in frames of each stream's own rate"
SEVERAL_RATES = "the streams have no common frame rate that is known"


def check_tolerances(tolerances: Sequence[float] | None, default: tuple[float, ...]) -> tuple[float, ...]:
    """The tolerances in seconds, ascending, each once; ``default`` where none are given.

    Raises
    ------
    InputError
        None in the list, or one that is not a number above 0.
    """
    seconds = tuple(sorted(set(default if tolerances is None else map(float, tolerances))))
    if not seconds or not all(math.isfinite(value) and value > 0 for value in seconds):
        raise InputError(f"the tolerances are {seconds}.", fix="Give one or more in seconds, each above 0.")
    return seconds


def check_rate(fps: float | None) -> None:
    """Refuse a frame rate that is not a number above 0; None is no rate.

    Raises
    ------
    InputError
        The rate is not possible.
    """
    if fps is not None and not (math.isfinite(fps) and fps > 0):
        raise InputError(f"the frame rate is {fps}.", fix="Give frames a second, above 0.")


def common_rate(rates: Floats) -> float | None:
    """The one frame rate of all streams (N,); None where there are several, or one is not-a-number (not known)."""
    return float(rates[0]) if len(rates) and not np.isnan(rates).any() and (rates == rates[0]).all() else None
