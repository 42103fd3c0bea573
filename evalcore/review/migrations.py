"""The tables of the answers' database, and how an older database becomes a newer one.

A migration is a list of statements for one version. They are few, plain and shipped inside the package: a database is
brought up to date when it is opened, in one transaction and under a lock, so that several processes may start at once.
"""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from evalcore.errors import InputError

__all__ = ["ANSWERS", "MIGRATIONS", "REVISIONS", "Migration", "migrate"]

Migration = Sequence[sa.Executable]
LOCK = 7276465  # any number of our own; PostgreSQL has one lock for each
_VERSION = sa.Table("evalcore_review_version", sa.MetaData(), sa.Column("version", sa.Integer, nullable=False))

# The newest form of the tables, for statements on them.
_METADATA = sa.MetaData()
ANSWERS = sa.Table(
    "review_answers",
    _METADATA,
    sa.Column("schema_name", sa.Text, primary_key=True),
    sa.Column("item", sa.Text, primary_key=True),
    sa.Column("reviewer", sa.Text, primary_key=True),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("saved_at", sa.Text, nullable=False),
)
REVISIONS = sa.Table(
    "review_revisions",
    _METADATA,
    sa.Column("schema_name", sa.Text, primary_key=True),
    sa.Column("item", sa.Text, primary_key=True),
    sa.Column("reviewer", sa.Text, primary_key=True),
    sa.Column("revision", sa.Integer, primary_key=True),
    sa.Column("body", sa.Text, nullable=False),
    sa.Column("schema_sha256", sa.Text, nullable=False),
    sa.Column("panel_order", sa.Text, nullable=False),
    sa.Column("media_sha256", sa.Text, nullable=False),
    sa.Column("origin", sa.Text, nullable=False),
    sa.Column("opened_at", sa.Text),
    sa.Column("saved_at", sa.Text, nullable=False),
)

# Statements are text, not the tables above: a version stays what it was when the tables go on.
MIGRATIONS: tuple[Migration, ...] = (
    (
        sa.text(
            "CREATE TABLE review_answers (schema_name TEXT NOT NULL, item TEXT NOT NULL, reviewer TEXT NOT NULL, "
            "revision INTEGER NOT NULL, body TEXT NOT NULL, saved_at TEXT NOT NULL, "
            "PRIMARY KEY (schema_name, item, reviewer))"
        ),
        sa.text(
            "CREATE TABLE review_revisions (schema_name TEXT NOT NULL, item TEXT NOT NULL, reviewer TEXT NOT NULL, "
            "revision INTEGER NOT NULL, body TEXT NOT NULL, schema_sha256 TEXT NOT NULL, panel_order TEXT NOT NULL, "
            "media_sha256 TEXT NOT NULL, origin TEXT NOT NULL, opened_at TEXT, saved_at TEXT NOT NULL, "
            "PRIMARY KEY (schema_name, item, reviewer, revision))"
        ),
        sa.text("CREATE INDEX review_answers_reviewer ON review_answers (schema_name, reviewer)"),
    ),
)


def migrate(engine: sa.Engine, *, migrations: Sequence[Migration] = MIGRATIONS) -> int:
    """Bring a database to the newest version, and return that; a statement that fails leaves it as it was.

    Raises
    ------
    InputError
        The database is of a newer version than this program knows.
    """
    newest = len(migrations)
    with engine.connect() as connection:
        if sa.inspect(connection).has_table(_VERSION.name) and _version(connection) == newest:
            return newest
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(sa.text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
        _VERSION.create(connection, checkfirst=True)
        version = _version(connection)
        if version > newest:
            raise InputError(
                f"the database has version {version}, this evalcore knows up to {newest}.",
                where=engine.url.render_as_string(hide_password=True),
                fix="Use a newer evalcore.",
            )
        for statements in migrations[version:]:
            for statement in statements:
                connection.execute(statement)
        if version < newest:
            connection.execute(sa.delete(_VERSION))
            connection.execute(sa.insert(_VERSION).values(version=newest))
    return newest


def _version(connection: sa.Connection) -> int:
    return connection.execute(sa.select(_VERSION.c.version)).scalar() or 0
