"""What a judge run would do: requests, pictures, tokens and time, before anything is sent."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass
from math import ceil
from pathlib import Path
from statistics import median

from evalcore.batch import Failure, Progress
from evalcore.errors import EvalcoreError
from evalcore.judged.clips import GeneratedClip
from evalcore.judged.config import DEFAULT_PROFILE, Profile
from evalcore.judged.data import JudgedData
from evalcore.judged.judge_rows import read_stored
from evalcore.judged.judge_setup import JudgeSetup, set_up, unreadable
from evalcore.vlm import Endpoint, in_threads

__all__ = ["REQUEST_S", "JudgePlan", "plan"]

# An estimate before anything was measured. Models count pictures in patches of 28 to 32 pixels, or in tiles of 512;
# 32 is in between. A token of English text is about four letters.
PATCH = 32
LETTERS_A_TOKEN = 4
REPLY_TOKENS = 80
REQUEST_S = 5.0


@dataclass(frozen=True)
class JudgePlan:
    """What :func:`evalcore.judged.judge` would do with the same arguments.

    ``requests`` and ``pictures`` are exact as long as no reply needs a repair; tokens and ``seconds`` are estimates, of
    which ``measured`` says whether earlier replies in the file gave the time of a request. ``kept``, ``replaced`` and
    ``not_reached`` are conditions (of the first pass): their row holds, their row is of another video or prompt, their
    clip ends before the observation time, so that they are uncertain without asking. ``failures`` are clips that cannot
    be read.
    """

    conditions: int
    repeat: int
    requests: int
    pictures: int
    prompt_tokens: int
    completion_tokens: int
    seconds: float
    measured: bool
    kept: tuple[str, ...]
    replaced: tuple[str, ...]
    not_reached: tuple[str, ...]
    failures: tuple[Failure, ...]


def plan(
    data: JudgedData,
    model: str,
    *,
    endpoint: Endpoint,
    out: Path,
    profile: Profile = DEFAULT_PROFILE,
    subset: str | None = None,
    videos: Path | None = None,
    jobs: int = 4,
    repeat: int = 1,
    mixed: bool = False,
    progress: Progress | None = None,
) -> JudgePlan:
    """Say what a judge run would do; nothing is sent, and nothing is written. Arguments as for the run.

    Every clip that would be shown is decoded, so that what is said about it is true.

    Raises
    ------
    InputError
        As the run would, except for what only the endpoint knows.
    """
    setup = set_up(
        data,
        model,
        endpoint=endpoint,
        out=out,
        profile=profile,
        subset=subset,
        videos=videos,
        jobs=jobs,
        repeat=repeat,
        mixed=mixed,
    )
    passes = []
    latencies = []
    for number in range(1, repeat + 1):
        stored = read_stored(setup.file(number)).rows
        passes.append(setup.earlier(stored, setup.file(number)))
        latencies += [kept.row.latency_s for kept in stored.values() if kept.row.latency_s]
    todo = [clip for clip in setup.clips if any(clip.condition.condition_id not in one.holds for one in passes)]
    costs, failures = _costs(setup, todo, jobs=jobs, progress=progress)
    asked = [cost for one in passes for name, cost in costs.items() if cost.asked and name not in one.holds]
    each_s = median(latencies) if latencies else REQUEST_S
    names = [clip.condition.condition_id for clip in setup.clips]
    return JudgePlan(
        conditions=len(names),
        repeat=repeat,
        requests=len(asked),
        pictures=sum(cost.pictures for cost in asked),
        prompt_tokens=sum(cost.tokens for cost in asked),
        completion_tokens=REPLY_TOKENS * len(asked),
        seconds=round(ceil(len(asked) / jobs) * each_s, 1),
        measured=bool(latencies),
        kept=tuple(name for name in names if name in passes[0].holds),
        replaced=tuple(name for name in names if name in passes[0].changed),
        not_reached=tuple(name for name in names if name in costs and not costs[name].asked),
        failures=tuple(failures[name] for name in names if name in failures),
    )


@dataclass(frozen=True)
class _Cost:
    """What one condition would take; the pictures themselves are not kept."""

    asked: bool
    pictures: int
    tokens: int


def _costs(
    setup: JudgeSetup, clips: list[GeneratedClip], *, jobs: int, progress: Progress | None
) -> tuple[dict[str, _Cost], dict[str, Failure]]:
    def cost(clip: GeneratedClip) -> _Cost:
        sample = setup.sample(clip)
        width, height = sample.size
        a_picture = ceil(width / PATCH) * ceil(height / PATCH)
        letters = len(setup.prompts.text(clip.condition.task, sample.choice.times))
        n = len(sample.pictures)
        return _Cost(sample.choice.reached, n, n * a_picture + ceil(letters / LETTERS_A_TOKEN))

    costs: dict[str, _Cost] = {}
    failures: dict[str, Failure] = {}
    with closing(in_threads(cost, clips, jobs=jobs, on_stop=lambda: None)) as outcomes:
        for done, (clip, outcome) in enumerate(outcomes, start=1):
            name = clip.condition.condition_id
            if isinstance(outcome, _Cost):
                costs[name] = outcome
            elif isinstance(outcome, EvalcoreError | OSError):
                failures[name] = unreadable(clip, outcome)
            else:
                raise outcome
            if progress:
                progress(done, len(clips))
    return costs, failures
