"""Bootstrap intervals against plain loops over the same draws."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from evalcore.judged import JudgedData, JudgedResult, baselines, load, read_judgments, score
from evalcore.judged import intervals as module
from evalcore.judged.intervals import over_tasks
from evalcore.stats import bootstrap_interval, resample_indices
from tests.judged.made import make_data, write_rows

RESAMPLES = 200


def many_tasks(folder: Path) -> JudgedData:
    """Six tasks with two pairs, a lone member and a control each; two models that differ."""
    conditions: list[dict[str, Any]] = []
    for task in "abcdef":
        for name, label in [("1a", "L"), ("1b", "R"), ("2a", "L"), ("2b", "L"), ("3a", "R"), ("4", "R")]:
            pair = f"{task}{name[0]}" if name[-1] in "ab" else None
            conditions.append({"condition_id": f"{task}{name}", "pair_id": pair, "task": task, "label": label})
    chance = np.random.default_rng(7)
    models = {
        model: [
            {
                "condition_id": row["condition_id"],
                "event": row["label"] if chance.random() < skill else "other",
                "violation": bool(chance.random() > skill),
            }
            for row in conditions
        ]
        for model, skill in (("good", 0.8), ("poor", 0.4))
    }
    return load(
        make_data(
            folder,
            conditions=conditions,
            tasks={task: {"labels": ["L", "R"]} for task in "abcdef"},
            manifest=None,
            splits={"s": [row["condition_id"] for row in conditions]},
            judgments={"judge": models},
            published=None,
        )
    )


@pytest.fixture
def data(tmp_path: Path) -> JudgedData:
    return many_tasks(tmp_path)


def scored(data: JudgedData, model: str, **options: int) -> JudgedResult:
    return score(data, "s", judgments=read_judgments(data.judgments_path("judge", model), data), **options)


def test_over_tasks_is_the_mean_over_resampled_tasks(data: JudgedData) -> None:
    result = scored(data, "good", resamples=RESAMPLES, seed=3)
    events = [task.event for task in result.tasks.values()]
    drawn = resample_indices(6, resamples=RESAMPLES, seed=3)
    means = [sum(events[task] for task in row) / 6 for row in drawn]
    assert result.ci95["event"] == pytest.approx(bootstrap_interval(means, n=6).ci95, abs=1e-9)
    assert result.ci95_reason == {"event": None, "structure": None}
    assert result.config.resamples == RESAMPLES


def test_over_pairs_is_the_score_of_resampled_pairs(data: JudgedData) -> None:
    result = scored(data, "good", resamples=RESAMPLES, seed=3)
    random = np.random.default_rng(3)
    events, structures = np.zeros(RESAMPLES), np.zeros(RESAMPLES)
    for task in "abcdef":
        units: dict[str, list[Any]] = {}
        for row in result.conditions:
            if row.task == task:
                units.setdefault(row.pair_id or row.condition_id, []).append(row)
        sets = list(units.values())
        assert len(sets) == 4
        for resample, drawn in enumerate(random.integers(0, 4, size=(RESAMPLES, 4))):
            rows = [row for unit in drawn for row in sets[unit]]
            recalls = []
            for label in {row.label for row in rows}:
                of_label = [row.outcome == "correct" for row in rows if row.label == label]
                recalls.append(sum(of_label) / len(of_label))
            events[resample] += 100 * sum(recalls) / len(recalls) / 6
            structures[resample] += 100 * sum(row.verdict == "clear" for row in rows) / len(rows) / 6
    for name, values in (("event", events), ("structure", structures)):
        assert result.ci95_pairs[name] == pytest.approx(bootstrap_interval(values, n=24).ci95, abs=1e-9)


def test_a_model_has_the_same_intervals_alone_and_among_others(data: JudgedData) -> None:
    together = baselines(data, "s", judge="judge", resamples=RESAMPLES)
    for model in ("good", "poor"):
        alone = scored(data, model, resamples=RESAMPLES)
        assert together.models[model].ci95 == alone.ci95
        assert together.models[model].ci95_pairs == alone.ci95_pairs


def test_drawing_in_parts_changes_nothing(data: JudgedData, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = scored(data, "good", resamples=RESAMPLES).ci95_pairs
    monkeypatch.setattr(module, "AT_ONCE", 50)
    assert scored(data, "good", resamples=RESAMPLES).ci95_pairs == whole


def test_another_seed_gives_another_interval(data: JudgedData) -> None:
    one, other = (scored(data, "poor", resamples=RESAMPLES, seed=seed) for seed in (0, 1))
    assert one.ci95_pairs != other.ci95_pairs
    assert one.ci95 == scored(data, "poor", resamples=RESAMPLES).ci95


def test_a_perfect_model_has_no_width(data: JudgedData, tmp_path: Path) -> None:
    rows = [{"condition_id": row.condition_id, "event": row.label, "violation": "no"} for row in data.conditions]
    result = score(data, "s", judgments=read_judgments(write_rows(tmp_path / "j.jsonl", rows), data))
    assert result.ci95 == result.ci95_pairs == {"event": (100, 100), "structure": (100, 100)}


def test_too_few_tasks_have_no_interval_and_the_pairs_have_their_own(tmp_path: Path) -> None:
    data = load(make_data(tmp_path))
    result = score(data, "core", judgments=read_judgments(data.judgments_path("judge-a", "plain"), data))
    assert result.ci95 == {"event": None, "structure": None}
    assert result.ci95_reason["event"] == "a bootstrap interval needs at least 5 units; there are 3"
    assert result.ci95_pairs["event"] is not None
    lone = score(data, "auxiliary", judgments=read_judgments(data.judgments_path("judge-a", "plain"), data))
    assert lone.ci95_pairs_reason["event"] == "a bootstrap interval needs at least 5 units; there are 1"


@pytest.mark.parametrize("most", [23, 17])
def test_too_many_pairs_have_no_interval(data: JudgedData, monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setattr(module, "MOST_PAIR_UNITS", most)
    result = scored(data, "good", resamples=RESAMPLES)
    assert result.ci95_pairs == {"event": None, "structure": None}
    assert result.ci95_pairs_reason["event"] == f"not computed for more than {most} pairs and single conditions"
    assert result.ci95["event"] is not None


def test_no_resamples_no_intervals(data: JudgedData) -> None:
    result = scored(data, "good", resamples=0)
    for values, reasons in ((result.ci95, result.ci95_reason), (result.ci95_pairs, result.ci95_pairs_reason)):
        assert set(values.values()) == {None}
        assert set(reasons.values()) == {"no resamples were asked for"}


def test_over_tasks_takes_both_components_on_the_same_resamples() -> None:
    values = np.array([10.0, 20, 30, 40, 50, 90])
    intervals, _ = over_tasks(values, values, resamples=RESAMPLES, seed=0)
    assert intervals["event"] == intervals["structure"]
