from __future__ import annotations

import pytest

from evalcore.video.colour import effective_matrix, effective_range, matrix_name


@pytest.mark.parametrize(
    ("tag", "expected"),
    [
        ("untagged", "bt601"),
        ("bt470bg", "bt601"),
        ("smpte170m", "bt601"),
        ("bt709", "bt709"),
        ("bt2020nc", "bt2020"),
        ("bt2020c", "bt2020c"),
        ("smpte240m", "smpte240m"),
        ("ycgco", "ycgco"),
        ("matrix-99", "matrix-99"),
    ],
)
def test_effective_matrix(tag: str, expected: str) -> None:
    assert effective_matrix(tag, is_rgb=False) == expected
    assert effective_matrix(tag, is_rgb=True) == "rgb"


@pytest.mark.parametrize(
    ("tag", "pix_fmt", "is_rgb", "expected"),
    [
        ("untagged", "yuv420p", False, "limited"),
        ("limited", "yuv420p", False, "limited"),
        ("full", "yuv420p", False, "full"),
        ("untagged", "yuvj420p", False, "full"),
        ("limited", "gray", False, "full"),
        ("untagged", "gbrp", True, "full"),
        ("limited", "gbrp", True, "full"),
    ],
)
def test_effective_range(tag: str, pix_fmt: str, is_rgb: bool, expected: str) -> None:
    assert effective_range(tag, pix_fmt, is_rgb=is_rgb) == expected


@pytest.mark.parametrize(
    ("code", "name"), [(0, "rgb"), (1, "bt709"), (2, "untagged"), (3, "untagged"), (5, "bt470bg"), (9, "bt2020nc")]
)
def test_matrix_names(code: int, name: str) -> None:
    assert matrix_name(code) == name
