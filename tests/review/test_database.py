from __future__ import annotations

import pytest
from sqlalchemy.exc import OperationalError

from evalcore.errors import InputError
from evalcore.review import Store
from evalcore.review.database import connect

SECRET = "hunter2"


@pytest.mark.parametrize(
    ("url", "message"),
    [
        (f"postgresql:/me:{SECRET}@host/name", "this is not the URL of a database"),
        (f"postgresql://me:{SECRET}@host:port/name", "this is not the URL of a database"),
        (f"postgresql://me:a@b{SECRET}@host/name", "several @"),
        (f"sqlite+aiosqlite:///{SECRET}", "databases of the kind 'sqlite.aiosqlite' are not supported"),
        (f"sqlite:///answers.sqlite?key={SECRET}", "no options after a question mark"),
    ],
)
def test_a_url_that_cannot_be_used_makes_no_file_and_shows_no_password(tmp_path, monkeypatch, url, message):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=message) as caught:
        connect(url)
    assert SECRET not in str(caught.value)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "url", ["postgresql://me:hunter2@/name?host=/nowhere", "postgres://me@/name?host=/nowhere&password=hunter2"]
)
def test_a_password_reaches_the_driver_and_no_message(url, monkeypatch):
    psycopg = pytest.importorskip("psycopg", reason="the driver psycopg is not installed")
    with pytest.raises(InputError, match="the database does not work") as caught:
        Store(url)
    assert SECRET not in str(caught.value)
    assert "/nowhere" in str(caught.value)
    engine, given = connect(url), {}
    assert SECRET not in repr(engine.url)

    def asked(*_: object, **options: object) -> None:
        given.update(options)
        raise psycopg.OperationalError("no server")

    monkeypatch.setattr(psycopg, "connect", asked)
    with pytest.raises(OperationalError):
        engine.connect()
    assert given["password"] == SECRET


def test_a_plain_name_is_a_file(tmp_path):
    assert connect(str(tmp_path / "answers")).url.database == str(tmp_path / "answers")
