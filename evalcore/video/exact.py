"""YUV to RGB in integers: the same pixels on every machine."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from numpy.typing import NDArray

from evalcore.errors import VideoError
from evalcore.video.source import Layout

__all__ = ["ExactConverter", "coefficients", "yuv_to_rgb"]

# Weights of red and blue in luma: ITU-R BT.601-7 (2.5.1), BT.709-6 (3.2), BT.2020-2 (table 4, non-constant luminance).
_LUMA = {"bt601": (0.299, 0.114), "bt709": (0.2126, 0.0722), "bt2020": (0.2627, 0.0593)}

# Planar 8-bit formats: how often chroma is halved (horizontally, vertically).
_HALVED = {"420p": (1, 1), "422p": (1, 0), "444p": (0, 0)}

_BITS = 16

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


@numba.njit(nogil=True, cache=True)
def yuv_to_rgb(
    y: NDArray[np.uint8],
    u: NDArray[np.uint8],
    v: NDArray[np.uint8],
    halved: tuple[int, int],
    factors: Coefficients,
    out: NDArray[np.uint8],
) -> None:
    """Convert one frame: planes (H, W) and (ceil(H / 2^b), ceil(W / 2^a)), ``halved`` (a, b), into ``out`` (H, W, 3).

    Chroma is taken from the nearest sample. Each value is (sum + 2^15) >> 16, clipped to 0..255, and lies within
    0.51 of the float formula.
    """
    # Whole rows at a time in 32-bit arithmetic: this is what the compiler turns into vector instructions.
    height, width = y.shape
    black, of_y = np.int32(factors[0]), np.int32(factors[1])
    red_v, green_u, green_v, blue_u = (
        np.int32(factors[2]), np.int32(factors[3]), np.int32(factors[4]), np.int32(factors[5])
    )  # fmt: skip
    half, middle = np.int32(1 << (_BITS - 1)), np.int32(128)
    zero, top, shift = np.int32(0), np.int32(255), np.int32(_BITS)
    to_red, to_green, to_blue = np.empty((3, width + 1), np.int32)
    red, green, blue = np.empty((3, width), np.uint8)
    columns = 1 << halved[0]
    for row in range(height):
        if row % (1 << halved[1]) == 0:
            us, vs = u[row >> halved[1]], v[row >> halved[1]]
            for offset in range(columns):
                for i in range(us.shape[0]):
                    cu, cv = np.int32(us[i]) - middle, np.int32(vs[i]) - middle
                    to_red[i * columns + offset] = red_v * cv + half
                    to_green[i * columns + offset] = green_u * cu + green_v * cv + half
                    to_blue[i * columns + offset] = blue_u * cu + half
        for x in range(width):
            luma = of_y * (np.int32(y[row, x]) - black)
            red[x] = min(max((luma + to_red[x]) >> shift, zero), top)
            green[x] = min(max((luma + to_green[x]) >> shift, zero), top)
            blue[x] = min(max((luma + to_blue[x]) >> shift, zero), top)
        for x in range(width):
            out[row, x, 0], out[row, x, 1], out[row, x, 2] = red[x], green[x], blue[x]


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

    def __call__(self, frame: Any, out: NDArray[np.uint8]) -> None:
        """Convert a decoded frame into ``out``, uint8 (H, W, 3)."""
        yuv_to_rgb(*(_samples(plane) for plane in frame.planes), self._halved, self._factors, out)


def _samples(plane: Any) -> NDArray[np.uint8]:
    """The samples of a plane without the padding of its lines; a negative line size means bottom up."""
    lines = np.frombuffer(plane, np.uint8).reshape(plane.height, abs(plane.line_size))
    return lines[:: -1 if plane.line_size < 0 else 1, : plane.width]
