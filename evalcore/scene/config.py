"""The constants of the scene protocol, each with its source; this is the only place where they stand."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, Literal, get_args

import msgspec

from evalcore.errors import InputError, nearest
from evalcore.scene.frame_mode import FrameMode
from evalcore.scene.release import read_sections, release_file
from evalcore.scene.rendering import ClipSettings, RenderSettings

__all__ = [
    "FLOAT32",
    "GEOMETRY",
    "LIMITS",
    "METRICS",
    "RELEASE",
    "RENDERED",
    "Alignment",
    "GroundPolicy",
    "GroundRule",
    "Limits",
    "ObbKind",
    "RunConfig",
    "ScaleRule",
    "SceneConfig",
    "SceneObbKind",
    "read_config",
]

Alignment = Literal["bbox", "identity", "object_bbox", "depth_bbox", "depth_camera"]
GroundPolicy = Literal["exclude", "include"]
ScaleRule = Literal["diagonal", "longest_side", "volume_root"]
SceneObbKind = Literal["yaw", "min_volume", "pca"]
ObbKind = Literal["local", "yaw", "min_volume", "pca"]

GEOMETRY = ("scene_aabb_iou", "scene_obb_iou", "object_aabb_iou", "object_obb_iou")  # fractions, higher is better
RENDERED = ("pl", "n_clip")  # lower is better
METRICS = GEOMETRY + RENDERED

# What float32 coordinates and rotations keep: a smaller relative difference is rounding of the file, not shape.
FLOAT32 = 1e-6


@dataclass(frozen=True)
class GroundRule:
    """When an object is the ground (protocol, "Ground"). Shares are of the scene before anything is left out.

    ``flat`` is a share of the scene's horizontal diagonal, ``bottom`` of its height, ``covering`` of its footprint.
    """

    flat: float = 0.01
    bottom: float = 0.20
    covering: float = 0.80
    names: str = r"(?<![a-z])(ground|floor|plane|terrain)(?![a-z])"

    def names_ground(self, name: str) -> bool:
        """Whether the name alone says ground.

        >>> [GroundRule().names_ground(name) for name in ("Floor.001", "ground_plane", "airplane")]
        [True, True, False]
        """
        return re.search(self.names, name, re.IGNORECASE) is not None


@dataclass(frozen=True)
class Limits:
    """What one scene may hold at most, so that a small file cannot exhaust the machine."""

    file_bytes: int = 2 * 1024**3  # the scene file and each of its buffers
    json_bytes: int = 256 * 1024**2
    nodes: int = 200_000
    objects: int = 5_000  # the assignment takes memory by its square and time by its cube
    vertices: int = 20_000_000  # of all objects together, each instance counted
    elements: int = 120_000_000  # of one stored array: a closed mesh has six corners of faces a vertex
    coordinate: float = 1e12  # metres; beyond it doubles tell no millimetres apart
    view: float = 1e-6  # radians or metres: a camera that sees less sees nothing


LIMITS = Limits()


_RELEASED = read_sections(release_file())
_GEOMETRY = _RELEASED["geometry"]


@dataclass(frozen=True)
class SceneConfig:
    """How scenes are aligned, compared and rendered. The defaults are the release's, from
    ``configs/release_protocol.json``; every other value is named in tables.

    ``scale_rule`` is the length that ``bbox``, ``object_bbox`` compare: ``diagonal``, ``longest_side`` or
    ``volume_root`` (cube root of the volume). ``obb`` is the oriented box of an object, ``scene_obb`` that of a scene.
    ``rendering`` also gives the size of depth pictures. ``agreement`` is the share of the scene's diagonal within which
    two boxes without volume count as equal (protocol page, "Geometry metrics").
    """

    align: Alignment = _GEOMETRY["align"]
    ground_policy: GroundPolicy = _GEOMETRY["ground_policy"]
    obb: ObbKind = _GEOMETRY["obb"]
    scene_obb: SceneObbKind = _GEOMETRY["scene_obb"]
    scale_rule: ScaleRule = _GEOMETRY["scale_rule"]
    default_frame_mode: str = _GEOMETRY["default_frame_mode"]
    rendering: RenderSettings = field(default=RenderSettings(**_RELEASED["rendering"]))
    clip: ClipSettings = field(default=ClipSettings(**_RELEASED["clip"]))
    agreement: float = 1e-9
    ground: GroundRule = field(default=GroundRule())

    def __post_init__(self) -> None:
        for name, choices in (
            ("align", Alignment),
            ("ground_policy", GroundPolicy),
            ("obb", ObbKind),
            ("scene_obb", SceneObbKind),
            ("scale_rule", ScaleRule),
        ):
            if (value := getattr(self, name)) not in get_args(choices):
                raise InputError(f"{name} is {value!r}.", fix=nearest(str(value), get_args(choices)))
        FrameMode.parse(self.default_frame_mode, where="default_frame_mode")
        if not 0 <= self.agreement < 1:
            raise InputError(f"agreement is {self.agreement}.", fix="Give a share of the scene's diagonal, 0 to 1.")

    @property
    def deviations(self) -> dict[str, Any]:
        """Settings that differ from the release's, those of a section as ``section.setting``; tables name them.

        >>> SceneConfig(align="identity", clip=ClipSettings("ViT-L-14", "openai")).deviations
        {'align': 'identity', 'clip.model': 'ViT-L-14'}
        """
        mine, released = _flat(self), _flat(RELEASE)
        return {name: value for name, value in mine.items() if value != released[name]}


RELEASE = SceneConfig()


def _flat(config: SceneConfig) -> dict[str, Any]:
    """Every setting by its name in tables."""
    flat: dict[str, Any] = {}
    for name in (one.name for one in fields(SceneConfig)):
        value = getattr(config, name)
        flat |= {f"{name}.{key}": part for key, part in vars(value).items()} if name in _RELEASED else {name: value}
    return flat


def read_config(path: Path) -> SceneConfig:
    """Read a file of the form of ``configs/release_protocol.json``; what it leaves out is as in the release.

    Raises
    ------
    InputError
        As :func:`evalcore.scene.release.read_sections`; an unknown setting, or a value that it cannot have.
    """
    sections = read_sections(path)
    merged = {name: _merged(path, name, sections[name], _RELEASED[name]) for name in sections}
    try:
        return msgspec.convert(
            {**merged["geometry"], "rendering": merged["rendering"], "clip": merged["clip"]}, SceneConfig
        )
    except (msgspec.ValidationError, InputError) as error:
        raise InputError(str(error), where=path) from None


def _merged(path: Path, section: str, chosen: Mapping[str, Any], released: Mapping[str, Any]) -> dict[str, Any]:
    for name in chosen:
        if name not in released:
            raise InputError(f"section {section} has no {name!r}.", where=path, fix=nearest(name, released))
    return {**released, **chosen}


@dataclass(frozen=True)
class RunConfig(SceneConfig):
    """The settings of one run, as its record keeps them."""

    track: str = ""
    models: tuple[str, ...] = ()
    geometry_only: bool = False
    allow_partial: bool = False
    hash_inputs: bool = False
