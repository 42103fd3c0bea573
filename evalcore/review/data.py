"""The files of the review protocol in a workspace, read and validated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from evalcore.batch import Cache, Progress, file_sha256
from evalcore.errors import InputError, nearest
from evalcore.review.answers import Answer, Answers
from evalcore.review.config import TIE
from evalcore.review.items import Item, read_items
from evalcore.review.media import StreamMedia, probe_media
from evalcore.review.schema import Schema, load_schema
from evalcore.workspace import Workspace

__all__ = ["ReviewData", "load"]


@dataclass(frozen=True, eq=False)
class ReviewData:
    """The schema and the items of a workspace; ``files`` maps each file that was read to its SHA-256."""

    workspace: Workspace
    schema: Schema
    items: tuple[Item, ...]
    files: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def _by_name(self) -> Mapping[str, Item]:
        return {item.item: item for item in self.items}

    def item(self, name: str) -> Item:
        """The item of this name.

        Raises
        ------
        InputError
            There is none; the message names the nearest.
        """
        if name not in self._by_name:
            raise InputError(
                f"there is no item {name!r}.", where="review/items.jsonl", fix=nearest(name, self._by_name)
            )
        return self._by_name[name]

    def media(self, *, jobs: int | None = None, progress: Progress | None = None) -> dict[str, dict[str, StreamMedia]]:
        """What every media file holds, item -> stream; what was seen once is kept in the workspace's cache."""
        return probe_media(self.workspace, self.items, jobs=jobs, cache=Cache(self.workspace.cache), progress=progress)

    def lengths(self, *, jobs: int | None = None, progress: Progress | None = None) -> dict[str, dict[str, float]]:
        """Seconds of every clip that can be read, item -> stream."""
        media = self.media(jobs=jobs, progress=progress)
        return {
            item: {stream: one.length for stream, one in of_item.items() if one.length is not None}
            for item, of_item in media.items()
        }

    def check(self, answers: Iterable[Answer]) -> None:
        """Refuse answers that do not fit; the message says where each stands, as far as :class:`Answers` knows.

        Raises
        ------
        InputError
            An unknown item, stream, type, severity, winner or verdict, or more marks than the schema allows.
        """
        places = answers.places if isinstance(answers, Answers) else {}
        for answer in answers:
            place = places.get((answer.item, answer.reviewer))
            self._check(answer, place or f"the answer of {answer.reviewer!r} to {answer.item!r}")

    def _check(self, answer: Answer, where: str) -> None:
        if answer.item not in self._by_name:
            raise InputError(f"there is no item {answer.item!r}.", where=where, fix=nearest(answer.item, self._by_name))
        streams, schema = self._by_name[answer.item].stream_ids, self.schema
        types = [one.name for one in schema.violation_types]
        levels = [level.value for level in schema.severities]
        winner, verdict = answer.preference.winner, answer.counterfactual.verdict
        named: list[tuple[str, str, Sequence[str]]] = [("stream", stream, streams) for stream in answer.answered]
        named += [("type", mark.type, types) for mark in answer.violations if mark.type is not None]
        named += [("winner", winner, (*streams, TIE))] if winner is not None else []
        named += [("verdict", verdict, schema.cf_verdicts)] if verdict is not None else []
        for what, name, known in named:
            if name not in known:
                raise InputError(f"the item has no {what} {name!r}.", where=where, fix=nearest(name, known))
        for mark in answer.violations:
            if mark.severity is not None and mark.severity not in levels:
                raise InputError(
                    f"severity {mark.severity} is not in the schema.", where=where, fix=f"There are: {levels}."
                )
        if schema.max_violations is not None and len(answer.violations) > schema.max_violations:
            raise InputError(
                f"{len(answer.violations)} marks; the schema allows {schema.max_violations} an item.", where=where
            )


def load(workspace: Workspace) -> ReviewData:
    """Read ``review/schema.yaml`` and ``review/items.jsonl``; no video is opened.

    Raises
    ------
    InputError
        A file that is missing or at fault; the message has file and line.
    """
    path = workspace.path("review", "schema.yaml")
    schema = load_schema(path)
    items, files = read_items(workspace, schema)
    names = (workspace.relative(path), *files)
    return ReviewData(workspace, schema, items, {name: file_sha256(workspace.path(name)) for name in names})
