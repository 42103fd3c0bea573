from __future__ import annotations

import base64
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from evalcore.vlm import Picture, Usage, encode


def test_a_picture_keeps_every_pixel() -> None:
    frame = np.random.default_rng(0).integers(0, 256, (5, 7, 3), dtype=np.uint8)
    picture = encode(frame)
    header, _, content = picture.data_url.partition(",")
    assert header == "data:image/png;base64"
    assert (picture.width, picture.height) == (7, 5)
    with Image.open(BytesIO(base64.b64decode(content))) as image:  # not the library that wrote it
        assert image.mode == "RGB"
        np.testing.assert_array_equal(np.asarray(image), frame)


@pytest.mark.parametrize("shape", [(2, 2), (2, 2, 4), (0, 2, 3)])
def test_what_is_no_rgb_frame_is_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"expected uint8 \(H, W, 3\)"):
        encode(np.zeros(shape, np.uint8))


def test_the_bytes_of_a_picture_flood_no_message() -> None:
    assert len(repr(Picture(b"x" * 1000, 1, 1))) < 100


def test_tokens_add_up() -> None:
    assert Usage(1, 2) + Usage(10, 20) == Usage(11, 22)
