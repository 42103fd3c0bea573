"""One item, opened for one reviewer: its panels in the reviewer's order, by names that tell no more than they may."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache, partial
from pathlib import Path
from typing import NoReturn

from evalcore.batch import file_sha256
from evalcore.errors import EvalcoreError, InputError, VideoError
from evalcore.review import Item, ItemStream, ReviewData, Schema, StreamMedia, clock_of
from evalcore.review.media import REMOTE
from evalcore.review.names import arrange, blind_label, panel_order
from evalcore.ui.frame_store import STORE, FrameSource
from evalcore.ui.marking.timing import ClipTiming, Floats, clock_middles
from evalcore.video import decode_seen, probe
from evalcore.workspace import Workspace

__all__ = ["OpenItem", "Panel", "item_token", "open_item"]

# Under `blind` the reason alone is shown: messages name files, and files are called after what made them.
_REASONS = {
    "missing": "the video is missing",
    "empty": "the file is empty",
    "remote": REMOTE,
    "too_long": "the video is too long to be shown frame by frame",
    "refused": "its path is refused",
}
_UNREADABLE = "the file cannot be decoded"
_BLIND_NOTES = {
    "absent": "the item has no video for a stream of the schema; that panel is left out",
}


@dataclass(frozen=True, eq=False)
class Panel:
    """One stream as the reviewer sees it; ``timing`` is None, and ``problem`` says why, where it cannot be shown."""

    stream: str
    label: str
    note: str
    source: FrameSource
    timing: ClipTiming | None
    sha256: str | None
    problem: str | None = None


@dataclass(frozen=True, eq=False)
class OpenItem:
    """An item as one reviewer sees it.

    ``clock`` (P,) are the seconds of the clock's positions; ``notes`` are warnings; ``opened_at`` is ISO 8601 in UTC.
    """

    item: Item
    panels: tuple[Panel, ...]
    clock: Floats
    notes: tuple[str, ...]
    opened_at: str = field(default_factory=lambda: datetime.now(UTC).isoformat(timespec="milliseconds"))

    @property
    def order(self) -> tuple[str, ...]:
        """Stream ids from left to right."""
        return tuple(panel.stream for panel in self.panels)

    @property
    def answerable(self) -> tuple[str, ...]:
        """Streams that can be shown, and so can be answered, from left to right."""
        return tuple(panel.stream for panel in self.panels if panel.timing)

    @property
    def media_sha256(self) -> Mapping[str, str]:
        """Hash of the file that each panel shows."""
        return {panel.stream: panel.sha256 for panel in self.panels if panel.sha256}


def item_token(item: str) -> str:
    """What the address calls an item: an item may be called after what it compares.

    >>> item_token("ball")
    'e9de08263f'
    """
    return hashlib.sha256(item.encode()).hexdigest()[:10]


def open_item(data: ReviewData, name: str, reviewer: str, *, order: Sequence[str] = ()) -> OpenItem:
    """Open an item for a reviewer; its videos are decoded, unless they are in memory already.

    Parameters
    ----------
    data
        The review.
    name, reviewer
        Whose panels of which item. Where the schema shuffles, each reviewer has an order of his or her own.
    order
        The order in which an earlier answer was given: it stays, whatever was added to the item since.

    Raises
    ------
    InputError
        There is no such item. A video that cannot be shown is no error: its panel says why.
    """
    item, schema = data.item(name), data.schema
    streams = {stream.stream: stream for stream in item.streams}
    shuffled = panel_order(reviewer, name, item.stream_ids) if schema.shuffle else item.stream_ids
    arranged = [streams[stream] for stream in arrange(shuffled, order)]
    with ThreadPoolExecutor() as pool:  # decoding releases the interpreter's lock
        opened = list(pool.map(partial(_panel, data, item), range(len(arranged)), arranged))
    panels = tuple(panel for panel, _ in opened)
    media = {panel.stream: found for panel, found in opened}
    timings = [panel.timing for panel in panels if panel.timing]
    return OpenItem(item, panels, clock_middles(timings), _notes(item, media, schema))


def _panel(data: ReviewData, item: Item, position: int, stream: ItemStream) -> tuple[Panel, StreamMedia]:
    blind = data.schema.blind
    label = blind_label(position) if blind else stream.name
    note = "" if blind or stream.role == stream.name else stream.role
    try:
        path, sha256 = _file(data.workspace, stream)
        source = FrameSource(f"seen {sha256}", partial(decode_seen, path))
        STORE.frames(STORE.register(source))
        times = _times(path, sha256)
        timing = ClipTiming(times, stream.fps or data.schema.fps)
        rate = (len(times) - 1) / times[-1] if times[-1] else None
        found = StreamMedia(frames=len(times), length=timing.length, rate=rate, sha256=sha256)
        return Panel(stream.stream, label, note, source, timing, sha256), found
    except (EvalcoreError, OSError) as error:
        kind = _kind(error)
        problem = _REASONS.get(kind, _UNREADABLE) if blind else str(error)
        text = f"This panel cannot be shown: {problem}."
        refused = VideoError(kind, text)
        source = FrameSource(f"review nothing {item.item}/{stream.stream} {problem}", partial(_refuse, refused))
        return Panel(stream.stream, label, note, source, None, None, text), StreamMedia()


def _kind(error: EvalcoreError | OSError) -> str:
    if isinstance(error, VideoError):
        return error.kind
    if isinstance(error, FileNotFoundError):
        return "missing"
    return "refused" if isinstance(error, InputError) else "unreadable"


def _refuse(reason: EvalcoreError) -> NoReturn:
    raise reason.with_traceback(None)


def _notes(item: Item, media: Mapping[str, StreamMedia], schema: Schema) -> tuple[str, ...]:
    """Warnings of the item; panels that cannot be shown say so in their place."""
    notes = clock_of(item, media, fps=schema.fps).notes
    return tuple(
        dict.fromkeys(_BLIND_NOTES.get(note.kind, note.message) if schema.blind else note.message for note in notes)
    )


def _file(workspace: Workspace, stream: ItemStream) -> tuple[Path, str]:
    """Where the stream's video is, and the hash of its content."""
    if stream.path is None:
        raise VideoError("remote", REMOTE)
    path = workspace.path(stream.path)
    if not path.is_file():
        raise VideoError("missing", f"{stream.path}: there is no such file")
    return path, file_sha256(path)


@lru_cache(maxsize=4096)
def _times(path: Path, sha256: str) -> Floats:
    return probe(path).times
