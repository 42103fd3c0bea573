from __future__ import annotations

import pytest
import sqlalchemy as sa

from evalcore.errors import InputError
from evalcore.review import Shown, Store, migrations
from evalcore.review.database import WRITES, connect
from evalcore.review.migrations import ANSWERS, MIGRATIONS, REVISIONS, migrate
from tests.review.small import answer

SCORE = (sa.text("ALTER TABLE review_answers ADD COLUMN score INTEGER NOT NULL DEFAULT 7"),)


def opened(database):
    return connect(database).execution_options(**{WRITES: True})


def columns(engine, table):
    return {column["name"]: column for column in sa.inspect(engine).get_columns(table)}


def test_the_statements_make_the_tables_that_the_code_writes(database):
    engine = opened(database)
    assert migrate(engine) == len(MIGRATIONS)
    for table in (ANSWERS, REVISIONS):
        found = columns(engine, table.name)
        assert [*found] == table.columns.keys()
        assert {name: bool(column["nullable"]) for name, column in found.items()} == {
            column.name: bool(column.nullable) for column in table.columns
        }
        key = sa.inspect(engine).get_pk_constraint(table.name)["constrained_columns"]
        assert key == [column.name for column in table.primary_key]
    engine.dispose()


def test_an_older_database_keeps_its_answers(database, monkeypatch):
    with Store(database) as store:
        store.save(answer("ball", "ann"), schema="review", shown=Shown("h"))
    monkeypatch.setattr(migrations.migrate, "__kwdefaults__", {"migrations": (*MIGRATIONS, SCORE)})
    with Store(database) as store:
        assert store.answers(schema="review").rows == (answer("ball", "ann"),)
        with store._engine.connect() as connection:
            assert connection.execute(sa.text("SELECT score FROM review_answers")).scalars().all() == [7]
            assert connection.execute(sa.text("SELECT version FROM evalcore_review_version")).scalars().all() == [2]


def test_a_step_that_fails_leaves_the_database_as_it_was(database):
    engine = opened(database)
    migrate(engine)
    failing = (*MIGRATIONS, (*SCORE, sa.text("ALTER TABLE nothing ADD COLUMN x INTEGER")))
    with pytest.raises(sa.exc.DBAPIError):
        migrate(engine, migrations=failing)
    assert "score" not in columns(engine, "review_answers")
    assert migrate(engine) == 1
    assert migrate(engine, migrations=(*MIGRATIONS, SCORE)) == 2
    engine.dispose()


def test_a_newer_database_is_refused(database):
    engine = opened(database)
    migrate(engine, migrations=(*MIGRATIONS, SCORE))
    engine.dispose()
    with pytest.raises(InputError, match="the database has version 2, this evalcore knows up to 1"):
        Store(database)
