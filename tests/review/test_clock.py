from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.review.clock import clock_text, finest_rate, frame_of, shown_frame, snap, time_of

rates = st.sampled_from([12.0, 23.976, 24.0, 25.0, 29.97, 30.0, 50.0, 59.94, 60.0])


@given(frame=st.integers(0, 100_000), fps=rates)
def test_a_frame_is_found_again_by_its_middle(frame, fps):
    assert frame_of(time_of(frame, fps=fps), fps=fps) == frame


@given(frame=st.integers(0, 100_000), fps=rates)
def test_a_frame_begins_at_its_own_time(frame, fps):
    assert frame_of(frame / fps, fps=fps) == frame


@given(t=st.floats(0, 100), fps=rates, frames=st.integers(1, 500))
def test_a_snapped_mark_is_in_the_middle_of_a_frame_of_the_clip(t, fps, frames):
    snapped = snap(t, fps=fps, length=frames / fps)
    frame = frame_of(snapped, fps=fps)
    assert snapped == time_of(frame, fps=fps)
    assert frame == min(frame_of(t, fps=fps), frames - 1)
    assert snap(snapped, fps=fps, length=frames / fps) == snapped


def test_without_a_rate_times_stay_and_end_with_the_clip():
    assert frame_of(3.4, fps=None) is None
    assert snap(3.4187, fps=None) == 3.4187
    assert snap(9.0, fps=None, length=5.0) == 5.0
    assert snap(-1.0, fps=None) == 0


def test_the_frame_whose_interval_holds_the_time():
    times = np.arange(3) / 24
    assert [shown_frame(times, t) for t in (0.0, 0.04, 1 / 24, 2 / 24, 100.0, -1.0)] == [0, 0, 1, 2, 2, 0]
    with pytest.raises(ValueError, match="at least one frame"):
        shown_frame([], 0.0)


def test_streams_of_two_rates_step_by_the_finer():
    assert finest_rate([24.0, 30.0, None]) == 30
    assert finest_rate([None]) is None


def test_times_as_text():
    assert [clock_text(t) for t in (0, 3.456, 60, 75.5, 3600)] == ["0.00 s", "3.46 s", "1:00.00", "1:15.50", "60:00.00"]
