"""What every table and figure says about a run that is not complete, and the table of what failed."""

from __future__ import annotations

from evalcore.batch import Result
from evalcore.tables.layout import Column
from evalcore.tables.table import Table, frame_of
from evalcore.tables.wording import counted

__all__ = ["failures", "incompleteness", "not_computed"]

# What a run lacks where a program or a model of its own is not at hand, by the kind of its failure.
LACKING = {"renderer": "PL and N-CLIP", "encoder": "N-CLIP"}


def incompleteness(result: Result) -> str | None:
    """``INCOMPLETE: 3 of 90 units failed``, or None for a complete run.

    >>> from evalcore.batch import Coverage
    >>> incompleteness(Result(coverage=Coverage(90, 87, 3), failures=(), record={}))
    'INCOMPLETE: 3 of 90 units failed'
    """
    if result.complete:
        return None
    coverage = result.coverage
    units = counted(coverage.requested, "unit")
    if coverage.failed:
        return f"INCOMPLETE: {coverage.failed} of {units} failed"
    if coverage.done < coverage.requested:
        return f"INCOMPLETE: {coverage.done} of {units} done"
    if lacking := not_computed(result):
        return f"INCOMPLETE: {lacking} could not be computed"
    return "INCOMPLETE: a check stopped the run"


def not_computed(result: Result) -> str | None:
    """The figures that a run of which every unit succeeded lacks, because what computes them was not at hand."""
    whole = result.coverage.done == result.coverage.requested
    return next((LACKING[one.kind] for one in result.failures if whole and one.kind in LACKING), None)


def failures(result: Result) -> Table:
    """One row a unit that failed or was stopped by a check: unit, kind, message."""
    rows = [(failure.unit, failure.kind, failure.message) for failure in result.failures]
    columns = (Column("unit", "Unit"), Column("kind", "Kind"), Column("message", "Message", wrap=True))
    notes = () if rows else ("Every requested unit has a value, and no check stopped the run.",)
    return Table("Failures", frame_of(rows, ("unit", "kind", "message")), columns, notes, incompleteness(result))
