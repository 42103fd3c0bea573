"""What the media files of items really hold: frames, length and rate, and what the reviewer should know of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import msgspec
import numpy as np
import numpy.typing as npt

from evalcore.batch import Cache, Failure, Progress, file_sha256, fingerprint, run
from evalcore.errors import VideoError
from evalcore.review.clock import finest_rate
from evalcore.review.config import COARSEST_FRAME, EPSILON
from evalcore.review.items import Item, ItemStream, Note
from evalcore.video import decode_signature, probe
from evalcore.workspace import Workspace

__all__ = ["ItemClock", "StreamMedia", "clock_of", "length_of", "probe_media"]

FORM = 1  # counts what a kept probe holds
REMOTE = "the file is on another host and is not read here"


class StreamMedia(msgspec.Struct, frozen=True, kw_only=True):
    """One media file: ``length`` in seconds, ``rate`` in frames a second as its time stamps give it (None for one
    frame), and the SHA-256 of the file. Everything is None, and ``problem`` says why, where it cannot be used.
    """

    frames: int | None = None
    length: float | None = None
    rate: float | None = None
    sha256: str | None = None
    kind: str | None = None
    problem: str | None = None


@dataclass(frozen=True)
class ItemClock:
    """The clock that an item's streams share: as long as the longest, in steps of the finest rate that is declared."""

    length: float
    fps: float | None
    notes: tuple[Note, ...]


@dataclass(frozen=True)
class _MediaTask:
    """The files of one item."""

    workspace: Workspace
    item: str
    streams: tuple[ItemStream, ...]

    @property
    def value_type(self) -> type:
        return StreamMedia

    @property
    def units(self) -> Sequence[str]:
        return [f"{self.item}/{stream.stream}" for stream in self.streams]

    def _stream(self, unit: str) -> ItemStream:
        return self.streams[self.units.index(unit)]

    def fingerprint(self, unit: str) -> str:
        path = self.workspace.path(self._stream(unit).path or "")
        return fingerprint({"review": FORM, "sha256": file_sha256(path), "decode": decode_signature()})

    def compute(self, units: Sequence[str]) -> Iterator[tuple[str, StreamMedia | Failure]]:
        for unit in units:
            stream = self._stream(unit)
            if stream.path is None:
                yield unit, Failure(unit, "remote", REMOTE)
                continue
            path = self.workspace.path(stream.path)
            try:
                info = probe(path)
            except VideoError as error:
                yield unit, Failure(unit, error.kind, str(error))
                continue
            end = float(info.times[-1])
            yield (
                unit,
                StreamMedia(
                    frames=info.n_frames,
                    length=length_of(info.times),
                    rate=(info.n_frames - 1) / end if end else None,
                    sha256=file_sha256(path),
                ),
            )


def length_of(times: npt.ArrayLike) -> float:
    """Seconds that frames at ``times`` (T,) last: the last one is shown as long as the median of those before it.

    Containers often say nothing, or something else, of the last frame; time stamps are always there. A single frame
    counts as 0.04 s.

    >>> length_of([0.0, 0.04, 0.08])
    0.12
    """
    starts = np.asarray(times, dtype=np.float64)
    last = float(np.median(np.diff(starts))) if len(starts) > 1 else COARSEST_FRAME
    return float(starts[-1]) + last


def probe_media(
    workspace: Workspace,
    items: Sequence[Item],
    *,
    jobs: int | None = None,
    cache: Cache | None = None,
    progress: Progress | None = None,
) -> dict[str, dict[str, StreamMedia]]:
    """Look into every media file of ``items``: item -> stream -> what it holds. ``jobs``, ``cache`` and ``progress``
    as in :func:`evalcore.batch.run`. A file that is missing or broken is no error: its entry says the problem.
    """
    tasks = [_MediaTask(workspace, item.item, item.streams) for item in items]
    outcomes = iter(run(tasks, jobs=jobs, cache=cache, progress=progress))
    found: dict[str, dict[str, StreamMedia]] = {}
    for item in items:
        of_item = found.setdefault(item.item, {})
        for stream in item.streams:
            outcome = next(outcomes)
            failure = outcome.failure
            of_item[stream.stream] = (
                StreamMedia(kind=failure.kind, problem=failure.message) if failure else outcome.value
            )
    return found


def clock_of(item: Item, media: Mapping[str, StreamMedia], *, fps: float | None = None) -> ItemClock:
    """The clock of an item and all its warnings, from its row and its files. ``fps`` is the schema's rate."""
    notes = list(item.notes)
    lengths: list[float] = []
    rates = [stream.fps or fps for stream in item.streams]
    for stream, rate in zip(item.streams, rates, strict=True):
        one = media.get(stream.stream, StreamMedia())
        if one.problem:
            notes.append(Note(one.kind or "missing", f"a panel cannot be shown: {one.problem}"))
        if one.length:
            lengths.append(one.length)
        if rate and one.rate and abs(one.rate / rate - 1) > 0.01:
            notes.append(Note("declared", f"{rate:g} frames a second are declared, a file has {one.rate:.3f}"))
    known = [rate for rate in rates if rate]
    frame = 1 / min(known) if known else COARSEST_FRAME
    if lengths and max(lengths) - min(lengths) > frame + EPSILON:
        notes.append(
            Note(
                "length",
                f"streams of different length: {min(lengths):.2f} to {max(lengths):.2f} s; one that has "
                "ended holds its last frame",
            )
        )
    return ItemClock(max(lengths, default=0.0), finest_rate(rates), tuple(notes))
