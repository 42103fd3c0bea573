from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.errors import InputError
from evalcore.review import Answer, Answers, Counterfactual, Mark, Preference, read_answers, write_answers
from evalcore.review.answers import answer_of

ROW = {
    "item": "ball",
    "reviewer": "ann",
    "violations": [{"stream": "a", "t": 1.5, "type": "drift", "severity": 2, "note": "here"}],
    "clean": ["b"],
    "preference": {"winner": "b", "confidence": 3, "rubric": {"physics": 4}},
    "counterfactual": {"verdict": "plausible", "t": 2.0, "note": ""},
}
READ = Answer(
    item="ball",
    reviewer="ann",
    violations=(Mark(stream="a", t=1.5, type="drift", severity=2, note="here"),),
    clean=("b",),
    preference=Preference(winner="b", confidence=3, rubric={"physics": 4}),
    counterfactual=Counterfactual(verdict="plausible", t=2.0),
)


def write(path, *rows):
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def test_a_row_and_its_blanks(tmp_path):
    bare = {"item": "ball", "reviewer": "bob"}
    blank = {
        "item": "ball",
        "reviewer": "eve",
        "violations": [{"stream": "a", "t": 1, "type": "", "severity": "", "note": None}],
        "preference": {"winner": "", "confidence": "", "rubric": {}},
        "counterfactual": {"verdict": "", "t": None, "note": ""},
    }
    answers = read_answers(write(tmp_path / "a.jsonl", blank, bare, ROW))
    assert answers.rows == (
        READ,
        Answer(item="ball", reviewer="bob"),
        Answer(item="ball", reviewer="eve", violations=(Mark(stream="a", t=1.0),)),
    )
    assert answers.reviewers == ("ann", "bob", "eve")
    assert list(answers.files) == ["a.jsonl"]
    assert READ.answered == ("a", "b")


def test_numbers_that_are_stored_as_text():
    row = {**ROW, "violations": [{"stream": "a", "t": 1.5, "severity": "2"}], "preference": {"confidence": "3"}}
    assert answer_of(row).violations[0].severity == 2
    assert answer_of(row).preference.confidence == 3


def test_a_mark_counts_before_a_clean_of_the_same_stream():
    assert answer_of({**ROW, "clean": ["a", "b", "b"]}).clean == ("b",)


names = st.text(st.characters(min_codepoint=32, exclude_categories=["Cs", "Cc"]), min_size=1, max_size=5).filter(
    str.strip
)
marks = st.builds(
    Mark,
    stream=names,
    t=st.floats(0, 1e6, allow_nan=False),
    type=st.none() | names,
    severity=st.none() | st.integers(1, 3),
    note=st.text(st.characters(exclude_categories=["Cs"])),
)
answers = st.builds(
    Answer,
    item=names,
    reviewer=names,
    violations=st.lists(marks, max_size=3).map(tuple),
    preference=st.builds(Preference, winner=st.none() | names, rubric=st.dictionaries(names, st.integers(1, 5))),
    counterfactual=st.builds(Counterfactual, verdict=st.none() | names, t=st.none() | st.floats(0, 9)),
)


@given(rows=st.lists(answers, min_size=1, max_size=4, unique_by=lambda one: (one.item, one.reviewer)))
def test_what_is_written_is_read_back(rows, tmp_path_factory):
    path = tmp_path_factory.mktemp("answers") / "a.jsonl"
    write_answers(path, rows)
    assert read_answers(path).rows == Answers.of(rows).rows
    before = path.read_bytes()
    write_answers(path, read_answers(path))
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"item": ""}, "item '' cannot be a name"),
        ({"reviewer": "a\x00b"}, "reviewer .* cannot be a name"),
        ({"violation": []}, "unknown field `violation`"),
        ({"violations": [{"stream": "a"}]}, "missing required field `t`"),
        ({"violations": [{"stream": "a", "t": -0.1}]}, "the time of a mark is -0.1"),
        ({"violations": [{"stream": "a", "t": "1"}]}, "Expected `float`, got `str`"),
        ({"violations": [{"stream": "a", "t": 1, "severity": "bad"}]}, "a severity is 'bad'"),
        ({"violations": [{"stream": "a", "t": 1, "severity": 1.5}]}, "a severity is 1.5"),
        ({"preference": {"rubric": {"physics": 6}}}, "rubric 'physics' is 6; 1 to 5"),
        ({"counterfactual": {"t": -1.0}}, "the time of the counterfactual"),
    ],
)
def test_a_row_at_fault_has_its_line(tmp_path, change, message):
    path = write(tmp_path / "a.jsonl", {**ROW, "reviewer": "first"}, {**ROW, **change})
    with pytest.raises(InputError, match=rf"a\.jsonl:2: .*{message}"):
        read_answers(path)


def test_two_answers_of_one_reviewer_name_both_lines(tmp_path):
    path = write(tmp_path / "a.jsonl", ROW, {**ROW, "reviewer": "bob"}, ROW)
    with pytest.raises(InputError, match=r"a\.jsonl:3: reviewer 'ann' answers item 'ball' twice .*a\.jsonl:1"):
        read_answers(path)


def test_an_empty_file_and_none(tmp_path):
    with pytest.raises(InputError, match="the file has no rows"):
        read_answers(write(tmp_path / "a.jsonl"))
    with pytest.raises(InputError, match="the file is missing"):
        read_answers(tmp_path / "b.jsonl")
