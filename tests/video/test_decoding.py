from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from evalcore.errors import VideoError
from evalcore.video import decode, probe

Encode = Callable[..., Path]
Frames = NDArray[np.uint8]
Clip = Callable[..., Frames]


def by_opencv(path: Path) -> Frames:
    capture = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
    capture.set(cv2.CAP_PROP_ORIENTATION_AUTO, 0)
    frames = []
    while True:
        found, frame = capture.read()
        if not found:
            return np.stack(frames)[..., ::-1]
        frames.append(frame)


FORMATS = [
    ("libx264", "yuv420p", (48, 64)),
    ("libx264", "yuv422p", (48, 64)),
    ("libx264", "yuv422p", (49, 64)),
    ("libx264", "yuv444p", (49, 65)),
    ("ffv1", "yuv420p", (48, 65)),
    ("ffv1", "yuv420p", (49, 64)),
    ("ffv1", "yuv420p", (49, 65)),
    ("ffv1", "yuv422p", (49, 65)),
    ("ffv1", "yuv411p", (48, 64)),
    ("libx264", "yuv420p10le", (48, 64)),
    ("libx264", "yuv444p10le", (48, 64)),
    ("mjpeg", "yuvj420p", (48, 64)),
    ("ffv1", "gray", (49, 65)),
    ("libx264rgb", "rgb24", (48, 64)),
]


@pytest.mark.parametrize(("codec", "pix_fmt", "size"), FORMATS)
def test_pixels_are_those_of_opencv(
    encode: Encode, clip: Clip, codec: str, pix_fmt: str, size: tuple[int, int]
) -> None:
    path = encode("a.mkv", clip(3, *size), codec=codec, pix_fmt=pix_fmt)
    video = decode(path)
    assert video.frames.shape == (3, *size, 3)
    np.testing.assert_array_equal(video.frames, by_opencv(path))


def test_stored_rgb_is_returned_as_it_is(encode: Encode, clip: Clip) -> None:
    frames = clip(3)
    for pix_fmt in ("bgr24", "rgb24"):
        path = encode(f"{pix_fmt}.nut", frames, codec="rawvideo", pix_fmt=pix_fmt)
        np.testing.assert_array_equal(decode(path).frames, frames)


@pytest.mark.parametrize(("matrix", "levels"), [(1, 1), (1, 2), (5, 1), (6, 1), (7, 1), (9, 1), (None, 2)])
def test_tags_are_honoured_as_opencv_does(encode: Encode, matrix: int | None, levels: int) -> None:
    # The stored samples are the same, so that untagged pixels would be those of BT.601 limited range.
    path = encode("a.mp4", matrix=matrix, range=levels, options={"crf": "1"})
    np.testing.assert_array_equal(decode(path).frames, by_opencv(path))


@pytest.mark.cases
@pytest.mark.parametrize(
    "name",
    [
        "made/odd_321x241_444.mp4",
        "made/odd_321x241_vp9.mp4",
        "made/vfr.mp4",
        "real/ffqm_ref.mkv",
        "real/h264_10bit_200x200.mp4",
        "real/h264_bt709_fullrange_720p.mp4",
        "real/rot90.mov",
        "real/sar2x1.mp4",
    ],
)
def test_real_pixels_are_those_of_opencv(cases: Path, name: str) -> None:
    path = cases / "video" / name
    np.testing.assert_array_equal(decode(path).frames, by_opencv(path))


@pytest.mark.parametrize("method", ["default", "exact"])
def test_array(encode: Encode, method: Any) -> None:
    path = encode("a.mp4")
    frames = decode(path, method=method).frames
    assert frames.dtype == np.uint8
    assert frames.flags.c_contiguous
    assert not frames.flags.writeable
    assert frames.flags.owndata
    np.testing.assert_array_equal(frames, decode(path, method=method).frames)


def test_info_is_that_of_probe(encode: Encode) -> None:
    path = encode("a.mp4", options={"bf": "2"})
    assert decode(path).info == probe(path)


@pytest.mark.parametrize("name", ["a.mp4", "a.mkv"])
def test_expected_count(encode: Encode, clip: Clip, name: str) -> None:
    path = encode(name, clip(17))
    np.testing.assert_array_equal(decode(path, expect=17).frames, decode(path).frames)
    for wrong in (0, 1, 16, 18):
        with pytest.raises(VideoError, match=f"found 17 frames, expected {wrong}") as caught:
            decode(path, expect=wrong)
        assert caught.value.kind == "frame_count"


def test_a_cut_file_is_called_cut_off_whatever_was_expected(encode: Encode, clip: Clip) -> None:
    path = encode("a.mp4", clip(17), container={"movflags": "+faststart"})
    path.write_bytes(path.read_bytes()[:-500])
    with pytest.raises(VideoError, match=r"header 17, decoded \d+ frames") as caught:
        decode(path, expect=17)
    assert caught.value.kind == "truncated"


@pytest.mark.parametrize("n", [1, 15, 16, 17, 33])
def test_files_without_a_count_grow_as_they_go(encode: Encode, clip: Clip, n: int) -> None:
    path = encode("a.mkv", clip(n), codec="ffv1")
    video = decode(path)
    assert video.info.header_frames is None
    assert len(video.frames) == n
    np.testing.assert_array_equal(video.frames, by_opencv(path))


@pytest.mark.parametrize("name", ["a.mp4", "a.mkv"])
def test_memory_is_not_doubled(encode: Encode, clip: Clip, name: str) -> None:
    path = encode(name, clip(60, 96, 128))
    decode(path)
    tracemalloc.start()
    try:
        frames = decode(path).frames
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 1.25 * frames.nbytes


def test_a_large_count_in_the_header_is_not_reserved_at_once(encode: Encode, monkeypatch: pytest.MonkeyPatch) -> None:
    path = encode("a.mp4")
    whole = decode(path).frames
    monkeypatch.setattr("evalcore.video.decoding._RESERVE", 2 * 48 * 64 * 3)
    np.testing.assert_array_equal(decode(path).frames, whole)


def test_threads_see_the_same_pixels(encode: Encode, clip: Clip) -> None:
    paths = [encode(f"{i}.mp4", clip(5 + i)) for i in range(4)]
    alone = [decode(path).frames for path in paths]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda path: decode(path).frames, paths * 5))
    for index, frames in enumerate(together):
        np.testing.assert_array_equal(frames, alone[index % 4])


def test_a_matrix_that_cannot_be_converted(encode: Encode) -> None:
    path = encode("a.mp4", matrix=8, range=1)
    assert probe(path).effective_matrix == "ycgco"
    with pytest.raises(VideoError, match="colour matrix ycgco cannot be converted") as caught:
        decode(path)
    assert caught.value.kind == "colour"


def test_an_unknown_method_is_refused(encode: Encode) -> None:
    method: Any = "fast"
    with pytest.raises(ValueError, match="'fast', expected 'default' or 'exact'"):
        decode(encode("a.mp4"), method=method)
