"""Let a judge see one model's clips: every condition judged once, whatever happens to the run."""

from __future__ import annotations

import logging
from collections.abc import Set
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import msgspec

from evalcore.batch import Coverage, Failure, Progress, record
from evalcore.errors import EvalcoreError
from evalcore.judged.clips import GeneratedClip
from evalcore.judged.config import DEFAULT_PROFILE, UNCERTAIN, Profile
from evalcore.judged.data import JudgedData
from evalcore.judged.frames import ClipSample
from evalcore.judged.judge_replies import Answered, ask_judge
from evalcore.judged.judge_result import JudgedUnit, JudgeRunConfig, JudgeRunResult
from evalcore.judged.judge_rows import JudgeFile, JudgeRow
from evalcore.judged.judge_setup import JudgeSetup, judge_request, set_up, unreadable
from evalcore.video import decode_signature
from evalcore.vlm import Client, Endpoint, RequestError, Retries, Usage, in_threads

__all__ = ["judge", "run_file"]

PACKAGES = ("av", "numpy", "openai", "opencv-python-headless")
GIVE_UP_AFTER = 10  # requests in a row without a reply, each after all its attempts

_log = logging.getLogger(__name__)


def judge(
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
    retries: Retries | None = None,
    progress: Progress | None = None,
) -> JudgeRunResult:
    """Ask a judge about the generated clip of every condition, and keep each judgment as soon as it is there.

    A run that was stopped or killed goes on with the same call: a condition is skipped when its row agrees in video,
    prompts, profile and model. A row whose video or prompt has changed is judged again and replaced. Under a profile
    that waits for the observation time, a clip that ends before is uncertain without asking.

    Parameters
    ----------
    data, model
        The data folder, and the model whose clips ``generated/<model>/<condition_id>.mp4`` are judged.
    endpoint
        Where to ask, and for which model.
    out
        The judgments, ``J.jsonl``; the result is written beside it as ``J.run.json``.
    profile, subset
        Sampling profile, and the conditions to judge; default all of them.
    videos
        Another folder of ``<condition_id>.mp4``.
    jobs
        Requests at a time.
    repeat
        Passes: the second goes to ``J.repeat-2.jsonl``, and so on, so that the judge can be compared with itself.
    mixed
        Go on in a file of another judge version, prompt or profile; its rows are kept where video and prompt agree.
    retries
        How often a request is made again, and when.
    progress
        Called with (conditions done, all conditions) from the calling thread.

    Returns
    -------
    JudgeRunResult
        Complete only if every condition has a judgment. A clip that cannot be read and a request that got no reply are
        failures without a row, never a verdict.

    Raises
    ------
    EndpointError
        No request can succeed (key, model, quota). What was judged before stands in the file.
    InputError
        Names or prompts at fault, another run writes the file, it holds rows that this run must not be mixed with, or
        the endpoint begins to report another model version.
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
    with Client(endpoint, retries=retries) as client:
        run = _Run(setup, client, progress)
        for number in range(1, repeat + 1):
            run.one_pass(number, jobs)
    result = run.result()
    result.write(run_file(out))
    return result


def run_file(out: Path) -> Path:
    """Where the result of a run stands, beside its judgments: ``J.run.json`` for ``J.jsonl``."""
    return out.with_suffix(".run.json")


@dataclass
class _Run:
    """A run under way, and what has come of it."""

    setup: JudgeSetup
    client: Client
    progress: Progress | None
    units: list[JudgedUnit] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    rows: list[JudgeRow] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    given_up: str | None = None

    def one_pass(self, number: int, jobs: int) -> None:
        """Every condition once, into one file."""
        path = self.setup.file(number)
        with JudgeFile(path, mixed=self.setup.mixed) as file:
            if file.cut:
                self.notes.append(f"{path.name}: the last line broke off and was dropped; its condition is judged anew")
            earlier = self.setup.earlier(file.rows, path)
            run_file(self.setup.out).unlink(missing_ok=True)  # it describes what is about to change
            units = {name: JudgedUnit(name, number, "kept") for name in earlier.holds}
            failures: dict[str, Failure] = {}
            todo = [clip for clip in self.setup.clips if clip.condition.condition_id not in units]
            work = partial(self._judge, file=file, number=number, unchecked=earlier.unchecked)
            self._tick(number, len(units))
            lost = 0
            with closing(in_threads(work, todo, jobs=jobs, on_stop=self.client.stop)) as outcomes:
                for clip, outcome in outcomes:
                    name = clip.condition.condition_id
                    if isinstance(outcome, tuple):
                        units[name], usage = outcome
                        self.usage += usage
                        lost = 0 if units[name].replies else lost
                    else:
                        failure = outcome if isinstance(outcome, Failure) else _failure(name, outcome)
                        failures[name] = replace(failure, unit=name if number == 1 else f"{name}/repeat-{number}")
                        units[name] = JudgedUnit(name, number, "failed")
                        lost += isinstance(outcome, RequestError)
                    if lost == GIVE_UP_AFTER and not self.given_up:
                        self.given_up = f"not asked: {lost} requests in a row got no reply; the last: {outcome}"
                    self._tick(number, len(units))
            # A row of another video or prompt is no judgment of what is there now.
            file.discard(earlier.changed & failures.keys())
            rows, names = file.rows, [clip.condition.condition_id for clip in self.setup.clips]
            self.units += [units[name] for name in names]
            self.failures += [failures[name] for name in names if name in failures]
            self.rows += [rows[name].row for name in names if name not in failures]

    def _judge(
        self, clip: GeneratedClip, file: JudgeFile, number: int, unchecked: Set[str]
    ) -> tuple[JudgedUnit, Usage] | Failure:
        """Sample, ask, and keep the row; in a thread of its own."""
        name = clip.condition.condition_id
        if self.given_up:
            return Failure(name, "not_asked", self.given_up)
        try:
            sample = self.setup.sample(clip)
        except (EvalcoreError, OSError) as error:
            return unreadable(clip, error, note="; its row from an earlier run stays" if name in unchecked else "")
        row = _unanswered(self.setup.settings(clip.condition), sample)
        if not sample.choice.reached:
            file.put(row)
            return JudgedUnit(name, number, "not_reached"), Usage()
        request = judge_request(self.setup.prompts, clip.condition.task, sample)
        answered = ask_judge(self.client, request, check=file.check_judge)
        file.put(_answered(row, answered))
        readable = answered.raw[-1].problem is None
        return JudgedUnit(name, number, "judged", len(answered.raw), readable), answered.usage

    def _tick(self, number: int, done: int) -> None:
        if self.progress:
            n = len(self.setup.clips)
            self.progress((number - 1) * n + done, self.setup.repeat * n)

    def result(self) -> JudgeRunResult:
        """What the run has come to."""
        setup, endpoint = self.setup, self.setup.endpoint
        clips = {clip.condition.condition_id: clip for clip in setup.clips}
        videos = {clips[row.condition_id].name: row.video_sha256 for row in self.rows if row.video_sha256}
        return JudgeRunResult(
            coverage=Coverage(len(self.units), len(self.units) - len(self.failures), len(self.failures)),
            failures=tuple(self.failures),
            record=record(
                config=JudgeRunConfig(
                    model=setup.model,
                    subset=setup.subset,
                    profile=setup.profile.name,
                    requested_model=endpoint.model,
                    endpoint=endpoint.host,
                    temperature=endpoint.temperature,
                    max_tokens=endpoint.max_tokens,
                    repeat=setup.repeat,
                    mixed=setup.mixed,
                ),
                inputs={**setup.data.files, **setup.prompts.files, **videos},
                packages=PACKAGES,
                decode=decode_signature(),
            ),
            model=setup.model,
            files=tuple(setup.file(number).name for number in range(1, setup.repeat + 1)),
            judges=tuple(sorted({row.judge for row in self.rows if row.judge})),
            units=tuple(self.units),
            usage=self.usage,
            notes=tuple(self.notes),
        )


def _unanswered(row: JudgeRow, sample: ClipSample) -> JudgeRow:
    """The row of a condition before the judge is asked; it stays like that if the clip ends too early."""
    choice = sample.choice
    return msgspec.structs.replace(
        row,
        event=UNCERTAIN,
        violation=UNCERTAIN,
        reason=None if choice.reached else f"not asked: the clip ends before {choice.observation_time} s",
        times=choice.times,
        frames=choice.frames,
        resize=sample.resize,
        size=sample.size,
        time_coverage=choice.time_coverage,
        reached=choice.reached,
        video_sha256=sample.video_sha256,
        created=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def _answered(row: JudgeRow, answered: Answered) -> JudgeRow:
    return msgspec.structs.replace(
        row,
        event=answered.answer.event,
        violation=answered.answer.violation,
        reason=answered.answer.reason,
        judge=answered.judge or row.requested_model,
        system_fingerprint=answered.system_fingerprint,
        raw=answered.raw,
        usage=answered.usage,
        attempts=answered.attempts,
        latency_s=answered.latency_s,
    )


def _failure(name: str, error: Exception) -> Failure:
    """A condition that got no row; raises what ends the run."""
    if isinstance(error, RequestError):
        return Failure(name, error.kind, str(error))
    if isinstance(error, EvalcoreError):
        raise error
    _log.error("unexpected error in %s", name, exc_info=error)
    return Failure(name, "internal", f"unexpected {type(error).__name__}; the log has the details, please report this")
