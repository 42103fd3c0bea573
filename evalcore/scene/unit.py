"""One sample with all its models: the unit of work of a scene run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import msgspec

import evalcore
from evalcore.batch import Failure, file_sha256, fingerprint
from evalcore.scene.comparison import Comparison, compare
from evalcore.scene.config import SceneConfig
from evalcore.scene.data import GROUND_TRUTH, SampleFiles
from evalcore.scene.errors import SceneError
from evalcore.scene.frame_mode import FrameMode
from evalcore.scene.readers import Reader, Renderer, read_scene
from evalcore.scene.result import SampleScore, SceneResult, Sides, Transform
from evalcore.scene.side import Side, SideName, prepare

__all__ = ["SampleTask", "UnitValue", "open_side"]

READER = "blender"
NOTHING_TO_ALIGN = "a scene without objects has nothing to align"


@dataclass(frozen=True)
class UnitValue:
    """What is kept of one model on one sample: its score, and the SHA-256 of every file that was read.

    ``blender`` is the version that read one of the two scenes, None where it was not needed.
    """

    score: SampleScore
    inputs: Mapping[str, str] = field(default_factory=dict)
    blender: str | None = None


@dataclass(frozen=True)
class SampleTask:
    """Scores ``models``, all those of the run, on one sample; the ground truth is read once.

    With ``hash_inputs`` a fingerprint holds the content of the sample's files beside their sizes and modification
    times.
    """

    files: SampleFiles
    models: tuple[str, ...]
    config: SceneConfig
    hash_inputs: bool = False
    blender: Renderer | None = None
    value_type: ClassVar[type] = UnitValue

    @property
    def units(self) -> tuple[str, ...]:
        """``model/sample_id`` for each model."""
        return tuple(f"{model}/{self.files.sample.sample_id}" for model in self.models)

    def fingerprint(self, unit: str) -> str:
        """Hash of what the protocol names ("Cache validity"): model list, frame mode, settings, versions, files."""
        model = self.model(unit)
        return fingerprint(
            {
                "protocol": (SceneResult.protocol, SceneResult.protocol_version),
                "evalcore": evalcore.__version__,
                "unit": unit,
                "models": self.models,
                "frame_mode": str(self.files.sample.mode),
                "config": self.config,
                "blender": self.blender and self.blender.version,
                "inputs": [stamp for owner in (GROUND_TRUTH, model) for stamp in self.stamps(owner)],
            }
        )

    def compute(self, units: Sequence[str]) -> Iterator[tuple[str, Any]]:
        """Score each of ``units``; a fault of a prediction fails its unit, one of the truth fails them all."""
        truth = open_side(self.files, GROUND_TRUTH, self.config, blender=self.blender)
        for unit in units:
            model = self.model(unit)
            try:
                prediction = open_side(self.files, model, self.config, blender=self.blender)
                score = self._score(model, truth, prediction, compare(truth, prediction))
                yield unit, UnitValue(score, self._digests(truth, prediction), self._version(truth, prediction))
            except SceneError as error:
                yield unit, Failure(unit, error.kind, str(error))

    def readable_inputs(self, unit: str) -> dict[str, str]:
        """Relative path -> SHA-256 of those scene files of a failed unit that can be read."""
        digests = {}
        for owner in (GROUND_TRUTH, self.model(unit)):
            if path := self.files.of(owner).path:
                with suppress(OSError):
                    digests[self.files.name(path)] = file_sha256(path)
        return digests

    def _score(self, model: str, truth: Side, prediction: Side, found: Comparison) -> SampleScore:
        transform = None if found.transform is None else msgspec.convert(found.transform.tolist(), Transform)
        matched = Sides(tuple(match.gt for match in found.matches), tuple(match.pred for match in found.matches))
        return SampleScore(
            sample_id=self.files.sample.sample_id,
            model=model,
            frame_mode=str(self.files.sample.mode),
            n_gt=len(truth.objects),
            n_pred=len(prediction.objects),
            scene_aabb_iou=found.scene_aabb_iou,
            scene_obb_iou=found.scene_obb_iou,
            object_aabb_iou=found.object_aabb_iou,
            object_obb_iou=found.object_obb_iou,
            transform=transform,
            transform_reason=NOTHING_TO_ALIGN if transform is None else None,
            matches=found.matches,
            unmatched=Sides(_without(truth, matched.gt), _without(prediction, matched.pred)),
            excluded=Sides(truth.excluded, prediction.excluded),
            degenerate=found.degenerate,
            warnings=found.notes,
        )

    def model(self, unit: str) -> str:
        """The model of a unit."""
        return unit.removesuffix(f"/{self.files.sample.sample_id}")

    def stamps(self, owner: str) -> list[tuple[str, int, int, str | None]]:
        """Name, size and modification time of every file of ``owner``; with ``hash_inputs`` their SHA-256 too."""
        return [self._stamp(path) for path in self._folder(owner)]

    def folder_inputs(self, unit: str) -> dict[str, str]:
        """Relative path -> SHA-256 of every file that a renderer of a unit may read."""
        owners = (GROUND_TRUTH, self.model(unit))
        return {self.files.name(path): file_sha256(path) for owner in owners for path in self._folder(owner)}

    def _folder(self, owner: str) -> list[Path]:
        """The scene file of ``owner`` and all that lies beside it, where it may name buffers and pictures."""
        return sorted(path for path in self.files.of(owner).file.parent.rglob("*") if path.is_file())

    def _stamp(self, path: Path) -> tuple[str, int, int, str | None]:
        status = path.stat()
        digest = file_sha256(path) if self.hash_inputs else None
        return self.files.name(path), status.st_size, status.st_mtime_ns, digest

    def _version(self, *sides: Side) -> str | None:
        return self.blender.version if self.blender and any(side.scene.reader == READER for side in sides) else None

    def _digests(self, *sides: Side) -> dict[str, str]:
        return {self.files.name(path): file_sha256(path) for side in sides for path in side.scene.files}


def open_side(files: SampleFiles, owner: str, config: SceneConfig, *, blender: Reader | None = None) -> Side:
    """Read the scene of ``gt`` or of a model at the sample's moment, and leave out its ground.

    Raises
    ------
    SceneError
        As :func:`evalcore.scene.readers.read_scene`, with the file's name before the message.
    """
    name: SideName = "gt" if owner == GROUND_TRUTH else "pred"
    path, mode = files.of(owner).file, files.sample.mode
    try:
        scene = read_scene(path, mode, blender=blender)
        at_first = None
        if config.align == "object_bbox" and scene.animated and mode.kind not in ("first", "rest"):
            first = read_scene(path, FrameMode("first"), blender=blender)
            at_first = prepare(first, config, name=name)
    except SceneError as error:
        raise error.within(files.name(path)) from None
    return prepare(scene, config, name=name, at_first=at_first)


def _without(side: Side, matched: tuple[str, ...]) -> tuple[str, ...]:
    names = frozenset(matched)
    return tuple(one.name for one in side.objects if one.name not in names)
