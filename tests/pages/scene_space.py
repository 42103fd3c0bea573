"""A small workspace of the scene protocol for the pages: three samples, two made models, scored by geometry."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from evalcore.scene import SceneResult, score
from evalcore.workspace import Workspace
from tests.scene.made import make_workspace

__all__ = ["keep_scenes", "make_scenes"]


def make_scenes(root: Path, **options: Any) -> Path:
    """Write ``scene/`` with a camera in every scene below ``root``, and score it; the folder."""
    folder = make_workspace(root / "scene", camera=True, **options)
    keep_scenes(folder)
    return folder


def keep_scenes(folder: Path, *, name: str = "all", geometry_only: bool = True, **options: Any) -> SceneResult:
    """Score the data folder and save the run where the app finds it."""
    result = score(Workspace(folder), geometry_only=geometry_only, **options)
    result.save(folder.parent / "results" / "scene" / name)
    return result
