"""The similarity diagnostic: generated clips against reference futures. It never enters a ranking."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, ClassVar

import cv2
import numpy as np
from numpy.typing import NDArray

import evalcore
from evalcore.batch import Cache, Coverage, Failure, Outcome, Progress, file_sha256, fingerprint, record, run
from evalcore.errors import EvalcoreError, VideoError
from evalcore.judged.clips import GeneratedClip, generated_clips
from evalcore.judged.config import SIMILARITY, SIMILARITY_COMPONENTS
from evalcore.judged.data import JudgedData
from evalcore.judged.sampling import even_times
from evalcore.judged.similarity_result import ClipSimilarity, SimilarityResult, SimilarityRun
from evalcore.metrics import psnr, ssim
from evalcore.stats import MeanInterval, mean_interval
from evalcore.video import (
    ChosenFrames,
    Display,
    announced_times,
    as_seen,
    decode_chosen,
    decode_signature,
    resize,
    sample_times,
)

__all__ = ["SimilarityTask", "similarity"]

Picture = NDArray[np.uint8]
PACKAGES = ("av", "numba", "numpy", "opencv-python-headless", "scipy")
ONE_MOMENT = "the overlap is 0 s, one of the clips shows a single moment: only the first frames were compared"


def similarity(
    data: JudgedData,
    model: str,
    *,
    subset: str | None = None,
    videos: Path | None = None,
    allow_partial: bool = False,
    jobs: int | None = None,
    cache: Cache | None = None,
    progress: Progress | None = None,
) -> SimilarityResult:
    """PSNR and SSIM of a model's clips against the reference futures, over the time that both clips show.

    Sixteen times are spaced evenly from 0 to the earlier of the two last frames, each clip counting from its own first
    frame. The nearest frames (of two, the earlier) are resized to 256 x 256. PSNR pools the squared error over the
    sixteen pairs (99 dB at most), SSIM (11 x 11 Gaussian window) is the mean over them.

    Parameters
    ----------
    subset, videos
        As for :func:`~evalcore.judged.clips.generated_clips`.
    allow_partial
        Give means over the conditions that succeeded; the result still says ``complete: false``.
    jobs, cache, progress
        As in :func:`evalcore.batch.run`.

    Returns
    -------
    SimilarityResult
        A diagnostic, and marked as one: these are not the PSNR and SSIM of the published table, which stem from other
        clips. Conditions without a reference are counted; a clip or reference that is missing or damaged is a failure.

    Raises
    ------
    InputError
        No such model, folder or subset.
    """
    clips = generated_clips(data, model, subset=subset, videos=videos)
    compared = [clip for clip in clips if clip.condition.reference is not None]
    tasks = [SimilarityTask(clip) for clip in compared]
    outcomes = run(tasks, jobs=jobs, cache=cache, progress=progress)
    rows: list[ClipSimilarity] = [outcome.value for outcome in outcomes if outcome.failure is None]
    failures = tuple(outcome.failure for outcome in outcomes if outcome.failure)
    reason = None
    if not rows:
        reason = "no condition could be compared" if compared else "no condition has a reference"
    elif failures and not allow_partial:
        reason = f"{len(failures)} of {len(compared)} conditions failed; see failures, or allow a partial run"
    means: dict[str, MeanInterval] = {}
    if reason is None:
        means = {name: mean_interval([getattr(row, name) for row in rows]) for name in SIMILARITY_COMPONENTS}
    return SimilarityResult(
        coverage=Coverage(requested=len(compared), done=len(rows), failed=len(failures)),
        failures=failures,
        record=record(
            config=SimilarityRun(model=model, subset=subset, allow_partial=allow_partial, **vars(SIMILARITY)),
            inputs={**data.files, **_inputs(compared, outcomes)},
            packages=PACKAGES,
            decode=decode_signature(),
        ),
        model=model,
        n=len(rows),
        mean={name: means[name].mean if means else None for name in SIMILARITY_COMPONENTS},
        ci95={name: means[name].ci95 if means else None for name in SIMILARITY_COMPONENTS},
        conditions=tuple(rows),
        without_reference=len(clips) - len(compared),
        mean_reason=reason,
        ci95_reason=reason or means["psnr"].reason,
    )


@dataclass(frozen=True)
class SimilarityTask:
    """Compares the clip of one condition with its reference."""

    clip: GeneratedClip
    value_type: ClassVar[type] = ClipSimilarity

    @property
    def units(self) -> tuple[str, ...]:
        """The condition."""
        return (self.clip.condition.condition_id,)

    @property
    def reference(self) -> Path:
        """The reference future; the condition must name one."""
        path = self.clip.data.reference(self.clip.condition.condition_id)
        assert path is not None
        return path

    def fingerprint(self, unit: str) -> str:
        """Hash of both files' contents, the constants and the versions that change a figure."""
        return fingerprint(
            {
                "protocol": (SimilarityResult.protocol, SimilarityResult.protocol_version, "similarity"),
                "unit": unit,
                "video": file_sha256(self.clip.path),
                "reference": file_sha256(self.reference),
                "config": SIMILARITY,
                "decode": decode_signature(),
                "evalcore": evalcore.__version__,
                "opencv": cv2.__version__,
            }
        )

    def compute(self, units: Sequence[str]) -> Iterator[tuple[str, Any]]:
        """Compare; a fault of either file, which the message names, fails the unit."""
        for unit in units:
            try:
                yield unit, self._compared(unit)
            except VideoError as error:
                yield unit, Failure(unit, error.kind, str(error))

    def _compared(self, unit: str) -> ClipSimilarity:
        with _named(self.clip.name):
            announced = announced_times(self.clip.path)
        with _named(self._reference_name):
            announced_reference = announced_times(self.reference)
        overlap = min(_last(announced), _last(announced_reference))
        generated, reference = self._decoded(overlap)
        found = min(_last(generated.info.exact_times), _last(reference.info.exact_times))
        if found != overlap:  # a container announces other times than its frames have
            overlap = found
            generated, reference = self._decoded(overlap)
        times = _common_times(overlap)
        frames, reference_frames = (
            sample_times(chosen.info.exact_times, times).tolist() for chosen in (generated, reference)
        )
        pictures = np.stack([generated.frames[index] for index in frames])
        expected = np.stack([reference.frames[index] for index in reference_frames])
        size = SIMILARITY.size
        pooled = psnr(pictures.reshape(-1, size, 3), expected.reshape(-1, size, 3))
        return ClipSimilarity(
            condition_id=unit,
            psnr=pooled,
            ssim=float(ssim(pictures, expected, window="gaussian").mean()),
            overlap_s=float(overlap),
            times=tuple(map(float, times)),
            frames=tuple(frames),
            reference_frames=tuple(reference_frames),
            psnr_capped=pooled == SIMILARITY.cap_db,
            video_sha256=file_sha256(self.clip.path),
            reference_sha256=file_sha256(self.reference),
            rotation=generated.info.rotation,
            reference_rotation=reference.info.rotation,
            note=None if overlap else ONE_MOMENT,
        )

    def _decoded(self, overlap: Fraction) -> tuple[ChosenFrames, ChosenFrames]:
        def choose(times: Sequence[Fraction], _: Fraction) -> NDArray[np.int64]:
            return sample_times(times, _common_times(overlap))

        with _named(self.clip.name):
            generated = decode_chosen(self.clip.path, choose, prepare=_square)
        with _named(self._reference_name):
            return generated, decode_chosen(self.reference, choose, prepare=_square)

    @property
    def _reference_name(self) -> str:
        return f"reference {self.clip.data.workspace.relative(self.reference)}"


def _common_times(overlap: Fraction) -> list[Fraction]:
    """The sixteen times at which two clips are compared, from 0 to ``overlap``, in seconds."""
    return even_times(Fraction(0), overlap, SIMILARITY.times)


def _last(times: Sequence[Fraction]) -> Fraction:
    """The last of the times, 0 where there is none."""
    return times[-1] if times else Fraction(0)


def _square(frame: Picture, display: Display) -> Picture:
    # A clip stored on its side must not be compared sideways with an upright one. The sample aspect ratio needs no
    # step of its own: whatever it is, the whole picture fills the same square.
    upright = as_seen(frame, replace(display, sample_aspect=Fraction(1)))
    return resize(upright, (SIMILARITY.size, SIMILARITY.size))


@contextmanager
def _named(name: str) -> Iterator[None]:
    try:
        yield
    except VideoError as error:
        raise VideoError(error.kind, f"{name}: {error}") from None


def _inputs(clips: Sequence[GeneratedClip], outcomes: Sequence[Outcome]) -> dict[str, str]:
    """Name -> SHA-256 of every file compared, and of those of failed units that can be read."""
    digests = {}
    for clip, outcome in zip(clips, outcomes, strict=True):
        value = outcome.value
        with suppress(OSError, EvalcoreError):
            digests[clip.name] = value.video_sha256 if value else file_sha256(clip.path)
        with suppress(OSError, EvalcoreError):
            path = SimilarityTask(clip).reference
            digests[clip.data.workspace.relative(path)] = value.reference_sha256 if value else file_sha256(path)
    return digests
