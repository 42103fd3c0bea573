"""What a judge run is about to do, and which judgments of earlier runs still hold."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from pathlib import Path

import msgspec

from evalcore.batch import Failure, file_sha256
from evalcore.errors import EvalcoreError, InputError
from evalcore.judged.clips import GeneratedClip, generated_clips
from evalcore.judged.config import Profile, SamplingProfile
from evalcore.judged.data import CONDITIONS, Condition, JudgedData
from evalcore.judged.frames import ClipSample, sample_clip
from evalcore.judged.judge_rows import ELSEWHERE, JudgeRow, KeptRow
from evalcore.judged.prompts import Prompts, read_prompts
from evalcore.judged.sampling import profile_named
from evalcore.vlm import Endpoint, Message, encode

__all__ = ["Earlier", "JudgeSetup", "judge_request", "set_up", "unreadable"]

SETTINGS = ("requested_model", "profile", "temperature")
JUDGED_FROM = ("video_sha256", "prompt_sha256", "task_sha256", "observation_time")


@dataclass(frozen=True, eq=False)
class JudgeSetup:
    """One model's clips, one for each condition to judge, and the judge that is to see them."""

    data: JudgedData
    model: str
    profile: SamplingProfile
    endpoint: Endpoint
    prompts: Prompts
    clips: tuple[GeneratedClip, ...]
    out: Path
    subset: str | None = None
    repeat: int = 1
    mixed: bool = False

    def file(self, number: int) -> Path:
        """The judgments of a pass: ``J.jsonl``, then ``J.repeat-2.jsonl`` and so on."""
        return self.out if number == 1 else self.out.with_suffix(f".repeat-{number}.jsonl")

    def sample(self, clip: GeneratedClip) -> ClipSample:
        """The frames that the judge is to see; errors as in :func:`~evalcore.judged.frames.sample_clip`."""
        return sample_clip(clip.path, profile=self.profile, observation_time=clip.condition.observation_time)

    def settings(self, condition: Condition) -> JudgeRow:
        """What the row of a condition says about this run, before there is a judgment."""
        hashes = self.prompts.sha256(condition.task)
        return JudgeRow(
            condition_id=condition.condition_id,
            requested_model=self.endpoint.model,
            endpoint=self.endpoint.host,
            temperature=self.endpoint.temperature,
            generated_model=self.model,
            profile=self.profile.name,
            observation_time=condition.observation_time,
            prompt_sha256=hashes["prompt_sha256"],
            task_sha256=hashes["task_sha256"],
        )

    def earlier(self, rows: Mapping[str, KeptRow], path: Path) -> Earlier:
        """Sort the rows of a file by whether they hold for this run.

        Raises
        ------
        InputError
            The file holds judgments of another model's clips; or, unless mixed, rows of another judge, prompt or
            profile that this run would leave there.
        """
        here = {clip.condition.condition_id: clip for clip in self.clips}
        self._check_settings(rows, path)
        sorted_rows: dict[str, set[str]] = {"holds": set(), "changed": set(), "unchecked": set()}
        for name, kept in rows.items():
            clip = here.get(name)
            if clip is None:
                self._check_prompts(name, kept, path)
                continue
            try:
                digest = file_sha256(clip.path)
            except (EvalcoreError, OSError):
                sorted_rows["unchecked"].add(name)
                continue
            mine = msgspec.structs.replace(self.settings(clip.condition), video_sha256=digest)
            same = all(getattr(kept.row, field) == getattr(mine, field) for field in JUDGED_FROM)
            sorted_rows["holds" if same else "changed"].add(name)
        return Earlier(**sorted_rows)

    def _check_settings(self, rows: Mapping[str, KeptRow], path: Path) -> None:
        judge: str | None = None
        for kept in rows.values():
            where = f"{path}:{kept.line}"
            if kept.row.generated_model not in (None, self.model):
                raise InputError(
                    f"this row judges a clip of {kept.row.generated_model!r}, not of {self.model!r}.",
                    where=where,
                    fix=ELSEWHERE,
                )
            if self.mixed:
                continue
            mine = (self.endpoint.model, self.profile.name, self.endpoint.temperature)
            for name, ours in zip(SETTINGS, mine, strict=True):
                if (theirs := getattr(kept.row, name)) != ours:
                    raise _mixing(f"{name} is {theirs!r} here, and {ours!r} in this run", where)
            judge = judge or kept.row.judge
            if kept.row.judge not in (None, judge):
                raise _mixing(f"this row is by {kept.row.judge!r}, others are by {judge!r}", where)

    def _check_prompts(self, name: str, kept: KeptRow, path: Path) -> None:
        """A row of a condition that this run leaves out stays as it is, so it must be of the same prompts."""
        if self.mixed or name not in self.data.positions:
            return
        mine = self.settings(self.data.condition(name))
        if (kept.row.prompt_sha256, kept.row.task_sha256) != (mine.prompt_sha256, mine.task_sha256):
            raise _mixing("this row is of another prompt, and this run leaves it out", f"{path}:{kept.line}")


def _mixing(what: str, where: str) -> InputError:
    return InputError(
        f"{what}.", where=where, fix=f"{ELSEWHERE} Or allow both in one file with --mixed; scores then say so."
    )


@dataclass(frozen=True)
class Earlier:
    """Conditions that have a row: it ``holds``; its video or prompt ``changed``; or its clip cannot be read now."""

    holds: Set[str]
    changed: Set[str]
    unchecked: Set[str]


def judge_request(prompts: Prompts, task: str, sample: ClipSample) -> Message:
    """What the judge is sent: the text, and the sampled frames as pictures.

    ``evalcore.vlm.request_body(endpoint, [message])`` is the JSON of the request.
    """
    return Message("user", prompts.text(task, sample.choice.times), tuple(map(encode, sample.pictures)))


def unreadable(clip: GeneratedClip, error: Exception, *, note: str = "") -> Failure:
    """The failure of a condition whose clip cannot be sampled."""
    # An error that names its place may be about the path itself, which then has no name to show.
    message = str(error) if isinstance(error, InputError) else f"{clip.name}: {error}"
    return Failure(clip.condition.condition_id, getattr(error, "kind", "input"), f"{message}{note}")


def set_up(
    data: JudgedData,
    model: str,
    *,
    endpoint: Endpoint,
    out: Path,
    profile: Profile,
    subset: str | None,
    videos: Path | None,
    jobs: int,
    repeat: int,
    mixed: bool,
) -> JudgeSetup:
    """Check what can be checked before any clip is opened.

    Raises
    ------
    InputError
        An unknown model, profile or subset, prompts at fault, a name for the judgments that does not end in ``.jsonl``.
    """
    if out.suffix != ".jsonl":
        raise InputError("judgments are written as JSON lines.", where=out, fix="Give a name that ends in .jsonl.")
    if repeat < 1 or jobs < 1:
        what = f"{repeat} passes" if repeat < 1 else f"{jobs} requests at a time"
        raise InputError(f"{what} are not possible.", fix="Give 1 or more.")
    clips = generated_clips(data, model, subset=subset, videos=videos)
    if not clips:
        raise InputError("there is no condition to judge.", where=CONDITIONS, fix="Write one row a condition there.")
    return JudgeSetup(
        data=data,
        model=model,
        profile=profile_named(profile),
        endpoint=endpoint,
        prompts=read_prompts(data),
        clips=clips,
        out=out,
        subset=subset,
        repeat=repeat,
        mixed=mixed,
    )
