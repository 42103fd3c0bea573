"""Compile numeric kernels with numba; the one place that says how."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numba

__all__ = ["kernel"]


def kernel(*signature: Any, **options: Any) -> Any:
    """``numba.njit`` without the interpreter lock, kept on disk where numba finds a folder for it.

    Without such a folder (a read-only installation and no home) each process compiles anew, some seconds longer.
    """

    def compiled(function: Callable[..., Any]) -> Any:
        try:
            return numba.njit(*signature, nogil=True, cache=True, **options)(function)
        except RuntimeError as error:
            if "cannot cache" not in str(error):
                raise
            return numba.njit(*signature, nogil=True, **options)(function)

    return compiled
