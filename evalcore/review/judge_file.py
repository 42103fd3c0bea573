"""The predictions that a judge run makes, kept one by one in a file that a kill at any time leaves whole."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import IO, Self

import msgspec

from evalcore.errors import InputError
from evalcore.files import replacing
from evalcore.review.predictions import Prediction

__all__ = ["PredictionFile"]


class PredictionFile:
    """Open predictions to go on with them; one run at a time.

    Parameters
    ----------
    path
        The file, which is made where it is missing. A last line that broke off is dropped.
    keep
        Which of the rows that are there hold; the others are taken out, to be made anew.

    Raises
    ------
    InputError
        Another run writes the file, a line is no prediction, or the file cannot be written.
    """

    def __init__(self, path: Path, *, keep: Callable[[Prediction], bool]) -> None:
        self.path, self._lock = path, Lock()
        self._guard = self._guarded()
        try:
            rows = self._read()
            self.kept = {(row.item, row.stream): row for row in rows if not row.error and keep(row)}
            with replacing(path) as partial:
                partial.write_bytes(b"".join(msgspec.json.encode(row) + b"\n" for row in self.kept.values()))
            self._file: IO[bytes] = path.open("ab")
        except BaseException:
            self._guard.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()
        self._guard.close()

    def _guarded(self) -> IO[bytes]:
        """A lock beside the file, as the file itself is replaced."""
        path = self.path.with_name(f".{self.path.name}.lock")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            guard = path.open("wb")
        except OSError as error:
            raise InputError(f"the file cannot be written ({error.strerror}).", where=self.path) from None
        try:
            fcntl.flock(guard, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            guard.close()
            raise InputError("another run writes this file.", where=self.path, fix="Wait for it to end.") from None
        return guard

    def _read(self) -> list[Prediction]:
        if not self.path.exists():
            return []
        rows = []
        for number, line in enumerate(self.path.read_bytes().splitlines(keepends=True), start=1):
            try:
                rows.append(msgspec.json.decode(line, type=Prediction))
            except msgspec.DecodeError as error:
                if line.endswith(b"\n"):
                    raise InputError(
                        f"this is no prediction ({error}).", where=f"{self.path}:{number}", fix="Choose another --out."
                    ) from None
        return rows

    def put(self, row: Prediction) -> None:
        """Append a row; when this returns it is on the disk."""
        with self._lock:
            self._file.write(msgspec.json.encode(row) + b"\n")
            self._file.flush()
            os.fsync(self._file.fileno())
