from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.errors import InputError
from evalcore.judged.config import PREFIX_END, PROFILES
from evalcore.judged.sampling import FrameChoice, as_written, choose_frames, even_times, profile_named

MS = Fraction(1, 1000)
PAPER, OBSERVATION = PROFILES["paper-prefix-8"], PROFILES["observation-8"]


def choose(
    times: list[Fraction],
    *,
    last_duration: Fraction | None = None,
    time_base: Fraction = Fraction(1, 15360),
    profile: str = "observation-8",
    observation_time: float | None = None,
) -> FrameChoice:
    return choose_frames(
        times,
        last_duration=last_duration,
        time_base=time_base,
        profile=PROFILES[profile],
        observation_time=observation_time,
    )


def at(rate: int, n: int) -> list[Fraction]:
    return [Fraction(k, rate) for k in range(n)]


@pytest.mark.parametrize("n", range(1, 9))
def test_up_to_eight_candidates_are_all_taken(n: int) -> None:
    choice = choose(at(10, n))
    assert choice.frames == tuple(range(n))
    assert choice.times == tuple(k / 10 for k in range(n))
    assert choice.candidates == n


def test_nine_candidates() -> None:
    # 8 times over 0..8 are k * 8/7: 0, 1.14, 2.29, 3.43, 4.57, 5.71, 6.86, 8.
    assert choose(at(10, 9)).frames == (0, 1, 2, 3, 5, 6, 7, 8)


def test_a_long_clip_at_30_frames_a_second() -> None:
    # Frame 119 is at 119/30 s, the end of the prefix itself; 17 frames lie between two of the eight.
    choice = choose(at(30, 300))
    assert choice.candidates == 120
    assert choice.frames == (0, 17, 34, 51, 68, 85, 102, 119)
    assert choice.prefix_end == pytest.approx(119 / 30, abs=1e-15)
    assert choice.time_coverage == 1.0


@pytest.mark.parametrize(("stamp", "candidates"), [(3966, 120), (3967, 120), (3968, 119)])
def test_half_a_tick_after_the_end_is_the_prefix_still(stamp: int, candidates: int) -> None:
    # In a WebM, which counts in ms, frame 119 of 30 a second is stamped 3.967 s; 119/30 is 3.96667.
    times = [round(k * 1000 / 30) * MS for k in range(119)] + [stamp * MS, 4 * Fraction(1)]
    choice = choose(times, time_base=MS)
    assert choice.candidates == candidates
    assert choice.frames[-1] == candidates - 1
    assert choice.time_coverage == float(min(times[candidates - 1] / PREFIX_END, 1))


def test_exactly_half_a_tick_counts() -> None:
    tick = Fraction(1, 15)  # 119/30 + 1/30 = 4
    times = [Fraction(0), Fraction(4)]
    assert choose(times, time_base=tick).candidates == 2
    assert choose(times, time_base=tick - Fraction(1, 10**9)).candidates == 1


def test_a_tie_goes_to_the_earlier_frame() -> None:
    # 0..7 without 3, and frames at 2.5 and 3.5: the wanted time 3 lies halfway between the two.
    times = [*map(Fraction, ("0", "1", "2", "2.5", "3.5", "4", "5", "6", "7"))]
    quarter = [time / 2 for time in times]  # 0 to 3.5 s, so that all are candidates
    assert choose(quarter).frames == (0, 1, 2, 3, 5, 6, 7, 8)


def test_frames_that_are_nearest_to_two_times_are_taken_once() -> None:
    times = [*(k * MS for k in range(9)), Fraction(3)]
    choice = choose(times, time_base=MS)
    assert choice.frames == (0, 8, 9)
    assert choice.times == (0.0, 0.008, 3.0)


def test_frames_of_equal_time_count_once() -> None:
    times = sorted(at(10, 10) * 2)
    assert choose(times).frames == (0, 2, 6, 8, 10, 12, 16, 18)


@pytest.mark.parametrize(
    ("profile", "observation_time", "end"),
    [
        ("paper-prefix-8", None, PREFIX_END),
        ("paper-prefix-8", 5.5, PREFIX_END),
        ("observation-8", None, PREFIX_END),
        ("observation-8", 2.0, PREFIX_END),
        ("observation-8", 5.5, Fraction(11, 2)),
        ("observation-8", 4.3, Fraction(43, 10)),
    ],
)
def test_the_end_of_the_prefix(profile: str, observation_time: float | None, end: Fraction) -> None:
    times = at(10, 100)
    choice = choose(times, profile=profile, observation_time=observation_time)
    assert choice.prefix_end == float(end)
    assert choice.candidates == sum(time <= end for time in times)
    assert choice.observation_time == observation_time
    assert choice.reached


def test_the_observation_time_counts_as_it_was_written() -> None:
    # The float 4.3 is a little less than 43/10, so that without this the frame at 4.3 s would lie half a tick away.
    tick = Fraction(1, 10**18)
    assert Fraction(4.3) < Fraction(43, 10)
    choice = choose(at(10, 100), time_base=tick, observation_time=4.3)
    assert choice.candidates == 44
    assert choose(at(10, 44), time_base=tick, observation_time=4.3, last_duration=Fraction(0)).reached
    assert as_written(4.3) == Fraction(43, 10)
    assert as_written(5) == 5
    assert as_written(1e-7) == Fraction(1, 10**7)


@pytest.mark.parametrize(
    ("n", "last_duration", "observation_time", "reached"),
    [
        (40, Fraction(1, 10), 4.0, True),  # last frame at 3.9, shown until 4.0
        (40, Fraction(1, 10), 4.001, False),
        (40, Fraction(1, 5), 4.1, True),
        (40, None, 4.0, True),  # unknown: the gap before it, 0.1 s
        (40, None, 4.001, False),
        (40, Fraction(0), 3.9, True),
        (40, Fraction(0), 3.95, False),
        (1, None, 0.0, True),  # one frame is shown for 0 s where the container does not say
        (1, None, 0.1, False),
        (1, Fraction(1, 10), 0.1, True),
    ],
)
def test_whether_the_clip_reaches_the_observation_time(
    n: int, last_duration: Fraction | None, observation_time: float, reached: bool
) -> None:
    choice = choose(at(10, n), last_duration=last_duration, observation_time=observation_time)
    assert choice.reached is reached
    assert choose(at(10, n), profile="paper-prefix-8", observation_time=observation_time).reached


def test_half_a_tick_before_the_observation_time_is_reached() -> None:
    still = {"last_duration": Fraction(0), "observation_time": 4.0}
    assert choose([Fraction(0), 4 - MS / 2], time_base=MS, **still).reached
    assert not choose([Fraction(0), 4 - MS / 2 - MS / 1000], time_base=MS, **still).reached


@pytest.mark.parametrize(("times", "coverage"), [([0], 0.0), ([0, 1], 1 / (119 / 30)), ([0, 1, 9], 1 / (119 / 30))])
def test_time_coverage_is_of_the_prefix(times: list[int], coverage: float) -> None:
    assert choose([*map(Fraction, times)]).time_coverage == pytest.approx(coverage, abs=1e-15)


def test_time_coverage_is_at_most_one() -> None:
    assert choose([Fraction(0), PREFIX_END + MS / 3], time_base=MS).time_coverage == 1.0


ticks = st.lists(st.integers(0, 9000), min_size=1, max_size=40).map(sorted)


@given(ticks=ticks, observation_time=st.none() | st.integers(0, 9000).map(lambda ms: ms / 1000))
def test_agrees_with_a_plain_reading_of_the_rules(ticks: list[int], observation_time: float | None) -> None:
    times = [(tick - ticks[0]) * MS for tick in ticks]
    end = max(PREFIX_END, Fraction(str(observation_time or 0)))
    candidates = [time for time in times if time <= end + MS / 2]
    expected = list(range(len(candidates)))
    if len(candidates) > 8:
        wanted = [candidates[-1] * Fraction(k, 7) for k in range(8)]
        expected = sorted({min(expected, key=lambda i: (abs(times[i] - want), i)) for want in wanted})
    choice = choose(times, time_base=MS, observation_time=observation_time)
    assert choice.frames == tuple(expected)
    assert choice.times == tuple(float(times[i]) for i in expected)
    assert choice.candidates == len(candidates)


@given(ticks=ticks)
def test_the_first_and_the_last_candidate_are_shown(ticks: list[int]) -> None:
    times = [(tick - ticks[0]) * MS for tick in ticks]
    choice = choose(times, time_base=MS)
    assert choice.times[0] == 0.0
    assert choice.times[-1] == float(times[choice.candidates - 1])
    assert 1 <= len(choice.frames) <= 8
    assert list(choice.times) == sorted(choice.times)


def test_even_times_are_exact() -> None:
    assert even_times(Fraction(1), Fraction(2), 8) == [1 + Fraction(k, 7) for k in range(8)]
    assert even_times(Fraction(0), Fraction(0), 3) == [0, 0, 0]


def test_no_frame_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        choose([])


def test_profiles_by_name() -> None:
    assert profile_named("paper-prefix-8") is PAPER
    assert profile_named("observation-8") is OBSERVATION
    with pytest.raises(InputError, match="Did you mean 'observation-8'"):
        profile_named("observation8")
