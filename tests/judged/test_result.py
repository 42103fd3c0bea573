"""Results written and read back, and their frames."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from evalcore.errors import InputError
from evalcore.judged import BaselinesResult, JudgedResult, baselines, load, read_judgments, score
from tests.judged.made import make_data


@pytest.fixture
def result(tmp_path: Path) -> JudgedResult:
    data = load(make_data(tmp_path / "data"))
    return score(data, "paper-main", judgments=read_judgments(data.judgments_path("judge-a", "weak"), data))


@pytest.fixture
def released(tmp_path: Path) -> BaselinesResult:
    return baselines(load(make_data(tmp_path / "released")), "paper-main", judge="judge-a")


def test_a_score_read_back_equals_what_was_written(result: JudgedResult, tmp_path: Path) -> None:
    result.write(tmp_path / "score.json")
    again = JudgedResult.read(tmp_path / "score.json")
    assert again == result
    assert again.to_json() == result.to_json()
    assert again.rows.equals(result.rows)
    assert again != replace(result, event=result.event + 1)
    assert again != replace(result, conditions=tuple(result.conditions)[::-1])


def test_baselines_read_back_equal_what_was_written(released: BaselinesResult, tmp_path: Path) -> None:
    released.write(tmp_path / "baselines.json")
    again = BaselinesResult.read(tmp_path / "baselines.json")
    assert again == released
    assert again.to_json() == released.to_json()


def test_a_folder_holds_the_result_and_its_rows(result: JudgedResult, tmp_path: Path) -> None:
    result.save(tmp_path / "run")
    assert JudgedResult.read(tmp_path / "run") == result
    rows = pd.read_parquet(tmp_path / "run" / "rows.parquet")
    assert rows["condition_id"].tolist() == [row.condition_id for row in result.conditions]
    assert set(rows["violation"]) == {"true", "false", "null", '"Yes"', '"maybe"'}


def test_the_file_keeps_raw_violations_apart(result: JudgedResult) -> None:
    written = json.loads(result.to_json())
    raw = {row["condition_id"]: row["violation"] for row in written["conditions"]}
    assert (raw["ball-1a"], raw["ball-1b"], raw["block-1a"], raw["block-2a"]) == (True, "Yes", "maybe", None)
    assert written["violations"] == result.violations
    assert written["ci95"] == {"event": None, "structure": None}
    assert written["ci95_reason"]["event"].startswith("a bootstrap interval needs at least 5 units")


def test_frames_for_the_reader(result: JudgedResult, released: BaselinesResult) -> None:
    row = result.scores.iloc[0]
    assert (row["subset"], row["n"], row["event"], row["missing"]) == ("paper-main", 12, result.event, 0)
    assert released.scores["model"].tolist() == ["plain", "sharp", "weak"]
    assert released.scores["pair_accuracy"].tolist() == [20, 100, 0]
    assert released.rows["model"].value_counts().to_dict() == {"plain": 12, "sharp": 12, "weak": 12}


def test_another_result_is_refused_by_name(released: BaselinesResult, tmp_path: Path) -> None:
    released.write(tmp_path / "baselines.json")
    with pytest.raises(InputError, match="this is not a result file of evalcore"):
        JudgedResult.read(tmp_path / "baselines.json")


def test_rows_are_made_only_when_asked_for(result: JudgedResult) -> None:
    assert replace(result).conditions is result.conditions
    assert result.table.columns["task"].values == ("ball", "block", "door")
