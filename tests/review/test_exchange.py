from __future__ import annotations

import json

import pytest

from evalcore.errors import InputError
from evalcore.review import Store, import_answers, load, write_answers
from tests.review.made import make_workspace, row
from tests.review.small import answer

FIRST = answer("ball", "ann", {"gen": [1.02]}, clean=["real"])


@pytest.fixture
def data(tmp_path):
    return load(make_workspace(tmp_path, row("ball"), row("cup")))


@pytest.fixture
def store(data):
    with Store.of(data.workspace) as opened:
        yield opened


def test_rows_go_in_and_come_out_the_same(data, store, tmp_path):
    rows = [FIRST, answer("cup", "bob", clean=["gen"])]
    write_answers(tmp_path / "a.jsonl", rows)
    imported, problems = import_answers(data, store, tmp_path / "a.jsonl")
    assert (imported.added, imported.changed, imported.unchanged, problems) == (2, 0, 0, ())
    assert import_answers(data, store, tmp_path / "a.jsonl")[0].unchanged == 2
    write_answers(tmp_path / "b.jsonl", store.answers(schema="review"))
    assert (tmp_path / "b.jsonl").read_bytes() == (tmp_path / "a.jsonl").read_bytes()
    kept = store.get(schema="review", item="ball", reviewer="ann")
    assert (kept.shown.origin, kept.shown.schema_sha256) == ("import: a.jsonl", data.schema.sha256)


def test_stored_answers_go_in_and_what_cannot_be_used_is_said(data, store, tmp_path):
    marks = [{"stream": "gen", "t": 1.02}, {"stream": "gen", "t": None}]
    (tmp_path / "rows.json").write_text(json.dumps({"ball": {"ann": {"violations": marks, "clean": ["real"]}}}))
    imported, problems = import_answers(data, store, tmp_path / "rows.json")
    assert (imported.added, len(problems)) == (1, 1)
    assert store.answers(schema="review").rows == (FIRST,)


def test_an_answer_that_does_not_fit_keeps_all_out_and_names_its_line(data, store, tmp_path):
    write_answers(tmp_path / "a.jsonl", [FIRST, answer("cup", "ann", {"gem": [1.0]})])
    with pytest.raises(InputError, match=r"a\.jsonl:2: the item has no stream 'gem'"):
        import_answers(data, store, tmp_path / "a.jsonl")
    assert len(store.answers(schema="review")) == 0
    (tmp_path / "rows.json").write_text(json.dumps({"tea": {"ann": {"clean": ["real"]}}}))
    with pytest.raises(InputError, match=r"rows\.json: item 'tea', reviewer 'ann': there is no item 'tea'"):
        import_answers(data, store, tmp_path / "rows.json")


def test_the_database_of_a_workspace(data, tmp_path, monkeypatch):
    with Store.of(data.workspace) as store:
        assert store.url == f"sqlite:///{data.workspace.root / 'review' / 'answers.sqlite'}"
    monkeypatch.setenv("EVALCORE_DATABASE_URL", f"sqlite:///{tmp_path / 'other.sqlite'}")
    with Store.of(data.workspace) as store:
        assert store.url.endswith("/other.sqlite")
