"""YUV to RGB in integers: the same pixels on every machine."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalcore.errors import VideoError
from evalcore.kernels import kernel
from evalcore.video.plane import plane_lines
from evalcore.video.source import Layout

__all__ = ["ExactConverter", "coefficients", "yuv_to_rgb"]

# Weights of red and blue in luma: ITU-R BT.601-7 (2.5.1), BT.709-6 (3.2), BT.2020-2 (table 4, non-constant luminance).
_LUMA = {"bt601": (0.299, 0.114), "bt709": (0.2126, 0.0722), "bt2020": (0.2627, 0.0593)}

# Planar 8-bit formats: how often chroma is halved (horizontally, vertically).
_HALVED = {"420p": (1, 1), "422p": (1, 0), "444p": (0, 0)}

_BITS = 16

Pixels = NDArray[np.uint8]
Coefficients = tuple[int, int, int, int, int, int]


def coefficients(matrix: str, range: str) -> Coefficients:
    """Black level of luma, then the factors of Y (all), V (red), U (green), V (green) and U (blue), times 2^16.

    With luma weights Kr, Kb, Kg = 1 - Kr - Kb, the standards give R = Y + 2 (1 - Kr) V,
    B = Y + 2 (1 - Kb) U and G = (Y - Kr R - Kb B) / Kg, where limited range spans 219 (Y) and 224 (U, V) levels
    and full range 255.

    >>> coefficients("bt601", "limited")
    (16, 76309, 104597, -25675, -53279, 132201)
    """
    red, blue = _LUMA[matrix]
    green = 1 - red - blue
    limited = range == "limited"
    luma, chroma = (255 / 219, 255 / 224) if limited else (1.0, 1.0)
    scale = 1 << _BITS
    return (
        16 if limited else 0,
        round(luma * scale),
        round(2 * (1 - red) * chroma * scale),
        round(-2 * (1 - blue) * blue / green * chroma * scale),
        round(-2 * (1 - red) * red / green * chroma * scale),
        round(2 * (1 - blue) * chroma * scale),
    )


@kernel()
def _chroma_terms(us: Pixels, vs: Pixels, factors: Coefficients, doubled: int, terms: NDArray[np.int32]) -> None:
    """What chroma adds to red, green and blue of each pixel of a row, ``terms`` (3, width)."""
    red_v, green_u, green_v, blue_u = (
        np.int32(factors[2]), np.int32(factors[3]), np.int32(factors[4]), np.int32(factors[5])
    )  # fmt: skip
    red, green, blue = terms[0], terms[1], terms[2]
    half, middle = np.int32(1 << (_BITS - 1)), np.int32(128)
    for i in range(terms.shape[1] >> doubled):
        cu, cv = np.int32(us[i]) - middle, np.int32(vs[i]) - middle
        to_red, to_green, to_blue = red_v * cv + half, green_u * cu + green_v * cv + half, blue_u * cu + half
        if doubled:
            red[2 * i], green[2 * i], blue[2 * i] = to_red, to_green, to_blue
            red[2 * i + 1], green[2 * i + 1], blue[2 * i + 1] = to_red, to_green, to_blue
        else:
            red[i], green[i], blue[i] = to_red, to_green, to_blue


# One explicit signature: whatever the planes' memory layout, it is compiled once and then read from the cache.
@kernel("void(u1[:, ::1], u1[:, ::1], u1[:, ::1], UniTuple(i8, 2), UniTuple(i8, 6), u1[:, :, ::1])")
def yuv_to_rgb(y: Pixels, u: Pixels, v: Pixels, halved: tuple[int, int], factors: Coefficients, out: Pixels) -> None:
    """Convert one frame into ``out``, uint8 (H, W, 3).

    The planes are uint8 with at least H (luma) or ceil(H / 2^b) lines of at least W or ceil(W / 2^a) samples, where
    ``halved`` is (a, b): how often chroma is halved horizontally and vertically, 0 or 1. Chroma is taken from the
    nearest sample. Each value is (sum + 2^15) >> 16, clipped to 0..255, and lies within 0.51 of the float formula.
    """
    # Row by row, in 32-bit integers and in separate buffers: the compiler turns these loops into vector instructions.
    height, width, _ = out.shape
    black, of_y = np.int32(factors[0]), np.int32(factors[1])
    zero, top, shift = np.int32(0), np.int32(255), np.int32(_BITS)
    terms = np.empty((3, (width + halved[0]) >> halved[0] << halved[0]), np.int32)
    to_red, to_green, to_blue = terms[0], terms[1], terms[2]
    colours = np.empty((3, width), np.uint8)
    red, green, blue = colours[0], colours[1], colours[2]
    for row in range(height):
        if row % (1 << halved[1]) == 0:
            _chroma_terms(u[row >> halved[1]], v[row >> halved[1]], factors, halved[0], terms)
        lumas, pixels = y[row], out[row]
        for x in range(width):
            luma = of_y * (np.int32(lumas[x]) - black)
            red[x] = min(max((luma + to_red[x]) >> shift, zero), top)
            green[x] = min(max((luma + to_green[x]) >> shift, zero), top)
            blue[x] = min(max((luma + to_blue[x]) >> shift, zero), top)
        for x in range(width):
            pixels[x, 0], pixels[x, 1], pixels[x, 2] = red[x], green[x], blue[x]


class ExactConverter:
    """Converts the frames of one layout.

    Raises
    ------
    VideoError
        ``pixel_format``: not 8-bit planar YUV 4:2:0, 4:2:2 or 4:4:4. ``colour``: a matrix other than BT.601, BT.709
        and BT.2020.
    """

    def __init__(self, layout: Layout) -> None:
        sampling = layout.pix_fmt.removeprefix("yuvj").removeprefix("yuv")
        if sampling not in _HALVED:
            raise VideoError(
                "pixel_format",
                f"found {layout.pix_fmt}, exact conversion expects 8-bit planar YUV (yuv420p, yuv422p, yuv444p). "
                "Use the default conversion.",
            )
        if layout.effective_matrix not in _LUMA:
            raise VideoError(
                "colour",
                f"found the colour matrix {layout.effective_matrix}, exact conversion expects one of "
                f"{', '.join(_LUMA)}. Use the default conversion.",
            )
        self._halved = _HALVED[sampling]
        self._factors = coefficients(layout.effective_matrix, layout.effective_range)

    def __call__(self, frame: Any, out: Pixels) -> None:
        """Convert a decoded frame into ``out``, uint8 (H, W, 3)."""
        y, u, v = (plane_lines(plane) for plane in frame.planes)
        yuv_to_rgb(y, u, v, self._halved, self._factors, out)
