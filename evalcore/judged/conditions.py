"""The scored conditions of one model, kept as columns and given as rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args, overload

import msgspec

from evalcore.judged.columns import Coded, encode, json_text

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["OUTCOMES", "VERDICTS", "ConditionScore", "ConditionScores", "Outcome", "Verdict"]

Outcome = Literal["correct", "wrong", "missing", "unknown_label", "other", "uncertain"]
Verdict = Literal["clear", "flagged", "uncertain", "missing"]
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)


@dataclass(frozen=True)
class ConditionScore:
    """One condition of the scope: what the judge said, and what it counts as.

    ``label`` is the truth, ``event`` the judged label, trimmed (null: no judgment, or not a text). ``violation`` is the
    raw JSON value (null also where there is none). ``pair_id`` is null for a control.
    """

    condition_id: str
    task: str
    label: str
    pair_id: str | None
    event: str | None
    outcome: Outcome
    verdict: Verdict
    violation: Any = None
    reason: str | None = None


COLUMNS = ConditionScore.__match_args__


@dataclass(frozen=True, eq=False)
class ConditionScores(Sequence[ConditionScore]):
    """A sequence of :class:`ConditionScore` that holds one column a field; rows are made when they are asked for.

    Equal to another one when all rows are, by JSON value: ``true`` and ``1`` differ.
    """

    columns: dict[str, Coded]

    @classmethod
    def of(cls, rows: Iterable[ConditionScore]) -> ConditionScores:
        """Columns of rows that exist already."""
        given = tuple(rows)
        return cls({name: encode(getattr(row, name) for row in given) for name in COLUMNS})

    def __len__(self) -> int:
        return len(self.columns["condition_id"])

    @overload
    def __getitem__(self, index: int) -> ConditionScore: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[ConditionScore, ...]: ...
    def __getitem__(self, index: int | slice) -> ConditionScore | tuple[ConditionScore, ...]:
        if isinstance(index, slice):
            return tuple(self[row] for row in range(*index.indices(len(self))))
        return ConditionScore(*(self.columns[name][index] for name in COLUMNS))

    def __iter__(self) -> Iterator[ConditionScore]:
        return map(ConditionScore, *(self.columns[name].to_list() for name in COLUMNS))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ConditionScores):
            return NotImplemented
        return msgspec.json.encode(self.to_rows()) == msgspec.json.encode(other.to_rows())

    __hash__ = None  # type: ignore[assignment]

    def to_rows(self) -> list[dict[str, Any]]:
        """One plain dict a row, as the result file holds them."""
        columns = [self.columns[name].to_list() for name in COLUMNS]
        return [dict(zip(COLUMNS, values, strict=True)) for values in zip(*columns, strict=True)]

    def to_frame(self) -> pd.DataFrame:
        """One row a condition, one column a field; ``violation`` as JSON text, so that its types stay apart."""
        import pandas as pd

        frame = pd.DataFrame({name: self.columns[name].to_list() for name in COLUMNS})
        violation = self.columns["violation"]
        shown = Coded([json_text(value) for value in violation.values], violation.codes)
        return frame.assign(violation=shown.to_list())
