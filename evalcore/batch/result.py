"""What every protocol's result has in common: coverage, failures, provenance, and how it is kept on disk."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Self

import msgspec

from evalcore.errors import InputError
from evalcore.files import replacing

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["Coverage", "Failure", "Result", "strict_json", "write_json"]

SCHEMA_VERSION = 1


@dataclass(frozen=True)
class Failure:
    """One unit that has no value: its name, one word for filters, and what a person is told."""

    unit: str
    kind: str
    message: str


@dataclass(frozen=True)
class Coverage:
    """How many units were asked for, have a value, and have none."""

    requested: int
    done: int
    failed: int


def strict_json(payload: object) -> bytes:
    """``payload`` as strict, indented JSON with a final newline (UTF-8; not-a-number becomes null)."""
    return msgspec.json.format(msgspec.json.encode(payload), indent=1) + b"\n"


def write_json(path: Path, payload: object) -> None:
    """Write ``payload`` as :func:`strict_json` atomically; errors as in :func:`evalcore.files.replacing`."""
    with replacing(path) as partial:
        partial.write_bytes(strict_json(payload))


@dataclass(frozen=True)
class Result:
    """Base of a protocol's result; a sub-class adds its own fields, all plain and frozen.

    ``complete`` is true only if every requested unit succeeded and no check stopped the run. Everything of a result
    stands in its JSON form, so that a result read back equals the one that was written.
    """

    protocol: ClassVar[str]
    protocol_version: ClassVar[str] = "1"

    coverage: Coverage
    failures: tuple[Failure, ...]
    record: dict[str, Any]

    @property
    def complete(self) -> bool:
        """Whether every requested unit succeeded and no check stopped the run."""
        return not self.failures and self.coverage.done == self.coverage.requested

    @property
    def config(self) -> Any:
        """The settings of the run, from its record."""
        return self.record["config"]

    @property
    def scores(self) -> pd.DataFrame:
        """The headline table, one row a method or model."""
        raise NotImplementedError

    @property
    def rows(self) -> pd.DataFrame:
        """The units behind the headline, one row a unit."""
        raise NotImplementedError

    def to_dict(self) -> dict[str, Any]:
        """The result as one JSON object (``complete`` and the schema are written, never read back)."""
        own = {f.name: getattr(self, f.name) for f in fields(self)}
        return {
            "protocol": self.protocol,
            "protocol_version": self.protocol_version,
            "schema_version": SCHEMA_VERSION,
            "complete": self.complete,
            **own,
        }

    def to_json(self) -> bytes:
        """The JSON form, as :meth:`write` writes it."""
        return strict_json(self.to_dict())

    def write(self, path: Path) -> None:
        """Write the JSON form to ``path`` atomically."""
        write_json(path, self.to_dict())

    def save(self, folder: Path) -> Path:
        """Write ``result.json`` and ``rows.parquet`` (the units as a table); return the path of the JSON."""
        with replacing(folder / "rows.parquet") as partial:
            self.rows.to_parquet(partial)
        self.write(folder / "result.json")
        return folder / "result.json"

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a result back from a JSON file, or from the folder that :meth:`save` wrote.

        Raises
        ------
        InputError
            No such file, not JSON, another protocol or schema, or a field of the wrong type (the message names it).
        """
        if path.is_dir():
            path = path / "result.json"
        try:
            raw = path.read_bytes().removeprefix(b"\xef\xbb\xbf")
        except OSError as error:
            raise InputError(
                f"the result cannot be read ({error.strerror}).",
                where=path,
                fix=f"Make one with `evalcore {cls.protocol} score --out {path.name}`.",
            ) from None
        try:
            head = msgspec.json.decode(raw, type=_Head)
            found, expected = head.form, (cls.protocol, cls.protocol_version, SCHEMA_VERSION)
            if found != expected:
                raise InputError(
                    "this is a {} result (protocol version {}, schema {}); ".format(*found)
                    + "a {} result (protocol version {}, schema {}) was expected.".format(*expected),
                    where=path,
                    fix="Score again with this version of evalcore.",
                )
            result = msgspec.json.decode(raw, type=cls)
            msgspec.convert(result.record, _Record)
            _ = result.config
        except (msgspec.DecodeError, RecursionError) as error:
            raise InputError(
                f"this is not a result file of evalcore ({error}).", where=path, fix="Score again to make a new one."
            ) from None
        return result

    def _repr_html_(self) -> str:
        """What a notebook shows of it; :mod:`evalcore.tables` has the figures."""
        state = "complete" if self.complete else f"<b>incomplete</b>, {len(self.failures)} failures"
        return f"<p>{self.protocol} result, {self.coverage.done} of {self.coverage.requested} units, {state}</p>"


class _Head(msgspec.Struct):
    protocol: str
    protocol_version: str
    schema_version: int

    @property
    def form(self) -> tuple[str, str, int]:
        return self.protocol, self.protocol_version, self.schema_version


class _Record(msgspec.Struct):
    """What every record holds, whatever the protocol adds."""

    evalcore: str
    versions: dict[str, str]
    config: dict[str, Any]
    inputs: _Inputs
    created: str


class _Inputs(msgspec.Struct):
    sha256: str
    files: dict[str, str]
