"""Where answers are kept: one database for many reviewers at once, in which nothing is overwritten without a trace."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

import msgspec

from evalcore.errors import EvalcoreError, InputError
from evalcore.review.answers import Answer, Answers, Counterfactual, Mark, Preference
from evalcore.workspace import Workspace

if TYPE_CHECKING:
    import sqlalchemy as sa

__all__ = ["Imported", "Shown", "StaleAnswerError", "Store", "Stored"]


VARIABLE = "EVALCORE_DATABASE_URL"


class StaleAnswerError(EvalcoreError):
    """The answer was saved elsewhere since it was loaded, for example in another tab: nothing was written."""


@dataclass(frozen=True)
class Shown:
    """What the reviewer saw when answering: kept with each revision.

    ``panel_order`` are stream ids from left to right, ``media_sha256`` maps them to the hash of the file that was
    shown, ``opened_at`` is when the item was opened (ISO 8601, UTC). ``origin`` is ``page`` or the file of an import.
    """

    schema_sha256: str
    panel_order: tuple[str, ...] = ()
    media_sha256: Mapping[str, str] = field(default_factory=dict)
    opened_at: str | None = None
    origin: str = "page"


@dataclass(frozen=True)
class Stored:
    """One revision of an answer, 1 first; ``saved_at`` is ISO 8601 in UTC."""

    answer: Answer
    revision: int
    saved_at: str
    shown: Shown


@dataclass(frozen=True)
class Imported:
    """What an import did: new answers, answers with a new revision, and answers that were there already."""

    added: int
    changed: int
    unchanged: int


class _Body(msgspec.Struct, frozen=True):
    """What a reviewer said, as the database keeps it."""

    violations: tuple[Mark, ...] = ()
    clean: tuple[str, ...] = ()
    preference: Preference = Preference()
    counterfactual: Counterfactual = Counterfactual()

    @classmethod
    def of(cls, answer: Answer) -> str:
        body = cls(answer.violations, answer.clean, answer.preference, answer.counterfactual)
        try:
            return msgspec.json.encode(body).decode()
        except UnicodeEncodeError:
            raise InputError("a note holds half a character, which cannot be kept.", fix="Type it again.") from None

    def answer(self, item: str, reviewer: str) -> Answer:
        return Answer(item=item, reviewer=reviewer, **{name: getattr(self, name) for name in self.__struct_fields__})


class Store:
    """The answers of one database.

    Parameters
    ----------
    target
        The path of a SQLite file, or the URL of a SQLite or PostgreSQL database. Missing folders, file and tables are
        made, older tables are brought up to date.

    Raises
    ------
    InputError
        The database cannot be reached or is of a newer version.
    """

    def __init__(self, target: str | Path) -> None:
        from evalcore.review.database import WRITES, connect
        from evalcore.review.migrations import migrate

        self._engine = connect(target)
        self._writing = self._engine.execution_options(**{WRITES: True})
        self.url = self._engine.url.render_as_string(hide_password=True)
        try:
            with self._reported():
                migrate(self._writing)
        except BaseException:
            self.close()
            raise

    @classmethod
    def of(cls, workspace: Workspace) -> Self:
        """The database of a workspace: the URL in ``EVALCORE_DATABASE_URL``, or ``review/answers.sqlite``.

        Answers are kept by the schema's name, so workspaces that share a database need names of their own for it.
        """
        return cls(os.environ.get(VARIABLE) or workspace.path("review", "answers.sqlite"))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    @contextmanager
    def _reported(self) -> Iterator[None]:
        """The database's own faults as errors for the reader, without the password."""
        import sqlalchemy as sa

        try:
            yield
        except sa.exc.SQLAlchemyError as error:
            cause = getattr(error, "orig", None) or error
            message = str(cause).strip().splitlines()[0] if str(cause).strip() else type(cause).__name__
            raise InputError(
                f"the database does not work ({message}).", where=self.url, fix="Check that it runs and can be written."
            ) from None

    def save(self, answer: Answer, *, schema: str, shown: Shown, expected: int | None = None) -> int:
        """Write an answer and a revision of it in one transaction; when this returns, both are on disk.

        Parameters
        ----------
        answer
            The whole answer; it takes the place of the reviewer's earlier one to the item.
        schema
            Name of the schema: one answer a reviewer, item and schema.
        shown
            What the reviewer saw.
        expected
            The revision that the answer was loaded at, 0 where there was none; None writes whatever is there.

        Returns
        -------
        int
            The number of the new revision, from 1.

        Raises
        ------
        StaleAnswerError
            There is another revision than ``expected``.
        InputError
            The database failed; nothing was written.
        """
        with self._reported(), self._writing.begin() as connection:
            return self._write(connection, answer, schema, shown, expected)

    def _write(self, connection: sa.Connection, answer: Answer, schema: str, shown: Shown, expected: int | None) -> int:
        import sqlalchemy as sa
        from sqlalchemy.dialects import postgresql, sqlite

        from evalcore.review.migrations import ANSWERS, REVISIONS

        insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
        key = {"schema_name": schema, "item": answer.item, "reviewer": answer.reviewer}
        body = {"body": _Body.of(answer), "saved_at": datetime.now(UTC).isoformat(timespec="milliseconds")}
        # One statement that counts and writes: of two that come at once the second waits, and gets the next number.
        statement = insert(ANSWERS).values(**key, revision=1, **body)
        statement = statement.on_conflict_do_update(
            index_elements=[*key],
            set_={"revision": ANSWERS.c.revision + 1, **body},
            where=sa.true() if expected is None else ANSWERS.c.revision == expected,
        )
        revision = connection.execute(statement.returning(ANSWERS.c.revision)).scalar()
        if revision is None or (expected is not None and revision != expected + 1):
            raise StaleAnswerError(
                f"the answer of {answer.reviewer!r} to {answer.item!r} was saved elsewhere since it was opened. "
                "Open the item again."
            )
        connection.execute(
            sa.insert(REVISIONS).values(
                **key,
                revision=revision,
                **body,
                schema_sha256=shown.schema_sha256,
                panel_order=msgspec.json.encode(shown.panel_order).decode(),
                media_sha256=msgspec.json.encode(dict(shown.media_sha256), order="sorted").decode(),
                origin=shown.origin,
                opened_at=shown.opened_at,
            )
        )
        return int(revision)

    def add(self, answers: Iterable[Answer], *, schema: str, shown: Shown) -> Imported:
        """Import answers in one transaction: all or none. An answer that is there as it is gets no revision."""
        from evalcore.review.migrations import ANSWERS

        rows = list(answers)
        counts = {"added": 0, "changed": 0, "unchanged": 0}
        with self._reported(), self._writing.begin() as connection:
            present = {(row.item, row.reviewer): row.body for row in connection.execute(_select(ANSWERS, schema))}
            for answer in rows:
                body = present.get((answer.item, answer.reviewer))
                if body == _Body.of(answer):
                    counts["unchanged"] += 1
                    continue
                counts["added" if body is None else "changed"] += 1
                self._write(connection, answer, schema, shown, None)
        return Imported(**counts)

    def get(self, *, schema: str, item: str, reviewer: str) -> Stored | None:
        """The reviewer's latest answer to an item, None where there is none."""
        history = self.history(schema=schema, item=item, reviewer=reviewer, latest=1)
        return history[-1] if history else None

    def history(self, *, schema: str, item: str, reviewer: str, latest: int | None = None) -> tuple[Stored, ...]:
        """All revisions of an answer, the oldest first, or only the ``latest`` so many."""
        from evalcore.review.migrations import REVISIONS

        query = _select(REVISIONS, schema, item=item, reviewer=reviewer).order_by(REVISIONS.c.revision.desc())
        with self._reported(), self._engine.connect() as connection:
            rows = connection.execute(query.limit(latest)).all()
        return tuple(_stored(row) for row in reversed(rows))

    def answers(self, *, schema: str, reviewer: str | None = None) -> Answers:
        """The latest answers, of all reviewers or of one, with a hash of their content in ``files``."""
        from evalcore.review.migrations import ANSWERS

        query = _select(ANSWERS, schema, **({} if reviewer is None else {"reviewer": reviewer}))
        with self._reported(), self._engine.connect() as connection:
            rows = connection.execute(query.order_by(ANSWERS.c.item, ANSWERS.c.reviewer)).all()
        found = [msgspec.json.decode(row.body, type=_Body).answer(row.item, row.reviewer) for row in rows]
        digest = hashlib.sha256()
        for row in rows:
            digest.update(msgspec.json.encode([row.item, row.reviewer, row.body]) + b"\n")
        return Answers(tuple(sorted(found, key=lambda a: (a.item, a.reviewer))), {"database": digest.hexdigest()})

    def latest_item(self, *, schema: str, reviewer: str) -> str | None:
        """The item that the reviewer saved last, None where there is none."""
        from evalcore.review.migrations import ANSWERS

        query = _select(ANSWERS, schema, reviewer=reviewer).order_by(ANSWERS.c.saved_at.desc(), ANSWERS.c.item)
        with self._reported(), self._engine.connect() as connection:
            row = connection.execute(query.limit(1)).first()
        return None if row is None else str(row.item)

    def schemas(self) -> tuple[str, ...]:
        """Names of the schemas that have an answer, sorted."""
        import sqlalchemy as sa

        from evalcore.review.migrations import ANSWERS

        with self._reported(), self._engine.connect() as connection:
            return tuple(sorted(connection.execute(sa.select(ANSWERS.c.schema_name).distinct()).scalars()))


def _select(table: sa.Table, schema: str, **equal: str) -> sa.Select[Any]:
    import sqlalchemy as sa

    query = sa.select(table).where(table.c.schema_name == schema)
    for name, value in equal.items():
        query = query.where(table.c[name] == value)
    return query


def _stored(row: sa.Row[Any]) -> Stored:
    return Stored(
        answer=msgspec.json.decode(row.body, type=_Body).answer(row.item, row.reviewer),
        revision=row.revision,
        saved_at=row.saved_at,
        shown=Shown(
            schema_sha256=row.schema_sha256,
            panel_order=msgspec.json.decode(row.panel_order, type=tuple[str, ...]),
            media_sha256=msgspec.json.decode(row.media_sha256, type=dict[str, str]),
            opened_at=row.opened_at,
            origin=row.origin,
        ),
    )
