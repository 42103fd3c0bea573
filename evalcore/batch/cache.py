"""Finished units on disk, found again by a fingerprint of everything that went into them."""

from __future__ import annotations

import errno
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from evalcore.files import replacing

__all__ = ["Cache", "file_sha256", "fingerprint"]

Value = TypeVar("Value")
ELSEWHERE = "Put the cache elsewhere with EVALCORE_CACHE_DIR, or go without it: --no-cache."

_CANONICAL = msgspec.json.Encoder(order="sorted")


def file_sha256(path: Path) -> str:
    """SHA-256 of a file's content, in hex.

    The content is read each time: a size and a date do not prove that a file is still the same.
    """
    if path.exists() and not (path.is_file() or path.is_dir()):  # a pipe would be waited for without end
        raise OSError(errno.EINVAL, "not a regular file", str(path))
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def fingerprint(parts: Mapping[str, Any]) -> str:
    """SHA-256 over the canonical JSON of ``parts``, in hex; the order of keys does not matter.

    >>> fingerprint({"a": 1, "b": 2}) == fingerprint({"b": 2, "a": 1})
    True
    """
    return hashlib.sha256(_CANONICAL.encode(parts)).hexdigest()


@dataclass(frozen=True)
class Cache:
    """A folder of JSON files named by fingerprint, each below its own SHA-256; several processes may share it.

    Entries are written to a temporary name and renamed, so a kill at any time leaves only whole entries.
    """

    folder: Path

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}.json"

    def get(self, key: str, value_type: type[Value]) -> Value | None:
        """The value kept under ``key``, or None: what cannot be read as ``value_type`` is absent and made anew."""
        try:
            digest, _, content = self._path(key).read_bytes().partition(b"\n")
            if digest != hashlib.sha256(content).hexdigest().encode():
                return None
            return msgspec.json.decode(content, type=value_type)
        except (OSError, msgspec.DecodeError, RecursionError):
            return None

    def put(self, key: str, value: object) -> None:
        """Keep ``value`` under ``key``.

        Raises
        ------
        InputError
            The folder cannot be written to; the message names it (another one: ``EVALCORE_CACHE_DIR``).
        """
        content = msgspec.json.encode(value)
        with replacing(self._path(key), fix=ELSEWHERE) as partial:
            partial.write_bytes(hashlib.sha256(content).hexdigest().encode() + b"\n" + content)
