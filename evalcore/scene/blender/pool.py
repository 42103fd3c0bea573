"""A pool of Blender workers."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
import numpy.typing as npt

from evalcore.scene.blender.view import RenderView
from evalcore.scene.frame_mode import FrameMode
from evalcore.scene.objects import Scene
from evalcore.scene.rendering import RenderSettings

__all__ = ["Blender"]


class Blender:
    """Worker processes that read scenes and render them; a context manager that ends them all.

    May be used from several threads, and pickled (the copy starts its own workers). ``workers`` run at the same time,
    each is replaced after ``recycle`` scenes, and ended where a scene takes longer than ``timeout`` seconds.
    """

    def __init__(self, program: Path, *, workers: int = 1, timeout: float = 600.0, recycle: int = 50) -> None:
        self.program, self.workers, self.timeout, self.recycle = program, workers, timeout, recycle

    @property
    def version(self) -> str:
        """Blender's version, such as "5.0.1"."""
        raise NotImplementedError

    def __call__(self, path: Path, mode: FrameMode) -> Scene:
        """Read a .blend, .glb or .gltf file as it is at ``mode``."""
        raise NotImplementedError

    def render(self, view: RenderView, settings: RenderSettings) -> npt.NDArray[np.uint8]:
        """The picture (height, width, 3) of ``view``.

        The ground truth's camera and lights are taken from it once and kept, so that the pictures of several models
        do not open it again.
        """
        raise NotImplementedError

    def close(self) -> None:
        """End all workers."""

    def __enter__(self) -> Blender:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ("program", "workers", "timeout", "recycle")}
