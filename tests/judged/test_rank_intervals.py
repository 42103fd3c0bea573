"""Intervals of ranks against ranking every resample by itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from evalcore.judged import BaselinesResult, RankTable, baselines, load, rank, read_judgments, score
from evalcore.judged import rank_intervals as module
from evalcore.judged.data import JudgedData
from evalcore.stats import bootstrap_interval, resample_indices
from tests.judged.test_intervals import many_tasks
from tests.reference import judged as reference

RESAMPLES = 60


@pytest.fixture
def data(tmp_path: Path) -> JudgedData:
    return many_tasks(tmp_path)


@pytest.fixture
def scores(data: JudgedData) -> BaselinesResult:
    return baselines(data, "s", judge="judge", resamples=0)


def table_of(scores: BaselinesResult) -> RankTable:
    similarity = {"good": (20.0, 0.7), "poor": (22.0, 0.7)}
    return RankTable(
        {
            name: {"event": round(one.event, 1), "structure": one.structure, "psnr": psnr, "ssim": ssim}
            for name, one in scores.models.items()
            for psnr, ssim in [similarity[name]]
        },
        file="table.json",
    )


@pytest.mark.parametrize("at_once", [5, module.AT_ONCE])
def test_each_resample_is_ranked(scores: BaselinesResult, monkeypatch: pytest.MonkeyPatch, at_once: int) -> None:
    monkeypatch.setattr(module, "AT_ONCE", at_once)
    table = table_of(scores)
    result = rank(table, scores=scores, resamples=RESAMPLES, seed=5)
    drawn: dict[str, list[tuple[float, float]]] = {"good": [], "poor": []}
    for tasks in resample_indices(6, resamples=RESAMPLES, seed=5):
        resampled = {
            name: {
                **table.rows[name],
                **{
                    key: sum(getattr(list(one.tasks.values())[task], key) for task in tasks) / 6
                    for key in ("event", "structure")
                },
            }
            for name, one in scores.models.items()
        }
        for name, ranks in reference.ranking(resampled).items():
            drawn[name].append((ranks["mean_rank"], ranks["overall_rank"]))
    for name, found in result.models.items():
        means, overalls = zip(*drawn[name], strict=True)
        assert found.mean_rank_ci95 == pytest.approx(bootstrap_interval(means, n=6).ci95)
        assert found.overall_rank_ci95 == pytest.approx(bootstrap_interval(overalls, n=6).ci95)
        assert (found.mean_rank_ci95_reason, found.overall_rank_ci95_reason) == (None, None)
    assert (result.config.judge, result.config.subset, result.config.seed) == ("judge", "s", 5)


def test_an_added_model_is_resampled_too(scores: BaselinesResult, data: JudgedData) -> None:
    mine = score(data, "s", judgments=read_judgments(data.judgments_path("judge", "good"), data), resamples=0)
    result = rank(table_of(scores).add("mine", mine, psnr=20, ssim=0.7), scores=scores, resamples=RESAMPLES)
    good, same = result.models["good"], result.models["mine"]
    assert same.mean_rank_ci95 is not None
    # The event in the table is rounded, so the two differ there, but not on the resamples.
    assert same.mean_rank_ci95 == good.mean_rank_ci95


def reason(table: RankTable, scores: BaselinesResult) -> str | None:
    result = rank(table, scores=scores, resamples=RESAMPLES)
    reasons = {one.mean_rank_ci95_reason for one in result.models.values()}
    assert {one.mean_rank_ci95 for one in result.models.values()} == {None}
    assert {one.overall_rank_ci95_reason for one in result.models.values()} == reasons
    return reasons.pop()


def test_no_interval_where_a_model_has_no_judgments(scores: BaselinesResult) -> None:
    table = table_of(scores)
    grown = RankTable({**table.rows, "stranger": table.rows["good"]})
    assert reason(grown, scores) == "there are no judgments of 'stranger' to resample"


def test_no_interval_where_the_judgments_are_not_those_of_the_table(scores: BaselinesResult) -> None:
    table = table_of(scores)
    other = RankTable({**table.rows, "good": {**table.rows["good"], "event": 1.0}})
    found = reason(other, scores)
    assert found is not None
    assert found.startswith("the event of 'good' is 1 in the table, and ")


def test_no_interval_over_other_tasks(scores: BaselinesResult, data: JudgedData) -> None:
    path = data.workspace.root / "splits" / "part.txt"
    path.write_text("a1a\na1b\n")
    part = load(data.workspace)
    mine = score(part, "part", judgments=read_judgments(data.judgments_path("judge", "good"), part), resamples=0)
    table = table_of(scores).add("mine", mine, psnr=1, ssim=0.1)
    assert reason(table, scores) == "the judgments of 'mine' are over other tasks than those of 'good'"


def test_no_resamples_no_interval(scores: BaselinesResult) -> None:
    result = rank(table_of(scores), scores=scores, resamples=0)
    assert result.models["good"].mean_rank_ci95_reason == "no resamples were asked for"
