"""The bytes of a decoded picture."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["plane_lines"]


def plane_lines(plane: Any) -> NDArray[np.uint8]:
    """The lines of an 8-bit plane, top down and with the padding at their ends, without copying where possible."""
    lines = np.frombuffer(plane, np.uint8).reshape(plane.height, abs(plane.line_size))
    # A negative line size means that the picture is stored bottom up.
    return np.ascontiguousarray(lines[::-1]) if plane.line_size < 0 else lines
