"""The judgments that a judge run makes, kept one by one in a JSON-lines file that a kill at any time leaves whole."""

from __future__ import annotations

import errno
import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any

import msgspec

from evalcore.errors import InputError
from evalcore.files import replacing
from evalcore.vlm import Stopped, Usage

__all__ = ["ELSEWHERE", "JudgeFile", "JudgeRow", "KeptRow", "RawReply", "RowsError", "StoredRows", "read_stored"]

ELSEWHERE = "Choose another --out."


class RowsError(InputError):
    """A row cannot be kept in the file: the run ends."""


class RawReply(msgspec.Struct, frozen=True, kw_only=True):
    """What the endpoint said, as it said it; ``problem`` is why it is not the JSON asked for, null where it is."""

    text: str
    finish_reason: str | None = None
    refusal: str | None = None
    problem: str | None = None


class JudgeRow(msgspec.Struct, frozen=True, kw_only=True):
    """One judgment of a judge run; rows that were made elsewhere have null where they say nothing.

    ``judge`` is the model that the endpoint reports, null where nobody was asked. ``raw`` holds the reply and, where
    that was not the JSON asked for, the reply to the one repair. ``size`` is the pictures' width and height.
    """

    condition_id: str
    event: Any = None
    violation: Any = None
    reason: str | None = None
    judge: str | None = None
    requested_model: str | None = None
    system_fingerprint: str | None = None
    endpoint: str | None = None
    temperature: float | None = None
    generated_model: str | None = None
    profile: str | None = None
    observation_time: float | None = None
    times: tuple[float, ...] = ()
    frames: tuple[int, ...] = ()
    resize: str | None = None
    size: tuple[int, int] | None = None
    time_coverage: float | None = None
    reached: bool | None = None
    video_sha256: str | None = None
    prompt_sha256: str | None = None
    task_sha256: str | None = None
    raw: tuple[RawReply, ...] = ()
    usage: Usage = Usage()
    attempts: int = 0
    latency_s: float | None = None
    created: str | None = None


_FIRST = b'{"condition_id":'  # how a line of ours begins


@dataclass(frozen=True)
class KeptRow:
    """A row of the file, with its line number and its bytes as they stand there."""

    row: JudgeRow
    line: int
    content: bytes


@dataclass(frozen=True)
class StoredRows:
    """The rows of a file by condition_id; ``length`` bytes of it hold them, ``cut`` is a last line that a kill left."""

    rows: Mapping[str, KeptRow] = field(default_factory=dict)
    length: int = 0
    cut: bytes = b""


def read_stored(path: Path) -> StoredRows:
    """Read the rows that a run would go on from; nothing is changed. No file: no rows.

    Raises
    ------
    InputError
        A line is not a judgment or not UTF-8, or a condition has two rows. A last line that breaks off is no error.
    """
    if not path.exists() and not path.is_symlink():
        return StoredRows()
    if not path.is_file():
        raise InputError("this is not a file.", where=path, fix=ELSEWHERE)
    try:
        return _stored(path.read_bytes(), path)
    except OSError as error:
        raise InputError(f"the file cannot be read ({error.strerror}).", where=path, fix=ELSEWHERE) from None


def _stored(content: bytes, path: Path) -> StoredRows:
    rows: dict[str, KeptRow] = {}
    length = 0
    *whole, last = content.split(b"\n")
    for number, line in enumerate([*whole, last], start=1):
        if line.strip():
            try:
                row = msgspec.json.decode(line.removeprefix(b"\xef\xbb\xbf"), type=JudgeRow)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                if number > len(whole) and (line.startswith(_FIRST) or _FIRST.startswith(line)):
                    return StoredRows(rows, length, line)
                raise InputError(
                    f"this is not a judgment ({error}).", where=f"{path}:{number}", fix=f"Mend the line. {ELSEWHERE}"
                ) from None
            if row.condition_id in rows:
                raise InputError(
                    f"condition {row.condition_id!r} has a row already on line {rows[row.condition_id].line}.",
                    where=f"{path}:{number}",
                    fix="Keep one row a condition.",
                )
            rows[row.condition_id] = KeptRow(row, number, line + b"\n")
        length += len(line) + 1
    return StoredRows(rows, min(length, len(content)))


class JudgeFile:
    """A file of judgments open for one run: rows are added whole and durably, by any number of threads.

    Parameters
    ----------
    path
        The file; it is made where there is none. A last line that a kill left is taken away (``cut`` keeps it).
    mixed
        Whether rows of another judge version may be added.

    Raises
    ------
    InputError
        Another run writes this file, the place cannot be written to, or as in :func:`read_stored`.
    """

    def __init__(self, path: Path, *, mixed: bool = False) -> None:
        self.path, self._mixed, self._lock = path, mixed, Lock()
        self._file = _locked(path)
        try:
            stored = read_stored(path)
            if stored.cut:
                os.ftruncate(self._file, stored.length)
            self.cut, self._rows = stored.cut, dict(stored.rows)
            self._judge = next((kept.row.judge for kept in self._rows.values() if kept.row.judge), None)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> JudgeFile:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def rows(self) -> dict[str, KeptRow]:
        """The rows as they stand now, by condition_id."""
        with self._lock:
            return dict(self._rows)

    def check_judge(self, judge: str) -> None:
        """Refuse a reply of another model version than the file's.

        Raises
        ------
        RowsError
            The versions differ, and mixing them was not asked for.
        """
        with self._lock:
            self._judge = self._judge or judge
            if judge == self._judge or self._mixed:
                return
        raise RowsError(
            f"the endpoint says that it ran {judge!r}; the rows of this file are by {self._judge!r}.",
            where=self.path,
            fix="Choose another --out for the new version, or allow both with --mixed; scores then say so.",
        )

    def put(self, row: JudgeRow) -> None:
        """Add a row, or put it in the place of the condition's earlier one; it is on the disk afterwards.

        Raises
        ------
        RowsError
            The judge version differs (see :meth:`check_judge`), or the row cannot be written.
        Stopped
            The file is closed: the run has ended meanwhile.
        """
        if row.judge:
            self.check_judge(row.judge)
        with self._lock:
            if self._file < 0:
                raise Stopped
            rows = {**self._rows, row.condition_id: KeptRow(row, len(self._rows) + 1, _line(row))}
            if row.condition_id in self._rows:
                self._rewrite(rows)
            else:
                self._append(rows[row.condition_id].content)
            self._rows = rows

    def discard(self, condition_ids: Collection[str]) -> None:
        """Take rows away that do not hold any more."""
        with self._lock:
            left = {name: kept for name, kept in self._rows.items() if name not in condition_ids}
            if len(left) < len(self._rows):
                self._rewrite(left)
                self._rows = left

    def close(self) -> None:
        """Let other runs have the file; rows that come later are refused. A file without rows is taken away."""
        with self._lock:
            if self._file < 0:
                return
            if not os.fstat(self._file).st_size:
                self.path.unlink(missing_ok=True)
            os.close(self._file)
            self._file = -1

    def _append(self, line: bytes) -> None:
        start = os.fstat(self._file).st_size
        if start and os.pread(self._file, 1, start - 1) != b"\n":  # edited by hand
            line = b"\n" + line
        try:
            _write(self._file, line)
        except OSError as error:
            os.ftruncate(self._file, start)
            raise RowsError(f"a row cannot be written ({error.strerror}).", where=self.path, fix=ELSEWHERE) from None

    def _rewrite(self, rows: Mapping[str, KeptRow]) -> None:
        """Replace the file by one with these rows; it is locked before it takes the name."""
        with replacing(self.path) as partial:
            file = _locked(partial)
            try:
                _write(file, b"".join(kept.content for kept in rows.values()))
            except BaseException:
                os.close(file)
                raise
        os.close(self._file)
        self._file = file


def _line(row: JudgeRow) -> bytes:
    return msgspec.json.encode(row) + b"\n"


def _write(file: int, content: bytes) -> None:
    if os.write(file, content) != len(content):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    os.fsync(file)


def _locked(path: Path) -> int:
    """Open a file to read and append, alone: the lock is on the file itself, and a kill lets go of it."""
    import fcntl  # not on every system, and only runs need it

    if path.exists() and not path.is_file():
        raise InputError("this is not a file.", where=path, fix=ELSEWHERE)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        while True:
            file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o666)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                # Another run may have replaced or removed the file between the two calls.
                if path.exists() and os.path.samestat(os.fstat(file), path.stat()):
                    return file
            except BaseException:
                os.close(file)
                raise
            os.close(file)
    except BlockingIOError:
        raise InputError(
            "another judge run writes this file.", where=path, fix=f"Wait until it ends. {ELSEWHERE}"
        ) from None
    except OSError as error:
        raise InputError(f"the file cannot be written ({error.strerror}).", where=path, fix=ELSEWHERE) from None
