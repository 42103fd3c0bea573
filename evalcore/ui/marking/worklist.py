"""A reviewer's items: how far each is, where the reviewer left, and what comes next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from evalcore.batch import Cache
from evalcore.review import ReviewData, Store
from evalcore.review.assignment import Assignments, items_of
from evalcore.review.media import probe_media
from evalcore.ui.marking.panels import item_token

__all__ = ["Stage", "Worklist", "worklist_of"]

Stage = Literal["open", "begun", "done"]


@dataclass(frozen=True)
class Worklist:
    """The items that one reviewer is shown, in their order, and how far each is.

    An item is done when every panel that can be shown is answered; ``last`` is the item that was saved last.
    """

    items: tuple[str, ...]
    stages: Mapping[str, Stage]
    last: str | None = None

    @property
    def done(self) -> int:
        """How many items are done."""
        return sum(self.stages[item] == "done" for item in self.items)

    @property
    def unfinished(self) -> tuple[str, ...]:
        """Items that are not done, in their order."""
        return tuple(item for item in self.items if self.stages[item] != "done")

    def resume(self) -> str | None:
        """Where the reviewer left: the item that was saved last, or the first one after it that is not done.

        After the end it goes on at the beginning; None where every item is done.
        """
        start = self.items.index(self.last) if self.last in self.items else 0
        around = (*self.items[start:], *self.items[:start])
        return next((item for item in around if self.stages[item] != "done"), None)

    def moved(self, item: str, stage: Stage) -> Worklist:
        """The worklist once an item has come to ``stage``."""
        return replace(self, stages={**self.stages, item: stage}, last=item)

    def neighbour(self, item: str, by: int) -> str | None:
        """The item ``by`` places further, None beyond the first and the last."""
        place = self.items.index(item) + by
        return self.items[place] if 0 <= place < len(self.items) else None

    def named(self, asked: str) -> str | None:
        """The item that an address asks for, by its token or its own name."""
        by_token = {item_token(item): item for item in self.items}
        return by_token.get(asked, asked if asked in self.items else None)


def worklist_of(data: ReviewData, store: Store, assignments: Assignments | None, reviewer: str) -> Worklist:
    """The worklist of a reviewer, from the stored answers.

    Raises
    ------
    InputError
        The database does not work.
    """
    items = items_of(data, assignments, reviewer)
    answers = store.answers(schema=data.schema.name, reviewer=reviewer)
    answered = {answer.item: answer.answered for answer in answers}
    stages: dict[str, Stage] = {item: _stage(data, item, answered.get(item)) for item in items}
    return Worklist(items, stages, store.latest_item(schema=data.schema.name, reviewer=reviewer))


def _stage(data: ReviewData, name: str, answered: Sequence[str] | None) -> Stage:
    if answered is None:
        return "open"
    item = data.item(name)
    left = set(item.stream_ids) - set(answered)
    if not left or "violations" not in data.schema.layers:
        return "done"
    # Only here are files looked into: what cannot be shown cannot be answered, and must not hold the item open.
    media = probe_media(data.workspace, [item], jobs=1, cache=Cache(data.workspace.cache))[name]
    return "done" if all(media[stream].problem for stream in left) else "begun"
