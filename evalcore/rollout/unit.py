"""One clip with all its methods: the unit of work of a rollout run."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from evalcore.batch import Failure, file_sha256, fingerprint
from evalcore.errors import VideoError
from evalcore.metrics import mad, ssim
from evalcore.rollout.baselines import history_farneback, persistence
from evalcore.rollout.checks import offset_message, thumbnail
from evalcore.rollout.config import RolloutConfig
from evalcore.rollout.data import BASELINES, ClipFiles
from evalcore.rollout.result import ClipScore, Note, RolloutResult, Sample
from evalcore.video import Video, decode, decode_signature

__all__ = ["ClipTask", "UnitValue", "predict"]

Frames = NDArray[np.uint8]


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
    _digests: dict[Path, str] = field(default_factory=dict, compare=False, repr=False)

    @property
    def units(self) -> tuple[str, ...]:
        """``method/clip_id`` for each method."""
        return tuple(f"{method}/{self.files.clip_id}" for method in self.methods)

    def fingerprint(self, unit: str) -> str:
        """Hash of the unit's name, the contents of its files, the config and the versions that change the number."""
        return fingerprint(
            {
                "protocol": (RolloutResult.protocol, RolloutResult.protocol_version),
                "unit": unit,
                "inputs": self._inputs(self._method(unit)),
                "config": self.config,
                "decode": decode_signature(self.config.decode),
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

    def _inputs(self, method: str) -> dict[str, str]:
        """Relative path -> SHA-256 of the files that the value of ``method`` depends on."""
        paths = [self.files.future]
        if self.files.conditioning:
            paths.append(self.files.conditioning)
        paths += [self.files.observed] if method in BASELINES else self.files.of(method)
        for path in paths:
            if path not in self._digests:
                self._digests[path] = file_sha256(path)
        return {self.files.name(path): self._digests[path] for path in paths}


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
            prefix_mad = float(mad(prefix, self.conditioning.video.frames).mean()) if self.conditioning else None
            samples.append(_sample(index, prediction, truth, decode_ms=generated.ms, prefix_mad=prefix_mad))
            thumbnails.append(thumbnail(prefix[-1]))
            notes += self._rate_notes(unit, generated)
            if message := offset_message(prediction, truth, drop=self.config.offset_drop):
                notes.append(Note(unit, "offset", message if len(paths) == 1 else f"sample {index}: {message}"))
        return UnitValue(
            score=_mean_over_samples(self.files.clip_id, model, samples),
            notes=tuple(notes),
            size=self._size,
            thumbnails=tuple(thumbnails),
            conditioning=thumbnail(self.conditioning.video.frames[-1]) if self.conditioning else None,
        )

    def baseline(self, name: str) -> UnitValue:
        frames = self.observed.video.frames[: self.config.conditioning]
        start = time.perf_counter()
        prediction = predict(name, frames, self.config)
        algorithm_ms = 1000 * (time.perf_counter() - start)
        sample = _sample(0, prediction, self.truth.video.frames, decode_ms=self.observed.ms)
        return UnitValue(
            score=_mean_over_samples(self.files.clip_id, name, [sample], algorithm_ms=algorithm_ms),
            notes=tuple(self._rate_notes(f"{name}/{self.files.clip_id}", self.observed)),
            size=self._size,
        )

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


def _sample(
    index: int, prediction: Frames, truth: Frames, *, decode_ms: float, prefix_mad: float | None = None
) -> Sample:
    per_step_mad, per_step_ssim = mad(prediction, truth), ssim(prediction, truth)
    return Sample(
        index=index,
        rollout_mad=float(per_step_mad.mean()),
        rollout_ssim=float(per_step_ssim.mean()),
        per_step_mad=tuple(per_step_mad.tolist()),
        per_step_ssim=tuple(per_step_ssim.tolist()),
        decode_ms=decode_ms,
        prefix_mad=prefix_mad,
    )


def _mean_over_samples(
    clip_id: str, method: str, samples: Sequence[Sample], *, algorithm_ms: float | None = None
) -> ClipScore:
    prefix = [sample.prefix_mad for sample in samples if sample.prefix_mad is not None]
    return ClipScore(
        clip_id=clip_id,
        method=method,
        rollout_mad=float(np.mean([sample.rollout_mad for sample in samples])),
        rollout_ssim=float(np.mean([sample.rollout_ssim for sample in samples])),
        per_step_mad=tuple(np.mean([sample.per_step_mad for sample in samples], axis=0).tolist()),
        per_step_ssim=tuple(np.mean([sample.per_step_ssim for sample in samples], axis=0).tolist()),
        decode_ms=sum(sample.decode_ms for sample in samples),
        algorithm_ms=algorithm_ms,
        prefix_mad=float(np.mean(prefix)) if prefix else None,
        samples=tuple(samples) if len(samples) > 1 else (),
    )
