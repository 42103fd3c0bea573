"""One sample of one model on a page: read, aligned and compared as the reader asks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import get_args

import streamlit as st

from evalcore.errors import EvalcoreError, InputError
from evalcore.plots.scene_view_meshes import DrawnMesh, drawn_meshes
from evalcore.scene import (
    RELEASE,
    Comparison,
    FrameMode,
    Reader,
    Scene,
    SceneConfig,
    SceneError,
    Side,
    compare,
    open_side,
    prepare,
)
from evalcore.scene.blender import Blender, find_blender
from evalcore.scene.config import Alignment, GroundPolicy, ObbKind
from evalcore.scene.data import GROUND_TRUTH, SampleFiles
from evalcore.scene.side import SideName
from evalcore.tables.scene_objects import ComparedObject, compared_objects
from evalcore.ui.permalinks import choose

__all__ = ["Inspection", "choose_settings", "inspect_sample"]

Meshes = Mapping[str, DrawnMesh]
Stamp = tuple[tuple[str, int, int], ...]
NOTHING = Scene((), (), (), "")
ALIGN_HELP = "The transform that takes the prediction to the ground truth before boxes are compared. The release: bbox."
GROUND_HELP = "Whether what is shaped like ground is left out of every box. The release: exclude."
OBB_HELP = "The oriented box of an object: along its own axes, or fitted to its vertices. The release: local."


@dataclass(frozen=True, eq=False)
class Inspection:
    """Both sides under one config, and their comparison.

    ``found`` is None where there is none; ``unread`` says why a side cannot be read (by ``gt`` or the model's name;
    such a side has no objects here), ``unaligned`` why the two cannot be compared.
    """

    config: SceneConfig
    truth: Side
    prediction: Side
    meshes: tuple[Meshes, Meshes]
    found: Comparison | None
    unread: Mapping[str, EvalcoreError]
    unaligned: SceneError | None = None

    @property
    def rows(self) -> tuple[ComparedObject, ...]:
        """The objects of both sides."""
        return compared_objects(self.truth, self.prediction, self.found)


def choose_settings(saved: SceneConfig) -> SceneConfig:
    """``saved`` with the alignment, ground policy and kind of box that the reader chooses (``?align=``, ...)."""
    align = choose("Alignment", get_args(Alignment), query="align", default=saved.align, help=ALIGN_HELP)
    ground = choose("Ground", get_args(GroundPolicy), query="ground", default=saved.ground_policy, help=GROUND_HELP)
    obb = choose("Object OBB", get_args(ObbKind), query="obb", default=saved.obb, help=OBB_HELP)
    plain = {one.name: getattr(saved, one.name) for one in fields(SceneConfig)}
    return SceneConfig(**{**plain, "align": align, "ground_policy": ground, "obb": obb})


def inspect_sample(files: SampleFiles, model: str, config: SceneConfig) -> Inspection:
    """Read, align and compare one sample.

    Each scene is read once for all readers, and again when a file of its folder changes; what failed is tried again.
    """
    read, unread = [], {}
    for owner in (GROUND_TRUTH, model):
        try:
            read.append(_read(_stamp(files, owner), str(files.sample.mode), _program(), owner, _files=files))
        except (EvalcoreError, OSError) as error:
            unread[owner] = _readable(error, files)
            read.append(_Read(NOTHING, None, {}))
    truth, prediction = read[0].side("gt", config), read[1].side("pred", config)
    found = unaligned = None
    if not unread:
        try:
            stamps = _stamp(files, GROUND_TRUTH), _stamp(files, model)
            truth, prediction, found = _compared(*stamps, str(files.sample.mode), config, _sides=(truth, prediction))
        except SceneError as error:
            unaligned = error
    return Inspection(config, truth, prediction, (read[0].meshes, read[1].meshes), found, unread, unaligned)


@dataclass(frozen=True, eq=False)
class _Read:
    """A scene as it was read, also at its first frame where it moves, and its meshes for the picture."""

    scene: Scene
    first: Scene | None
    meshes: Meshes

    def side(self, name: SideName, config: SceneConfig) -> Side:
        first = None if self.first is None else prepare(self.first, config, name=name)
        return prepare(self.scene, config, name=name, at_first=first)


@st.cache_resource(max_entries=8, show_spinner="Reading the scene")
def _read(stamp: Stamp, mode: str, program: str | None, owner: str, _files: SampleFiles) -> _Read:
    # This mode also reads scenes that move at their first frame, so that any other can be chosen afterwards.
    side = open_side(_files, owner, replace(RELEASE, align="object_bbox"), blender=_reader(program))
    first = side.at_first.scene if side.at_first else None
    return _Read(side.scene, first, drawn_meshes(side.scene.objects))


@st.cache_resource(max_entries=12, show_spinner="Comparing the scenes")
def _compared(
    truth: Stamp, prediction: Stamp, mode: str, config: SceneConfig, _sides: tuple[Side, Side]
) -> tuple[Side, Side, Comparison]:
    return *_sides, compare(*_sides)


def _stamp(files: SampleFiles, owner: str) -> Stamp:
    """Name, time of change and size of a scene and of all that lies beside it, where its buffers are."""
    beside = sorted(one for one in files.of(owner).file.parent.rglob("*") if one.is_file())
    return tuple((str(one), stat.st_mtime_ns, stat.st_size) for one in beside for stat in [one.stat()])


def _readable(error: EvalcoreError | OSError, files: SampleFiles) -> EvalcoreError:
    """An error that the page can show: one of the file system names its file as the data folder does."""
    if isinstance(error, EvalcoreError):
        return error
    where = str(error.filename or "").removeprefix(f"{files.root}/")
    return InputError(f"the file cannot be read ({error.strerror or error}).", where=where or None)


def _program() -> str | None:
    """Where Blender is, as a part of what a scene is known by: once it is there, what needed it is read."""
    try:
        program = find_blender()
    except InputError as error:
        return f"!{error}"
    return None if program is None else str(program)


@dataclass(frozen=True)
class _Misnamed:
    """What is called Blender and is not: says so of what needs it."""

    why: str
    version: str = ""

    def __call__(self, path: Path, mode: FrameMode) -> Scene:
        raise SceneError("blender", f"{path.name} needs Blender; {self.why}")


def _reader(program: str | None) -> Reader | None:
    """The one Blender of this process."""
    if program is None:
        return None
    if not program.startswith("!"):
        return _pool(program)
    return _Misnamed(program[1:])


@st.cache_resource(max_entries=1, show_spinner=False, on_release=Blender.close)
def _pool(program: str) -> Blender:
    return Blender(Path(program), workers=1)
