from __future__ import annotations

import json

import pytest

from evalcore.errors import InputError
from evalcore.review import Answer, Mark, Preference, read_blobs, read_foreign, write_answers
from evalcore.review.blobs import parse_blob

BLOB = {
    "violations": [{"stream": "gen_a", "t": 3.42, "type": "interpenetration", "severity": 2, "note": ""}],
    "clean": ["real"],
    "preference": {"winner": "gen_a", "confidence": "2", "rubric": {"physics": "4", "style": ""}},
    "counterfactual": {"verdict": "", "t": None, "note": ""},
}
READ = Answer(
    item="ball",
    reviewer="ann",
    violations=(Mark(stream="gen_a", t=3.42, type="interpenetration", severity=2),),
    clean=("real",),
    preference=Preference(winner="gen_a", confidence=2, rubric={"physics": 4}),
)
TEXT = json.dumps(BLOB)


def write(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content))
    return path


@pytest.mark.parametrize(
    "labels",
    [
        [[{"schema": "review", "name": "_data"}, TEXT], [{"schema": "sure", "name": "yes"}, "true"]],
        {"review": {"_data": TEXT}, "sure": {"yes": "true"}},
        {"review": TEXT},
    ],
)
def test_a_users_state(tmp_path, labels):
    path = write(
        tmp_path / "ann" / "user_state.json",
        {"user_id": "ann", "instance_id_ordering": ["ball"], "instance_id_to_label_to_value": {"ball": labels}},
    )
    answers, problems = read_blobs(path)
    assert (answers.rows, problems) == ((READ,), ())


def test_the_folder_of_all_users(tmp_path):
    for name in ("ann", "bob"):
        write(
            tmp_path / name / "user_state.json",
            {"instance_id_to_label_to_value": {"ball": {"review": {"_data": TEXT}}}},
        )
    answers, _ = read_blobs(tmp_path)
    assert answers.reviewers == ("ann", "bob")
    assert list(answers.files) == ["ann/user_state.json", "bob/user_state.json"]


def test_an_export(tmp_path):
    row = {"user_id": "ann", "instance_id": "ball", "label_annotations": {"review": {"_data": TEXT}, "x": {"y": "1"}}}
    path = tmp_path / "annotated_instances.jsonl"
    path.write_text(json.dumps(row) + "\n")
    assert read_blobs(path)[0].rows == (READ,)
    assert read_blobs(write(tmp_path / "annotated.json", [row]))[0].rows == (READ,)


def test_a_mapping_of_items_and_reviewers(tmp_path):
    path = write(tmp_path / "rows.json", {"ball": {"ann": BLOB, "bob": {"_data": "not json"}}})
    answers, problems = read_blobs(path)
    assert answers.rows == (READ,)
    assert [problem.message for problem in problems] == ["this is no answer of the review protocol"]
    assert "item 'ball', reviewer 'bob'" in problems[0].where


def test_marks_that_cannot_be_used_are_said(tmp_path):
    marks = [{"stream": "a", "t": "1.5"}, {"stream": "a", "t": "soon"}, {"t": 1}, {"stream": "a", "t": None}, 3]
    answers, problems = read_blobs(write(tmp_path / "rows.json", {"ball": {"ann": {"violations": marks}}}))
    assert [mark.t for mark in answers.rows[0].violations] == [1.5]
    assert [problem.message for problem in problems] == [
        "a mark has no time and is left out",
        "a mark has no stream and is left out",
        "a mark has no time and is left out",
    ]


def test_one_of_several_schemes_is_chosen(tmp_path):
    row = {"user_id": "ann", "instance_id": "ball", "label_annotations": {"pilot": BLOB, "review": {"clean": []}}}
    path = write(tmp_path / "annotated.json", [row])
    with pytest.raises(InputError, match="answers to 2 schemes: pilot, review"):
        read_blobs(path)
    assert read_blobs(path, schema="pilot")[0].rows == (READ,)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ({}, "there is no stored answer"),
        ([3], "no form of stored answers"),
        ([{"user_id": "ann"}], "entry 1: the row has no instance_id"),
        ({"ball": 3}, "no form of stored answers"),
        (
            {"ball": {"ann": {"violations": [{"stream": "a", "t": -1}]}}},
            "item 'ball', reviewer 'ann': the time of a mark is -1",
        ),
        ({"instance_id_to_label_to_value": {"ball": [["x"]]}}, "there is no stored answer"),
        ([{"user_id": "a", "instance_id": "b", "label_annotations": {"r": BLOB}}] * 2, "this answer is there twice"),
    ],
)
def test_what_is_no_stored_answer(tmp_path, content, message):
    with pytest.raises(InputError, match=message):
        read_blobs(write(tmp_path / "stored.json", content))


def test_an_empty_folder(tmp_path):
    with pytest.raises(InputError, match=r"the folder has no user_state\.json"):
        read_blobs(tmp_path)


def test_parts_of_another_type_are_empty():
    assert parse_blob({"violations": "x", "clean": 3, "preference": [], "counterfactual": None}) == {
        "violations": [],
        "clean": [],
        "preference": {},
        "counterfactual": {},
    }
    assert parse_blob("[]") is None
    assert parse_blob(3) is None


def test_rows_of_the_protocol_are_told_from_stored_ones(tmp_path):
    write_answers(tmp_path / "a.jsonl", [READ])
    assert read_foreign(tmp_path / "a.jsonl")[0].rows == (READ,)
    assert read_foreign(write(tmp_path / "rows.json", {"ball": {"ann": BLOB}}))[0].rows == (READ,)
    (tmp_path / "broken.jsonl").write_text("{")
    with pytest.raises(InputError, match="this is not JSON"):
        read_foreign(tmp_path / "broken.jsonl")
    with pytest.raises(InputError, match="the file is missing"):
        read_foreign(tmp_path / "none.jsonl")
