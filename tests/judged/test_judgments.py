"""Reading judgments: what counts as what, and what is an error."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from evalcore.errors import InputError
from evalcore.judged import JudgedData, Judgments, load, read_judgments, verdict
from evalcore.judged import rows as blocks
from tests.judged.made import make_data, write_rows


@pytest.fixture
def data(tmp_path: Path) -> JudgedData:
    return load(make_data(tmp_path / "data"))


def read(data: JudgedData, rows: Sequence[dict[str, Any]], *, mixed: bool = False) -> Judgments:
    path = data.workspace.root.parent / "mine.jsonl"
    return read_judgments(write_rows(path, rows), data, mixed=mixed)


@pytest.mark.parametrize("value", [False, "false", "No", " none ", "CLEAR", "\tClear\n"])
def test_clear(value: object) -> None:
    assert verdict(value) == "clear"


@pytest.mark.parametrize("value", [True, "true", "YES", " flagged"])
def test_flagged(value: object) -> None:
    assert verdict(value) == "flagged"


@pytest.mark.parametrize("value", [0, 1, 0.0, None, msgspec.UNSET, "maybe", "", "0", "uncertain", "no.", [False], {}])
def test_uncertain(value: object) -> None:
    assert verdict(value) == "uncertain"


def test_rows_become_columns(data: JudgedData) -> None:
    rows = [
        {"condition_id": "door-1a", "event": "open", "violation": 0, "reason": "it opens"},
        {"condition_id": "stranger", "event": 3},
        {"condition_id": "ball-1b", "event": None, "violation": False, "extra": [1]},
    ]
    judgments = read(data, rows)
    assert len(judgments) == 3
    assert judgments.positions.tolist() == [data.positions["door-1a"], -1, data.positions["ball-1b"]]
    assert judgments.events.to_list() == ["open", 3, None]
    assert judgments.violations.to_list() == [0, msgspec.UNSET, False]
    assert judgments.reasons == ["it opens", None, None]
    settings = judgments.settings
    assert (settings.judges, settings.profiles, settings.prompts, settings.mixed) == ((), (), (), False)
    assert (settings.file, settings.aliases, len(settings.sha256)) == ("mine.jsonl", {}, 64)


def test_a_released_file_is_named_relative_to_the_data(data: JudgedData) -> None:
    judgments = read_judgments(data.judgments_path("judge-a", "plain"), data)
    assert judgments.settings.file == "baselines/judgments/judge-a/plain.jsonl"
    assert (judgments.settings.judges, judgments.settings.profiles) == (("judge-a",), ("observation-8",))


def test_an_empty_file_has_no_judgment(data: JudgedData) -> None:
    assert len(read(data, [])) == 0


def test_aliases_are_named(data: JudgedData) -> None:
    judgments = read(data, [{"sample_id": "ball-1a", "prediction": "left", "structure_violation": "no"}])
    assert judgments.settings.aliases == {
        "sample_id": "condition_id",
        "prediction": "event",
        "structure_violation": "violation",
    }
    assert (judgments.events.to_list(), judgments.violations.to_list()) == (["left"], ["no"])


@pytest.mark.parametrize("condition_id", ["ball-1a", "stranger"])
@pytest.mark.parametrize("block", [1, 1 << 19])
def test_a_second_row_for_a_condition(
    data: JudgedData, monkeypatch: pytest.MonkeyPatch, condition_id: str, block: int
) -> None:
    monkeypatch.setattr(blocks, "BLOCK", block)
    ids = ["ball-1b", condition_id, "door-1a", "other stranger", condition_id, "ball-1b"]
    with pytest.raises(InputError, match=f"condition '{condition_id}' was judged already on line 2") as caught:
        read(data, [{"condition_id": one, "event": "left"} for one in ids])
    assert str(caught.value.where).endswith("mine.jsonl:5")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b'{"condition_id": "ball-1a", "event"', "this is not JSON"),
        (b'{"condition_id": "ball-1a", "event": "l\xe4uft"}', "byte 40 is not UTF-8"),
        (b'{"event": "left"}', "the field 'condition_id' is missing"),
        (b'{"condition_id": 7}', "field 'condition_id': Expected `str`, got `int`"),
        (b'["ball-1a", "left"]', "this is not a JSON object"),
    ],
)
def test_a_line_at_fault(data: JudgedData, line: bytes, message: str) -> None:
    path = data.workspace.root / "baselines" / "judgments" / "judge-a" / "plain.jsonl"
    lines = path.read_bytes().split(b"\n")
    path.write_bytes(b"\n".join([*lines[:3], line, *lines[4:]]))
    with pytest.raises(InputError, match=message) as caught:
        read_judgments(path, data)
    assert caught.value.where == "baselines/judgments/judge-a/plain.jsonl:4"


def row(condition_id: str, **fields: Any) -> dict[str, Any]:
    return {"condition_id": condition_id, "event": "left", "violation": False, **fields}


MIXED = {
    "judge": ("judge", "the judge is 'two' here, and 'one' on line 2"),
    "judge_model": ("judge", "the judge is 'two' here, and 'one' on line 2"),
    "judge_version": ("judge_version", "the judge version is 'two' here, and 'one' on line 2"),
    "profile": ("profile", "the sampling profile is 'two' here, and 'one' on line 2"),
    "prompt_sha256": ("prompt_sha256", "the judge prompt is 'two' here, and 'one' on line 2"),
}


@pytest.mark.parametrize("block", [1, 1 << 19])
@pytest.mark.parametrize("name", MIXED)
def test_mixed_settings(data: JudgedData, monkeypatch: pytest.MonkeyPatch, name: str, block: int) -> None:
    monkeypatch.setattr(blocks, "BLOCK", block)
    field, message = MIXED[name]
    rows = [row("ball-1a"), row("ball-1b", **{field: "one"}), row("ball-2a", **{field: None}), row("door-1a")]
    assert not read(data, rows).settings.mixed
    rows[3] = row("door-1a", **{name: "two"})
    with pytest.raises(InputError, match=message) as caught:
        read(data, rows)
    assert str(caught.value.where).endswith("mine.jsonl:4")
    settings = read(data, rows, mixed=True).settings
    assert settings.mixed
    assert ("one", "two") in (settings.judges, settings.judge_versions, settings.profiles, settings.prompts)


def test_each_task_has_its_own_prompt_but_only_one(data: JudgedData) -> None:
    rows = [
        row("stranger", task_sha256="cc"),
        row("ball-1a", task_sha256="aa"),
        row("block-1a", task_sha256="bb"),
        row("ball-1b", task_sha256=None),
        row("ball-2a", task_sha256="aa"),
    ]
    assert not read(data, rows).settings.mixed
    rows.append(row("ball-2b", task_sha256="bb"))
    with pytest.raises(InputError, match="the task definition is 'bb' here, and 'aa' on line 2") as caught:
        read(data, rows)
    assert str(caught.value.where).endswith("mine.jsonl:6")
    assert read(data, rows, mixed=True).settings.mixed


def test_blocks_of_any_size_give_the_same(data: JudgedData, monkeypatch: pytest.MonkeyPatch) -> None:
    path = data.judgments_path("judge-a", "weak")
    whole = read_judgments(path, data)
    monkeypatch.setattr(blocks, "BLOCK", 50)
    parts = read_judgments(path, data)
    assert np.array_equal(whole.positions, parts.positions)
    assert whole.events.to_list() == parts.events.to_list()
    assert json.dumps(whole.violations.to_list(), default=str) == json.dumps(parts.violations.to_list(), default=str)
    assert (whole.reasons, whole.settings) == (parts.reasons, parts.settings)


def test_no_such_file(data: JudgedData, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="the file is missing"):
        read_judgments(tmp_path / "none.jsonl", data)
