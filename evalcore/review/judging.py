"""Let a judge look at every rollout: one contact sheet and one request a stream."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from evalcore.batch import Coverage, Failure, Progress, file_sha256, fingerprint, record
from evalcore.errors import EvalcoreError, InputError, VideoError, nearest
from evalcore.review.config import TILES
from evalcore.review.contact_sheet import contact_sheet
from evalcore.review.data import ReviewData
from evalcore.review.items import Item, ItemStream
from evalcore.review.judge_file import PredictionFile
from evalcore.review.judge_prompt import prompt_sha256, question
from evalcore.review.judge_reply import parse_verdict
from evalcore.review.judge_result import JudgeConfig, JudgeResult
from evalcore.review.predictions import Prediction
from evalcore.video import decode_signature
from evalcore.vlm import Client, Endpoint, Message, RequestError, Retries, Usage, encode, in_threads

__all__ = ["judge"]

PACKAGES = ("av", "numpy", "openai", "opencv-python-headless")
GIVE_UP_AFTER = 10  # requests in a row without a reply, each after all its attempts
REMOTE = "the file is on another host and is not read here"

_log = logging.getLogger(__name__)


def judge(
    data: ReviewData,
    *,
    endpoint: Endpoint,
    out: Path,
    streams: Sequence[str] | None = None,
    tiles: int = TILES,
    jobs: int = 4,
    retries: Retries | None = None,
    progress: Progress | None = None,
) -> JudgeResult:
    """Ask a judge where each rollout breaks, and keep each prediction as soon as it is there.

    A run that was stopped or killed goes on with the same call: a rollout is asked about again only where its last call
    failed, or its file, its scenario or the prompt has changed. A request that gets no reply, and a reply that is no
    verdict, become a row with ``error``.

    Parameters
    ----------
    data
        The items, whose streams are judged one by one and without their names.
    endpoint
        Where to ask, and for which model.
    out
        The predictions, ``P.jsonl``; the result is written beside it as ``P.run.json``.
    streams
        Ids of the streams to judge; default all.
    tiles
        Frames on a sheet: more place a break more finely, and show each frame smaller.
    jobs
        Requests at a time.
    retries
        How often a request is made again, and when.
    progress
        Called with (rollouts done, all rollouts) from the calling thread.

    Returns
    -------
    JudgeResult
        Complete only if every rollout has a verdict.

    Raises
    ------
    EndpointError
        No request can succeed (key, model, quota). What was judged before stands in the file.
    InputError
        An unknown stream, a number that is not possible, or another run writes the file.
    """
    rollouts = _rollouts(data, streams)
    if out.suffix != ".jsonl":
        raise InputError("predictions are written as JSON lines.", where=out, fix="Give a name that ends in .jsonl.")
    if tiles < 1 or jobs < 1:
        raise InputError(f"{tiles} tiles and {jobs} requests at a time: not possible.", fix="Give 1 or more.")
    prompt = prompt_sha256(data.schema, tiles=tiles)
    pending = {one.unit: one for one in (_Rollout(data, endpoint, tiles, prompt, *pair) for pair in rollouts)}

    def holds(row: Prediction) -> bool:
        one = pending.get(f"{row.item}/{row.stream}")
        return one is not None and one.row.request_sha256 == row.request_sha256

    with PredictionFile(out, keep=holds) as file, Client(endpoint, retries=retries) as client:
        kept = {f"{item}/{stream}" for item, stream in file.kept}
        run = _Run(client, file, progress, done=len(kept), total=len(pending))
        run.all([one for unit, one in pending.items() if unit not in kept], jobs)
    failures = tuple(run.failures[unit] for unit in pending if unit in run.failures)
    result = JudgeResult(
        coverage=Coverage(len(pending), len(pending) - len(failures), len(failures)),
        failures=failures,
        record=record(
            config=JudgeConfig(
                judge=endpoint.model,
                endpoint=endpoint.host,
                temperature=endpoint.temperature,
                max_tokens=endpoint.max_tokens,
                tiles=tiles,
                streams=tuple(streams) if streams is not None else None,
            ),
            inputs={
                **data.files,
                **{one.stream.path or "": one.row.media_sha256 for one in pending.values() if one.row.media_sha256},
            },
            packages=PACKAGES,
            decode=decode_signature(),
        ),
        judge=endpoint.model,
        prompt_sha256=prompt,
        file=out.name,
        n_kept=len(kept),
        n_asked=run.asked,
        usage=run.usage,
    )
    result.write(out.with_suffix(".run.json"))
    return result


def _rollouts(data: ReviewData, streams: Sequence[str] | None) -> list[tuple[Item, ItemStream]]:
    known = {stream.stream for item in data.items for stream in item.streams}
    for name in streams or ():
        if name not in known:
            raise InputError(f"there is no stream {name!r}.", where="review/items.jsonl", fix=nearest(name, known))
    return [
        (item, stream) for item in data.items for stream in item.streams if streams is None or stream.stream in streams
    ]


class _Rollout:
    """One stream of an item, and its row before the judge has said anything."""

    def __init__(
        self, data: ReviewData, endpoint: Endpoint, tiles: int, prompt: str, item: Item, stream: ItemStream
    ) -> None:
        self.data, self.tiles, self.item, self.stream = data, tiles, item, stream
        self.unit = f"{item.item}/{stream.stream}"
        self.text = question(data.schema, item, tiles=tiles)
        media, error = self._media()
        shown = {"media": media, "text": self.text, "tiles": tiles, "decode": decode_signature()}
        settings = {"model": endpoint.model, "temperature": endpoint.temperature}
        self.row = Prediction(
            item=item.item,
            stream=stream.stream,
            judge=endpoint.model,
            endpoint=endpoint.host,
            prompt_sha256=prompt,
            media_sha256=media,
            request_sha256=fingerprint(shown | settings) if media else None,
            error=error,
        )

    def _media(self) -> tuple[str | None, str | None]:
        """Hash of the file, or why there is none."""
        if self.stream.path is None:
            return None, REMOTE
        try:
            return file_sha256(self.data.workspace.path(self.stream.path)), None
        except OSError as error:
            return None, f"{self.stream.path}: {error.strerror}"

    def ask(self, client: Client) -> tuple[Prediction, Usage]:
        """Show the sheet; a reply that is no verdict is a row with an error."""
        sheet = contact_sheet(self.data.workspace.path(self.stream.path or ""), tiles=self.tiles)
        reply = client.ask([Message("user", self.text, (encode(sheet.picture),))])
        row = msgspec.structs.replace(
            self.row, resolution=sheet.resolution, judge_version=reply.model, raw=reply.text or reply.refusal
        )
        types = [one.name for one in self.data.schema.violation_types]
        try:
            verdict = parse_verdict(reply.text, times=sheet.times, types=types)
        except ValueError as error:
            return msgspec.structs.replace(row, error=str(error)), reply.usage
        return msgspec.structs.replace(row, **vars(verdict)), reply.usage


@dataclass
class _Run:
    """A run under way, and what has come of it."""

    client: Client
    file: PredictionFile
    progress: Progress | None
    done: int
    total: int
    failures: dict[str, Failure] = field(default_factory=dict)
    usage: Usage = field(default_factory=Usage)
    asked: int = 0
    given_up: str | None = None

    def all(self, rollouts: Sequence[_Rollout], jobs: int) -> None:
        """Ask about each rollout."""
        lost = 0
        with closing(in_threads(self._one, rollouts, jobs=jobs, on_stop=self.client.stop)) as outcomes:
            self._tick(0)
            for one, outcome in outcomes:
                if isinstance(outcome, RequestError):
                    lost += 1
                    self._fail(one, outcome.kind, str(outcome))
                    if lost == GIVE_UP_AFTER:
                        self.given_up = f"not asked: {lost} requests in a row got no reply; the last: {outcome}"
                elif isinstance(outcome, VideoError):
                    self._fail(one, outcome.kind, f"{one.stream.path}: {outcome}")
                elif isinstance(outcome, EvalcoreError):
                    raise outcome
                elif isinstance(outcome, Exception):
                    _log.error("unexpected error in %s", one.unit, exc_info=outcome)
                    what = f"unexpected {type(outcome).__name__}; the log has the details, please report this"
                    self._fail(one, "internal", what)
                else:
                    failure, usage = outcome
                    self.usage += usage
                    if failure:
                        self.failures[one.unit] = failure
                    else:
                        lost, self.asked = 0, self.asked + 1
                self._tick(1)

    def _one(self, one: _Rollout) -> tuple[Failure | None, Usage]:
        """Ask and keep the row; in a thread of its own."""
        if one.row.error:
            self.file.put(one.row)
            return Failure(one.unit, "missing", one.row.error), Usage()
        if self.given_up:
            return Failure(one.unit, "not_asked", self.given_up), Usage()
        row, usage = one.ask(self.client)
        self.file.put(row)
        return (Failure(one.unit, "reply", row.error) if row.error else None), usage

    def _fail(self, one: _Rollout, kind: str, message: str) -> None:
        self.failures[one.unit] = Failure(one.unit, kind, message)
        self.file.put(msgspec.structs.replace(one.row, error=message))

    def _tick(self, more: int) -> None:
        self.done += more
        if self.progress:
            self.progress(self.done, self.total)
