"""Options that the scene commands share, and what they name: settings, the place of results, Blender, CLIP."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from evalcore.scene import ClipEncoder, SceneConfig
    from evalcore.scene.blender import Blender
    from evalcore.workspace import Workspace

__all__ = [
    "FOLDER",
    "Align",
    "Config",
    "DataRoot",
    "Frame",
    "Ground",
    "Json",
    "Lights",
    "Metric",
    "Obb",
    "Out",
    "SceneObb",
    "need_blender",
    "open_blender",
    "open_clip_encoder",
    "open_home",
    "read_settings",
]

FOLDER = "scene"  # of a workspace


class Align(StrEnum):
    """How a prediction is brought to its ground truth."""

    bbox = "bbox"
    identity = "identity"
    object_bbox = "object_bbox"
    depth_bbox = "depth_bbox"
    depth_camera = "depth_camera"


class Ground(StrEnum):
    """Whether objects that are the ground count."""

    exclude = "exclude"
    include = "include"


class Obb(StrEnum):
    """The oriented box of an object."""

    local = "local"
    yaw = "yaw"
    min_volume = "min_volume"
    pca = "pca"


class SceneObb(StrEnum):
    """The oriented box of a whole scene."""

    yaw = "yaw"
    min_volume = "min_volume"
    pca = "pca"


class Lights(StrEnum):
    """Whose world and lights shine."""

    own = "own"
    gt_world = "gt_world"
    gt_all = "gt_all"


class Metric(StrEnum):
    """Figures of the protocol."""

    scene_aabb_iou = "scene_aabb_iou"
    scene_obb_iou = "scene_obb_iou"
    object_aabb_iou = "object_aabb_iou"
    object_obb_iou = "object_obb_iou"
    pl = "pl"
    n_clip = "n_clip"


DataRoot = Annotated[
    Path,
    typer.Option("--data-root", "--data_root", "-d", help="The folder with gt/<sample_id>/ and <model>/<sample_id>/."),
]
Frame = Annotated[str, typer.Option(help="exact:<number>, first, last, middle, current or rest.")]
Config = Annotated[
    Path | None,
    typer.Option(help="Settings in the form of configs/release_protocol.json; what it leaves out is the release's."),
]
Out = Annotated[Path | None, typer.Option(help="Write the result here as JSON.")]
Json = Annotated[bool, typer.Option("--json", help="Print the JSON to stdout instead of a table.")]


def read_settings(config: Path | None, *, lights: Lights | None = None, **geometry: str | None) -> SceneConfig:
    """The settings of ``config`` (default: of the release), with those that were given as options of their own."""
    from dataclasses import replace

    from evalcore.scene import RELEASE, read_config

    chosen: dict[str, Any] = {name: str(value) for name, value in geometry.items() if value is not None}
    settings = replace(RELEASE if config is None else read_config(config), **chosen)
    light: dict[str, Any] = {} if lights is None else {"lights": lights.value}
    return replace(settings, rendering=replace(settings.rendering, **light))


def open_home(data: Workspace) -> Workspace:
    """Where results and cache of a data folder are: the workspace whose ``scene`` folder it is, else itself."""
    from evalcore.workspace import Workspace

    return Workspace(data.root.parent) if data.root.name == FOLDER else data


@contextmanager
def open_blender(workers: int | None = None) -> Iterator[Blender | None]:
    """Blender for as long as it is needed, or None where there is none; ``workers`` defaults to one a core."""
    from evalcore.scene.blender import find_blender

    if find_blender() is None:
        yield None
        return
    with need_blender(workers) as blender:
        yield blender


def need_blender(workers: int | None = None) -> Blender:
    """Blender, to be closed after use; InputError where there is none."""
    import joblib

    from evalcore.errors import InputError
    from evalcore.scene.blender import Blender, find_blender
    from evalcore.scene.readers import NO_BLENDER

    program = find_blender()
    if program is None:
        raise InputError("there is no Blender to render with.", fix=f"To have one, {NO_BLENDER}.")
    return Blender(program, workers=workers or joblib.cpu_count())


def open_clip_encoder(config: SceneConfig, device: str | None) -> tuple[ClipEncoder | None, str]:
    """CLIP, or None and the reason why there is none."""
    from evalcore.scene import ClipError, open_encoder

    try:
        return open_encoder(config.clip, device=device), ""
    except ClipError as error:
        return None, str(error)
