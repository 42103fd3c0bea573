"""One opened item on one reviewer's page: acts come in, each is saved before the page says so."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, Literal

import msgspec

from evalcore.errors import EvalcoreError, InputError
from evalcore.review import Answer, Schema, Shown, StaleAnswerError, Store, Stored
from evalcore.review.marking import pending
from evalcore.ui.marking.acts import Act, Drawn, perform
from evalcore.ui.marking.panels import OpenItem

__all__ = ["Desk"]

LONGEST_HISTORY = 200  # acts that can be undone

_Acts = msgspec.json.Decoder(list[Act])
Saving = Literal["new", "saved", "failed", "stale"]


@dataclass
class Desk:
    """What stands between the browser and the store for as long as an item is open.

    ``opening`` tells the acts of this desk from those that a page of an earlier one still sends; ``taken`` counts those
    that were done. ``saving`` says how the last save went, and ``reason`` why it failed; ``refusal`` is the message of
    the act that was refused last, with the number of that act.
    """

    store: Store
    schema: Schema
    item: OpenItem
    drawn: Drawn
    revision: int = 0
    saved_at: str | None = None
    opening: str = field(default_factory=lambda: secrets.token_hex(8))
    taken: int = 0
    saving: Saving = "new"
    reason: str = ""
    refusal: tuple[int, str] = (0, "")
    _before: list[Answer] = field(default_factory=list)
    _unsaved: bool = False

    @classmethod
    def of(cls, store: Store, schema: Schema, item: OpenItem, reviewer: str, stored: Stored | None) -> Desk:
        """A desk with the reviewer's stored answer, or with an empty one."""
        answer = stored.answer if stored else Answer(item=item.item.item, reviewer=reviewer)
        desk = cls(store, schema, item, Drawn(answer))
        if stored:
            desk.revision, desk.saved_at, desk.saving = stored.revision, stored.saved_at, "saved"
        return desk

    @property
    def answer(self) -> Answer:
        """All that the reviewer said so far."""
        return self.drawn.answer

    @property
    def pending(self) -> tuple[str, ...]:
        """Streams that can be shown and have no answer yet, from left to right; none where breaks are not asked for."""
        return pending(self.answer, self.item.answerable) if "violations" in self.schema.layers else ()

    @property
    def can_undo(self) -> bool:
        """Whether there is an act to take back."""
        return bool(self._before)

    def take(self, opening: str, sent: Sequence[Any]) -> Act | None:
        """Do the acts that are new, save what they changed, and return a ``go`` among them, which ends the visit.

        Acts of an earlier opening are passed over: they were saved then, or the page that sent them knows better.
        """
        if opening != self.opening:
            return None
        leaving = None
        for act in _Acts.decode(msgspec.json.encode(list(sent))):
            if act.n <= self.taken:
                continue
            self.taken = act.n
            if act.do == "go":
                leaving = act
                break
            try:
                self._do(act)
            except InputError as error:
                self.refusal = (act.n, str(error))
        if self._unsaved and self.saving != "stale":
            self._save()
        # A page that could not be saved stays: leaving it would lose what was said.
        return leaving if not self._unsaved else None

    def _do(self, act: Act) -> None:
        if act.do == "retry":
            return
        if act.do == "reload":
            self._reload()
            return
        if act.do == "overwrite":
            self._overwrite()
            return
        before = self.answer
        if act.do == "undo":
            if not self._before:
                raise InputError("There is nothing to undo.")
            self.drawn = Drawn(self._before.pop())
        else:
            self.drawn = perform(self.drawn, act, item=self.item, schema=self.schema)
            if self.answer != before:
                self._before = [*self._before, before][-LONGEST_HISTORY:]
        self._unsaved = self._unsaved or self.answer != before

    def _save(self) -> None:
        shown = Shown(
            schema_sha256=self.schema.sha256,
            panel_order=self.item.order,
            media_sha256=self.item.media_sha256,
            opened_at=self.item.opened_at,
        )
        try:
            self.revision = self.store.save(self.answer, schema=self.schema.name, shown=shown, expected=self.revision)
        except StaleAnswerError:
            self.saving, self.reason = "stale", "This answer was changed in another window since it was opened here."
            return
        except EvalcoreError as error:
            # Where the database is says nothing to a reviewer.
            self.saving, self.reason = "failed", error.what if isinstance(error, InputError) else str(error)
            return
        self.saving, self.reason, self._unsaved = "saved", "", False
        self.saved_at = datetime.now(UTC).isoformat(timespec="milliseconds")

    def _stored(self) -> Stored | None:
        return self.store.get(schema=self.schema.name, item=self.answer.item, reviewer=self.answer.reviewer)

    def _reload(self) -> None:
        """Take what is stored in place of what is on the page."""
        stored = self._stored()
        answer = stored.answer if stored else Answer(item=self.answer.item, reviewer=self.answer.reviewer)
        self.drawn, self.revision = Drawn(answer), stored.revision if stored else 0
        self.saved_at, self.saving = (stored.saved_at, "saved") if stored else (None, "new")
        self.reason, self._before, self._unsaved = "", [], False

    def _overwrite(self) -> None:
        """Keep what is on the page: it becomes the next revision after the one that was saved elsewhere."""
        stored = self._stored()
        self.revision, self.saving, self._unsaved = stored.revision if stored else 0, "new", True
