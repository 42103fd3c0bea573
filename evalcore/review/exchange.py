"""Answers of a file into a workspace's database."""

from __future__ import annotations

from pathlib import Path

from evalcore.review.blobs import BlobProblem, read_foreign
from evalcore.review.data import ReviewData
from evalcore.review.store import Imported, Shown, Store

__all__ = ["import_answers"]


def import_answers(
    data: ReviewData, store: Store, path: Path, *, schema: str | None = None
) -> tuple[Imported, tuple[BlobProblem, ...]]:
    """Read answers of either kind of file and keep all of them, or none.

    Parameters
    ----------
    data
        The items that the answers must fit.
    store
        Where they are kept, under the name of the schema of ``data``.
    path
        JSON lines of the protocol, or stored answers of the reference implementation.
    schema
        For the latter: the name that the scheme has there, where there are several.

    Returns
    -------
    imported, problems
        What is new, changed and the same; and what is stored in the file and cannot be used.

    Raises
    ------
    InputError
        A row at fault, or an answer that does not fit the items; the message has its place. Nothing was written.
    """
    answers, problems = read_foreign(path, schema=schema)
    data.check(answers)
    shown = Shown(schema_sha256=data.schema.sha256, origin=f"import: {path.name}")
    return store.add(answers, schema=data.schema.name, shown=shown), problems
