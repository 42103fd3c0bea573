"""The real cases with known answers: scores to 1e-9, equal ranks, and a published table that agrees."""

from __future__ import annotations

import json
import shutil
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from evalcore.judged import JudgedData, RankTable, baselines, load, rank, read_judgments, read_table, score
from evalcore.judged.config import COMPONENTS
from evalcore.workspace import Workspace

pytestmark = pytest.mark.cases
SETS = ("set01", "set02", "set03", "set04")


def case(cases: Path, name: str) -> tuple[JudgedData, dict[str, Any]]:
    folder = cases / "judged" / name
    return load(Workspace(folder)), json.loads((folder / "expected.json").read_text())


@pytest.mark.parametrize("name", SETS)
def test_scores(cases: Path, name: str) -> None:
    data, expected = case(cases, name)
    for subset, models in expected["subsets"].items():
        for model, theirs in models.items():
            judgments = read_judgments(data.judgments_path("judge-x", model), data)
            mine = score(data, subset, judgments=judgments, resamples=0)
            assert mine.event == pytest.approx(theirs["event"], abs=1e-9)
            assert mine.structure == pytest.approx(theirs["structure"], abs=1e-9)
            assert (mine.pairs.n, mine.pairs.correct) == (theirs["pairs"], theirs["pairs_correct"])
            assert mine.pairs.accuracy == pytest.approx(theirs["pair_accuracy"])
            assert (mine.coverage.requested, mine.counts.judged) == (theirs["n"], theirs["judged"])
            assert set(mine.tasks) == set(theirs["tasks"])
            for task, row in theirs["tasks"].items():
                assert mine.tasks[task].event == pytest.approx(row["event"], abs=1e-9)
                assert mine.tasks[task].structure == pytest.approx(row["structure"], abs=1e-9)
                assert mine.tasks[task].n == row["n"]


@pytest.mark.parametrize("name", SETS)
def test_ranks(cases: Path, name: str) -> None:
    _, expected = case(cases, name)
    result = rank(read_table(cases / "judged" / name / "baselines" / "paper-results.json"))
    assert set(result.models) == set(expected["ranking"])
    for model, ranks in expected["ranking"].items():
        for rank_name, value in ranks.items():
            assert getattr(result.models[model], rank_name) == value


@pytest.mark.parametrize("name", SETS)
def test_the_published_table_agrees(cases: Path, name: str) -> None:
    data, _ = case(cases, name)
    result = baselines(data, "paper-main", judge="judge-x", resamples=0)
    assert result.agrees
    assert result.published.agreed == result.published.checked == 2 * len(result.models)


@pytest.mark.parametrize("component", ["event", "structure"])
@pytest.mark.parametrize("step", ["0.1", "-0.1"])
def test_a_changed_published_value_is_found(cases: Path, tmp_path: Path, component: str, step: str) -> None:
    shutil.copytree(cases / "judged" / "set02", tmp_path / "set02")
    path = tmp_path / "set02" / "baselines" / "paper-results.json"
    table = json.loads(path.read_text(), parse_float=Decimal)
    model = next(iter(table))
    table[model][component] += Decimal(step)
    path.write_text(json.dumps(table, default=float))
    result = baselines(load(Workspace(tmp_path / "set02")), "paper-main", judge="judge-x", resamples=0)
    (difference,) = result.published.differences
    assert (difference.model, difference.component) == (model, component)
    assert difference.published == float(table[model][component])


def test_published_scores_with_three_exact_ties(cases: Path) -> None:
    published = json.loads((cases / "judged" / "published_scores.json").read_text())
    rows = {f"m{i:02}": dict.fromkeys(COMPONENTS, value) for i, value in enumerate(published["scores"])}
    result = rank(RankTable(rows))
    assert [result.models[name].event_rank for name in rows] == published["average_rank"]
    assert [result.models[name].overall_rank for name in rows] == published["competition_rank"]
