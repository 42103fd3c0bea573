from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.review.clock import frame_of
from evalcore.ui.marking.timing import ClipTiming, clock_middles, ended_at, frames_on_clock


def clip(count, fps, declared=None):
    return ClipTiming(np.arange(count) / fps, declared)


def shown(one, *others):
    return frames_on_clock(one, clock_middles([one, *others])).tolist()


def test_clips_of_one_rate_show_the_frame_of_the_position():
    assert shown(clip(5, 25), clip(5, 25)) == [0, 1, 2, 3, 4]


def test_a_clip_that_ended_holds_its_last_frame():
    short, long = clip(3, 25), clip(6, 25)
    assert shown(short, long) == [0, 1, 2, 2, 2, 2]
    clock = clock_middles([short, long])
    assert ended_at(short, clock) == 3
    assert ended_at(long, clock) is None


def test_the_clock_steps_by_the_finest_rate_to_the_end_of_the_longest():
    fine, coarse = clip(4, 20), clip(4, 10)
    assert len(clock_middles([coarse, fine])) == 8
    assert shown(coarse, fine) == [0, 0, 1, 1, 2, 2, 3, 3]
    assert shown(fine, coarse) == [0, 1, 2, 3, 3, 3, 3, 3]


def test_rounded_time_stamps_do_not_shift_a_frame():
    rounded = ClipTiming(np.round(np.arange(60) / 24, 3), 24)
    exact = clip(60, 24, 24)
    assert shown(rounded, exact) == shown(exact, rounded) == list(range(60))
    assert [frame_of(rounded.mark_time(k), fps=24) for k in range(60)] == list(range(60))


def test_one_frame_is_one_position():
    assert clock_middles([ClipTiming(np.zeros(1))]).tolist() == [0.02]
    assert clock_middles([]).tolist() == [0.0]


def test_marks_of_the_first_and_the_last_frame_are_their_middles():
    one = clip(50, 25, 25)
    assert [one.mark_time(k) for k in (0, 49)] == [0.5 / 25, 49.5 / 25]


@pytest.mark.parametrize(("index", "frame"), [(-3, 0), (50, 49), (1000, 49)])
def test_a_mark_never_leaves_the_clip(index, frame):
    assert clip(50, 25, 25).mark_time(index) == (frame + 0.5) / 25


def test_without_a_rate_a_mark_is_the_middle_of_the_shown_frame_and_has_no_number():
    one = clip(4, 10)
    assert one.mark_time(2) == pytest.approx(0.25)
    assert one.text(one.mark_time(2)) == "0.25 s"


@given(st.integers(1, 80), st.sampled_from([8, 10, 23.976, 24, 25, 29.97, 30, 60]), st.data())
def test_the_marked_frame_is_the_frame_that_was_shown(count, fps, data):
    one = clip(count, fps, fps)
    index = data.draw(st.integers(0, count - 1))
    t = one.mark_time(index)
    assert one.index_at(t) == index
    assert frame_of(t, fps=fps) == index
