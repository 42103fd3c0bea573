"""Names of the colour tags of a video, and what they mean for its pixels."""

from __future__ import annotations

__all__ = ["effective_matrix", "effective_range", "matrix_name", "range_name"]

UNTAGGED = "untagged"

# ITU-T H.273, MatrixCoefficients; 2 is "unspecified" and 3 "reserved".
_MATRICES = {
    0: "rgb",
    1: "bt709",
    2: UNTAGGED,
    3: UNTAGGED,
    4: "fcc",
    5: "bt470bg",
    6: "smpte170m",
    7: "smpte240m",
    8: "ycgco",
    9: "bt2020nc",
    10: "bt2020c",
    11: "smpte2085",
    12: "chroma-derived-nc",
    13: "chroma-derived-c",
    14: "ictcp",
}
_RANGES = {0: UNTAGGED, 1: "limited", 2: "full"}

# Names of one and the same matrix.
_SAME = {UNTAGGED: "bt601", "bt470bg": "bt601", "smpte170m": "bt601", "bt2020nc": "bt2020"}


def matrix_name(code: int) -> str:
    """Name of a matrix code of ITU-T H.273.

    >>> matrix_name(1), matrix_name(2), matrix_name(99)
    ('bt709', 'untagged', 'matrix-99')
    """
    return _MATRICES.get(code, f"matrix-{code}")


def range_name(code: int) -> str:
    """Name of FFmpeg's colour range code.

    >>> range_name(0), range_name(1), range_name(2)
    ('untagged', 'limited', 'full')
    """
    return _RANGES.get(code, f"range-{code}")


def effective_matrix(matrix: str, *, is_rgb: bool) -> str:
    """The matrix that a decoder applies: ``bt601`` where the file says none, ``rgb`` where there is none to apply.

    >>> effective_matrix("untagged", is_rgb=False), effective_matrix("smpte170m", is_rgb=False)
    ('bt601', 'bt601')
    >>> effective_matrix("untagged", is_rgb=True)
    'rgb'
    """
    return "rgb" if is_rgb else _SAME.get(matrix, matrix)


def effective_range(range: str, pix_fmt: str, *, is_rgb: bool) -> str:
    """The range that a decoder applies: by pixel format where that implies one, else by tag, else ``limited``.

    FFmpeg's ``yuvj*`` formats, grey and RGB are full range whatever the tag says.

    >>> effective_range("untagged", "yuv420p", is_rgb=False), effective_range("untagged", "yuvj420p", is_rgb=False)
    ('limited', 'full')
    """
    if is_rgb or pix_fmt.startswith(("yuvj", "gray")):
        return "full"
    return "limited" if range == UNTAGGED else range
