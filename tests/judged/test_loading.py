"""Loading a data folder: what is accepted, and each fault with its file and line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from evalcore.errors import InputError
from evalcore.judged import Problem, load, read_judgments, score
from evalcore.judged.config import CONDITION_ALIASES
from tests.judged.made import CONDITIONS, MANIFEST, SPLITS, TASKS, make_data


def with_row(position: int, **fields: Any) -> list[dict[str, Any]]:
    return [{**row, **fields} if number == position else dict(row) for number, row in enumerate(CONDITIONS)]


def test_the_made_data(tmp_path: Path) -> None:
    data = load(make_data(tmp_path))
    assert len(data.conditions) == 13
    assert data.condition("ball-1a").label == "left"
    assert data.condition("block-1a").observation_time == 5.0
    assert data.tasks["block"].labels == ("fall", "stay", "tip")
    assert data.tasks["block"].family == "balance"
    assert data.subsets == ("auxiliary", "core", "cross-judge", "paper-main")
    assert data.scope("paper-main").n == 12
    assert data.scope("paper-main").tasks == ("ball", "block", "door")
    assert data.scope("auxiliary").condition_ids == ("control-1",)
    assert len(data.manifest) == 13
    assert (data.aliases, data.problems) == ({}, ())
    assert sorted(data.files) == [
        "evaluation/conditions.jsonl",
        "evaluation/tasks.json",
        "inputs/manifest.jsonl",
        *(f"splits/{name}.txt" for name in sorted(SPLITS)),
    ]


def test_manifest_splits_and_baselines_may_be_absent(tmp_path: Path) -> None:
    data = load(make_data(tmp_path, manifest=None, splits={}, judgments={}, published=None))
    assert (data.manifest, data.subsets, data.judges) == ((), (), ())
    with pytest.raises(InputError, match=r"there is no subset 'core'. There are none."):
        data.scope("core")


def test_aliases_are_read_and_named(tmp_path: Path) -> None:
    renamed = [
        {CONDITION_ALIASES[name][0]: value for name, value in row.items() if name in CONDITION_ALIASES}
        for row in CONDITIONS
    ]
    manifest = [{"sample_id": row["condition_id"], "first_frame": row["first_frame"], "prompt": ""} for row in MANIFEST]
    plain = load(make_data(tmp_path / "plain"))
    data = load(make_data(tmp_path / "renamed", conditions=renamed, manifest=manifest))
    assert data.conditions == plain.conditions
    assert data.aliases["evaluation/conditions.jsonl"] == {
        "id": "condition_id",
        "pair": "pair_id",
        "category": "task",
        "reference_label": "label",
        "observation_time_s": "observation_time",
        "reference_video": "reference",
    }
    assert data.aliases["inputs/manifest.jsonl"] == {"sample_id": "condition_id"}


def test_labels_are_trimmed(tmp_path: Path) -> None:
    tasks = {**TASKS, "ball": {"labels": [" left", "right "]}}
    data = load(make_data(tmp_path, tasks=tasks, conditions=with_row(0, label="left ")))
    assert data.condition("ball-1a").label == "left"
    assert data.tasks["ball"].labels == ("left", "right")


def test_a_split_may_have_windows_line_ends_a_byte_order_mark_and_blank_lines(tmp_path: Path) -> None:
    workspace = make_data(tmp_path)
    (tmp_path / "splits" / "core.txt").write_bytes(b"\xef\xbb\xbfball-1b\r\n\r\nball-1a\r\n")
    scope = load(workspace).scope("core")
    assert scope.condition_ids == ("ball-1a", "ball-1b")


def test_the_order_of_a_split_does_not_matter(tmp_path: Path) -> None:
    splits = {"one": SPLITS["core"], "other": SPLITS["core"][::-1], "less": SPLITS["core"][1:]}
    data = load(make_data(tmp_path, splits=splits))
    assert data.scope("one").sha256 == data.scope("other").sha256 != data.scope("less").sha256
    assert data.scope("one").positions.tolist() == data.scope("other").positions.tolist()


FAULTS: dict[str, tuple[dict[str, Any], str, str]] = {
    "duplicate condition": (
        {"conditions": with_row(3, condition_id="ball-1a")},
        "evaluation/conditions.jsonl:4",
        "condition 'ball-1a' stands already on line 1",
    ),
    "unknown task": (
        {"conditions": with_row(1, task="bal")},
        "evaluation/conditions.jsonl:2",
        r"there is no task 'bal' in evaluation/tasks.json. Did you mean 'ball'\?",
    ),
    "label of another task": (
        {"conditions": with_row(1, label="tip")},
        "evaluation/conditions.jsonl:2",
        "the label 'tip' is none of task 'ball'. There are: left, right.",
    ),
    "label that means none": (
        {"conditions": with_row(1, label="other"), "tasks": {**TASKS, "ball": {"labels": ["left", "right", "other"]}}},
        "evaluation/conditions.jsonl:2",
        "the label 'other' is what a judge says when no label fits",
    ),
    "third member of a pair": (
        {"conditions": with_row(2, pair_id="ball-1")},
        "evaluation/conditions.jsonl:3",
        "pair 'ball-1' has two members already",
    ),
    "negative time": (
        {"conditions": with_row(0, observation_time=-1)},
        "evaluation/conditions.jsonl:1",
        "the observation time is -1.0",
    ),
    "time as text": (
        {"conditions": with_row(0, observation_time="5")},
        "evaluation/conditions.jsonl:1",
        "field 'observation_time': Expected `float | null`, got `str`",
    ),
    "missing label": (
        {"conditions": [CONDITIONS[0], {k: v for k, v in CONDITIONS[1].items() if k != "label"}]},
        "evaluation/conditions.jsonl:2",
        "the field 'label' is missing",
    ),
    "reference outside": (
        {"conditions": with_row(0, reference="../elsewhere.mp4")},
        "evaluation/conditions.jsonl:1",
        "leads out of the workspace",
    ),
    "id that is no file name": (
        {"conditions": with_row(0, condition_id="a/b")},
        "evaluation/conditions.jsonl:1",
        "condition_id 'a/b' cannot be a file name",
    ),
    "task without labels": (
        {"tasks": {**TASKS, "empty": {"labels": []}}},
        "evaluation/tasks.json",
        "task 'empty' has no labels",
    ),
    "unknown id in a split": (
        {"splits": {"core": ["ball-1a", "ball-9a"]}},
        "splits/core.txt:2",
        "condition 'ball-9a' has no row in evaluation/conditions.jsonl. Did you mean 'ball-",
    ),
    "duplicate id in a split": (
        {"splits": {"core": ["ball-1a", "ball-1b", "ball-1a"]}},
        "splits/core.txt:3",
        "condition 'ball-1a' stands already on line 1",
    ),
    "empty split": ({"splits": {"core": []}}, "splits/core.txt", "the subset is empty"),
    "unknown id in the manifest": (
        {"manifest": [{**MANIFEST[0], "condition_id": "door-9a"}]},
        "inputs/manifest.jsonl:1",
        "there is no condition 'door-9a'",
    ),
    "duplicate in the manifest": (
        {"manifest": [*MANIFEST, MANIFEST[1]]},
        "inputs/manifest.jsonl:14",
        "condition 'ball-1b' stands already on line 2",
    ),
    "first frame outside": (
        {"manifest": [{**MANIFEST[0], "first_frame": "../../x.png"}]},
        "inputs/manifest.jsonl:1",
        "leads out of the workspace",
    ),
}
LEAKS = (
    "pair_id",
    "task",
    "category",
    "label",
    "observation_time",
    "reference",
    "partition",
    "reference_label",
    "pair",
)
for leak in LEAKS:
    FAULTS[f"{leak} in the manifest"] = (
        {"manifest": [*MANIFEST[:2], {**MANIFEST[2], leak: None}]},
        "inputs/manifest.jsonl:3",
        f"the field '{leak}' belongs to the evaluator; a generative model must never see it",
    )


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_an_error_with_its_place(tmp_path: Path, fault: str) -> None:
    parts, where, message = FAULTS[fault]
    # A condition at fault leaves the splits without it, which is a fault of its own.
    parts = {"splits": {}, "manifest": None, **parts}
    workspace = make_data(tmp_path, **parts)
    with pytest.raises(InputError, match=message) as caught:
        load(workspace)
    assert caught.value.where == where
    assert where in str(caught.value)
    assert [problem.where for problem in load(workspace, strict=False).problems] == [where]


def replace_line(path: Path, line: int, content: bytes) -> None:
    lines = path.read_bytes().split(b"\n")
    lines[line - 1] = content
    path.write_bytes(b"\n".join(lines))


@pytest.mark.parametrize("name", ["evaluation/conditions.jsonl", "inputs/manifest.jsonl"])
@pytest.mark.parametrize(("content", "message"), [(b"{,}", "not JSON"), (b'{"a": "\xe4"}', "byte 8 is not UTF-8")])
def test_a_line_that_is_not_json_or_utf8(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    workspace = make_data(tmp_path, splits={})
    replace_line(tmp_path / name, 12, content)
    with pytest.raises(InputError, match=message) as caught:
        load(workspace)
    assert caught.value.where == f"{name}:12"


def test_a_split_that_is_not_utf8(tmp_path: Path) -> None:
    workspace = make_data(tmp_path)
    (tmp_path / "splits" / "core.txt").write_bytes(b"ball-1a\nb\xe4ll\n")
    with pytest.raises(InputError, match="byte 2 is not UTF-8") as caught:
        load(workspace)
    assert caught.value.where == "splits/core.txt:2"


@pytest.mark.parametrize("strict", [True, False])
@pytest.mark.parametrize("name", ["evaluation/conditions.jsonl", "evaluation/tasks.json"])
def test_the_truth_must_be_there(tmp_path: Path, name: str, strict: bool) -> None:
    workspace = make_data(tmp_path)
    (tmp_path / name).unlink()
    with pytest.raises(InputError, match="the file is missing") as caught:
        load(workspace, strict=strict)
    assert str(caught.value.where).endswith(name)


def test_no_condition_at_all(tmp_path: Path) -> None:
    workspace = make_data(tmp_path, conditions=[], splits={}, manifest=None)
    with pytest.raises(InputError, match="the file has no rows"):
        load(workspace)
    assert load(workspace, strict=False).problems == (Problem("evaluation/conditions.jsonl", "the file has no rows."),)


def test_lenient_loading_lists_every_problem_and_nothing_looks_whole(tmp_path: Path) -> None:
    workspace = make_data(
        tmp_path,
        conditions=with_row(0, label="middle"),
        manifest=[{**MANIFEST[1], "task": "ball"}],
        splits={"core": SPLITS["core"]},
    )
    replace_line(tmp_path / "evaluation" / "conditions.jsonl", 3, b"broken")
    data = load(workspace, strict=False)
    assert [problem.where for problem in data.problems] == [
        "evaluation/conditions.jsonl:1",
        "evaluation/conditions.jsonl:3",
        "inputs/manifest.jsonl:1",
        "splits/core.txt:1",
        "splits/core.txt:3",
    ]
    assert data.scope("core").n == 10
    result = score(data, "core", judgments=read_judgments(data.judgments_path("judge-a", "sharp"), data))
    assert not result.complete
    assert [failure.unit for failure in result.failures] == [problem.where for problem in data.problems]
    assert json.loads(result.to_json())["complete"] is False


@pytest.mark.parametrize("make", [lambda path: path.mkdir(), lambda path: path.symlink_to("/etc/hostname")])
def test_a_split_that_is_a_folder_or_a_link_out(tmp_path: Path, make: Callable[[Path], None]) -> None:
    workspace = make_data(tmp_path)
    make(tmp_path / "splits" / "bad.txt")
    with pytest.raises(InputError):
        load(workspace)
