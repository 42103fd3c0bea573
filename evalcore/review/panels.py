"""Answered panels as columns: one row a reviewer, item and stream, with its marks in one flat array."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
import numpy.typing as npt

from evalcore.review.answers import Answer

__all__ = ["Floats", "Index", "Panels", "panels_of"]

Floats = npt.NDArray[np.float64]
Index = npt.NDArray[np.int64]
Order = Literal["content", "reviewer"]
BLANK = -1


@dataclass(frozen=True, eq=False)
class Panels:
    """All answered panels, sorted by item, stream and then as :func:`panels_of` was asked.

    Parameters
    ----------
    items, streams, reviewers, types
        The names, sorted; the columns below hold positions in them.
    item, stream, reviewer
        (P,) of each panel.
    first
        (P + 1,) where each panel's marks begin in the mark columns; a panel without marks is clean.
    time
        (M,) seconds of each mark, ascending within a panel.
    type, severity
        (M,) of each mark, -1 where blank; severities are the numbers themselves.
    """

    items: tuple[str, ...]
    streams: tuple[str, ...]
    reviewers: tuple[str, ...]
    types: tuple[str, ...]
    item: Index
    stream: Index
    reviewer: Index
    first: Index
    time: Floats
    type: Index
    severity: Index

    def __len__(self) -> int:
        return len(self.item)

    @cached_property
    def marks(self) -> Index:
        """(P,) number of marks of each panel."""
        return np.diff(self.first)

    @cached_property
    def panel_of_mark(self) -> Index:
        """(M,) the panel of each mark."""
        return np.repeat(np.arange(len(self)), self.marks)

    @cached_property
    def unit_first(self) -> Index:
        """(U + 1,) where each unit (item, stream) begins among the panels."""
        changes = (np.diff(self.item) != 0) | (np.diff(self.stream) != 0)
        starts = np.flatnonzero(np.concatenate([np.ones(min(len(self), 1), bool), changes]))
        return np.append(starts, len(self)).astype(np.int64)

    @cached_property
    def unit(self) -> Index:
        """(P,) the unit of each panel."""
        return np.repeat(np.arange(len(self.unit_first) - 1), np.diff(self.unit_first))

    @cached_property
    def item_of_unit(self) -> Index:
        """(U,) the item of each unit."""
        return self.item[self.unit_first[:-1]]

    @cached_property
    def stream_of_unit(self) -> Index:
        """(U,) the stream of each unit."""
        return self.stream[self.unit_first[:-1]]

    @cached_property
    def pairs(self) -> tuple[Index, Index]:
        """(N,), (N,): every pair of panels of one unit, the earlier panel first, in the order of the units."""
        sizes = np.diff(self.unit_first)
        left: list[Index] = []
        right: list[Index] = []
        place: list[Index] = []
        for size in np.unique(sizes).tolist():
            i, j = np.triu_indices(size, 1)
            starts = self.unit_first[:-1][sizes == size]
            left.append((starts[:, None] + i).ravel())
            right.append((starts[:, None] + j).ravel())
            place.append(left[-1] * (len(self) + 1) + right[-1])
        if not left:
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        order = np.argsort(np.concatenate(place))
        return np.concatenate(left)[order], np.concatenate(right)[order]


def panels_of(answers: Sequence[Answer], *, order: Order = "content") -> Panels:
    """The answered panels of ``answers``.

    Parameters
    ----------
    answers
        One a reviewer and item.
    order
        How panels of one item and stream stand: by ``content`` (number of marks, times, types, severities), so that
        nothing computed from the columns depends on reviewers' names, or by the name of the ``reviewer``.
    """
    items = tuple(sorted({answer.item for answer in answers}))
    reviewers = tuple(sorted({answer.reviewer for answer in answers}))
    types = tuple(sorted({mark.type for answer in answers for mark in answer.violations if mark.type is not None}))
    item_code = {name: code for code, name in enumerate(items)}
    reviewer_code = {name: code for code, name in enumerate(reviewers)}
    type_code: dict[str | None, int] = {name: code for code, name in enumerate(types)}
    type_code[None] = BLANK

    by_content = order == "content"
    rows = []
    for answer in answers:
        marks: dict[str, list[tuple[float, int, int]]] = {stream: [] for stream in answer.clean}
        for mark in answer.violations:
            severity = BLANK if mark.severity is None else mark.severity
            marks.setdefault(mark.stream, []).append((mark.t, type_code[mark.type], severity))
        who, where = reviewer_code[answer.reviewer], item_code[answer.item]
        for stream, found in marks.items():
            if by_content:
                found.sort()
                rows.append((where, stream, len(found), found, who))
            else:
                found.sort(key=lambda mark: mark[0])
                rows.append((where, stream, who, found, who))
    rows.sort()

    streams = tuple(sorted({row[1] for row in rows}))
    stream_code = {name: code for code, name in enumerate(streams)}
    flat = [mark for row in rows for mark in row[3]]
    return Panels(
        items=items,
        streams=streams,
        reviewers=reviewers,
        types=types,
        item=np.array([row[0] for row in rows], np.int64),
        stream=np.array([stream_code[row[1]] for row in rows], np.int64),
        reviewer=np.array([row[4] for row in rows], np.int64),
        first=np.concatenate([[0], np.cumsum([len(row[3]) for row in rows])]).astype(np.int64),
        time=np.array([mark[0] for mark in flat], np.float64),
        type=np.array([mark[1] for mark in flat], np.int64),
        severity=np.array([mark[2] for mark in flat], np.int64),
    )
