"""Files appear whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

from evalcore.errors import InputError

__all__ = ["replacing"]

PLACE = "Choose a place that can be written to and has room."


@contextmanager
def replacing(path: Path, *, fix: str = PLACE) -> Iterator[Path]:
    """Give a temporary path beside ``path`` and rename it over ``path`` on success: readers never see half a file.

    Missing folders are made.

    Raises
    ------
    InputError
        The place cannot be written to, or the disk is full; an earlier file stays as it was. ``path`` is a folder, a
        device or a pipe: what is not a file is not replaced.
    """
    if not path.name or (path.exists() and not path.is_file()):
        raise InputError("this is not a file; the name of a file was expected.", where=path, fix=fix)
    partial = path.with_name(f".{path.name}.{uuid4().hex}.partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        yield partial
        partial.replace(path)
    except OSError as error:
        raise InputError(
            f"the file cannot be written ({error.strerror or error}).",
            where=path,
            fix=fix,
        ) from None
    finally:
        with suppress(OSError):
            partial.unlink(missing_ok=True)
