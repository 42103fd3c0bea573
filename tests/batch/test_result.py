from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from evalcore.batch import Coverage, Failure, write_json
from evalcore.errors import InputError
from evalcore.files import replacing
from evalcore.rollout import ClipScore, MethodScore, RolloutResult, Summary, load_result
from tests.rollout.made import RECORD

REST = b'"coverage": {"requested": 0, "done": 0, "failed": 0}, "failures": [], "methods": {}, "clips": []'


@pytest.fixture
def result() -> RolloutResult:
    return RolloutResult(
        coverage=Coverage(requested=2, done=1, failed=1),
        failures=(Failure("late/b", "missing", "there is no generated clip"),),
        record=RECORD,
        methods={"late": MethodScore("model", 1, Summary(1 / 3, None, None, "n < 2", "n < 2"))},
        clips=(ClipScore("a", "late", 1 / 3, 0.1 + 0.2, (0.1,), (0.9,), 1.5, None),),
    )


def test_a_result_read_back_equals_the_one_written(result: RolloutResult, tmp_path: Path) -> None:
    result.save(tmp_path / "run")
    result.write(tmp_path / "one.json")
    assert load_result(tmp_path / "run") == load_result(tmp_path / "one.json") == result


def test_the_json_is_strict_and_says_incomplete(result: RolloutResult, tmp_path: Path) -> None:
    result.write(tmp_path / "one.json")
    written = json.loads((tmp_path / "one.json").read_text(), parse_constant=lambda name: pytest.fail(name))
    assert written["complete"] is False
    assert written["protocol"] == "rollout"
    assert written["schema_version"] == 1
    assert written["methods"]["late"]["rollout_mad"] == {
        "mean": 1 / 3,
        "sd": None,
        "ci95": None,
        "sd_reason": "n < 2",
        "ci95_reason": "n < 2",
    }
    assert written["methods"]["late"]["per_step_mad_reason"] == "n < 2"


def test_a_failed_write_leaves_the_old_file_and_no_rubbish(tmp_path: Path) -> None:
    path = tmp_path / "result.json"
    write_json(path, {"a": 1})
    with pytest.raises(TypeError), replacing(path) as partial:
        partial.write_bytes("half")  # type: ignore[arg-type]
    assert json.loads(path.read_text()) == {"a": 1}
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"<html>", "not a result file"),
        (b'{"protocol": "judged", "protocol_version": "1", "schema_version": 1}', "this is a judged result"),
        (b'{"protocol": "rollout", "protocol_version": "1", "schema_version": 99}', "schema 99"),
        (b'{"protocol": "rollout", "protocol_version": "2", "schema_version": 1}', "protocol version 2"),
        (b'{"protocol": "rollout", "protocol_version": "1", "schema_version": 1}', "missing required field `coverage`"),
        (
            b'{"protocol": "rollout", "protocol_version": "1", "schema_version": 1, %s, "record": {}}' % REST,
            "missing required field `evalcore`",
        ),
    ],
)
def test_another_file_is_refused_by_name(tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / "x.json").write_bytes(content)
    with pytest.raises(InputError, match=message) as error:
        load_result(tmp_path / "x.json")
    assert "x.json" in str(error.value)


def test_a_missing_result_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="evalcore rollout score"):
        load_result(tmp_path / "absent.json")


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match=re.escape(str(tmp_path / "file" / "x.json"))):
        write_json(tmp_path / "file" / "x.json", {})
