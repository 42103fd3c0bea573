"""Fingerprints: of a frame's pixels, and of the software that decoded it."""

from __future__ import annotations

import hashlib
import platform
from functools import lru_cache

import av
import numpy as np
from numpy.typing import NDArray

from evalcore.video.decoding import Method

__all__ = ["decode_signature", "frame_sha256"]

# Vector instructions that swscale has code for, widest first, by OpenCV's numbers (CpuFeatures, opencv2/core/cvdef.h).
_VECTORS = {"avx512icl": 262, "avx2": 11, "ssse3": 5, "neon": 100}


def frame_sha256(frame: NDArray[np.uint8]) -> str:
    """SHA-256, as hexadecimal text, of the bytes of one uint8 RGB frame (H, W, 3), row by row.

    Raises
    ------
    ValueError
        Another shape or dtype.

    >>> frame_sha256(np.zeros((1, 2, 3), np.uint8)) == hashlib.sha256(bytes(6)).hexdigest()
    True
    """
    if frame.ndim != 3 or frame.shape[-1] != 3 or frame.dtype != np.uint8:
        raise ValueError(f"the frame is {frame.dtype} {frame.shape}, expected uint8 (H, W, 3)")
    return hashlib.sha256(np.ascontiguousarray(frame).data).hexdigest()


def decode_signature(method: Method = "default") -> dict[str, str]:
    """What decoded pixels depend on beside the file: library versions, converter and CPU family (no host name).

    Files whose signatures are equal decode to equal pixels. The integer conversion of ``exact`` depends on neither
    swscale nor the CPU, and says so.
    """
    return dict(_signature(method))


@lru_cache
def _signature(method: Method) -> tuple[tuple[str, str], ...]:
    def version(library: str) -> str:
        return ".".join(map(str, av.library_versions[library]))

    signature = {"method": method, "pyav": av.__version__, "libavcodec": version("libavcodec")}
    if method == "exact":
        signature |= {"converter": "integers, 16 fractional bits, nearest chroma", "cpu": "any"}
    else:
        signature |= {"converter": "swscale bicubic rgb24", "libswscale": version("libswscale"), "cpu": _cpu_family()}
    return tuple(signature.items())


def _cpu_family() -> str:
    """Architecture and the widest vector instructions."""
    import cv2  # takes a tenth of a second, and is asked for the CPU alone

    machine = {"amd64": "x86_64", "arm64": "aarch64"}.get(platform.machine().lower(), platform.machine().lower())
    widest = next((name for name, code in _VECTORS.items() if cv2.checkHardwareSupport(code)), "baseline")
    return f"{machine} {widest}"
