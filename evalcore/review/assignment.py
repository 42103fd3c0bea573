"""Who reviews what, and how far everybody is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import msgspec
import numpy as np

from evalcore.errors import InputError, nearest
from evalcore.files import replacing
from evalcore.jsonl import read_rows
from evalcore.review.answers import Answers, check_key
from evalcore.review.data import ReviewData

__all__ = ["Assignments", "Progress", "assign", "items_of", "progress", "read_assignments", "write_assignments"]

Assignments = Mapping[str, tuple[str, ...]]  # reviewer -> items, in the order in which they are shown
PLACE = ("review", "assignments.jsonl")


class _Row(msgspec.Struct, forbid_unknown_fields=True):
    reviewer: str
    items: list[str]


@dataclass(frozen=True)
class Progress:
    """How far one reviewer is: items that are assigned, have an answer, and have every panel answered."""

    reviewer: str
    assigned: int
    begun: int
    complete: int
    panels: int
    panels_answered: int
    next_item: str | None


def assign(
    items: Sequence[str], reviewers: Sequence[str], *, per_item: int, seed: int = 0
) -> dict[str, tuple[str, ...]]:
    """Give each item to ``per_item`` reviewers so that nobody has more than one item more than another.

    Reviewers keep the order of ``items``; who is paired with whom is drawn with ``seed``.

    Raises
    ------
    InputError
        Fewer reviewers than ``per_item``, or a name twice.

    Examples
    --------
    >>> sorted(len(given) for given in assign([*"abcd"], ["ann", "bob", "eve"], per_item=2).values())
    [2, 3, 3]
    """
    for what, names in (("item", items), ("reviewer", reviewers)):
        if repeated := {name for name in names if names.count(name) > 1}:
            raise InputError(f"{what} {min(repeated)!r} stands there twice.", fix="Name each once.")
    if not 1 <= per_item <= len(reviewers):
        raise InputError(f"{len(reviewers)} reviewers cannot give {per_item} answers an item.", fix="Name more.")
    rng = np.random.default_rng(seed)
    load = np.zeros(len(reviewers), np.int64)
    chosen: dict[str, list[int]] = {name: [] for name in reviewers}
    for item in rng.permutation(len(items)).tolist():
        # The least loaded, in a drawn order: loads never differ by more than one.
        order = np.lexsort((rng.random(len(reviewers)), load))[:per_item]
        load[order] += 1
        for reviewer in order.tolist():
            chosen[reviewers[reviewer]].append(item)
    return {name: tuple(items[k] for k in sorted(given)) for name, given in chosen.items()}


def read_assignments(data: ReviewData) -> dict[str, tuple[str, ...]] | None:
    """The assignments of ``review/assignments.jsonl``, None where there is no such file: everybody reviews everything.

    Raises
    ------
    InputError
        A row at fault, a reviewer twice, an unknown item or one that is assigned twice; with file and line.
    """
    path = data.workspace.path(*PLACE)
    if not path.exists():
        return None
    known = {item.item for item in data.items}
    assignments: dict[str, tuple[str, ...]] = {}
    for line, row in read_rows(path, _Row, what="the items of each reviewer"):
        where = f"{path}:{line}"
        name = check_key(row.reviewer, what="reviewer", where=where)
        if name in assignments:
            raise InputError(f"reviewer {name!r} stands there twice.", where=where, fix="Keep one row a reviewer.")
        for item in row.items:
            if item not in known:
                raise InputError(f"there is no item {item!r}.", where=where, fix=nearest(item, known))
        if len(set(row.items)) < len(row.items):
            raise InputError(f"an item is assigned to {name!r} twice.", where=where, fix="Name each once.")
        assignments[name] = tuple(row.items)
    return assignments


def write_assignments(data: ReviewData, assignments: Assignments) -> None:
    """Write ``review/assignments.jsonl`` atomically."""
    with replacing(data.workspace.path(*PLACE)) as partial:
        partial.write_bytes(
            b"".join(
                msgspec.json.encode({"reviewer": name, "items": items}) + b"\n" for name, items in assignments.items()
            )
        )


def items_of(data: ReviewData, assignments: Assignments | None, reviewer: str) -> tuple[str, ...]:
    """The items that a reviewer is shown: the assigned ones, or all where there are no assignments."""
    if assignments is None:
        return tuple(item.item for item in data.items)
    return assignments.get(reviewer, ())


def progress(data: ReviewData, answers: Answers, assignments: Assignments | None = None) -> tuple[Progress, ...]:
    """How far each reviewer is, by name: those with assignments, and those who answered without any.

    ``next_item`` is the first assigned item that is not complete, None where all are.
    """
    found = {(answer.reviewer, answer.item): answer for answer in answers}
    rows = []
    for reviewer in sorted({*(assignments or {}), *answers.reviewers}):
        given = items_of(data, assignments, reviewer)
        begun = complete = panels = panels_answered = 0
        following = None
        for item in given:
            streams, answer = data.item(item).stream_ids, found.get((reviewer, item))
            done = len(set(streams) & set(answer.answered)) if answer else 0
            begun += answer is not None
            complete += done == len(streams)
            panels += len(streams)
            panels_answered += done
            if following is None and done < len(streams):
                following = item
        rows.append(Progress(reviewer, len(given), begun, complete, panels, panels_answered, following))
    return tuple(rows)
