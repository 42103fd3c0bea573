"""The frozen subsets: which conditions each split file names."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path

from evalcore.errors import InputError
from evalcore.judged.data import CONDITIONS, SPLITS, Condition, Scope, nearest_condition
from evalcore.judged.problems import Faults

__all__ = ["read_split"]


def read_split(
    path: Path, conditions: Sequence[Condition], positions: Mapping[str, int], faults: Faults, files: dict[str, str]
) -> Scope | None:
    """The subset of one file, or None where nothing of it is left."""
    name = f"{SPLITS}/{path.name}"
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(
            f"the file cannot be read ({error.strerror}).", where=name, fix="Mend its permissions."
        ) from None
    files[name] = hashlib.sha256(content).hexdigest()
    lines: dict[str, int] = {}
    for line, raw in enumerate(content.removeprefix(b"\xef\xbb\xbf").split(b"\n"), start=1):
        where = f"{name}:{line}"
        try:
            condition_id = raw.decode().strip()
        except UnicodeDecodeError as error:
            faults.add(f"byte {error.start + 1} is not UTF-8.", where=where, fix="Save the file as UTF-8.")
            continue
        if not condition_id:
            continue
        if condition_id in lines:
            earlier = lines[condition_id]
            faults.add(f"condition {condition_id!r} stands already on line {earlier}.", where=where, fix="Keep one.")
        elif condition_id not in positions:
            faults.add(
                f"condition {condition_id!r} has no row in {CONDITIONS}.",
                where=where,
                fix=nearest_condition(condition_id, positions),
            )
        else:
            lines[condition_id] = line
    if not lines:
        faults.add("the subset is empty.", where=name, fix="Write one condition_id a line, or delete the file.")
        return None
    return Scope.of(path.stem, map(positions.__getitem__, lines), conditions)
