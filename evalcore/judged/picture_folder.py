"""A folder of sampled pictures: whole files, and none that the manifest does not name."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from evalcore.batch import Result, file_sha256
from evalcore.errors import InputError
from evalcore.files import replacing
from evalcore.workspace import check_name

__all__ = ["PictureFolder"]

MANIFEST, RUN, PICTURES = "manifest.jsonl", "sample.json", "pictures"
_PICTURE = re.compile(r"\.?f\d{5,}\.png(\.[0-9a-f]{32}\.partial)?")  # and what a killed writer leaves of one


@dataclass(frozen=True)
class PictureFolder:
    """``pictures/<condition_id>/f<index>.png``, ``manifest.jsonl`` and ``sample.json`` (the run) in one folder.

    While a run is under way the manifest is empty, so that it never names pictures of other settings.
    """

    root: Path

    def claim(self, run: Result) -> None:
        """Take the folder for a run that begins: ``run`` stands in ``sample.json`` until it has ended.

        Raises
        ------
        InputError
            The folder holds something else than sampled pictures, which would get lost among them.
        """
        if self.root.exists() and not self.root.is_dir():
            raise InputError("this is not a folder.", where=self.root, fix="Give a new or empty folder.")
        if self.root.is_dir() and any(self.root.iterdir()):
            fix = "Give a new or empty folder, or one that `sample` has written."
            if not (self.root / RUN).is_file():
                raise InputError(f"the folder is not empty and has no {RUN}.", where=self.root, fix=fix)
            try:
                type(run).read(self.root / RUN)
            except InputError as error:
                raise InputError(error.what, where=self.root / RUN, fix=fix) from None
        run.write(self.root / RUN)
        self._write_manifest([])

    def write(self, condition_id: str, pictures: Mapping[int, bytes]) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Write one PNG file a frame index; return their names below the folder, and their SHA-256.

        Raises
        ------
        InputError
            A name that cannot be a file's, or a place that cannot be written to.
        """
        check_name(condition_id, what="condition_id")
        names = []
        for index, content in pictures.items():
            names.append(f"{PICTURES}/{condition_id}/f{index:05d}.png")
            with replacing(self.root / names[-1]) as partial:
                partial.write_bytes(content)
        return tuple(names), tuple(hashlib.sha256(content).hexdigest() for content in pictures.values())

    def holds(self, names: Iterable[str], digests: Iterable[str]) -> bool:
        """Whether every one of these pictures is there, byte for byte."""
        try:
            return all(file_sha256(self.root / name) == digest for name, digest in zip(names, digests, strict=True))
        except OSError:
            return False

    def finish(self, run: Result, *, rows: Sequence[bytes], names: Iterable[str]) -> None:
        """End a run: remove pictures other than ``names``, then write the manifest and ``sample.json``."""
        wanted = {self.root / name for name in names}
        folder = self.root / PICTURES
        for clip in sorted(folder.iterdir()) if folder.is_dir() else ():
            if clip.is_dir() and not clip.is_symlink():
                for file in clip.iterdir():
                    if file not in wanted and _PICTURE.fullmatch(file.name):
                        file.unlink()
                with suppress(OSError):  # something of the user's own is in it
                    clip.rmdir()
        self._write_manifest(rows)
        run.write(self.root / RUN)

    def _write_manifest(self, rows: Sequence[bytes]) -> None:
        with replacing(self.root / MANIFEST) as partial:
            partial.write_bytes(b"".join(row + b"\n" for row in rows))
