"""JSON-lines files of one kind of row as columns, whatever names the fields have, block by block.

A block is decoded into a structure that its first row decides: which name each field has, and which value the fields
that are the same in every row have. A block that does not fit the narrowest structure is decoded into a tolerant one;
where that does not fit either, it goes through row by row, and every fault gets its line.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from operator import attrgetter
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from evalcore.errors import InputError
from evalcore.judged.problems import Faults
from evalcore.judged.row_structure import REQUIRED, Alike, Field

__all__ = ["Block", "Rows"]

BLOCK = 1 << 19  # bytes; small enough that a block's rows stay in the processor's cache
LAYOUT = "See data/README.md for the layout."


@dataclass(frozen=True)
class Block:
    """Some rows of a file in order: their line numbers, and one list a field; ``usual`` if all values are."""

    lines: Sequence[int]
    columns: Mapping[str, list[Any]]
    usual: bool = False


@dataclass
class Rows:
    """Iterate over the blocks of a file once; what was seen stands in the other fields afterwards.

    Parameters
    ----------
    path, name
        The file, and how messages name it.
    what
        What it holds, for the message when it is missing.
    fields
        Canonical name -> field.
    faults
        Told of every row at fault, which is then left out.
    forbidden
        Names that no row may have.

    Attributes
    ----------
    aliases
        Names of the file that stand for canonical ones.
    constants
        Constant field -> its values, each with the first line that has it.
    sha256
        Of the content, in hex.
    """

    path: Path
    name: str
    what: str
    fields: Mapping[str, Field]
    faults: Faults
    forbidden: frozenset[str] = frozenset()
    aliases: dict[str, str] = field(default_factory=dict)
    constants: dict[str, dict[str, int]] = field(default_factory=dict)
    sha256: str = ""
    _uniform: bool = field(default=True, init=False)  # until a block shows that rows have other fields or values

    def __iter__(self) -> Iterator[Block]:
        self.constants = {name: {} for name, one in self.fields.items() if one.constant}
        line = 1
        digest = hashlib.sha256()
        with ThreadPoolExecutor(1) as beside:  # hashing goes on while rows are decoded
            for raw in _blocks(self.path, self.name, self.what):
                beside.submit(digest.update, raw)
                text = raw.removeprefix(b"\xef\xbb\xbf") if line == 1 else raw
                ends = np.flatnonzero(np.frombuffer(text, np.uint8) == ord("\n"))
                yield self._at_once(text, line, ends) or self._row_by_row(text, line)
                line += len(ends)
        self.sha256 = digest.hexdigest()

    def _at_once(self, text: bytes, line: int, ends: npt.NDArray[np.int64]) -> Block | None:
        """The block decoded at once, or None where a row is not like the first. ``ends`` are its line ends."""
        try:
            _ = text.isascii() or text.decode()
            first = msgspec.json.decode(text[: ends[0]] if len(ends) else text, type=dict[str, Any])
        except (UnicodeDecodeError, msgspec.DecodeError, RecursionError):
            return None
        alike = Alike.as_in(first, self.fields, self.forbidden)
        if not all(isinstance(value, str | None) for _, value in alike.constants):
            return None
        uniform = self._uniform and len(first) == len(alike.used)
        rows = _decode(text, alike.uniform()) if uniform else None
        self._uniform = not uniform or rows is not None
        usual = rows is not None
        if rows is None:
            rows = _decode(text, alike.tolerant())
        if rows is None or len(rows) != len(ends) + (not text.endswith(b"\n")) or not _between_objects(text, ends):
            return None
        used = alike.used
        self.aliases |= {name: canonical for canonical, name in used.items() if name != canonical}
        for name, value in alike.constants:
            if value is not None:
                self.constants[name].setdefault(value, line)
        there = rows[0].__struct_fields__
        columns = {
            name: list(map(attrgetter(name), rows)) if name in there else [one.default] * len(rows)
            for name, one in self.fields.items()
            if not one.constant
        }
        return Block(range(line, line + len(rows)), columns, usual)

    def _row_by_row(self, text: bytes, line: int) -> Block:
        lines = []
        columns: dict[str, list[Any]] = {name: [] for name in self.fields if name not in self.constants}
        for number, content in enumerate(text.split(b"\n"), start=line):
            if not content.strip():
                continue
            values = self._values(content, number)
            if values is None:
                continue
            lines.append(number)
            for name, value in values.items():
                if name in columns:
                    columns[name].append(value)
                elif value is not None:
                    self.constants[name].setdefault(value, number)
        return Block(lines, columns)

    def _values(self, content: bytes, number: int) -> dict[str, Any] | None:
        where = f"{self.name}:{number}"
        try:
            content.decode()
            row = msgspec.json.decode(content)
        except UnicodeDecodeError as error:
            self.faults.add(f"byte {error.start + 1} is not UTF-8.", where=where, fix="Save the file as UTF-8.")
            return None
        except (msgspec.DecodeError, RecursionError) as error:
            self.faults.add(f"this is not JSON ({error}).", where=where, fix="Write one JSON object a line.")
            return None
        if not isinstance(row, dict):
            self.faults.add("this is not a JSON object.", where=where, fix="Write one JSON object a line.")
            return None
        if leaked := sorted(self.forbidden & row.keys()):
            self.faults.add(
                f"the field {leaked[0]!r} belongs to the evaluator; a generative model must never see it.",
                where=where,
                fix="Leave it out of this file.",
            )
            return None
        values = {}
        for name, one in self.fields.items():
            used = next(iter(one.names_in(row, name)), None)
            if used is None and one.default is REQUIRED:
                self.faults.add(f"the field {name!r} is missing.", where=where, fix=LAYOUT)
                return None
            try:
                values[name] = one.default if used is None else msgspec.convert(row[used], one.type)
            except msgspec.ValidationError as error:
                self.faults.add(f"field {used!r}: {error}.", where=where, fix=LAYOUT)
                return None
            if used is not None and used != name:
                self.aliases[used] = name
        return values


def _decode(text: bytes, kind: type[msgspec.Struct]) -> list[msgspec.Struct] | None:
    try:
        return msgspec.json.Decoder(kind).decode_lines(text)
    except (msgspec.DecodeError, RecursionError):
        return None


def _between_objects(text: bytes, ends: npt.NDArray[np.int64]) -> bool:
    """Whether every line end stands between two objects: then as many rows as lines are one object a line each."""
    letters = np.frombuffer(text, np.uint8)
    before, after = letters[ends - 1], letters[ends[ends < len(text) - 1] + 1]
    ended = (before == ord("}")) | (before == ord("\r"))
    return letters[0] == ord("{") and bool(ended.all()) and bool((after == ord("{")).all())


def _blocks(path: Path, name: str, what: str) -> Iterator[bytes]:
    """The content in pieces of whole lines."""
    if path.exists() and not path.is_file():  # a pipe would be waited for without end
        raise InputError("this is not a file.", where=name, fix=f"It should hold {what}; see data/README.md.")
    try:
        with path.open("rb") as file:
            while chunk := file.read(BLOCK):
                yield chunk if chunk.endswith(b"\n") else chunk + file.readline()
    except FileNotFoundError:
        raise InputError("the file is missing.", where=name, fix=f"It holds {what}; see data/README.md.") from None
    except OSError as error:
        raise InputError(
            f"the file cannot be read ({error.strerror}).", where=name, fix="Mend its permissions."
        ) from None
