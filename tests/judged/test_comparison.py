"""Two models of one judge, task by task."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from evalcore.errors import InputError
from evalcore.judged import BaselinesResult, ComparisonResult, baselines, compare, load
from evalcore.stats import bootstrap_interval, resample_indices
from tests.judged.made import make_data
from tests.judged.test_intervals import many_tasks


@pytest.fixture
def result(tmp_path: Path) -> BaselinesResult:
    return baselines(load(make_data(tmp_path)), "paper-main", judge="judge-a")


def test_by_hand(result: BaselinesResult) -> None:
    found = compare(result, "plain", "weak", component="event")
    # ball 50 and 25, block 100/3 and 0, door 175/3 and 50/3.
    assert [one.task for one in found.tasks] == ["ball", "block", "door"]
    assert [one.difference for one in found.tasks] == pytest.approx([25, 100 / 3, 125 / 3])
    assert found.difference == pytest.approx(100 / 3)
    assert (found.n, found.wins, found.ties, found.losses) == (3, 3, 0, 0)
    assert found.ci95 is None
    assert found.ci95_reason == "a bootstrap interval needs at least 5 units; there are 3"
    other = compare(result, "weak", "plain", component="event")
    assert (other.difference, other.wins, other.losses) == (-found.difference, 0, 3)


def test_ties_are_counted(result: BaselinesResult) -> None:
    found = compare(result, "plain", "weak", component="structure")
    # ball 200/3 and 100/3, block 25 and 25, door 60 and 40.
    assert (found.wins, found.ties, found.losses) == (2, 1, 0)


def test_the_interval_is_over_the_same_resamples(tmp_path: Path) -> None:
    scores = baselines(many_tasks(tmp_path), "s", judge="judge", resamples=300, seed=2)
    found = compare(scores, "good", "poor", component="event")
    good, poor = (np.array([task.event for task in scores.models[name].tasks.values()]) for name in ("good", "poor"))
    drawn = resample_indices(6, resamples=300, seed=2)
    expected = bootstrap_interval(good[drawn].mean(axis=1) - poor[drawn].mean(axis=1), n=6).ci95
    assert found.ci95 == pytest.approx(expected, abs=1e-9)
    assert found.difference == pytest.approx(scores.models["good"].event - scores.models["poor"].event)


def test_no_resamples_no_interval(tmp_path: Path) -> None:
    scores = baselines(many_tasks(tmp_path), "s", judge="judge", resamples=0)
    found = compare(scores, "good", "poor", component="event")
    assert (found.ci95, found.ci95_reason) == (None, "no resamples were asked for")


def test_names_at_fault(result: BaselinesResult) -> None:
    with pytest.raises(InputError, match=r"the result has no model 'plane'. Did you mean 'plain'\?"):
        compare(result, "plane", "weak", component="event")
    with pytest.raises(InputError, match="both models are 'weak'"):
        compare(result, "weak", "weak", component="event")


def test_written_and_read_back(result: BaselinesResult, tmp_path: Path) -> None:
    found = compare(result, "plain", "weak", component="event")
    found.write(tmp_path / "comparison.json")
    again = ComparisonResult.read(tmp_path / "comparison.json")
    assert again == found
    assert again.config == result.config
    assert found.scores["difference"].tolist() == [found.difference]
    assert found.rows["task"].tolist() == ["ball", "block", "door"]
