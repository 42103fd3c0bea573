from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from evalcore.errors import VideoError
from evalcore.video import decode
from evalcore.video.exact import coefficients, yuv_to_rgb

Encode = Callable[..., Path]
Clip = Callable[..., NDArray[np.uint8]]
Planes = list[NDArray[np.uint8]]

MATRICES = ["bt601", "bt709", "bt2020"]
RANGES = ["limited", "full"]
HALVED = {"yuv420p": (1, 1), "yuv422p": (1, 0), "yuv444p": (0, 0)}


def by_the_standard(planes: Planes, halved: tuple[int, int], matrix: str, levels: str) -> NDArray[np.float64]:
    """The float formula of ITU-R BT.601, BT.709 and BT.2020, written plainly; 0..255, not rounded."""
    red, blue = {"bt601": (0.299, 0.114), "bt709": (0.2126, 0.0722), "bt2020": (0.2627, 0.0593)}[matrix]
    height, width = planes[0].shape
    y, u, v = (plane.astype(np.float64) for plane in planes)
    u, v = (np.repeat(np.repeat(c, 1 << halved[1], 0), 1 << halved[0], 1)[:height, :width] for c in (u, v))
    if levels == "limited":
        luma, cb, cr = (y - 16) / 219, (u - 128) / 224, (v - 128) / 224
    else:
        luma, cb, cr = y / 255, (u - 128) / 255, (v - 128) / 255
    r = luma + 2 * (1 - red) * cr
    b = luma + 2 * (1 - blue) * cb
    g = (luma - red * r - blue * b) / (1 - red - blue)
    return np.clip(255 * np.stack([r, g, b], axis=-1), 0, 255)


def convert(planes: Planes, halved: tuple[int, int], matrix: str, levels: str) -> NDArray[np.uint8]:
    out = np.empty((*planes[0].shape, 3), np.uint8)
    yuv_to_rgb(*planes, halved, coefficients(matrix, levels), out)
    return out


@pytest.mark.parametrize("matrix", MATRICES)
@pytest.mark.parametrize("levels", RANGES)
def test_every_luma_and_chroma_within_half_a_level(matrix: str, levels: str) -> None:
    chroma = np.unique(np.r_[0:256:5, 127:130, 16, 240, 255]).astype(np.uint8)
    y, u, v = (
        axis.reshape(256, -1) for axis in np.meshgrid(np.arange(256, dtype=np.uint8), chroma, chroma, indexing="ij")
    )
    planes = [np.ascontiguousarray(axis) for axis in (y, u, v)]
    found = convert(planes, (0, 0), matrix, levels)
    assert np.abs(found - by_the_standard(planes, (0, 0), matrix, levels)).max() <= 0.51


@settings(deadline=None, max_examples=40)
@given(
    height=st.integers(1, 9),
    width=st.integers(1, 9),
    halved=st.sampled_from(sorted(HALVED.values())),
    matrix=st.sampled_from(MATRICES),
    levels=st.sampled_from(RANGES),
    padding=st.integers(0, 5),
    seed=st.integers(0, 2**32 - 1),
)
def test_odd_sizes_and_padded_lines(
    height: int, width: int, halved: tuple[int, int], matrix: str, levels: str, padding: int, seed: int
) -> None:
    rng = np.random.default_rng(seed)
    half = ((height + halved[1]) >> halved[1], (width + halved[0]) >> halved[0])
    planes = [rng.integers(0, 256, size, dtype=np.uint8) for size in ((height, width), half, half)]
    padded = [np.pad(plane, ((0, 0), (0, padding)), constant_values=77) for plane in planes]
    out = np.empty((height, width, 3), np.uint8)
    yuv_to_rgb(*padded, halved, coefficients(matrix, levels), out)
    assert np.abs(out - by_the_standard(planes, halved, matrix, levels)).max() <= 0.51


@pytest.mark.parametrize(
    ("yuv", "matrix", "levels", "rgb"),
    [
        # By hand: grey is its luma stretched, (126 - 16) * 255 / 219 = 128.08.
        ((16, 128, 128), "bt601", "limited", (0, 0, 0)),
        ((235, 128, 128), "bt709", "limited", (255, 255, 255)),
        ((126, 128, 128), "bt2020", "limited", (128, 128, 128)),
        ((126, 128, 128), "bt601", "full", (126, 126, 126)),
        # Red of the BT.601 colour bars, Y 81, U 90, V 240: R = 65 * 1.16438 + 112 * 1.59603 = 254.44,
        # G = 75.685 + 38 * 0.39176 - 112 * 0.81297 = -0.48, B = 75.685 - 38 * 2.01723 = -0.97.
        ((81, 90, 240), "bt601", "limited", (254, 0, 0)),
        # Full range BT.709: R = 100 + 100 * 1.5748 = 257.5, G = 100 - 50 * 0.18733 - 100 * 0.46812 = 43.8,
        # B = 100 + 50 * 1.8556 = 192.8.
        ((100, 178, 228), "bt709", "full", (255, 44, 193)),
    ],
)
def test_values_by_hand(yuv: tuple[int, int, int], matrix: str, levels: str, rgb: tuple[int, int, int]) -> None:
    planes = [np.full((1, 1), value, np.uint8) for value in yuv]
    assert convert(planes, (0, 0), matrix, levels)[0, 0].tolist() == list(rgb)


def test_chroma_is_taken_from_the_nearest_sample() -> None:
    u = np.array([[128, 255], [0, 128]], np.uint8)
    planes = [np.full((3, 3), 128, np.uint8), u, np.full((2, 2), 128, np.uint8)]
    blue = convert(planes, (1, 1), "bt601", "full")[..., 2]
    assert blue.tolist() == [[128, 128, 255], [128, 128, 255], [0, 0, 128]]


@pytest.mark.parametrize("matrix", [(1, "bt709"), (6, "bt601"), (9, "bt2020"), (None, "bt601")])
@pytest.mark.parametrize("levels", [(1, "limited"), (2, "full")])
@pytest.mark.parametrize("pix_fmt", sorted(HALVED))
def test_files(
    encode: Encode, clip: Clip, pix_fmt: str, matrix: tuple[int | None, str], levels: tuple[int, str]
) -> None:
    path = encode("a.mkv", clip(2, 50, 70), pix_fmt=pix_fmt, matrix=matrix[0], range=levels[0])
    video = decode(path, method="exact")
    assert (video.info.effective_matrix, video.info.effective_range) == (matrix[1], levels[1])
    with av.open(str(path)) as container:
        for index, frame in enumerate(container.decode(video=0)):
            planes = [
                np.frombuffer(plane, np.uint8).reshape(plane.height, plane.line_size)[:, : plane.width]
                for plane in frame.planes
            ]
            expected = by_the_standard(planes, HALVED[pix_fmt], matrix[1], levels[1])
            assert np.abs(video.frames[index] - expected).max() <= 0.51


def test_close_to_the_default_conversion(encode: Encode, clip: Clip) -> None:
    # Flat colours, where chroma upsampling makes no difference.
    frames = np.broadcast_to(clip(4, 1, 1), (4, 32, 32, 3)).copy()
    path = encode("a.mp4", frames, options={"crf": "5"})
    assert np.abs(decode(path, method="exact").frames.astype(int) - decode(path).frames).max() <= 2


@pytest.mark.parametrize(
    ("settings", "kind", "message"),
    [
        ({"pix_fmt": "yuv420p10le"}, "pixel_format", "found yuv420p10le, exact conversion expects 8-bit planar YUV"),
        ({"codec": "libx264rgb", "pix_fmt": "rgb24"}, "pixel_format", "found gbrp"),
        ({"codec": "ffv1", "pix_fmt": "gray"}, "pixel_format", "found gray"),
        ({"codec": "ffv1", "pix_fmt": "yuv411p"}, "pixel_format", "found yuv411p"),
        ({"codec": "ffv1", "pix_fmt": "yuva420p"}, "pixel_format", "found yuva420p"),
        ({"matrix": 7, "range": 1}, "colour", "found the colour matrix smpte240m"),
    ],
)
def test_what_cannot_be_converted(encode: Encode, settings: dict[str, Any], kind: str, message: str) -> None:
    with pytest.raises(VideoError, match=message) as caught:
        decode(encode("a.mkv", **settings), method="exact")
    assert caught.value.kind == kind


@pytest.mark.parametrize("matrix", MATRICES)
@pytest.mark.parametrize("levels", RANGES)
def test_coefficients_are_the_nearest_multiples_of_a_65536th(matrix: str, levels: str) -> None:
    red, blue = {
        "bt601": (Fraction(299, 1000), Fraction(114, 1000)),
        "bt709": (Fraction(2126, 10000), Fraction(722, 10000)),
        "bt2020": (Fraction(2627, 10000), Fraction(593, 10000)),
    }[matrix]
    green = 1 - red - blue
    luma, chroma = (Fraction(255, 219), Fraction(255, 224)) if levels == "limited" else (1, 1)
    expected = [
        luma,
        2 * (1 - red) * chroma,
        -2 * (1 - blue) * blue / green * chroma,
        -2 * (1 - red) * red / green * chroma,
        2 * (1 - blue) * chroma,
    ]
    assert list(coefficients(matrix, levels)[1:]) == [round(factor * 65536) for factor in expected]
