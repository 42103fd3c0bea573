"""The provenance record of a result as rows."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from evalcore.tables.layout import Column
from evalcore.tables.table import Table, frame_of

__all__ = ["provenance"]


def provenance(record: Mapping[str, Any]) -> Table:
    """One row an entry of a nested ``record``: the path to it with dots, and its value (lists as JSON).

    >>> print(provenance({"evalcore": "0.1.0", "versions": {"av": "18.0"}}).to_csv())
    key,value
    evalcore,0.1.0
    versions.av,18.0
    """
    columns = (Column("key", "Entry"), Column("value", "Value", wrap=True))
    return Table("Provenance", frame_of(_entries(record), ("key", "value")), columns)


def _entries(record: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str | None]]:
    for key, value in record.items():
        path = f"{prefix}{key}"
        if isinstance(value, Mapping) and value:
            yield from _entries(value, f"{path}.")
        else:
            yield path, value if isinstance(value, str) else json.dumps(value)
