"""Which reader reads which file. Every reader gives a :class:`Scene` with the same meaning."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from evalcore.scene.errors import SceneError
from evalcore.scene.frame_mode import FrameMode
from evalcore.scene.gltf import open_gltf
from evalcore.scene.gltf.reading import at_rest
from evalcore.scene.objects import Scene

if TYPE_CHECKING:
    from evalcore.scene.blender import RenderView
    from evalcore.scene.pictures import Pixels
    from evalcore.scene.rendering import RenderSettings

__all__ = ["NO_BLENDER", "Reader", "Renderer", "read_scene"]

NO_BLENDER = "give the path of Blender, or of a Python that has bpy 5, in EVALCORE_BLENDER, or run `make blender`"
BEYOND = ("blender", "decoder")  # kinds of what another reader may be able to read


class Reader(Protocol):
    """Reads a scene file at one moment; raises :class:`SceneError` for one that it cannot read."""

    def __call__(self, path: Path, mode: FrameMode) -> Scene:
        """The scene at ``mode``."""
        ...


class Renderer(Reader, Protocol):
    """A reader that also renders: :class:`evalcore.scene.blender.Blender`."""

    @property
    def version(self) -> str:
        """The version of the program behind it; another one may give other shapes and pixels."""
        ...

    def render(self, view: RenderView, settings: RenderSettings) -> Pixels:
        """The picture (height, width, 3); SceneError for a scene that cannot be rendered."""
        ...

    def stop(self) -> None:
        """Break off what is under way; it fails, and so does all that is asked for afterwards."""
        ...


def read_scene(path: Path, mode: FrameMode, *, blender: Reader | None = None) -> Scene:
    """Read a .glb, .gltf or .blend file.

    glTF at rest, or without any animation, needs nothing else; all other needs ``blender``. A glTF file is checked
    before either reader follows what it names.

    Raises
    ------
    SceneError
        ``blender``: the file needs Blender and there is none; all other kinds as the readers say.
    """
    if path.suffix == ".blend":
        if blender is None:
            raise SceneError("blender", f"a .blend file needs Blender; {NO_BLENDER}")
        return blender(path, mode)
    file = open_gltf(path)
    if mode.kind == "rest" or not file.document.animated:
        try:
            return at_rest(file)
        except SceneError as error:
            if error.kind not in BEYOND:
                raise
            if blender is None:
                raise SceneError(error.kind, f"{error} ({NO_BLENDER})") from None
            return blender(path, mode)
    if blender is None:
        raise SceneError("blender", f"the file is animated and frame mode {mode} needs Blender; {NO_BLENDER}")
    return blender(path, mode)
