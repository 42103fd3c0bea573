"""The second unit of work of a scene run: one sample's pictures, and the pixel loss between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

import evalcore
from evalcore.batch import Failure, fingerprint
from evalcore.metrics import pl
from evalcore.scene.data import GROUND_TRUTH
from evalcore.scene.errors import SceneError
from evalcore.scene.pictures import Picture, PictureStore, Pixels
from evalcore.scene.readers import Renderer
from evalcore.scene.result import SceneResult, Transform
from evalcore.scene.unit import SampleTask

__all__ = ["RenderTask", "Rendered"]


@dataclass(frozen=True)
class Rendered:
    """Pixel loss of one model on one sample, the two pictures behind it, and the keys of those that were made now."""

    pl: float
    truth: Picture
    prediction: Picture
    made: frozenset[str]


@dataclass(frozen=True)
class RenderTask:
    """Renders the ground truth of a sample once and each model after its ``transforms`` (None: as it stands).

    Pictures are looked up and kept in ``store`` under what they show; the loss is taken from them each time.
    """

    scenes: SampleTask
    transforms: Mapping[str, Transform | None]
    renderer: Renderer
    store: PictureStore
    value_type: ClassVar[type] = Rendered

    @property
    def units(self) -> tuple[str, ...]:
        """Those units of ``scenes`` that have a transform."""
        return tuple(self.transforms)

    def fingerprint(self, unit: str) -> str:
        """Hash of what the model's picture shows."""
        return self._key(self.scenes.model(unit), self.transforms[unit])

    def compute(self, units: Sequence[str]) -> Iterator[tuple[str, Any]]:
        """Render for each of ``units``; a fault of a prediction fails its unit, one of the truth fails them all."""
        truth, there, made = self._picture(GROUND_TRUTH, None)
        for unit in units:
            try:
                prediction, here, more = self._picture(self.scenes.model(unit), self.transforms[unit])
                yield unit, Rendered(pl(here, there), truth, prediction, made | more)
            except SceneError as error:
                yield unit, Failure(unit, error.kind, str(error))

    def _picture(self, owner: str, transform: Transform | None) -> tuple[Picture, Pixels, frozenset[str]]:
        """A picture, its pixels, and its key where it was made now."""
        from evalcore.scene.blender import RenderView  # geometry alone never needs it

        key = self._key(owner, transform)
        if kept := self.store.get(key):
            return *kept, frozenset()
        files, settings = self.scenes.files, self.scenes.config.rendering
        truth, mode = files.of(GROUND_TRUTH).file, files.sample.mode
        path = files.of(owner).file
        try:
            pixels = self.renderer.render(
                RenderView(
                    scene=path,
                    mode=mode,
                    transform=np.eye(4) if transform is None else np.array(transform),
                    camera_from=truth,
                    camera_mode=mode,
                    lights=settings.lights,
                    lights_from=truth,
                ),
                settings,
            )
            if pixels.shape != (settings.height, settings.width, 3):
                found = " x ".join(map(str, pixels.shape[1::-1]))
                raise SceneError(
                    "size", f"the picture has {found} pixels; {settings.width} x {settings.height} were asked for"
                )
        except SceneError as error:
            raise error.within(files.name(path)) from None
        return self.store.put(key, pixels), pixels, frozenset([key])

    def _key(self, owner: str, transform: Transform | None) -> str:
        """What a picture depends on: the scenes, the moment, the transform, every setting, and who renders.

        Alignment and model list do not stand here: they change a picture by way of its transform, or not at all.
        """
        return fingerprint(
            {
                "protocol": (SceneResult.protocol, SceneResult.protocol_version),
                "evalcore": evalcore.__version__,
                "frame_mode": str(self.scenes.files.sample.mode),
                "transform": transform,
                "settings": self.scenes.config.rendering,
                "renderer": self.renderer.version,
                "scene": self.scenes.stamps(owner),
                "seen_from": self.scenes.stamps(GROUND_TRUTH),
            }
        )
