"""JSON-lines files of one kind of row as columns, whatever names the fields have, block by block.

A block is decoded into a structure that its first row decides: which name each field has, and which value the fields
that are the same in every row have. Whatever does not fit that structure makes the block go through row by row, where
every fault gets its line.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from operator import attrgetter
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np

from evalcore.errors import InputError
from evalcore.judged.problems import Faults

__all__ = ["REQUIRED", "Block", "Field", "Rows"]

BLOCK = 1 << 19  # bytes; small enough that a block's rows stay in the processor's cache
NEWLINE = ord("\n")
REQUIRED = msgspec.NODEFAULT
LAYOUT = "See data/README.md for the layout."


@dataclass(frozen=True)
class Field:
    """One field of a row: its type as msgspec takes it, its other names, its value where it is absent.

    The canonical name counts before the aliases, and these in their order. ``constant`` is for texts that are expected
    to be the same in every row: their values are collected, and there is no column.
    """

    type: Any = Any
    aliases: tuple[str, ...] = ()
    default: Any = REQUIRED
    constant: bool = False


@dataclass(frozen=True)
class Block:
    """Some rows of a file in order: their line numbers, and one list a field."""

    lines: Sequence[int]
    columns: Mapping[str, list[Any]]


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

    def __iter__(self) -> Iterator[Block]:
        self.constants = {name: {} for name, one in self.fields.items() if one.constant}
        line = 1
        digest = hashlib.sha256()
        with ThreadPoolExecutor(1) as beside:  # hashing goes on while rows are decoded
            for raw in _blocks(self.path, self.name, self.what):
                beside.submit(digest.update, raw)
                text = raw.removeprefix(b"\xef\xbb\xbf") if line == 1 else raw
                newlines = int(np.count_nonzero(np.frombuffer(text, np.uint8) == NEWLINE))  # faster than bytes.count
                yield self._typed(text, line, newlines) or self._row_by_row(text, line)
                line += newlines
        self.sha256 = digest.hexdigest()

    def _typed(self, text: bytes, line: int, newlines: int) -> Block | None:
        """The block decoded at once, or None where a row is not like the first."""
        end = text.find(b"\n")
        try:
            _ = text.isascii() or text.decode()
            first = msgspec.json.decode(text if end < 0 else text[:end], type=dict[str, Any])
            names = tuple((name, self._name_in(first, name)) for name in self.fields)
            constants = tuple((name, first.get(used or name)) for name, used in names if self.fields[name].constant)
            kind = _structure(tuple(self.fields.items()), names, constants, self.forbidden)
            rows = msgspec.json.Decoder(kind).decode_lines(text)
        except (UnicodeDecodeError, msgspec.DecodeError, RecursionError, TypeError):
            return None
        if len(rows) != newlines + (not text.endswith(b"\n")):
            return None
        for canonical, used in names:
            if used not in (None, canonical):
                self.aliases[used] = canonical
        for name, value in constants:
            if value is not None:
                self.constants[name].setdefault(value, line)
        columns = {name: list(map(attrgetter(name), rows)) for name in self.fields if name not in self.constants}
        return Block(range(line, line + len(rows)), columns)

    def _name_in(self, row: Mapping[str, Any], canonical: str) -> str | None:
        return next((name for name in (canonical, *self.fields[canonical].aliases) if name in row), None)

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
            used = self._name_in(row, name)
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
        raise InputError(f"the file cannot be read ({error.strerror}).", where=name) from None


@lru_cache(maxsize=32)
def _structure(
    fields: tuple[tuple[str, Field], ...],
    names: tuple[tuple[str, str | None], ...],
    constants: tuple[tuple[str, Any], ...],
    forbidden: frozenset[str],
) -> type[msgspec.Struct]:
    """A row like the first one: another name of a field, or another constant, does not fit."""
    alike = dict(constants)
    members: list[tuple[str, Any, Any]] = []
    renamed: dict[str, str] = {}
    unfit = set(forbidden)
    for (canonical, one), (_, used) in zip(fields, names, strict=True):
        known = (canonical, *one.aliases)
        name = used or canonical
        unfit |= set(known[: known.index(name)]) if used else set(one.aliases)
        renamed[canonical] = name
        if one.constant:
            value = alike[canonical]
            members.append((canonical, Literal[value, None], None))
        else:
            members.append((canonical, one.type, one.default))
    for place, name in enumerate(sorted(unfit)):
        renamed[f"unfit_{place}"] = name
        members.append((f"unfit_{place}", msgspec.UnsetType, msgspec.UNSET))
    return msgspec.defstruct("Row", members, gc=False, kw_only=True, rename=renamed)
