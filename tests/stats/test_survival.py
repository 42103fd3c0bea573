from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.stats import kaplan_meier
from evalcore.stats.survival import NO_BOUND, NOT_REACHED, ONE_UNIT

Z = 1.959963984540054

samples = st.lists(st.tuples(st.integers(0, 6), st.booleans()), min_size=1, max_size=25)


def loglog(share: float, greenwood: float) -> tuple[float, float]:
    """Bounds by the formula: S ** exp(+- z sqrt(V) / log S)."""
    reach = Z * math.sqrt(greenwood) / math.log(share)
    return share ** math.exp(-reach), share ** math.exp(reach)


def test_a_curve_by_hand():
    curve = kaplan_meier([3, 1, 2, 2, 4], [True, True, True, False, False])
    assert curve.time.tolist() == [1, 2, 3, 4]
    assert curve.share.tolist() == pytest.approx([4 / 5, 3 / 5, 3 / 10, 3 / 10])
    assert curve.at_risk.tolist() == [5, 4, 2, 1]
    assert curve.events.tolist() == [1, 1, 1, 0]
    assert curve.censored.tolist() == [0, 1, 0, 1]
    greenwood = np.cumsum([1 / (5 * 4), 1 / (4 * 3), 1 / (2 * 1), 0])
    for k in range(4):
        assert (curve.low[k], curve.high[k]) == pytest.approx(loglog(curve.share[k], greenwood[k]))
    assert (curve.median.time, curve.median.low, curve.median.high) == (3, 1, None)
    assert curve.median.high_reason == NO_BOUND


def test_the_interval_of_the_median_is_where_the_band_reaches_one_half():
    curve = kaplan_meier(np.arange(1, 41), np.ones(40, bool))
    median = curve.median
    assert median.time == 20  # 20 of 40 are left from then on
    assert median.low == curve.time[curve.low <= 0.5][0] == 14
    assert median.high == curve.time[curve.high <= 0.5][0] == 26
    assert (median.time_reason, median.low_reason, median.high_reason) == (None, None, None)


@pytest.mark.parametrize("event", [False, True])
def test_one_unit_has_a_curve_and_no_interval(event):
    curve = kaplan_meier([0.0], [event])
    assert curve.share.tolist() == [0.0 if event else 1.0]
    assert curve.median.time == (0.0 if event else None)
    assert (curve.median.low, curve.median.low_reason) == (None, ONE_UNIT)
    assert (curve.median.high, curve.median.high_reason) == (None, ONE_UNIT)


def test_without_events_everything_is_left_and_there_is_no_median():
    curve = kaplan_meier([2.0, 1.0, 2.0], [False] * 3)
    assert (curve.time.tolist(), curve.share.tolist(), curve.censored.tolist()) == ([1, 2], [1, 1], [1, 2])
    assert np.isnan(curve.low).all()
    assert np.isnan(curve.high).all()
    assert (curve.median.time, curve.median.time_reason) == (None, NOT_REACHED)


def test_events_at_zero_and_ties():
    curve = kaplan_meier([0, 0, 1, 1], [True, True, True, False])
    assert curve.share.tolist() == [0.5, 0.25]
    assert curve.median.time == 0


@given(samples)
def test_the_estimate_is_the_product_of_what_is_left_at_each_time(sample):
    times, events = zip(*sample, strict=True)
    curve = kaplan_meier(times, events)
    share = 1.0
    for k, moment in enumerate(sorted(set(times))):
        at_risk = sum(t >= moment for t in times)
        broken = sum(t == moment and event for t, event in sample)
        share *= (at_risk - broken) / at_risk
        assert curve.time[k] == moment
        assert curve.share[k] == pytest.approx(share)
        assert (curve.at_risk[k], curve.events[k]) == (at_risk, broken)
        if 0 < share < 1:
            assert 0 <= curve.low[k] <= curve.share[k] <= curve.high[k] <= 1
    assert curve.events.sum() + curve.censored.sum() == len(sample)


@given(st.lists(st.integers(0, 9), min_size=1, max_size=25))
def test_without_censoring_it_is_the_share_of_later_times(times):
    curve = kaplan_meier(times, [True] * len(times))
    for moment, share in zip(curve.time, curve.share, strict=True):
        assert share == pytest.approx(np.mean(np.array(times) > moment))
    assert curve.median.time == sorted(times)[(len(times) - 1) // 2]


@pytest.mark.parametrize(
    ("time", "event"), [([], []), ([1.0], [True, False]), ([-1.0], [True]), ([math.inf], [True]), ([[1.0]], [[True]])]
)
def test_what_is_refused(time, event):
    with pytest.raises(ValueError, match="time"):
        kaplan_meier(time, event)
