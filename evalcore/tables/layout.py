"""From raw numbers to what is read: headings with direction, rounded cells, best values, reasons for what is null."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import isinf
from typing import Any, Literal, Self

import pandas as pd

from evalcore.metrics import METRICS

__all__ = ["Cell", "Column", "Layout", "arrange", "is_null"]

NO_REASON = "no value was recorded"


@dataclass(frozen=True)
class Column:
    """How one column of a table is shown.

    Parameters
    ----------
    key
        The column of the frame. Where it is null, the column ``reason`` says why.
    label
        Heading, unique in the table.
    unit
        Shown in parentheses after the label.
    digits
        Decimals shown; None for text.
    higher_is_better
        Direction of the metric; None where there is none.
    upper
        For an interval: the column of the upper bound (``key`` is then the lower one).
    best
        Whether the best values are marked.
    wrap
        Whether the text may be long.
    reason
        The column of the reasons; default ``<key>_reason``.
    """

    key: str
    label: str
    unit: str = ""
    digits: int | None = None
    higher_is_better: bool | None = None
    upper: str | None = None
    best: bool = False
    wrap: bool = False
    reason: str = ""

    @classmethod
    def of(cls, metric: str, key: str, *, label: str | None = None, best: bool = False) -> Self:
        """A column of values of ``metric``, as :data:`evalcore.metrics.METRICS` declares it."""
        spec = METRICS[metric]
        return cls(
            key,
            label or spec.label,
            unit=spec.unit or "",
            digits=spec.digits,
            higher_is_better=spec.higher_is_better,
            best=best,
        )

    @property
    def title(self) -> str:
        """Label and unit, without the direction."""
        return f"{self.label} ({self.unit})" if self.unit else self.label

    @property
    def heading(self) -> str:
        """Label, unit and an arrow towards the better values: ``MAD (grey levels) ↓``."""
        arrow = {True: " ↑", False: " ↓", None: ""}[self.higher_is_better]
        return f"{self.title}{arrow}"

    @property
    def printf(self) -> str | None:
        """The format of one number, for widgets that format themselves; None for text."""
        return None if self.digits is None else f"%.{self.digits}f"


@dataclass(frozen=True)
class Cell:
    """One cell as it is read. ``literal`` marks text that came from a user's file and has to be escaped."""

    text: str
    literal: bool = False
    best: bool = False
    mark: str = ""


@dataclass(frozen=True)
class Layout:
    """A table ready for any export format: ``reasons`` are (mark, reason) pairs that the cells' marks point to."""

    title: str
    incomplete: str | None
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    reasons: tuple[tuple[str, str], ...]
    notes: tuple[str, ...]


def is_null(value: Any) -> bool:
    """Whether a cell of a frame holds no value (None, NaN or NA)."""
    return bool(pd.api.types.is_scalar(value) and pd.isna(value))


def arrange(
    frame: pd.DataFrame,
    columns: Sequence[Column],
    *,
    title: str,
    incomplete: str | None = None,
    notes: Iterable[str] = (),
    best_along: Literal["column", "row"] = "column",
) -> Layout:
    """Round, mark and explain: the layout of ``frame``.

    The best of a column (or of a row) are all cells that show the same digits as the best one; nothing is marked
    where fewer than two values can be compared.
    """
    reasons: dict[str, str] = {}
    records: list[dict[str, Any]] = [
        {str(key): value for key, value in record.items()} for record in frame.to_dict("records")
    ]
    rows = [[_cell(record, column, reasons) for column in columns] for record in records]
    for group in _comparable(columns, len(rows), best_along):
        _mark_best(rows, records, columns, group)
    return Layout(
        title,
        incomplete,
        tuple(columns),
        tuple(tuple(row) for row in rows),
        tuple((mark, reason) for reason, mark in reasons.items()),
        tuple(notes),
    )


def _cell(record: dict[str, Any], column: Column, reasons: dict[str, str]) -> Cell:
    value = record[column.key]
    if is_null(value):
        given = record.get(column.reason or f"{column.key}_reason")
        reason = NO_REASON if given is None or is_null(given) else str(given)
        return Cell("n/a", mark=reasons.setdefault(reason, _letters(len(reasons))))
    if column.digits is None:
        return Cell({True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value), literal=True)
    if column.upper is None:
        return Cell(_number(value, column.digits))
    return Cell(f"[{_number(value, column.digits)}, {_number(record[column.upper], column.digits)}]")


def _number(value: float, digits: int) -> str:
    if isinf(value):
        return "inf" if value > 0 else "-inf"
    text = f"{value:.{digits}f}"
    return text.lstrip("-") if float(text) == 0 else text


def _letters(index: int) -> str:
    """0 -> a, 25 -> z, 26 -> aa: marks of the reasons."""
    head, letter = divmod(index, 26)
    return (_letters(head - 1) if head else "") + chr(ord("a") + letter)


def _comparable(columns: Sequence[Column], n_rows: int, along: str) -> list[list[tuple[int, int]]]:
    chosen = [j for j, column in enumerate(columns) if column.best and column.higher_is_better is not None]
    if along == "row":
        return [[(i, j) for j in chosen] for i in range(n_rows)]
    return [[(i, j) for i in range(n_rows)] for j in chosen]


def _mark_best(
    rows: list[list[Cell]], records: list[dict[str, Any]], columns: Sequence[Column], group: list[tuple[int, int]]
) -> None:
    values = {(i, j): records[i][columns[j].key] for i, j in group if not is_null(records[i][columns[j].key])}
    if len(values) < 2:
        return
    choose = max if columns[group[0][1]].higher_is_better else min
    i, j = choose(values, key=lambda place: values[place])
    shown = rows[i][j].text
    for i, j in values:
        if rows[i][j].text == shown:
            rows[i][j] = replace(rows[i][j], best=True)
