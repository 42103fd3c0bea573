"""Write the pictures that a judge sees into a folder, with a manifest that says how each came about."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar

import cv2
import msgspec

import evalcore
from evalcore.batch import Cache, Coverage, Failure, Outcome, Progress, file_sha256, fingerprint, record, run
from evalcore.errors import EvalcoreError, VideoError
from evalcore.judged.clips import GeneratedClip, generated_clips
from evalcore.judged.config import DEFAULT_PROFILE, Profile, SamplingProfile
from evalcore.judged.data import JudgedData
from evalcore.judged.frames import ClipSample, resize_rule, sample_clip
from evalcore.judged.picture_folder import PictureFolder
from evalcore.judged.prompts import PROMPT_FILES, read_prompts
from evalcore.judged.sample_result import SampleConfig, SampledClip, SampleResult
from evalcore.judged.sampling import profile_named
from evalcore.video import decode_signature
from evalcore.vlm import encode

__all__ = ["SampleTask", "sample"]

PACKAGES = ("av", "numpy", "opencv-python-headless")


def sample(
    data: JudgedData,
    model: str,
    *,
    out: Path,
    profile: Profile = DEFAULT_PROFILE,
    subset: str | None = None,
    videos: Path | None = None,
    jobs: int | None = None,
    cache: Cache | None = None,
    progress: Progress | None = None,
) -> SampleResult:
    """Sample every clip of a model and write pictures and manifest into ``out``.

    With a cache, a run that was killed goes on where it stopped: what was sampled before is not sampled again while its
    pictures are there unchanged. The manifest is written at the end; until then it is empty.

    Parameters
    ----------
    out
        A new or empty folder, or one of an earlier run, whose pictures are replaced.
    profile
        ``observation-8`` or ``paper-prefix-8``.
    subset, videos
        As for :func:`~evalcore.judged.clips.generated_clips`.
    jobs, cache, progress
        As in :func:`evalcore.batch.run`.

    Returns
    -------
    SampleResult
        Complete only if every clip could be sampled. A clip that is missing, damaged or short has no row and is named.

    Raises
    ------
    InputError
        Names that do not exist, faulty prompts, or a folder that holds something else.
    """
    chosen = profile_named(profile)
    clips = generated_clips(data, model, subset=subset, videos=videos)
    prompts = _prompt_hashes(data)
    folder = PictureFolder(out)
    config = SampleConfig(model, chosen.name, subset, str(chosen.prefix_end), chosen.frames, resize_rule(chosen))

    def result(rows: Sequence[SampledClip], failures: Sequence[Failure], inputs: dict[str, str]) -> SampleResult:
        return SampleResult(
            coverage=Coverage(requested=len(clips), done=len(rows), failed=len(failures)),
            failures=tuple(failures),
            record=record(config=config, inputs={**data.files, **inputs}, packages=PACKAGES, decode=decode_signature()),
            model=model,
            profile=chosen.name,
            conditions=tuple(rows),
        )

    folder.claim(result([], [], {}))
    tasks = [SampleTask(clip, chosen, folder) for clip in clips]
    outcomes = _run(tasks, folder, jobs=jobs, cache=cache, progress=progress)
    rows = [
        replace(outcome.value, **prompts[clip.condition.task])
        for clip, outcome in zip(clips, outcomes, strict=True)
        if outcome.failure is None
    ]
    done = result(rows, [one.failure for one in outcomes if one.failure], _inputs(clips, outcomes))
    folder.finish(
        done,
        rows=[msgspec.json.encode(row) for row in rows],
        names=[name for row in rows for name in row.pictures],
    )
    return done


def _run(
    tasks: Sequence[SampleTask],
    folder: PictureFolder,
    *,
    jobs: int | None,
    cache: Cache | None,
    progress: Progress | None,
) -> list[Outcome]:
    outcomes = run(tasks, jobs=jobs, cache=cache, progress=progress)
    # The cache knows what was sampled, not whether the pictures are in this folder.
    lost = [
        task
        for task, outcome in zip(tasks, outcomes, strict=True)
        if outcome.cached and not folder.holds(outcome.value.pictures, outcome.value.picture_sha256)
    ]
    if not lost:
        return outcomes
    anew = {outcome.unit: outcome for outcome in run(lost, jobs=jobs, progress=progress)}
    return [anew.get(outcome.unit, outcome) for outcome in outcomes]


@dataclass(frozen=True)
class SampleTask:
    """Samples the clip of one condition and writes its pictures."""

    clip: GeneratedClip
    profile: SamplingProfile
    folder: PictureFolder
    value_type: ClassVar[type] = SampledClip

    @property
    def units(self) -> tuple[str, ...]:
        """The condition."""
        return (self.clip.condition.condition_id,)

    def fingerprint(self, unit: str) -> str:
        """Hash of the clip's content, the profile, the observation time and the versions that change a picture."""
        return fingerprint(
            {
                "protocol": (SampleResult.protocol, SampleResult.protocol_version, "sample"),
                "unit": unit,
                "video": file_sha256(self.clip.path),
                "profile": {name: str(value) for name, value in vars(self.profile).items()},
                "observation_time": self.clip.condition.observation_time,
                "decode": decode_signature(),
                "evalcore": evalcore.__version__,
                "opencv": cv2.__version__,
            }
        )

    def compute(self, units: Sequence[str]) -> Iterator[tuple[str, Any]]:
        """Sample and write; a fault of the file fails the unit."""
        for unit in units:
            try:
                sampled = sample_clip(
                    self.clip.path, profile=self.profile, observation_time=self.clip.condition.observation_time
                )
            except VideoError as error:
                yield unit, Failure(unit, error.kind, f"{self.clip.name}: {error}")
            else:
                yield unit, self._written(unit, sampled)

    def _written(self, unit: str, sampled: ClipSample) -> SampledClip:
        choice = sampled.choice
        # The files hold the very bytes that a judge is sent.
        pictures = {index: encode(frame).png for index, frame in zip(choice.frames, sampled.pictures, strict=True)}
        names, digests = self.folder.write(unit, pictures)
        own = {name: value for name, value in vars(sampled).items() if name not in ("choice", "pictures")}
        return SampledClip(condition_id=unit, pictures=names, picture_sha256=digests, **vars(choice), **own)


def _prompt_hashes(data: JudgedData) -> dict[str, dict[str, str | None]]:
    """Task -> the fields of a row that say which prompts go with its pictures."""
    absent = [name for name in PROMPT_FILES if not data.workspace.path(name).exists()]
    if absent:
        reason = f"the data has no {absent[0]}"
        return {task: {"prompt_sha256_reason": reason, "task_sha256_reason": reason} for task in data.tasks}
    prompts = read_prompts(data)
    return {task: dict(prompts.sha256(task)) for task in data.tasks}


def _inputs(clips: Sequence[GeneratedClip], outcomes: Sequence[Outcome]) -> dict[str, str]:
    """Name -> SHA-256 of every clip, and of those of failed units that can be read."""
    digests = {}
    for clip, outcome in zip(clips, outcomes, strict=True):
        with suppress(OSError, EvalcoreError):
            digests[clip.name] = file_sha256(clip.path) if outcome.failure else outcome.value.video_sha256
    return digests
