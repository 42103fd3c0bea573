"""Connections to SQLite and PostgreSQL that lose nothing and wait for each other."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from evalcore.errors import InputError

__all__ = ["WRITES", "connect"]

WRITES = "evalcore_writes"  # execution option of transactions that write
WAIT_S = 30.0  # for the writer before
POSTGRES = ("postgresql", "postgres", "postgresql+psycopg")
SQLITE = ("sqlite", "sqlite+pysqlite")
PLACE = ("host", "port")  # the options of a URL that may be shown; any other can be a secret
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")


def connect(target: str | Path) -> sa.Engine:
    """An engine for the path of a SQLite file, or the URL of a SQLite or PostgreSQL database; nothing is opened yet.

    Raises
    ------
    InputError
        Not a URL, another kind of database, no driver for PostgreSQL, or a folder that cannot be made.
    """
    url = _url(target)
    if url.drivername in POSTGRES:
        options = {name: value if isinstance(value, str) else value[-1] for name, value in url.query.items()}
        place = {name: options.pop(name) for name in PLACE if name in options}
        try:
            return sa.create_engine(
                url.set(drivername="postgresql+psycopg", query=place),
                pool_pre_ping=True,  # a connection that the server has closed is opened again, not shown as an error
                connect_args={"connect_timeout": int(WAIT_S), "application_name": "evalcore", **options},
            )
        except ImportError:
            raise InputError(
                "the driver for PostgreSQL is not installed.", fix="Install it with pip install 'evalcore[postgres]'."
            ) from None
    if url.drivername not in SQLITE:
        raise InputError(
            f"databases of the kind {url.drivername!r} are not supported.", fix="Use SQLite or PostgreSQL."
        )
    engine = sa.create_engine(url, connect_args={"timeout": WAIT_S})
    sa.event.listen(engine, "connect", _open_sqlite)
    sa.event.listen(engine, "begin", _begin_sqlite)
    return engine


def _url(target: str | Path) -> sa.URL:
    if isinstance(target, Path) or not ("://" in target or _URL.match(target)):
        url = sa.URL.create("sqlite", database=str(target))
    else:
        try:
            url = sa.make_url(target)
        except (sa.exc.ArgumentError, ValueError):
            raise InputError(
                "this is not the URL of a database.", fix="For example postgresql://user@host/name, or a file's path."
            ) from None
    if "@" in (url.host or ""):  # else a part of the password would be taken for the host, and shown
        raise InputError("the URL of the database has several @.", fix="Write an @ in a name or password as %40.")
    if url.drivername in SQLITE and url.query:
        raise InputError("a SQLite database has no options after a question mark.", fix="Leave them out.")
    if url.get_backend_name() == "sqlite" and url.database and url.database != ":memory:":
        folder = Path(url.database).parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(f"the folder cannot be made ({error.strerror}).", where=folder) from None
    return url


def _open_sqlite(connection: Any, _: Any) -> None:
    """Write-ahead log, so that readers never wait; every commit is on the disk before it returns."""
    connection.isolation_level = None  # transactions begin below, where they begin
    cursor = connection.cursor()
    until = time.monotonic() + WAIT_S
    while True:  # the switch to the log needs the file alone and does not wait by itself
        try:
            if cursor.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
                cursor.execute("PRAGMA journal_mode=WAL")
            break
        except connection.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > until:
                raise
            time.sleep(0.02)
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.close()


def _begin_sqlite(connection: sa.Connection) -> None:
    """A transaction that will write takes its turn at once: one that read first could not wait for another."""
    writes = connection.get_execution_options().get(WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
