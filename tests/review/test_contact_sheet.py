from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.errors import VideoError
from evalcore.review.contact_sheet import STRIP, contact_sheet, resolution, tile_times
from evalcore.video import decode, write
from tests.review.made import clip


@given(length=st.floats(0.1, 100), tiles=st.integers(1, 30))
def test_tiles_are_in_the_middles_of_equal_intervals(length, tiles):
    times = tile_times(length, tiles=tiles)
    half = resolution(length, tiles=tiles)
    assert len(times) == tiles
    assert times[0] == pytest.approx(half)
    assert length - times[-1] == pytest.approx(half)
    assert tile_times(0.0, tiles=tiles) == ()


def test_each_tile_is_the_frame_that_stands_at_its_time(tmp_path):
    path = clip(tmp_path / "grey.mp4", 24, fps=12)
    sheet = contact_sheet(path, tiles=4)
    assert sheet.times == pytest.approx((0.25, 0.75, 1.25, 1.75))
    assert sheet.frames == (3, 9, 15, 21)
    assert sheet.resolution == pytest.approx(0.25)
    assert sheet.picture.shape == (2 * (32 + STRIP), 2 * 32, 3)
    frames = decode(path).frames
    for position, frame in enumerate(sheet.frames):
        top, left = position // 2 * (32 + STRIP) + STRIP, position % 2 * 32
        assert (sheet.picture[top : top + 32, left : left + 32] == frames[frame]).all()
        number = sheet.picture[top - STRIP : top, left : left + 32]
        assert (number == 255).any()
        assert (number == 0).any()


def test_large_frames_are_made_smaller_and_a_last_row_may_have_gaps(tmp_path):
    write(tmp_path / "wide.mp4", np.full((5, 360, 640, 3), 128, np.uint8), fps=25)
    sheet = contact_sheet(tmp_path / "wide.mp4", tiles=5)
    assert sheet.picture.shape == (2 * (180 + STRIP), 3 * 320, 3)
    assert sheet.frames == (0, 1, 2, 3, 4)


def test_more_tiles_than_frames_show_frames_again(tmp_path):
    assert contact_sheet(clip(tmp_path / "short.mp4", 2), tiles=4).frames == (0, 0, 1, 1)


def test_a_file_that_cannot_be_shown(tmp_path):
    with pytest.raises(VideoError):
        contact_sheet(tmp_path / "none.mp4", tiles=4)
