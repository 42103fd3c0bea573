"""The saved runs of a protocol beside each other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from evalcore.batch import Result
from evalcore.tables.layout import Column
from evalcore.tables.table import Table, frame_of

__all__ = ["runs_table"]

Run = TypeVar("Run", bound=Result)


def runs_table(
    runs: Mapping[str, Run],
    *,
    setting: Column,
    of: Callable[[Run], str],
    warnings: Callable[[Run], int],
    note: str,
) -> Table:
    """One row a run: its state, what it was made with (``setting``, the value ``of`` a run), and how much succeeded."""
    rows = [
        (
            name,
            "complete" if run.complete else "incomplete",
            of(run),
            run.coverage.requested,
            run.coverage.done,
            len(run.failures),
            warnings(run),
            run.record["created"],
            run.record["evalcore"],
        )
        for name, run in runs.items()
    ]
    columns = (
        Column("run", "Run"),
        Column("state", "State"),
        setting,
        Column("requested", "Units", digits=0),
        Column("done", "With a value", digits=0),
        Column("failures", "Failures", digits=0),
        Column("warnings", "Warnings", digits=0),
        Column("created", "Created (UTC)"),
        Column("evalcore", "evalcore"),
    )
    names = [column.key for column in columns]
    return Table("Runs", frame_of(rows, names, numbers=names[3:7]), columns, (note,))
