"""What a loaded data folder can be asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from evalcore.errors import InputError
from evalcore.judged import JudgedData, load
from evalcore.judged.data import COMPARABLE, nearest_condition
from tests.judged.made import CONDITIONS, make_data


@pytest.fixture
def data(tmp_path: Path) -> JudgedData:
    conditions = [{**CONDITIONS[0], "reference": "evaluation/references/ball-1a.mp4"}, *CONDITIONS[1:]]
    return load(make_data(tmp_path, conditions=conditions))


def test_judges_and_models_are_folders_and_files(data: JudgedData) -> None:
    assert data.judges == ("judge-a", "judge-b")
    assert data.models("judge-a") == ("plain", "sharp", "weak")
    folder = data.workspace.root / "baselines" / "judgments"
    (folder / ".hidden").mkdir()
    (folder / "judge-a" / "notes.txt").touch()
    assert data.judges == ("judge-a", "judge-b")
    assert data.models("judge-a") == ("plain", "sharp", "weak")
    assert data.judgments_path("judge-a", "weak") == folder / "judge-a" / "weak.jsonl"


def test_an_unknown_judge_names_the_nearest(data: JudgedData) -> None:
    with pytest.raises(InputError, match=r"there is no judge 'judge-c'. Did you mean 'judge-"):
        data.models("judge-c")


def test_an_unknown_subset_and_condition_name_the_nearest(data: JudgedData) -> None:
    with pytest.raises(InputError, match=r"there is no subset 'paper-mian'. Did you mean 'paper-main'\?"):
        data.scope("paper-mian")
    with pytest.raises(InputError, match=r"there is no condition 'ball1a'. Did you mean 'ball-1a'\?"):
        data.condition("ball1a")


def test_clips_are_below_generated_or_another_folder(data: JudgedData, tmp_path: Path) -> None:
    assert data.generated_models == ()
    (data.workspace.root / "generated" / "sharp").mkdir(parents=True)
    assert data.generated_models == ("sharp",)
    assert data.clip("sharp", "ball-1a") == data.workspace.root / "generated" / "sharp" / "ball-1a.mp4"
    assert data.clip("sharp", "ball-1a", tmp_path) == tmp_path / "ball-1a.mp4"
    for model, condition_id in (("../x", "ball-1a"), ("sharp", "../ball-1a")):
        with pytest.raises(InputError, match="cannot be a file name"):
            data.clip(model, condition_id)


def test_a_reference_is_below_the_data_folder(data: JudgedData) -> None:
    assert data.reference("ball-1a") == data.workspace.root / "evaluation" / "references" / "ball-1a.mp4"
    assert data.reference("ball-1b") is None


def test_columns_are_those_of_the_conditions(data: JudgedData) -> None:
    assert data.task_column.to_list() == [one.task for one in data.conditions]
    assert data.class_column.to_list() == [(one.task, one.label) for one in data.conditions]
    assert data.pair_column.to_list() == [one.pair_id for one in data.conditions]
    assert data.lookup.find(data.condition_ids).tolist() == list(range(13)) == list(data.positions.values())


def test_among_very_many_conditions_no_nearest_is_sought() -> None:
    assert nearest_condition("1x", [str(i) for i in range(COMPARABLE + 1)]) == "There are 5001 others."
