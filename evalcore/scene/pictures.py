"""The rendered pictures of a run: kept as PNG files that say what they show, and laid beside the result."""

from __future__ import annotations

import hashlib
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from evalcore.files import replacing
from evalcore.workspace import check_name

__all__ = [
    "Picture",
    "PictureStore",
    "Pixels",
    "picture_path",
    "pixel_sha256",
    "read_picture",
    "renders_folder",
    "write_picture",
]

Pixels = npt.NDArray[np.uint8]  # (height, width, 3), RGB
RESULT = "result.json"


@dataclass(frozen=True)
class Picture:
    """A kept picture: ``key`` is its name in the store, ``sha256`` that of its pixels."""

    key: str
    sha256: str


def pixel_sha256(pixels: Pixels) -> str:
    """SHA-256 of the shape and the pixels of a picture, in hex; files of the same pixels may differ."""
    return hashlib.sha256(repr(pixels.shape).encode() + np.ascontiguousarray(pixels).tobytes()).hexdigest()


@dataclass(frozen=True)
class PictureStore:
    """A folder of PNG files named by the fingerprint of what they show; several processes may share it."""

    folder: Path

    def path(self, key: str) -> Path:
        """Where the picture of this fingerprint is kept."""
        return self.folder / key[:2] / f"{key}.png"

    def get(self, key: str) -> tuple[Picture, Pixels] | None:
        """The picture kept under ``key``, or None: one that was damaged or edited is absent, and made anew."""
        from PIL import Image

        try:
            with Image.open(self.path(key), formats=["PNG"]) as image:
                pixels, digest = np.array(image), image.info.get("sha256")
        except (OSError, SyntaxError, ValueError):
            return None
        return (Picture(key, digest), pixels) if digest == pixel_sha256(pixels) else None

    def put(self, key: str, pixels: Pixels) -> Picture:
        """Keep ``pixels`` under ``key``; errors as in :func:`evalcore.files.replacing`."""
        with replacing(self.path(key)) as partial:
            return Picture(key, write_picture(partial, pixels))

    def lay(self, picture: Picture, path: Path) -> None:
        """Put a kept picture at ``path`` as well, without taking its place on disk twice where links are possible."""
        with replacing(path) as partial:
            try:
                os.link(self.path(picture.key), partial)
            except OSError:
                shutil.copyfile(self.path(picture.key), partial)


def renders_folder(result: Path) -> Path:
    """Where the pictures of a result lie: ``renders`` in its folder, or ``<name>.renders`` beside its JSON file.

    >>> renders_folder(Path("all/result.json")).as_posix(), renders_folder(Path("mine.json")).as_posix()
    ('all/renders', 'mine.renders')
    """
    if result.is_dir() or result.name == RESULT:
        return (result if result.is_dir() else result.parent) / "renders"
    return result.with_suffix(".renders")


def picture_path(renders: Path, sample_id: str, owner: str) -> Path:
    """The picture of ``gt`` or of a model; InputError for a name that is no single part of a path."""
    folder = check_name(sample_id, what="sample_id", where=renders)
    return renders / folder / f"{check_name(owner, what='model', where=renders)}.png"


def write_picture(path: Path, pixels: Pixels) -> str:
    """Write a PNG file that holds the SHA-256 of its pixels, and return that."""
    from PIL import Image
    from PIL.PngImagePlugin import PngInfo

    digest, info = pixel_sha256(pixels), PngInfo()
    info.add_text("sha256", digest)
    Image.fromarray(pixels).save(path, format="PNG", pnginfo=info)
    return digest


def read_picture(path: Path) -> Pixels:
    """The pixels of a picture of a run, (height, width, 3); OSError where there is none or it is damaged."""
    from PIL import Image

    try:
        with Image.open(path, formats=["PNG"]) as image:
            return np.array(image.convert("RGB"))
    except (SyntaxError, ValueError) as error:
        raise OSError(f"damaged picture: {error}") from None
