from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from evalcore.errors import VideoError
from evalcore.video import Display, as_seen, decode, fit_size, probe, resize, seen_size

Encode = Callable[..., Path]
Frames = NDArray[np.uint8]

sizes = st.integers(1, 5000)


def letters(text: str) -> Frames:
    """A picture of one pixel a letter."""
    rows = [[ord(letter) for letter in row] for row in text.split()]
    return np.repeat(np.array(rows, np.uint8)[..., None], 3, axis=-1)


def read(picture: Frames) -> str:
    return " ".join("".join(map(chr, row)) for row in picture[..., 0].tolist())


@pytest.mark.parametrize(
    ("rotation", "flipped", "expected"),
    [
        (0, False, "abc def"),
        (90, False, "cf be ad"),  # counter-clockwise
        (-90, False, "da eb fc"),
        (180, False, "fed cba"),
        (-180, False, "fed cba"),
        (0, True, "def abc"),
        (180, True, "cba fed"),  # mirrored left to right
        (90, True, "fc eb da"),
        (-90, True, "ad be cf"),
    ],
)
def test_the_eight_orientations(rotation: int, flipped: bool, expected: str) -> None:
    seen = as_seen(letters("abc def"), Display(rotation, flipped))
    assert read(seen) == expected
    assert seen.flags.c_contiguous
    assert seen_size(3, 2, Display(rotation, flipped)) == seen.shape[1::-1]


def test_nothing_to_do_copies_nothing() -> None:
    frame = letters("abc def")
    assert np.shares_memory(as_seen(frame, Display()), frame)
    assert resize(frame, (3, 2)) is frame


@pytest.mark.parametrize(
    ("aspect", "expected"),
    [("2", (640, 240)), ("1/2", (320, 480)), ("4/3", (427, 240)), ("10/11", (320, 264)), ("1", (320, 240))],
)
def test_pixels_are_stretched_as_browsers_do(aspect: str, expected: tuple[int, int]) -> None:
    # The expected sizes are those that Chromium reports for such a file (videoWidth, videoHeight).
    display = Display(sample_aspect=Fraction(aspect))
    assert seen_size(320, 240, display) == expected
    assert as_seen(np.zeros((240, 320, 3), np.uint8), display).shape == (expected[1], expected[0], 3)


def test_a_stretched_picture_keeps_its_ends() -> None:
    frame = letters("az")
    seen = as_seen(frame, Display(sample_aspect=Fraction(4)))
    assert read(seen[:, [0, -1]]) == "az"
    assert (np.diff(seen[0, :, 0].astype(int)) >= 0).all()


def test_the_aspect_is_applied_before_the_rotation() -> None:
    assert seen_size(320, 240, Display(-90, False, Fraction(2))) == (240, 640)
    assert as_seen(np.zeros((240, 320, 3), np.uint8), Display(90, False, Fraction(2))).shape == (640, 240, 3)


@pytest.mark.parametrize("rotation", [45, -30, 1, -2147483648])
def test_other_angles_are_refused(rotation: int) -> None:
    for call in (lambda d: seen_size(4, 4, d), lambda d: as_seen(np.zeros((4, 4, 3), np.uint8), d)):
        with pytest.raises(VideoError, match=f"by {rotation} degrees, a multiple of 90 was expected") as caught:
            call(Display(rotation))
        assert caught.value.kind == "rotation"


@pytest.mark.parametrize("aspect", [Fraction(1_000_000), Fraction(1, 1_000_000)])
def test_an_aspect_out_of_all_proportion_is_refused(aspect: Fraction) -> None:
    with pytest.raises(VideoError, match="sample aspect ratio") as caught:
        as_seen(np.zeros((240, 320, 3), np.uint8), Display(sample_aspect=aspect))
    assert caught.value.kind == "size"


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        ((832, 480), (832, 480)),
        ((831, 479), (831, 479)),
        ((1280, 720), (832, 468)),
        ((1664, 962), (830, 480)),  # 1664 * 480 / 962 = 830.27
        ((1664, 961), (831, 480)),  # 831.13
        ((480, 640), (360, 480)),
        ((3026, 1386), (832, 381)),  # 381.08
        ((1664, 1), (832, 1)),  # half a pixel is rounded up
        ((1664, 3), (832, 2)),  # 1.5
        ((100_000, 2), (832, 1)),  # 0.017 is at least 1
        ((1, 1), (1, 1)),
    ],
)
def test_fit(size: tuple[int, int], expected: tuple[int, int]) -> None:
    assert fit_size(*size, within=(832, 480)) == expected


@given(width=sizes, height=sizes)
def test_fit_never_enlarges_and_always_fits(width: int, height: int) -> None:
    fitted = fit_size(width, height, within=(832, 480))
    assert 1 <= fitted[0] <= min(width, 832)
    assert 1 <= fitted[1] <= min(height, 480)
    if width <= 832 and height <= 480:
        assert fitted == (width, height)
    elif min(width, height) > 50:
        assert fitted[0] == 832 or fitted[1] == 480
        assert abs(fitted[0] * height - fitted[1] * width) <= max(width, height)


def test_resize_averages_areas() -> None:
    frame = np.arange(4 * 6 * 3, dtype=np.uint8).reshape(4, 6, 3)
    expected = frame.reshape(2, 2, 3, 2, 3).astype(int).sum(axis=(1, 3))
    assert np.abs(resize(frame, (3, 2)) - expected / 4).max() <= 0.5


def shown_by(matrix: tuple[int, int, int, int], frame: Frames) -> Frames:
    """By the definition of ISO/IEC 14496-12 (6.2.2): a pixel at (x, y) is shown at (a x + c y, b x + d y)."""
    a, b, c, d = matrix
    pixels = {(a * x + c * y, b * x + d * y): frame[y, x] for y in range(frame.shape[0]) for x in range(frame.shape[1])}
    columns, rows = (sorted(set(axis)) for axis in zip(*pixels, strict=True))
    return np.array([[pixels[x, y] for x in columns] for y in rows])


TURNS = [(1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0)]
MIRRORS = [(-1, 0, 0, 1), (1, 0, 0, -1), (0, 1, 1, 0), (0, -1, -1, 0)]


@pytest.mark.parametrize("matrix", [*TURNS, *MIRRORS])
def test_the_display_matrix_of_a_file(
    encode: Encode, clip: Callable[..., Frames], matrix: tuple[int, int, int, int]
) -> None:
    def turn(stream: Any) -> None:
        a, b, c, d = (value << 16 for value in matrix)
        stream.set_display_matrix([a, b, 0, c, d, 0, 0, 0, 1 << 30])

    video = decode(encode("a.mp4", clip(1), prepare=turn))
    np.testing.assert_array_equal(as_seen(video.frames[0], video.info.display), shown_by(matrix, video.frames[0]))
    assert video.info.flipped == (matrix in MIRRORS)


def test_the_sample_aspect_of_a_file(encode: Encode) -> None:
    def squeeze(stream: Any) -> None:
        stream.codec_context.sample_aspect_ratio = Fraction(10, 11)

    assert probe(encode("a.mp4", prepare=squeeze)).display == Display(sample_aspect=Fraction(10, 11))
    assert probe(encode("b.mp4")).display == Display()


def by_opencv(path: Path) -> Frames:
    capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
    capture.set(cv2.CAP_PROP_ORIENTATION_AUTO, 1)
    return np.asarray(capture.read()[1])[..., ::-1]


@pytest.mark.cases
@pytest.mark.parametrize("name", ["rot90.mov", "rot180.mov"])
def test_real_files_are_turned_as_opencv_turns_them(cases: Path, name: str) -> None:
    video = decode(cases / "video" / "real" / name)
    np.testing.assert_array_equal(as_seen(video.frames[0], video.info.display), by_opencv(cases / "video/real" / name))
