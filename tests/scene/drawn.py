"""A renderer that needs no Blender: it draws depth as grey, so that pictures follow shapes, camera and transform."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from evalcore.scene import FrameMode, RenderSettings, Scene, SceneError, read_scene
from evalcore.scene.blender import RenderView
from evalcore.scene.depth import depth_picture
from evalcore.scene.objects import moved
from evalcore.scene.pictures import Pixels


class Drawn:
    """Counts what it draws; ``failing`` maps ``<owner>/<sample>`` to the kind of error that it raises there."""

    def __init__(self, *, failing: dict[str, str] | None = None, version: str = "5.0.1") -> None:
        self.failing, self.version, self.views = failing or {}, version, []

    def __call__(self, path: Path, mode: FrameMode) -> Scene:
        return read_scene(path, mode)

    def stop(self) -> None:
        self.failing = dict.fromkeys(self.failing, "crash")

    def render(self, view: RenderView, settings: RenderSettings) -> Pixels:
        self.views.append(view)
        if kind := self.failing.get("/".join(view.scene.parts[-3:-1])):
            raise SceneError(kind, "the worker ended twice while it rendered")
        scene, seen_from = self(view.scene, view.mode), self(view.camera_from, view.camera_mode)
        if not seen_from.cameras:
            raise SceneError("camera", "the scene has no camera")
        objects = moved(scene.objects, view.transform)
        depth = depth_picture(objects, seen_from.cameras[0], width=settings.width, height=settings.height)
        grey = np.where(np.isfinite(depth), 255 * np.exp(-depth / 10), 0).astype(np.uint8)
        return np.repeat(grey[..., None], 3, axis=2)
