"""A workspace is one folder; this module knows where things are in it and lets no path leave it."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass
from pathlib import Path

from evalcore.errors import InputError

__all__ = ["Workspace", "check_encoding", "check_name"]

# A name from a user's file becomes part of a path: one segment, no separator, no control character, not hidden.
_NAME = re.compile(r"[^/\\\x00-\x1f\x7f.][^/\\\x00-\x1f\x7f]*")
LONGEST = 200  # bytes; file systems allow 255, and endings such as .s0.mp4 come after it


def check_name(name: str, *, what: str, where: object = None) -> str:
    """Return ``name`` if it is safe as one path segment, else raise :class:`~evalcore.errors.InputError`.

    >>> check_name("bikes_01", what="clip_id")
    'bikes_01'
    """
    if not _NAME.fullmatch(name) or len(name.encode("utf-8", "surrogatepass")) > LONGEST or not _is_text(name):
        raise InputError(
            f"{what} {name!r} cannot be a file name.",
            where=where,
            fix=f"Use 1 to {LONGEST} bytes of UTF-8 without slashes or control characters, not starting with a dot.",
        )
    return name


def check_encoding(path: Path) -> None:
    """Refuse a file whose name is not UTF-8: no result file could name it."""
    if not _is_text(path.name):
        raise InputError(
            f"the file name {path.name!r} is not UTF-8.", where=ascii(str(path.parent)), fix="Rename the file."
        )


def _is_text(name: str) -> bool:
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


@dataclass(frozen=True)
class Workspace:
    """The root folder of everything that is evaluated together (layouts: ``data/README.md``).

    Raises
    ------
    InputError
        The folder does not exist, or a path asked of it leads out of it.
    """

    root: Path

    def __init__(self, root: str | os.PathLike[str]) -> None:
        path = Path(os.path.expanduser(root))  # noqa: PTH111  (leaves an unknown ~name as it is)
        if not path.is_dir():
            raise InputError(
                "there is no such workspace folder.",
                where=root,
                fix="Give a folder laid out as data/README.md says, or make one with `evalcore demo DIR`.",
            )
        object.__setattr__(self, "root", path.resolve())

    def path(self, *parts: str) -> Path:
        """The path of ``parts`` below the root; links are followed and must end inside the root as well."""
        path = self.root.joinpath(*parts)
        try:
            inside = path.resolve().is_relative_to(self.root)
        except (OSError, RuntimeError):
            raise InputError(
                f"the path {'/'.join(parts)!r} cannot be followed.",
                where=self.root.name,
                fix="Mend the links or the permissions on it.",
            ) from None
        if not inside:
            raise InputError(
                f"the path {'/'.join(parts)!r} leads out of the workspace.",
                where=self.root.name,
                fix="Copy the file into the workspace (links out of it are not followed).",
            )
        return path

    def relative(self, path: Path) -> str:
        """``path`` as results name it: relative to the root, with forward slashes."""
        return path.relative_to(self.root).as_posix()

    def results(self, protocol: str) -> Path:
        """Where the scored results of one protocol are kept, one folder a run."""
        return self.path("results", protocol)

    @property
    def cache(self) -> Path:
        """Where finished units are kept: ``EVALCORE_CACHE_DIR``, or ``.evalcore/cache`` in the workspace."""
        chosen = os.environ.get("EVALCORE_CACHE_DIR")
        return Path(chosen) if chosen else self.path(".evalcore", "cache")
