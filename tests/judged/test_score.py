"""Scores by hand, and against the plain reference on random data."""

from __future__ import annotations

import json
import random
import tempfile
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from evalcore.errors import InputError
from evalcore.judged import ClassRecall, ConditionScore, Counts, JudgedData, JudgedResult, load, read_judgments, score
from tests.judged.made import CONDITIONS, SPLITS, make_data, write_rows
from tests.reference import judged as reference


@pytest.fixture
def data(tmp_path: Path) -> JudgedData:
    return load(make_data(tmp_path))


def released(data: JudgedData, model: str, subset: str = "paper-main", judge: str = "judge-a") -> JudgedResult:
    return score(data, subset, judgments=read_judgments(data.judgments_path(judge, model), data))


def test_a_model_by_hand(data: JudgedData) -> None:
    result = released(data, "plain")
    # ball: left 2/2, right 0/1; block: fall 2/2, stay 0/1, tip 0/1; door: open 1/2, shut 2/3.
    assert result.tasks["ball"].event == pytest.approx(50)
    assert result.tasks["block"].event == pytest.approx(100 / 3)
    assert result.tasks["door"].event == pytest.approx(100 * (1 / 2 + 2 / 3) / 2)
    assert result.event == pytest.approx((50 + 100 / 3 + 175 / 3) / 3, abs=1e-12)
    # clear: 2 of 3, 1 of 4, 3 of 5.
    assert [result.tasks[task].structure for task in ("ball", "block", "door")] == pytest.approx([200 / 3, 25, 60])
    assert result.structure == pytest.approx((200 / 3 + 25 + 60) / 3, abs=1e-12)
    assert [task.n for task in result.tasks.values()] == [3, 4, 5]
    assert result.tasks["door"].classes == {"open": ClassRecall(2, 1, 0.5), "shut": ClassRecall(3, 2, 2 / 3)}
    # Of the five pairs only door-1 is right in both; ball-2a is without its partner, the control in no pair.
    assert (result.pairs.n, result.pairs.correct, result.pairs.accuracy) == (5, 1, 20.0)
    assert result.counts == Counts(judged=11, missing=1, outside=1, unknown_label=1, other=1, uncertain=1)
    assert result.violations == {'"Yes"': 1, "0": 1, "false": 6, "null": 1, "true": 2}
    assert result.unknown_labels == {'"banana"': 1}
    assert (result.complete, result.coverage.requested, result.coverage.done) == (True, 12, 12)


def test_every_condition_says_what_it_counts_as(data: JudgedData) -> None:
    rows = {row.condition_id: row for row in released(data, "weak").conditions}
    assert rows["block-1a"] == ConditionScore(
        "block-1a", "block", "fall", "block-1", "uncertain", "uncertain", "uncertain", "maybe", "weak by judge-a"
    )
    assert {name: row.outcome for name, row in rows.items()} == {
        "ball-1a": "wrong",
        "ball-1b": "wrong",
        "ball-2a": "correct",
        "block-1a": "uncertain",
        "block-1b": "wrong",
        "block-2a": "unknown_label",
        "block-2b": "wrong",
        "control-1": "wrong",
        "door-1a": "unknown_label",
        "door-1b": "correct",
        "door-2a": "wrong",
        "door-2b": "other",
    }
    assert list(rows) == sorted(rows)


def test_a_missing_judgment_is_incorrect_and_not_clear(data: JudgedData) -> None:
    row = {row.condition_id: row for row in released(data, "plain").conditions}["control-1"]
    assert row == ConditionScore("control-1", "door", "shut", None, None, "missing", "missing", None, None)


@pytest.mark.parametrize(
    ("violation", "verdict"),
    [
        (True, "flagged"),
        ("Yes", "flagged"),
        (0, "uncertain"),
        (None, "uncertain"),
        ("maybe", "uncertain"),
        (False, "clear"),
    ],
)
def test_the_raw_violation_is_shown_beside_its_verdict(
    data: JudgedData, tmp_path: Path, violation: object, verdict: str
) -> None:
    path = write_rows(tmp_path / "mine.jsonl", [{"condition_id": "control-1", "event": "shut", "violation": violation}])
    result = score(data, "auxiliary", judgments=read_judgments(path, data))
    (row,) = result.conditions
    assert (row.verdict, row.violation, type(row.violation)) == (verdict, violation, type(violation))
    assert result.violations == {json.dumps(violation): 1}
    assert result.structure == (100 if verdict == "clear" else 0)


def test_a_violation_that_is_not_there_is_counted_apart_from_null(data: JudgedData, tmp_path: Path) -> None:
    rows = [
        {"condition_id": "door-1a", "event": "open"},
        {"condition_id": "door-1b", "event": "shut", "violation": None},
    ]
    result = score(data, "core", judgments=read_judgments(write_rows(tmp_path / "mine.jsonl", rows), data))
    assert result.violations == {"absent": 1, "null": 1}


@pytest.mark.parametrize("event", [None, 3, True, ["left"], "Left", "", "fall"])
def test_what_is_no_label_of_the_task_is_an_unknown_label(data: JudgedData, tmp_path: Path, event: object) -> None:
    path = write_rows(tmp_path / "mine.jsonl", [{"condition_id": "ball-1a", "event": event, "violation": False}])
    result = score(data, "core", judgments=read_judgments(path, data))
    assert (result.counts.judged, result.counts.unknown_label) == (1, 1)
    assert result.unknown_labels == {json.dumps(event): 1}


def test_events_are_trimmed_and_case_matters(data: JudgedData, tmp_path: Path) -> None:
    rows = [{"condition_id": "ball-1a", "event": " left\n"}, {"condition_id": "ball-1b", "event": "RIGHT"}]
    result = score(data, "core", judgments=read_judgments(write_rows(tmp_path / "mine.jsonl", rows), data))
    assert result.tasks["ball"].classes == {"left": ClassRecall(2, 1, 0.5), "right": ClassRecall(2, 0, 0.0)}


def test_the_scope_alone_gives_the_denominators(data: JudgedData) -> None:
    result = released(data, "sharp", "auxiliary")
    assert (result.event, result.structure, list(result.tasks)) == (100, 100, ["door"])
    assert result.counts.outside == 12
    assert (result.pairs.n, result.pairs.accuracy) == (0, None)
    assert result.pairs.accuracy_reason == "no pair has both members in the scope"


def test_an_unknown_subset_names_the_nearest(data: JudgedData) -> None:
    with pytest.raises(InputError, match=r"Did you mean 'paper-main'\?"):
        released(data, "sharp", "paper-man")


def test_the_record_names_what_was_read(data: JudgedData) -> None:
    result = released(data, "plain")
    assert sorted(result.record["inputs"]["files"]) == [
        "baselines/judgments/judge-a/plain.jsonl",
        "evaluation/conditions.jsonl",
        "evaluation/tasks.json",
        "splits/paper-main.txt",
    ]
    assert (result.config.subset, result.config.seed, result.config.mixed) == ("paper-main", 0, False)
    assert result.record["scope_sha256"] == data.scope("paper-main").sha256


def test_mixed_judgments_are_scored_where_that_is_allowed_and_the_result_says_so(
    data: JudgedData, tmp_path: Path
) -> None:
    rows = [{"condition_id": one, "event": "open", "judge": one} for one in ("door-1a", "door-1b")]
    path = write_rows(tmp_path / "mine.jsonl", rows)
    result = score(data, "core", judgments=read_judgments(path, data, mixed=True))
    assert (result.settings.mixed, result.config.mixed) == (True, True)
    assert result.settings.judges == ("door-1a", "door-1b")


# Random data against the plain reference.

LABELS = {"a": ["left", "right"], "b": ["left", "fall", "tip"], "c": ["stay", "other"]}
EVENTS = st.sampled_from(
    ["left", "right", "fall", "tip", "stay", "other", "uncertain", " left ", "Left", "", None, 0, []]
)
VIOLATIONS = st.sampled_from([False, True, "no", "YES", " Clear", 0, 1, 0.0, None, "maybe", [], {}, "false"])


@st.composite
def data_sets(draw: st.DrawFn) -> tuple[list[dict[str, Any]], list[str], list[dict[str, Any]]]:
    conditions = []
    for i in range(draw(st.integers(1, 14))):
        task = draw(st.sampled_from("abc"))
        label = draw(st.sampled_from([label for label in LABELS[task] if label != "other"]))
        pair = draw(st.none() | st.integers(0, 4))
        if [row["pair_id"] for row in conditions].count(f"p{pair}") == 2:
            pair = None
        conditions.append(
            {"condition_id": f"c{i}", "pair_id": None if pair is None else f"p{pair}", "task": task, "label": label}
        )
    subset = draw(st.lists(st.sampled_from([row["condition_id"] for row in conditions]), min_size=1, unique=True))
    judged = draw(st.lists(st.sampled_from([*(row["condition_id"] for row in conditions), "x1", "x2"]), unique=True))
    rows: list[dict[str, Any]] = []
    for condition_id in judged:
        row = {"condition_id": condition_id, "event": draw(EVENTS), "violation": draw(VIOLATIONS)}
        rows.append({key: row[key] for key in row if key == "condition_id" or draw(st.integers(0, 9))})
    return conditions, subset, rows


def folder_of(conditions: Sequence[dict[str, Any]], subset: Sequence[str], tmp_path: Path) -> JudgedData:
    folder = Path(tempfile.mkdtemp(dir=tmp_path))
    tasks = {task: {"labels": labels} for task, labels in LABELS.items()}
    workspace = make_data(
        folder, conditions=conditions, tasks=tasks, manifest=None, splits={"s": subset}, judgments={}, published=None
    )
    return load(workspace)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data_sets())
def test_the_score_is_that_of_the_plain_reference(
    tmp_path: Path, made: tuple[list[dict[str, Any]], list[str], list[dict[str, Any]]]
) -> None:
    conditions, subset, rows = made
    data = folder_of(conditions, subset, tmp_path)
    result = score(data, "s", judgments=read_judgments(write_rows(tmp_path / "j.jsonl", rows), data), resamples=0)
    expected = reference.score([row for row in conditions if row["condition_id"] in subset], rows, LABELS)
    assert result.event == pytest.approx(float(expected["event"]), abs=1e-9)
    assert result.structure == pytest.approx(float(expected["structure"]), abs=1e-9)
    assert set(result.tasks) == set(expected["tasks"])
    for task, found in result.tasks.items():
        theirs = expected["tasks"][task]
        assert found.event == pytest.approx(float(theirs["event"]), abs=1e-9)
        assert found.structure == pytest.approx(float(theirs["structure"]), abs=1e-9)
        assert found.n == theirs["n"]
        assert {name: Fraction(one.correct, one.n) for name, one in found.classes.items()} == theirs["recalls"]
    assert (result.pairs.n, result.pairs.correct) == (expected["pairs"], expected["pairs_correct"])
    for name in ("judged", "missing", "outside", "unknown_label", "other", "uncertain"):
        assert getattr(result.counts, name) == expected[name]
    assert {row.condition_id: row.outcome for row in result.conditions} == expected["outcomes"]
    assert sum(result.violations.values()) == expected["judged"]


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=25)
@given(data_sets(), st.randoms(use_true_random=False))
def test_rows_in_any_order_give_equal_results(
    tmp_path: Path, made: tuple[list[dict[str, Any]], list[str], list[dict[str, Any]]], chance: random.Random
) -> None:
    results = []
    for _ in range(2):
        data = folder_of(made[0], made[1], tmp_path)
        path = write_rows(tmp_path / "j.jsonl", made[2])
        result = score(data, "s", judgments=read_judgments(path, data), resamples=50)
        results.append({**result.to_dict(), "record": None, "settings": None})
        for part in made:
            chance.shuffle(part)
    assert results[0] == results[1]


def test_an_unrelated_condition_changes_nothing(tmp_path: Path) -> None:
    more = {"condition_id": "door-9a", "pair_id": "door-9", "task": "door", "label": "open"}
    plain = load(make_data(tmp_path / "plain"))
    grown = load(make_data(tmp_path / "grown", conditions=[more, *CONDITIONS], splits={**SPLITS, "new": ["door-9a"]}))
    one, other = ({**released(data, "weak").to_dict(), "record": None} for data in (plain, grown))
    assert one == other
