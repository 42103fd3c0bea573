from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from evalcore.video import Display, VideoInfo


def info(pts: tuple[int, ...], time_base: Fraction) -> VideoInfo:
    return VideoInfo(
        codec="h264",
        pix_fmt="yuv420p",
        width=2,
        height=2,
        rotation=0,
        sample_aspect=Fraction(1),
        average_rate=None,
        time_base=time_base,
        header_frames=None,
        pts=pts,
        last_duration=None,
        matrix="untagged",
        range="untagged",
        effective_matrix="bt601",
        effective_range="limited",
    )


def test_times_count_from_the_first_frame() -> None:
    found = info((15000, 16000, 18001), Fraction(1, 15000))
    assert found.n_frames == 3
    assert found.start_s == 1.0
    assert found.times.dtype == np.float64
    assert found.times.tolist() == [0.0, 1000 / 15000, 3001 / 15000]


@pytest.mark.parametrize("time_base", [Fraction(1, 90000), Fraction(1001, 30000), Fraction(1, 3)])
def test_times_are_the_nearest_floats_of_the_exact_fractions(time_base: Fraction) -> None:
    pts = (7, 8, 1000, 123_456_789)
    exact = [float((tick - pts[0]) * time_base) for tick in pts]
    assert info(pts, time_base).times.tolist() == exact


@pytest.mark.parametrize("time_base", [Fraction(1, 1000), Fraction(1001, 30000)])
def test_exact_times(time_base: Fraction) -> None:
    assert info((5, 6, 9), time_base).exact_times == (0, time_base, 4 * time_base)


def test_how_long_the_last_frame_is_shown() -> None:
    still = info((0, 1), Fraction(1, 15))
    assert still.last_shown is None
    assert replace(still, last_duration=3).last_shown == Fraction(1, 5)


def test_display() -> None:
    turned = replace(info((0,), Fraction(1, 15)), rotation=-90, flipped=True, sample_aspect=Fraction(10, 11))
    assert turned.display == Display(-90, True, Fraction(10, 11))
