"""A scene file on its way to a worker and back: checked, copied where it is glTF, and its objects named."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from evalcore.scene.blender.answers import gltf_cameras, gltf_names, instance_names
from evalcore.scene.blender.blend_file import check_blend
from evalcore.scene.blender.gltf_copy import write_copy
from evalcore.scene.frame_mode import FrameMode
from evalcore.scene.gltf import open_gltf
from evalcore.scene.gltf.reading import check_shapes

__all__ = ["BlendSource", "GltfSource", "Source", "source_of"]

Row = Mapping[str, Any]


class BlendSource:
    """A .blend file, which Blender opens where it lies."""

    def __init__(self, path: Path, mode: FrameMode, *, looks: bool) -> None:
        self.files = check_blend(path, looks=looks)
        self.job = {"path": str(path.resolve()), "gltf": False, "kind": mode.kind, "frame": mode.frame}

    def named(self, rows: Sequence[Row]) -> tuple[Sequence[Row], list[str]]:
        """Rows of objects and what the objects are called."""
        return rows, instance_names(rows)

    def cameras(self, rows: Sequence[Row]) -> Sequence[Row]:
        """Rows of cameras, the first one first."""
        return rows

    def moves(self, answer: Mapping[str, Any]) -> bool:
        """Whether the file looks different at other frames."""
        return bool(answer["animated"])


class GltfSource:
    """A .gltf or .glb file, of which Blender gets a copy in ``folder``."""

    def __init__(self, path: Path, mode: FrameMode, folder: Path, *, looks: bool) -> None:
        self._file = open_gltf(path)
        check_shapes(self._file)
        self.files = self._file.files
        self._copy = write_copy(self._file, folder / "scene.glb", still=mode.kind == "rest", looks=looks)
        self.job = {"path": str(self._copy.path), "gltf": True, "kind": mode.kind, "frame": mode.frame}

    def named(self, rows: Sequence[Row]) -> tuple[Sequence[Row], list[str]]:
        """Rows of objects in the file's order and what its other reader calls them."""
        return gltf_names(rows, self._file, self._copy)

    def cameras(self, rows: Sequence[Row]) -> Sequence[Row]:
        """Rows of cameras in the file's order, with their names."""
        return gltf_cameras(rows, self._file, self._copy)

    def moves(self, answer: Mapping[str, Any]) -> bool:
        """Whether the file looks different at other frames."""
        return self._file.document.animated


Source = BlendSource | GltfSource


def source_of(path: Path, mode: FrameMode, folder: Path, *, looks: bool) -> Source:
    """The file, checked; ``looks`` says that it will be rendered. Errors as the checks of each kind say."""
    if path.suffix == ".blend":
        return BlendSource(path, mode, looks=looks)
    return GltfSource(path, mode, folder, looks=looks)
