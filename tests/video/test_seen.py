from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from evalcore.errors import VideoError
from evalcore.video import as_seen, decode, decode_seen

Encode = Callable[..., Path]
Clip = Callable[..., NDArray[np.uint8]]


def test_upright_files_keep_their_pixels(encode: Encode, clip: Clip) -> None:
    path = encode("a.mp4", clip(5))
    np.testing.assert_array_equal(decode_seen(path), decode(path).frames)


def test_rotation_and_aspect_are_applied_to_every_frame(encode: Encode, clip: Clip) -> None:
    def turn(stream: Any) -> None:
        stream.set_display_rotation(90)
        stream.codec_context.sample_aspect_ratio = Fraction(2)

    path = encode("a.mp4", clip(5, 48, 64), prepare=turn)
    frames, video = decode_seen(path), decode(path)
    assert frames.shape == (5, 128, 48, 3)
    assert not frames.flags.writeable
    for seen, stored in zip(frames, video.frames, strict=True):
        np.testing.assert_array_equal(seen, as_seen(stored, video.info.display))


@pytest.mark.parametrize("name", ["a.mp4", "a.mkv"])
def test_a_clip_that_is_too_long_is_refused(encode: Encode, clip: Clip, name: str) -> None:
    path = encode(name, clip(5, 48, 64))
    size = 5 * 48 * 64 * 3
    assert decode_seen(path, most_bytes=size).nbytes == size
    with pytest.raises(VideoError, match=r"5 frames of 64x48 take 0 MiB, at most 0 MiB") as caught:
        decode_seen(path, most_bytes=size - 1)
    assert caught.value.kind == "too_long"


def test_the_seen_size_counts(encode: Encode, clip: Clip) -> None:
    def stretch(stream: Any) -> None:
        stream.codec_context.sample_aspect_ratio = Fraction(2)

    path = encode("a.mp4", clip(5, 48, 64), prepare=stretch)
    with pytest.raises(VideoError, match="5 frames of 128x48") as caught:
        decode_seen(path, most_bytes=5 * 48 * 64 * 3)
    assert caught.value.kind == "too_long"


def test_a_damaged_file_is_refused(encode: Encode, clip: Clip) -> None:
    path = encode("a.mp4", clip(40), container={"movflags": "+faststart"})
    path.write_bytes(path.read_bytes()[:-300])
    with pytest.raises(VideoError) as caught:
        decode_seen(path)
    assert caught.value.kind == "truncated"
