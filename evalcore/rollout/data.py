"""The files of the rollout protocol in a workspace, read and validated."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

import msgspec

from evalcore.errors import InputError, VideoError, nearest
from evalcore.jsonl import read_json, read_rows
from evalcore.rollout.config import ALL, PAPER, RolloutConfig
from evalcore.workspace import Workspace, check_encoding, check_name

__all__ = ["BASELINES", "Clip", "ClipFiles", "RolloutData", "clip_of", "load"]

BASELINES = ("persistence", "history_farneback")
_SAMPLE = re.compile(r"(?P<clip>.+)\.s(?P<index>0|[1-9][0-9]*)")


@dataclass(frozen=True)
class Clip:
    """One row of ``clips.jsonl``."""

    clip_id: str
    splits: tuple[str, ...]
    metadata: Mapping[str, Any] = field(default_factory=dict)


class _ClipRow(msgspec.Struct):
    clip_id: str
    splits: list[str] = []


@dataclass(frozen=True)
class ClipFiles:
    """The files of one clip, self-contained so that a worker needs nothing else.

    ``generated`` holds the sample files of each model in order (empty where there is none), ``expected_samples`` how
    many the model has for other clips. ``conditioning`` is None where the clip has no such file; then the baselines
    read the first L frames of ``substitute``.
    """

    root: Path
    clip_id: str
    future: Path
    conditioning: Path | None
    substitute: Path | None
    generated: Mapping[str, tuple[Path, ...]]
    expected_samples: Mapping[str, int]

    def name(self, path: Path) -> str:
        """``path`` as messages and results show it: relative to the workspace."""
        return path.relative_to(self.root).as_posix()

    def of(self, model: str) -> tuple[Path, ...]:
        """The sample files of ``model``.

        Raises
        ------
        VideoError
            ``missing``: no file, or fewer samples than the model has for other clips.
        """
        found, expected = self.generated[model], self.expected_samples[model]
        if not found:
            last = f".s{expected - 1}" if expected > 1 else ""
            name = f"{self.clip_id}.s0.mp4 to {self.clip_id}{last}.mp4" if last else f"{self.clip_id}.mp4"
            raise VideoError("missing", f"there is no generated clip; expected rollout/models/{model}/{name}")
        if len(found) != expected:
            raise VideoError(
                "missing", f"found {len(found)} samples, expected {expected} as for the model's other clips"
            )
        return found

    @property
    def observed(self) -> Path:
        """The file whose first L frames the baselines see.

        Raises
        ------
        VideoError
            ``missing``: neither a conditioning file nor a model's clip.
        """
        path = self.conditioning or self.substitute
        if path is None:
            raise VideoError(
                "missing",
                f"there is no rollout/conditioning/{self.clip_id}.mp4, and no generated clip whose first frames "
                "could stand in (see --conditioning-from)",
            )
        return path


@dataclass(frozen=True)
class RolloutData:
    """The clips and models of one run; paths are made here and nowhere else.

    ``all_clip_ids`` are those of every split. ``historical`` maps a model to its published rollout MAD by clip_id, for
    those that have ``historical/<model>.json``. ``generated`` maps (model, clip_id) to its sample files in order; a
    pair without a file is absent. ``samples`` is the number of samples of each model. ``strays`` are generated files
    whose name matches no clip or model.
    """

    workspace: Workspace
    config: RolloutConfig
    split: str | None
    clips: tuple[Clip, ...]
    all_clip_ids: frozenset[str]
    models: tuple[str, ...]
    conditioning_from: str | None
    historical: Mapping[str, Mapping[str, float]]
    generated: Mapping[tuple[str, str], tuple[Path, ...]]
    samples: Mapping[str, int]
    strays: tuple[str, ...]

    def files(self, clip_id: str) -> ClipFiles:
        """The files of one clip; no file is opened."""
        conditioning = self.workspace.path("rollout", "conditioning", f"{clip_id}.mp4")
        donated = self.generated.get((self.conditioning_from or "", clip_id), ())
        return ClipFiles(
            root=self.workspace.root,
            clip_id=clip_id,
            future=self.workspace.path("rollout", "future", f"{clip_id}.mp4"),
            conditioning=conditioning if conditioning.exists() or conditioning.is_symlink() else None,
            substitute=donated[0] if donated else None,
            generated={model: self.generated.get((model, clip_id), ()) for model in self.models},
            expected_samples={model: self.samples[model] for model in self.models},
        )

    def historical_path(self, model: str) -> Path:
        """Where the published figures of a model are."""
        return _historical_path(self.workspace, model)


class _Historical(msgspec.Struct):
    aggregate_rollout_mad: float


def clip_of(name: str) -> str:
    """The clip_id that a video's file name stands for.

    >>> clip_of("rollout/models/late/bikes.s3.mp4"), clip_of("bikes.mp4")
    ('bikes', 'bikes')
    """
    stem = PurePosixPath(name).stem
    match = _SAMPLE.fullmatch(stem)
    return match["clip"] if match else stem


def load(
    workspace: Workspace,
    *,
    split: str | None = None,
    models: Sequence[str] | None = None,
    conditioning_from: str | None = None,
    config: RolloutConfig = PAPER,
) -> RolloutData:
    """Read ``rollout/clips.jsonl`` and list the generated files; no video is opened.

    Parameters
    ----------
    workspace
        The workspace; layouts are in ``data/README.md``.
    split
        Keep only the clips of this split; default all.
    models
        Folder names below ``rollout/models``; default all, by name.
    conditioning_from
        The model whose first L frames stand in where ``conditioning/<clip_id>.mp4`` is absent; default the first by
        name.
    config
        Frame counts and rate.

    Raises
    ------
    InputError
        A line or name at fault, a duplicate ``clip_id``, an unknown split or model, ambiguous sample files.
    """
    clips = _read_clips(workspace.path("rollout", "clips.jsonl"))
    chosen = _of_split(clips, split)
    available = _model_names(workspace)
    selected = tuple(dict.fromkeys(models)) if models is not None else available
    for name in [*selected, *([] if conditioning_from is None else [conditioning_from])]:
        if name not in available:
            raise InputError(f"there is no model {name!r}.", where="rollout/models", fix=nearest(name, available))
    clip_ids = frozenset(clip.clip_id for clip in clips)
    generated: dict[tuple[str, str], tuple[Path, ...]] = {}
    strays: list[str] = []
    donor = conditioning_from or min(selected or available, default=None)
    for model in dict.fromkeys([*selected, *([donor] if donor else [])]):
        found, unknown = _generated(workspace, model, clip_ids)
        generated.update(found)
        strays += unknown if model in selected else []
    in_run = {clip.clip_id for clip in chosen}
    samples = dict.fromkeys(selected, 0)
    for (model, clip_id), files in generated.items():
        if model in samples and clip_id in in_run:
            samples[model] = max(samples[model], len(files))
    published = workspace.path("rollout", "historical")
    strays += [workspace.relative(path) for path in sorted(published.glob("*.json")) if path.stem not in available]
    return RolloutData(
        workspace=workspace,
        config=config,
        split=split,
        clips=chosen,
        all_clip_ids=clip_ids,
        models=selected,
        conditioning_from=donor,
        historical=_historical(workspace, selected),
        generated=generated,
        samples=samples,
        strays=tuple(strays),
    )


def _read_clips(path: Path) -> tuple[Clip, ...]:
    clips: dict[str, tuple[int, Clip]] = {}
    for line, row in read_rows(path, dict[str, Any], what="the clips of the rollout protocol"):
        where = f"{path}:{line}"
        try:
            fields = msgspec.convert(row, _ClipRow)
        except msgspec.ValidationError as error:
            raise InputError(
                f"{error}.",
                where=where,
                fix='A row is {"clip_id": "...", "splits": ["..."]}, with free metadata beside.',
            ) from None
        clip_id = check_name(fields.clip_id, what="clip_id", where=where)
        if _SAMPLE.fullmatch(clip_id):
            raise InputError(
                f"clip_id {clip_id!r} ends like a sample file (.s0, .s1, ...).", where=where, fix="Rename the clip."
            )
        if clip_id in clips:
            raise InputError(
                f"clip_id {clip_id!r} stands already on line {clips[clip_id][0]}.",
                where=where,
                fix="Keep one row a clip.",
            )
        for split in fields.splits:
            if check_name(split, what="split", where=where) == ALL:
                raise InputError(f"a split cannot be called {ALL!r}: that is the run of all clips.", where=where)
        metadata = {key: value for key, value in row.items() if key not in ("clip_id", "splits")}
        clips[clip_id] = line, Clip(clip_id, tuple(fields.splits), metadata)
    if not clips:
        raise InputError("the file has no rows.", where=path, fix="Write one row a clip; see data/README.md.")
    return tuple(clip for _, clip in clips.values())


def _of_split(clips: tuple[Clip, ...], split: str | None) -> tuple[Clip, ...]:
    if split is None:
        return clips
    chosen = tuple(clip for clip in clips if split in clip.splits)
    if not chosen:
        known = {name for clip in clips for name in clip.splits}
        raise InputError(f"no clip is in split {split!r}.", where="rollout/clips.jsonl", fix=nearest(split, known))
    return chosen


def _model_names(workspace: Workspace) -> tuple[str, ...]:
    folder = workspace.path("rollout", "models")
    if not folder.exists():
        return ()
    if not folder.is_dir():
        raise InputError("this is not a folder.", where="rollout/models", fix="It should hold one folder a model.")
    names = sorted(path.name for path in folder.iterdir() if path.is_dir() and not path.name.startswith("."))
    for name in names:
        if name in BASELINES:
            raise InputError(
                f"a model folder is called {name!r}, which is the name of a baseline.",
                where="rollout/models",
                fix="Rename the folder.",
            )
    return tuple(check_name(name, what="model", where="rollout/models") for name in names)


def _historical(workspace: Workspace, models: Sequence[str]) -> dict[str, dict[str, float]]:
    published = {}
    for model in models:
        path = _historical_path(workspace, model)
        if path.exists() or path.is_symlink():  # a link that leads nowhere is a fault, not an absence
            rows = read_json(path, dict[str, _Historical], what="the published MAD of each clip")
            published[model] = {clip_id: row.aggregate_rollout_mad for clip_id, row in rows.items()}
    return published


def _historical_path(workspace: Workspace, model: str) -> Path:
    return workspace.path("rollout", "historical", f"{model}.json")


def _generated(
    workspace: Workspace, model: str, clip_ids: frozenset[str]
) -> tuple[dict[tuple[str, str], tuple[Path, ...]], list[str]]:
    folder = workspace.path("rollout", "models", model)
    indexed: dict[str, dict[int | None, Path]] = {}
    strays = []
    for path in sorted(folder.glob("*.mp4")):
        check_encoding(path)
        match = _SAMPLE.fullmatch(path.stem)
        clip_id, index = (match["clip"], int(match["index"])) if match else (path.stem, None)
        if clip_id in clip_ids:
            indexed.setdefault(clip_id, {})[index] = workspace.path("rollout", "models", model, path.name)
        else:
            strays.append(workspace.relative(path))
    files = {}
    for clip_id, by_index in indexed.items():
        if None in by_index and len(by_index) > 1:
            raise InputError(
                f"clip {clip_id!r} has both {clip_id}.mp4 and numbered samples.",
                where=f"rollout/models/{model}",
                fix="Keep either one file or .s0, .s1, ...",
            )
        if None not in by_index and set(by_index) != set(range(len(by_index))):
            raise InputError(
                f"the samples of clip {clip_id!r} are numbered {sorted(k for k in by_index if k is not None)}; "
                f"expected 0 to {len(by_index) - 1} without a gap.",
                where=f"rollout/models/{model}",
                fix="Add the missing file or rename.",
            )
        files[model, clip_id] = tuple(path for _, path in sorted(by_index.items(), key=lambda item: item[0] or 0))
    return files, strays
