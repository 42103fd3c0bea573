from __future__ import annotations

import json
from pathlib import Path

import pytest

from evalcore.batch import Failure
from evalcore.errors import InputError
from evalcore.scene import METRICS, ModelScore, SceneResult, default_folder, load_result
from evalcore.workspace import Workspace
from tests.scene.made import result_of


@pytest.fixture
def result() -> SceneResult:
    return result_of({"good": {"a": 0.9, "b": 0.7}, "poor": {"a": 0.5}}, failures=[Failure("poor/b", "missing", "no")])


def test_a_result_read_back_equals_the_one_written(result: SceneResult, tmp_path: Path) -> None:
    result.save(tmp_path / "run")
    result.write(tmp_path / "one.json")
    assert load_result(tmp_path / "run") == load_result(tmp_path / "one.json") == result


def test_every_null_has_its_reason(tmp_path: Path) -> None:
    result = result_of({"good": {"a": 0.9}})
    plain = ModelScore(0, reason="no sample succeeded").to_dict()
    assert [plain[f"{name}_reason"] for name in METRICS] == ["no sample succeeded"] * 6
    result.write(tmp_path / "one.json")
    written = json.loads((tmp_path / "one.json").read_text(), parse_constant=lambda name: pytest.fail(name))
    assert written["models"]["good"]["pl_reason"] == "x"
    assert "scene_aabb_iou_reason" not in written["models"]["good"]
    assert (written["protocol"], written["complete"]) == ("scene", True)


def test_tables_have_one_row_a_model_and_one_a_sample(result: SceneResult) -> None:
    assert result.scores["model"].tolist() == ["good", "poor"]
    assert result.scores["object_obb_iou"].tolist() == [0.8, 0.5]
    assert result.rows[["model", "sample_id"]].values.tolist() == [["good", "a"], ["good", "b"], ["poor", "a"]]
    assert result.rows["matches"].tolist() == [0, 0, 0]
    assert list(result_of({}).rows.columns) == list(result.rows.columns)


def test_another_protocols_result_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text('{"protocol": "rollout", "protocol_version": "1", "schema_version": 1}')
    with pytest.raises(InputError, match="this is a rollout result"):
        load_result(tmp_path / "x.json")


def test_where_the_app_looks_for_runs(tmp_path: Path) -> None:
    assert default_folder(Workspace(tmp_path)) == tmp_path / "results/scene/all"
