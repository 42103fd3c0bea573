from __future__ import annotations

import base64

import cv2
import numpy as np
import pytest

from evalcore.vlm import Picture, Usage, encode


def test_a_picture_keeps_every_pixel() -> None:
    frame = np.random.default_rng(0).integers(0, 256, (5, 7, 3), dtype=np.uint8)
    picture = encode(frame)
    header, _, content = picture.data_url.partition(",")
    decoded = cv2.imdecode(np.frombuffer(base64.b64decode(content), np.uint8), cv2.IMREAD_COLOR)
    assert header == "data:image/png;base64"
    assert (picture.width, picture.height) == (7, 5)
    np.testing.assert_array_equal(decoded[..., ::-1], frame)


@pytest.mark.parametrize("shape", [(2, 2), (2, 2, 4), (0, 2, 3)])
def test_what_is_no_rgb_frame_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"expected uint8 \(H, W, 3\)"):
        encode(np.zeros(shape, np.uint8))


def test_the_bytes_of_a_picture_flood_no_message() -> None:
    assert len(repr(Picture(b"x" * 1000, 1, 1))) < 100


def test_tokens_add_up() -> None:
    assert Usage(1, 2) + Usage(10, 20) == Usage(11, 22)
