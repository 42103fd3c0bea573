"""One picture of one scene, with every setting that it was made by."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from evalcore.batch import Coverage, Result, file_sha256, record
from evalcore.errors import InputError
from evalcore.files import replacing
from evalcore.scene.config import RELEASE, SceneConfig
from evalcore.scene.errors import SceneError
from evalcore.scene.frame_mode import FrameMode
from evalcore.scene.pictures import pixel_sha256, write_picture
from evalcore.scene.readers import Renderer
from evalcore.scene.rendering import RenderSettings

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["RenderResult", "render"]


@dataclass(frozen=True)
class RenderResult(Result):
    """What a picture shows, and how it was made; ``pixels_sha256`` is of its pixels, not of the file."""

    protocol: ClassVar[str] = "scene"

    scene: str
    frame_mode: str
    camera_from: str
    picture: str
    pixels_sha256: str
    settings: RenderSettings

    @property
    def scores(self) -> pd.DataFrame:
        """As :attr:`rows`."""
        return self.rows

    @property
    def rows(self) -> pd.DataFrame:
        """One row a setting."""
        import pandas as pd

        rows = [
            *((name, getattr(self, name)) for name in ("scene", "frame_mode", "camera_from", "pixels_sha256")),
            *vars(self.settings).items(),
        ]
        return pd.DataFrame([(name, str(value)) for name, value in rows], columns=["setting", "value"])


def render(
    path: Path,
    mode: FrameMode,
    *,
    camera_from: Path,
    out: Path,
    blender: Renderer,
    config: SceneConfig = RELEASE,
) -> RenderResult:
    """Render a scene as it stands, by the first camera and the light of ``camera_from``, and write it to ``out``.

    Raises
    ------
    InputError
        ``out`` does not end in .png, is one of the scenes, or cannot be written.
    SceneError
        One of the two cannot be read, or there is no camera.
    """
    from evalcore.scene.blender import RenderView

    if out.suffix.lower() != ".png":
        raise InputError("the picture is a PNG file.", where=out, fix="Give it a name that ends in .png.")
    settings = replace(config.rendering, blender_version=blender.version)
    view = RenderView(
        scene=path,
        mode=mode,
        camera_from=camera_from,
        camera_mode=mode,
        lights=settings.lights,
        lights_from=camera_from,
    )
    try:
        pixels = blender.render(view, settings)
    except SceneError as error:
        raise error.within(str(path)) from None
    with replacing(out) as partial:
        write_picture(partial, pixels)
    return RenderResult(
        coverage=Coverage(requested=1, done=1, failed=0),
        failures=(),
        record=record(
            config=replace(config, rendering=settings),
            inputs={_name(file): file_sha256(file) for file in (path, camera_from)},
            packages=("numpy",),
        ),
        scene=_name(path),
        frame_mode=str(mode),
        camera_from=_name(camera_from),
        picture=out.name,
        pixels_sha256=pixel_sha256(pixels),
        settings=settings,
    )


def _name(path: Path) -> str:
    """The sample's folder and the file: all scenes are called scene."""
    return f"{path.resolve().parent.name}/{path.name}"
