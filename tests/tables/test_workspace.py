from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from evalcore.batch import Coverage, Failure
from evalcore.rollout import Clip, RolloutData, load
from evalcore.rollout.result import GateRow, MethodScore, Note, RolloutResult
from evalcore.tables import rollout_clip_list, rollout_coverage, rollout_runs
from evalcore.workspace import Workspace


@pytest.fixture
def data(tmp_path: Path) -> RolloutData:
    """Clip c1 has two samples of one model and a file of another, c2 no file."""
    (tmp_path / "rollout").mkdir()
    (tmp_path / "rollout" / "clips.jsonl").write_text('{"clip_id": "c1", "splits": ["n5", "n30"]}\n{"clip_id": "c2"}\n')
    for name in ("good/c1.s0.mp4", "good/c1.s1.mp4", "late/c1.mp4", "late/other.mp4"):
        path = tmp_path / "rollout" / "models" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return load(Workspace(tmp_path))


def with_metadata(data: RolloutData, *rows: Mapping[str, Any]) -> RolloutData:
    return replace(data, clips=tuple(Clip(f"c{i}", ("n5",), row) for i, row in enumerate(rows, start=1)))


def test_clips_with_their_splits_and_files(data: RolloutData) -> None:
    table = rollout_clip_list(data)
    assert table.display().to_numpy().tolist() == [["c1", "n5, n30", "3"], ["c2", "n/a (a)", "0"]]
    assert table.footnotes == ("(a) the clip is in no split",)


def test_metadata_that_is_not_text_is_shown_as_json(data: RolloutData) -> None:
    table = rollout_clip_list(
        with_metadata(data, {"tags": ["wet", "ночь"], "camera": {"fov": 90}, "ok": True}, {"ok": 0, "tags": "wet"})
    )
    assert table.display().to_numpy().tolist() == [
        ["c1", "n5", "3", '["wet", "ночь"]', '{"fov": 90}', "true"],
        ["c2", "n5", "0", "wet", "n/a (a)", "0"],
    ]
    assert table.footnotes == ("(a) clips.jsonl gives no value",)


def test_metadata_null_is_no_value_but_empty_text_is_one(data: RolloutData) -> None:
    table = rollout_clip_list(with_metadata(data, {"note": None}, {"note": ""}))
    assert table.display().iloc[:, 3].tolist() == ["n/a (a)", ""]


def test_metadata_may_have_any_name(data: RolloutData) -> None:
    row = {"note": None, "note_reason": "a", "files": "b", "": "c", "=1": "d"}
    table = rollout_clip_list(with_metadata(data, row))
    assert table.display().iloc[0].tolist() == ["c1", "n5", "3", "n/a (a)", "a", "b", "c", "d"]
    assert table.footnotes == ("(a) clips.jsonl gives no value",)
    assert "<td" in table.to_html()
    assert len(table.sortable().columns) == 8


def test_runs(result: RolloutResult, incomplete: RolloutResult) -> None:
    every = replace(incomplete, record={**incomplete.record, "config": {}})
    table = rollout_runs({"n2": result, "all": every})
    assert table.display().to_numpy().tolist() == [
        ["n2", "complete", "n2", "6", "6", "0", "1", "2026-01-02T03:04:05+00:00", "0.1.0"],
        ["all", "incomplete", "all clips", "6", "5", "1", "1", "2026-01-02T03:04:05+00:00", "0.1.0"],
    ]
    assert table.incomplete is None


def test_no_run_is_an_empty_table() -> None:
    assert rollout_runs({}).to_csv() == "run,state,split,requested,done,failures,warnings,created,evalcore\n"


def test_coverage_of_each_method(incomplete: RolloutResult) -> None:
    table = rollout_coverage(incomplete)
    assert table.display().to_numpy().tolist() == [
        ["good", "2", "2", "0", "2", "0"],
        ["a_b", "2", "1", "1", "n/a (a)", "1"],
        ["persistence", "2", "2", "0", "n/a (b)", "0"],
    ]
    assert table.footnotes == ("(a) the model has no historical file", "(b) a baseline has no published figures")
    assert table.caption == "INCOMPLETE: 1 of 6 units failed. Coverage"


def test_a_clip_that_only_the_gate_knows_is_no_clip_without_a_value(result: RolloutResult) -> None:
    gate = (GateRow("good", "c9", 1.0, None, None, passed=False), GateRow("a_b", "c1", 3.5, 3.5, 0.0, passed=True))
    stopped = replace(result, gate=gate, failures=(Failure("good/c9", "gate", "clips.jsonl has no such clip"),))
    assert rollout_coverage(stopped).frame.iloc[:2, 1:5].to_numpy().tolist() == [[2, 2, 0, 1], [2, 2, 0, 0]]


def test_stray_files_belong_to_no_method(result: RolloutResult) -> None:
    strays = (Note("rollout/models/rollout/x.mp4", "stray", "matches no clip"), Note("rollout/c1", "offset", "late"))
    methods = {"rollout": MethodScore("model", 2, reason="stopped")}
    named = replace(result, methods=methods, warnings=strays, coverage=Coverage(2, 2, 0))
    table = rollout_coverage(named)
    assert table.frame["warnings"].tolist() == [1]
    assert table.notes == ("1 file matches no clip and is not scored; the warnings name what was left over.",)
    twice = rollout_coverage(replace(named, warnings=(strays[0], *strays)))
    assert twice.notes[0].startswith("2 files match no clip and are not scored;")
    assert rollout_coverage(result).notes == ()
