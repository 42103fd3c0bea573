"""The items of a review: one scenario each, with the media of its streams."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urlsplit

import msgspec

from evalcore.errors import InputError
from evalcore.jsonl import read_json, read_rows
from evalcore.review.answers import check_key
from evalcore.review.names import stream_id
from evalcore.review.schema import Schema, Stream
from evalcore.workspace import Workspace

__all__ = ["Item", "ItemStream", "Note", "read_items"]


@dataclass(frozen=True)
class Note:
    """A warning that the reviewer sees. ``kind``: few, rates, length, absent, missing or another word for filters."""

    kind: str
    message: str


@dataclass(frozen=True)
class ItemStream:
    """One panel of an item: ``path`` below the workspace, or the ``url`` of a host that the item declares."""

    stream: str
    name: str
    role: str
    fps: float | None
    path: str | None
    url: str | None = None


@dataclass(frozen=True)
class Item:
    """One row of ``items.jsonl``. ``intervention_t`` is in seconds; ``notes`` are what its row alone shows."""

    item: str
    streams: tuple[ItemStream, ...]
    prompt: str = ""
    intervention: str = ""
    intervention_t: float | None = None
    notes: tuple[Note, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)

    @property
    def stream_ids(self) -> tuple[str, ...]:
        """Ids of the streams, in the order of the schema."""
        return tuple(stream.stream for stream in self.streams)


class _ManifestStream(msgspec.Struct):
    path: str | None = None
    url: str | None = None
    video: str | None = None
    id: str | None = None
    name: str | None = None
    role: str = "model"
    fps: float | None = None


class _Manifest(msgspec.Struct):
    streams: list[_ManifestStream]
    fps: float | None = None
    prompt: str = ""
    intervention: str = ""
    intervention_t: float | None = None


def read_items(workspace: Workspace, schema: Schema) -> tuple[tuple[Item, ...], tuple[str, ...]]:
    """Read ``review/items.jsonl``; no video is opened.

    Returns
    -------
    items, files
        The items in the order of the file, and the files that were read, relative to the workspace.

    Raises
    ------
    InputError
        A row without a name or with that of an earlier one, a media path that leaves the workspace, is absolute or
        holds ``..``, a URL of a host that the item's ``remote_hosts`` does not list, or a manifest at fault.
    """
    path = workspace.path("review", "items.jsonl")
    lines: dict[str, int] = {}
    items, files = [], [workspace.relative(path)]
    for line, row in read_rows(path, dict[str, Any], what="the items of the review"):
        where = f"{path}:{line}"
        name = row.get("item", row.get("id"))
        if not isinstance(name, str):
            raise InputError("the row has no item.", where=where, fix='A row is {"item": "...", ...}.')
        check_key(name, what="item", where=where)
        if name in lines:
            raise InputError(
                f"item {name!r} stands there twice (the first time in line {lines[name]}).",
                where=where,
                fix="Keep one row an item.",
            )
        lines[name] = line
        reader = _Reader(workspace, schema, name, row, where)
        items.append(reader.item())
        files += reader.files
    if not items:
        raise InputError("the file has no rows.", where=path, fix="Write one row an item; see data/README.md.")
    return tuple(items), tuple(dict.fromkeys(files))


class _Reader:
    """One row on its way to an item."""

    def __init__(self, workspace: Workspace, schema: Schema, name: str, row: dict[str, Any], where: str) -> None:
        self.workspace, self.schema, self.name, self.row, self.where = workspace, schema, name, row, where
        self.files: list[str] = []
        hosts = row.get("remote_hosts", [])
        if not isinstance(hosts, list) or not all(isinstance(host, str) for host in hosts):
            raise InputError("remote_hosts: a list of host names was expected.", where=where)
        self.hosts = frozenset(hosts)

    def item(self) -> Item:
        manifest, folder = self._manifest()
        notes: list[Note] = []
        if manifest:
            streams = self._listed(manifest, folder)
        else:
            streams = []
            for stream in self.schema.streams:
                if (one := self._stream(stream)) is None:
                    notes.append(Note("absent", f"the item has no {stream.field!r}; that panel is left out"))
                else:
                    streams.append(one)
        ids = [stream.stream for stream in streams]
        if repeated := {one for one in ids if ids.count(one) > 1}:
            raise InputError(f"two streams are called {min(repeated)!r}.", where=self.where, fix="Give each an id.")
        if len(streams) < 2:
            notes.append(Note("few", f"{len(streams)} stream instead of two or more: there is nothing to compare"))
        rates = sorted({stream.fps for stream in streams if stream.fps})
        if len(rates) > 1:
            notes.append(Note("rates", f"streams of different frame rates: {', '.join(f'{rate:g}' for rate in rates)}"))
        known = {"item", "id", "remote_hosts", *(stream.field for stream in self.schema.streams)}
        t = self.row.get(self.schema.intervention_time_field, manifest.intervention_t if manifest else None)
        if t is not None and (isinstance(t, bool) or not isinstance(t, int | float) or not 0 <= t < math.inf):
            raise InputError(
                f"{self.schema.intervention_time_field} is {t!r}; seconds, 0 or more, were expected.", where=self.where
            )
        return Item(
            item=self.name,
            streams=tuple(streams),
            prompt=self._text(self.schema.prompt_field, manifest.prompt if manifest else ""),
            intervention=self._text(self.schema.intervention_field, manifest.intervention if manifest else ""),
            intervention_t=None if t is None else float(t),
            notes=tuple(notes),
            metadata={key: value for key, value in self.row.items() if key not in known},
        )

    def _text(self, name: str, default: str) -> str:
        value = self.row.get(name)
        if value is None:
            return default
        return value if isinstance(value, str) else str(msgspec.json.encode(value), "utf-8")

    def _manifest(self) -> tuple[_Manifest | None, str]:
        if self.schema.manifest_field is None:
            return None, ""
        value = self.row.get(self.schema.manifest_field)
        if not isinstance(value, str):
            raise InputError(f"{self.schema.manifest_field}: the path of a manifest was expected.", where=self.where)
        path = self.workspace.path(*PurePosixPath(self._inside(value)).parts)
        self.files.append(self.workspace.relative(path))
        return read_json(path, _Manifest, what="the streams of an item"), str(PurePosixPath(value).parent)

    def _listed(self, manifest: _Manifest, folder: str) -> list[ItemStream]:
        streams = []
        for position, one in enumerate(manifest.streams):
            media = one.path or one.url or one.video
            if not media:
                raise InputError(f"stream {position + 1} of the manifest has no path.", where=self.where)
            name = one.id or one.name or f"stream{position}"
            fps = one.fps or manifest.fps or self.schema.fps
            if fps is not None and not 0 < fps < math.inf:
                raise InputError(f"stream {name!r} of the manifest has the rate {fps}.", where=self.where)
            streams.append(self._media(media, folder, stream_id(name), one.name or name, one.role, fps))
        return streams

    def _stream(self, stream: Stream) -> ItemStream | None:
        value = self.row.get(stream.field)
        if value is None or value == "":
            return None
        if not isinstance(value, str):
            raise InputError(f"{stream.field}: the path of a video was expected, not {value!r}.", where=self.where)
        return self._media(value, "", stream.stream, stream.name, stream.role, stream.fps)

    def _media(self, value: str, folder: str, stream: str, name: str, role: str, fps: float | None) -> ItemStream:
        if "://" in value:
            parts = urlsplit(value)
            if parts.scheme not in ("http", "https") or parts.hostname not in self.hosts:
                raise InputError(
                    f"stream {stream!r} is at {value!r}, which is not in the workspace.",
                    where=self.where,
                    fix="Copy the file into the workspace, or name the http(s) host in the item's remote_hosts.",
                )
            return ItemStream(stream, name, role, fps, None, value)
        path = PurePosixPath(folder, self._inside(value)).as_posix()
        self.workspace.path(*PurePosixPath(path).parts)
        return ItemStream(stream, name, role, fps, path)

    def _inside(self, value: str) -> str:
        path = PurePosixPath(value)
        if path.is_absolute() or ".." in path.parts or "\\" in value or "\0" in value or not path.parts:
            raise InputError(
                f"the path {value!r} is refused.",
                where=self.where,
                fix="Give a path below the workspace, with forward slashes and without '..'.",
            )
        return path.as_posix()
