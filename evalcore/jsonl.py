"""Read users' JSON and JSON-lines files into typed rows; every fault is an error with file, line and field."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from evalcore.errors import InputError

__all__ = ["read_json", "read_rows"]

Row = TypeVar("Row")


def _bytes(path: Path, what: str) -> bytes:
    try:
        if path.exists() and not path.is_file():  # a pipe would be waited for without end
            raise InputError("this is not a file.", where=path, fix=f"It should hold {what}; see data/README.md.")
        raw = path.read_bytes()
    except FileNotFoundError:
        raise InputError("the file is missing.", where=path, fix=f"It holds {what}; see data/README.md.") from None
    except OSError as error:
        raise InputError(f"the file cannot be read ({error.strerror}).", where=path) from None
    return raw.removeprefix(b"\xef\xbb\xbf")


def _decode(raw: bytes, row_type: type[Row], where: str) -> Row:
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"byte {error.start + 1} is not UTF-8.", where=where, fix="Save the file as UTF-8.") from None
    try:
        return msgspec.json.decode(raw, type=row_type)
    except msgspec.ValidationError as error:
        raise InputError(f"{error}.", where=where, fix="See data/README.md for the fields.") from None
    except (msgspec.DecodeError, RecursionError) as error:
        raise InputError(f"this is not JSON ({error}).", where=where, fix="See data/README.md for the form.") from None


def read_rows(path: Path, row_type: type[Row], *, what: str) -> list[tuple[int, Row]]:
    """Read a JSON-lines file as ``(line number, row)``; blank lines are skipped.

    Parameters
    ----------
    path
        The file. A byte-order mark is accepted.
    row_type
        A ``msgspec.Struct``, dataclass or plain type that each line must fit.
    what
        What the file holds, for the message when it is missing.

    Raises
    ------
    InputError
        Missing file, a line that is not UTF-8 or not JSON, a field that is missing or of another type.
    """
    lines = _bytes(path, what).split(b"\n")
    return [
        (number, _decode(line, row_type, f"{path}:{number}"))
        for number, line in enumerate(lines, start=1)
        if line.strip()
    ]


def read_json(path: Path, row_type: type[Row], *, what: str) -> Row:
    """Read one JSON file as ``row_type``; errors as in :func:`read_rows`."""
    return _decode(_bytes(path, what), row_type, str(path))
