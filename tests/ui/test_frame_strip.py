from __future__ import annotations

import numpy as np
import pytest

from evalcore.errors import VideoError
from evalcore.ui.frame_store import FrameSource
from evalcore.ui.frame_strip import frame_strip


def test_every_picture_needs_its_frame_and_time():
    source = FrameSource("strip of two", lambda: np.zeros((2, 4, 6, 3), np.uint8))
    with pytest.raises(ValueError, match="2 pictures have 1 frames and 2 times"):
        frame_strip(source, frames=[0], times=[0.0, 0.1], key="strip")


def test_a_source_that_cannot_be_read_says_why():
    def load():
        raise VideoError("truncated", "found 1 frame, expected 2.")

    with pytest.raises(VideoError, match="found 1 frame"):
        frame_strip(FrameSource("strip of none", load), frames=[], times=[], key="strip")
