from __future__ import annotations

import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings

from evalcore.errors import InputError
from evalcore.review import Answer, Mark, Shown, StaleAnswerError, Store
from tests.review.small import answer
from tests.review.test_answers import answers as any_answers

SHOWN = Shown("schema-hash", ("gen", "real"), {"gen": "a" * 64}, "2026-01-01T10:00:00+00:00")
FIRST = answer("ball", "ann", {"gen": [1.02]}, clean=["real"])
SECOND = answer("ball", "ann", {"gen": [1.06]})


@pytest.fixture
def store(database):
    with Store(database) as opened:
        yield opened


def test_a_save_is_the_answer_and_a_revision(store):
    assert store.get(schema="review", item="ball", reviewer="ann") is None
    assert store.save(FIRST, schema="review", shown=SHOWN) == 1
    assert store.save(SECOND, schema="review", shown=Shown("later")) == 2
    first, second = store.history(schema="review", item="ball", reviewer="ann")
    assert (first.answer, first.revision, first.shown) == (FIRST, 1, SHOWN)
    assert (second.answer, second.revision, second.shown) == (SECOND, 2, Shown("later"))
    assert store.get(schema="review", item="ball", reviewer="ann") == second
    assert store.answers(schema="review").rows == (SECOND,)
    assert datetime.fromisoformat(first.saved_at) <= datetime.fromisoformat(second.saved_at) <= datetime.now(UTC)


def test_answers_are_of_one_schema_and_may_be_of_one_reviewer(store):
    other = answer("ball", "bob")
    store.save(FIRST, schema="review", shown=SHOWN)
    store.save(other, schema="review", shown=SHOWN)
    store.save(SECOND, schema="pilot", shown=SHOWN)
    assert store.answers(schema="review").rows == (FIRST, other)
    assert store.answers(schema="review", reviewer="bob").rows == (other,)
    assert store.answers(schema="pilot").rows == (SECOND,)
    assert store.answers(schema="none").rows == ()
    assert store.schemas() == ("pilot", "review")


def test_a_save_from_an_answer_that_changed_elsewhere_is_refused(store):
    store.save(FIRST, schema="review", shown=SHOWN, expected=0)
    store.save(SECOND, schema="review", shown=SHOWN, expected=1)
    for expected in (0, 1, 3):
        with pytest.raises(StaleAnswerError, match="saved elsewhere since it was opened"):
            store.save(FIRST, schema="review", shown=SHOWN, expected=expected)
    with pytest.raises(StaleAnswerError):
        store.save(answer("cup", "ann"), schema="review", shown=SHOWN, expected=1)
    assert store.get(schema="review", item="cup", reviewer="ann") is None
    assert [one.answer for one in store.history(schema="review", item="ball", reviewer="ann")] == [FIRST, SECOND]


def test_an_import_is_whole_and_repeats_nothing(store):
    rows = [FIRST, answer("cup", "ann"), answer("cup", "bob")]
    found = store.add(rows, schema="review", shown=Shown("h", origin="import: a.jsonl"))
    assert (found.added, found.changed, found.unchanged) == (3, 0, 0)
    found = store.add([SECOND, *rows[1:]], schema="review", shown=Shown("h"))
    assert (found.added, found.changed, found.unchanged) == (0, 1, 2)
    assert store.answers(schema="review").rows == (SECOND, *rows[1:])
    assert store.history(schema="review", item="ball", reviewer="ann")[0].shown.origin == "import: a.jsonl"
    broken = [answer("tea", "ann"), msgspec.structs.replace(answer("tea", "bob"), item=None)]
    with pytest.raises(InputError, match="the database does not work"):
        store.add(broken, schema="review", shown=Shown("h"))
    assert len(store.answers(schema="review")) == 3


def test_the_hash_of_the_answers_is_of_what_they_say(database):
    with Store(database) as store:
        store.save(FIRST, schema="review", shown=SHOWN)
        before = store.answers(schema="review").files
        store.save(FIRST, schema="review", shown=SHOWN)
        assert store.answers(schema="review").files == before
        store.save(SECOND, schema="review", shown=SHOWN)
        assert store.answers(schema="review").files != before


def test_a_closed_database_has_everything_when_it_is_opened_again(database):
    with Store(database) as store:
        store.save(FIRST, schema="review", shown=SHOWN)
    with Store(database) as store:
        assert store.answers(schema="review").rows == (FIRST,)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(one=any_answers)
def test_whatever_can_be_said_is_kept_to_the_letter(store, one):
    store.save(one, schema="review", shown=SHOWN)
    assert store.get(schema="review", item=one.item, reviewer=one.reviewer).answer == one


def test_half_a_character_is_refused(store):
    broken = Answer(item="ball", reviewer="ann", violations=(Mark(stream="gen", t=1.0, note="\ud83d"),))
    with pytest.raises(InputError, match="half a character"):
        store.save(broken, schema="review", shown=SHOWN)


def test_sqlite_writes_ahead_and_to_the_disk(tmp_path):
    path = tmp_path / "new folder" / "answers.sqlite"
    with Store(path) as store:
        store.save(FIRST, schema="review", shown=SHOWN)
        with store._engine.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
            assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
    assert sqlite3.connect(path).execute("SELECT count(*) FROM review_revisions").fetchone() == (1,)


def test_a_database_that_cannot_be_used_is_said_without_its_password(tmp_path):
    (tmp_path / "text").write_text("this is no database, but a text that is long enough to look at")
    for target, message in [
        (tmp_path / "text", "the database does not work .*file is not a database"),
        ("mysql://me:secret@host/name", "databases of the kind 'mysql' are not supported"),
        ("://", "this is not the URL of a database"),
        (tmp_path / "text" / "a.sqlite", "the folder cannot be made"),
    ]:
        with pytest.raises(InputError, match=message) as caught:
            Store(target)
        assert "secret" not in str(caught.value)


def test_a_server_that_is_not_there():
    pytest.importorskip("psycopg", reason="the driver psycopg is not installed")
    with pytest.raises(InputError, match="the database does not work") as caught:
        Store("postgresql://me:secret@/name?host=/nowhere")
    assert "secret" not in str(caught.value)
    assert Path("/nowhere").exists() is False
