"""The files of the scene protocol: the track manifest, and one scene file a sample and owner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from evalcore.errors import InputError, nearest
from evalcore.jsonl import read_json, read_rows
from evalcore.scene.config import RELEASE, SceneConfig
from evalcore.scene.errors import SceneError
from evalcore.scene.frame_mode import FrameMode
from evalcore.workspace import Workspace, check_name

__all__ = ["GROUND_TRUTH", "FoundScene", "Sample", "SampleFiles", "SceneData", "load"]

GROUND_TRUTH = "gt"
NOT_MODELS = frozenset({GROUND_TRUTH, "results"})
TRACKS = ("track.jsonl", "track.json")
SCENE_FILES = ("scene.blend", "scene.glb", "scene.gltf")


@dataclass(frozen=True)
class Sample:
    """One row of the track manifest: which sample, at which moment, and what else stands there."""

    sample_id: str
    mode: FrameMode
    metadata: Mapping[str, Any] = field(default_factory=dict)


class _SampleRow(msgspec.Struct):
    sample_id: str
    geometry_frame_mode: str | None = None
    frame: float | None = None


@dataclass(frozen=True)
class FoundScene:
    """Where one owner's scene of a sample is, or why there is none.

    ``folder`` is the sample's folder relative to the data folder; ``path`` is None, and ``kind`` and ``message`` say
    why, where no single scene file is there.
    """

    folder: str
    path: Path | None = None
    kind: str = ""
    message: str = ""

    @property
    def file(self) -> Path:
        """The scene file; SceneError (``missing``, ``ambiguous``, ``layout``) where there is not exactly one."""
        if self.path is None:
            raise SceneError(self.kind, self.message)
        return self.path


@dataclass(frozen=True)
class SampleFiles:
    """The scenes of one sample, self-contained so that a worker needs nothing else."""

    root: Path
    sample: Sample
    truth: FoundScene
    predictions: Mapping[str, FoundScene]

    def of(self, owner: str) -> FoundScene:
        """The scene of ``gt`` or of a model."""
        return self.truth if owner == GROUND_TRUTH else self.predictions[owner]

    def name(self, path: Path) -> str:
        """``path`` as messages and results show it: relative to the data folder."""
        return path.relative_to(self.root).as_posix()


@dataclass(frozen=True)
class SceneData:
    """The samples and models of one run. ``track`` is the manifest's file, wherever it lies."""

    workspace: Workspace
    config: SceneConfig
    track: Path
    samples: tuple[Sample, ...]
    models: tuple[str, ...]

    @property
    def track_name(self) -> str:
        """The manifest as results name it."""
        path = self.track.resolve()
        return self.workspace.relative(path) if path.is_relative_to(self.workspace.root) else path.name

    def files(self, sample: Sample) -> SampleFiles:
        """The scene files of one sample; none is opened."""
        return SampleFiles(
            root=self.workspace.root,
            sample=sample,
            truth=_find(self.workspace, GROUND_TRUTH, sample.sample_id),
            predictions={model: _find(self.workspace, model, sample.sample_id) for model in self.models},
        )


def load(
    workspace: Workspace,
    *,
    track: Path | None = None,
    models: Sequence[str] | None = None,
    config: SceneConfig = RELEASE,
) -> SceneData:
    """Read the track manifest and list the models; no scene is opened.

    Parameters
    ----------
    workspace
        The data folder itself: ``gt/<sample_id>/scene.*`` and ``<model>/<sample_id>/scene.*``.
    track
        The manifest; default ``track.jsonl`` or ``track.json`` in the data folder.
    models
        Folder names; default all folders that hold a folder of a sample, by name.
    config
        Gives the frame mode of rows without one.

    Raises
    ------
    InputError
        No manifest or two of them, a row at fault, an unknown frame mode, a repeated sample, an unknown model, no
        ``gt`` folder.
    """
    path = track or _default_track(workspace)
    samples = _read_track(path, config)
    if not workspace.path(GROUND_TRUTH).is_dir():
        raise InputError(
            "there is no folder gt with the ground-truth scenes.",
            where=workspace.root.name,
            fix="Put gt/<sample_id>/scene.glb there; see data/README.md.",
        )
    folders = sorted(
        one.name
        for one in workspace.root.iterdir()
        if one.is_dir() and not one.name.startswith(".") and one.name not in NOT_MODELS
    )
    if models is None:
        models = [name for name in folders if any((workspace.root / name / one.sample_id).is_dir() for one in samples)]
    for name in models:
        if name not in folders:
            raise InputError(f"there is no model {name!r}.", where=workspace.root.name, fix=nearest(name, folders))
        check_name(name, what="model", where=workspace.root.name)
    return SceneData(workspace, config, path, samples, tuple(dict.fromkeys(models)))


def _default_track(workspace: Workspace) -> Path:
    found = [workspace.path(name) for name in TRACKS if (workspace.root / name).exists()]
    if len(found) > 1:
        raise InputError(
            f"there are both {TRACKS[0]} and {TRACKS[1]}.", where=workspace.root.name, fix="Keep one, or name it."
        )
    return found[0] if found else workspace.path(TRACKS[0])


def _read_track(path: Path, config: SceneConfig) -> tuple[Sample, ...]:
    what = "the samples of the scene protocol"
    if path.suffix == ".json":
        rows = [(f"{path} (row {k})", row) for k, row in enumerate(read_json(path, list[dict[str, Any]], what=what), 1)]
    else:
        rows = [(f"{path}:{line}", row) for line, row in read_rows(path, dict[str, Any], what=what)]
    samples: dict[str, Sample] = {}
    for where, row in rows:
        sample = _sample(row, where, config)
        if sample.sample_id in samples:
            raise InputError(
                f"sample_id {sample.sample_id!r} stands there already.", where=where, fix="Keep one row a sample."
            )
        samples[sample.sample_id] = sample
    if not samples:
        raise InputError("the file has no rows.", where=path, fix="Write one row a sample; see data/README.md.")
    return tuple(samples.values())


def _sample(row: dict[str, Any], where: str, config: SceneConfig) -> Sample:
    try:
        fields = msgspec.convert(row, _SampleRow)
    except msgspec.ValidationError as error:
        raise InputError(
            f"{error}.",
            where=where,
            fix='A row is {"sample_id": "...", "geometry_frame_mode": "..."} or {"sample_id": "...", "frame": 12}.',
        ) from None
    sample_id = check_name(fields.sample_id, what="sample_id", where=where)
    if fields.geometry_frame_mode is not None:
        mode = FrameMode.parse(fields.geometry_frame_mode, where=where)
    elif fields.frame is not None:
        mode = FrameMode.exact(fields.frame, where=where)
    else:
        mode = FrameMode.parse(config.default_frame_mode, where=where)
    return Sample(
        sample_id, mode, {key: value for key, value in row.items() if key not in _SampleRow.__struct_fields__}
    )


def _find(workspace: Workspace, owner: str, sample_id: str) -> FoundScene:
    folder = f"{owner}/{sample_id}"
    try:
        paths = [workspace.path(owner, sample_id, name) for name in SCENE_FILES]
    except InputError as error:  # a link out of the data folder fails this sample, not the run
        return FoundScene(folder, kind="layout", message=str(error))
    found = [path for path in paths if path.exists() or path.is_symlink()]
    if len(found) == 1:
        return FoundScene(folder, found[0])
    if found:
        names = " and ".join(path.name for path in found)
        return FoundScene(folder, kind="ambiguous", message=f"{folder} holds {names}; keep one of them")
    return FoundScene(
        folder, kind="missing", message=f"there is no scene; expected {folder}/scene.blend, .glb or .gltf"
    )
