"""One clip with all its methods: the unit of work of a rollout run."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

import cv2
import numpy as np
from numpy.typing import NDArray

import evalcore
from evalcore.batch import Failure, file_sha256, fingerprint
from evalcore.errors import VideoError
from evalcore.metrics import mad, ssim
from evalcore.rollout.baselines import history_farneback, persistence
from evalcore.rollout.checks import offset_message, thumbnail
from evalcore.rollout.config import RolloutConfig
from evalcore.rollout.data import BASELINES, ClipFiles
from evalcore.rollout.result import ClipScore, Note, RolloutResult
from evalcore.video import Video, decode, decode_signature

__all__ = ["ClipTask", "UnitValue", "predict"]

Frames = NDArray[np.uint8]
SMALLEST = 7  # pixels: the window of SSIM
NOT_TIMED = "a model's clip comes as a file; its generation is not timed here"


@dataclass(frozen=True)
class UnitValue:
    """What is kept of one method on one clip: its score, and what the checks over all clips need.

    ``size`` is (width, height); ``thumbnails`` holds one of the ninth frame for each sample, ``conditioning`` the one
    of the ninth conditioning frame, null where the clip has no conditioning file.
    """

    score: ClipScore
    notes: tuple[Note, ...]
    size: tuple[int, int]
    thumbnails: tuple[bytes, ...] = ()
    conditioning: bytes | None = None
    inputs: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ClipTask:
    """Scores the models and baselines ``methods`` on one clip; the ground truth is decoded once."""

    files: ClipFiles
    methods: tuple[str, ...]
    config: RolloutConfig
    value_type: ClassVar[type] = UnitValue
    _digests: dict[Path, str] = field(default_factory=dict, compare=False, repr=False)

    @property
    def units(self) -> tuple[str, ...]:
        """``method/clip_id`` for each method."""
        return tuple(f"{method}/{self.files.clip_id}" for method in self.methods)

    def fingerprint(self, unit: str) -> str:
        """Hash of the unit's name, the contents of its files, the config and the versions that change the number.

        The gate's tolerance is left out: it judges the number afterwards.
        """
        return fingerprint(
            {
                "protocol": (RolloutResult.protocol, RolloutResult.protocol_version),
                "unit": unit,
                "inputs": self._inputs(self._method(unit)),
                "config": replace(self.config, gate_tolerance=0),
                "decode": decode_signature(self.config.decode),
                "evalcore": evalcore.__version__,
                "opencv": cv2.__version__,
            }
        )

    def compute(self, units: Sequence[str]) -> Iterator[tuple[str, Any]]:
        """Score each of ``units``; a fault of a generated file fails its unit, one of the truth fails them all."""
        clip = _OpenClip(self.files, self.config)
        for unit in units:
            method = self._method(unit)
            try:
                value = clip.baseline(method) if method in BASELINES else clip.model(method)
                yield unit, replace(value, inputs=self._inputs(method))
            except VideoError as error:
                yield unit, Failure(unit, error.kind, str(error))

    def _method(self, unit: str) -> str:
        return unit.removesuffix(f"/{self.files.clip_id}")

    def _paths(self, method: str) -> list[Path]:
        """The files that the value of ``method`` depends on."""
        paths = [self.files.future]
        if self.files.conditioning:
            paths.append(self.files.conditioning)
        paths += [self.files.observed] if method in BASELINES else self.files.of(method)
        return paths

    def _inputs(self, method: str) -> dict[str, str]:
        return {self.files.name(path): self._sha256(path) for path in self._paths(method)}

    def readable_inputs(self, unit: str) -> dict[str, str]:
        """Relative path -> SHA-256 of those files of a failed unit that can be read."""
        method = self._method(unit)
        generated = () if method in BASELINES else self.files.generated[method]
        digests = {}
        for path in (self.files.future, self.files.conditioning or self.files.substitute, *generated):
            if path is not None:
                with suppress(OSError):
                    digests[self.files.name(path)] = self._sha256(path)
        return digests

    def _sha256(self, path: Path) -> str:
        if path not in self._digests:
            self._digests[path] = file_sha256(path)
        return self._digests[path]


@dataclass(frozen=True)
class _Timed:
    name: str
    video: Video
    ms: float


class _OpenClip:
    """The decoded frames of one clip while it is scored; the truth must match everything compared with it."""

    def __init__(self, files: ClipFiles, config: RolloutConfig) -> None:
        self.files, self.config = files, config
        self.truth = self._decode(files.future, config.horizon)
        if min(self._size) < SMALLEST:
            width, height = self._size
            raise VideoError(
                "size", f"{self.truth.name}: found {width}x{height} pixels, SSIM needs at least {SMALLEST}x{SMALLEST}"
            )

    @cached_property
    def conditioning(self) -> _Timed | None:
        path = self.files.conditioning
        return self._matching(path, self.config.conditioning) if path else None

    @cached_property
    def observed(self) -> _Timed:
        return self.conditioning or self._matching(self.files.observed, self.config.length)

    def model(self, model: str) -> UnitValue:
        lead, truth = self.config.conditioning, self.truth.video.frames
        unit = f"{model}/{self.files.clip_id}"
        samples, notes, thumbnails = [], [], []
        paths = self.files.of(model)
        for index, path in enumerate(paths):
            generated = self._matching(path, self.config.length)
            prefix, prediction = np.split(generated.video.frames, [lead])
            row = self._row(model, prediction, generated)
            samples.append(replace(row, sample=index, algorithm_ms_reason=NOT_TIMED, **self._prefix(prefix)))
            thumbnails.append(thumbnail(prefix[-1]))
            notes += self._rate_notes(unit, generated)
            if message := offset_message(prediction, truth, drop=self.config.offset_drop):
                notes.append(Note(unit, "offset", message if len(paths) == 1 else f"sample {index}: {message}"))
        return UnitValue(
            score=_mean_over_samples(samples),
            notes=tuple(notes),
            size=self._size,
            thumbnails=tuple(thumbnails),
            conditioning=self._conditioning_thumbnail,
        )

    def baseline(self, name: str) -> UnitValue:
        frames = self.observed.video.frames[: self.config.conditioning]
        start = time.perf_counter()
        prediction = predict(name, frames, self.config)
        algorithm_ms = 1000 * (time.perf_counter() - start)
        row = self._row(name, prediction, self.observed)
        return UnitValue(
            score=replace(row, algorithm_ms=algorithm_ms, prefix_mad_reason="a baseline generates no prefix"),
            notes=tuple(self._rate_notes(f"{name}/{self.files.clip_id}", self.observed)),
            size=self._size,
            conditioning=self._conditioning_thumbnail,
        )

    def _row(self, method: str, prediction: Frames, source: _Timed) -> ClipScore:
        truth = self.truth.video.frames
        per_step_mad, per_step_ssim = mad(prediction, truth), ssim(prediction, truth)
        return ClipScore(
            clip_id=self.files.clip_id,
            method=method,
            rollout_mad=float(per_step_mad.mean()),
            rollout_ssim=float(per_step_ssim.mean()),
            per_step_mad=tuple(per_step_mad.tolist()),
            per_step_ssim=tuple(per_step_ssim.tolist()),
            decode_ms=source.ms,
        )

    def _prefix(self, prefix: Frames) -> dict[str, Any]:
        if self.conditioning is None:
            return {"prefix_mad_reason": "the clip has no conditioning file"}
        return {"prefix_mad": float(mad(prefix, self.conditioning.video.frames).mean())}

    @property
    def _conditioning_thumbnail(self) -> bytes | None:
        return thumbnail(self.conditioning.video.frames[-1]) if self.conditioning else None

    @property
    def _size(self) -> tuple[int, int]:
        height, width = self.truth.video.frames.shape[1:3]
        return width, height

    def _decode(self, path: Path, count: int) -> _Timed:
        start, name = time.perf_counter(), self.files.name(path)
        try:
            video = decode(path, method=self.config.decode, expect=count)
        except VideoError as error:
            raise VideoError(error.kind, f"{name}: {error}") from None
        return _Timed(name, video, 1000 * (time.perf_counter() - start))

    def _matching(self, path: Path, count: int) -> _Timed:
        """Decode a file that is compared with the truth: same size, same effective colour conversion."""
        found = self._decode(path, count)
        mine, theirs = found.video.info, self.truth.video.info
        if (mine.width, mine.height) != (theirs.width, theirs.height):
            raise VideoError(
                "size",
                f"{found.name}: found {mine.width}x{mine.height} pixels, expected {theirs.width}x{theirs.height} as in "
                f"{self.truth.name}; render the clip at that size (nothing is resized)",
            )
        tags = mine.effective_matrix, mine.effective_range
        expected = theirs.effective_matrix, theirs.effective_range
        if tags != expected:
            raise VideoError(
                "colour",
                f"{found.name}: decodes as {' '.join(tags)} range, expected {' '.join(expected)} range as in "
                f"{self.truth.name} (untagged counts as bt601 limited); encode both with the same matrix and range",
            )
        return found

    def _rate_notes(self, unit: str, *videos: _Timed) -> list[Note]:
        notes = []
        for timed in (*videos, self.truth):
            rate = timed.video.info.average_rate
            if rate != self.config.fps:
                found = "no frame rate" if rate is None else f"{float(rate):g} frames a second"
                message = f"{timed.name}: the container says {found}, expected {self.config.fps}; metrics go by index"
                notes.append(Note(unit, "frame_rate", message))
        return notes


def predict(baseline: str, conditioning: Frames, config: RolloutConfig) -> Frames:
    """Prediction (K, H, W, 3) of a baseline from the (L, H, W, 3) conditioning frames."""
    if baseline == "persistence":
        return persistence(conditioning, config.horizon)
    return history_farneback(conditioning, config.horizon, farneback=config.farneback)


def _mean_over_samples(samples: Sequence[ClipScore]) -> ClipScore:
    """The clip's own row: the protocol's figure is the mean over its samples."""
    first, several = samples[0], len(samples) > 1
    if not several:
        return replace(first, sample=None)

    def mean(name: str) -> float:
        return float(np.mean([getattr(sample, name) for sample in samples]))

    def per_step(name: str) -> tuple[float, ...]:
        return tuple(np.mean([getattr(sample, name) for sample in samples], axis=0).tolist())

    return replace(
        first,
        rollout_mad=mean("rollout_mad"),
        rollout_ssim=mean("rollout_ssim"),
        per_step_mad=per_step("per_step_mad"),
        per_step_ssim=per_step("per_step_ssim"),
        decode_ms=sum(sample.decode_ms for sample in samples),
        prefix_mad=None if first.prefix_mad is None else mean("prefix_mad"),
        sample=None,
        samples=tuple(samples),
    )
