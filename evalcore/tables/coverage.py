"""What every table and figure says about a run that is not complete."""

from __future__ import annotations

from evalcore.batch import Result
from evalcore.tables.wording import counted

__all__ = ["incompleteness"]


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
    return "INCOMPLETE: a check stopped the run"
