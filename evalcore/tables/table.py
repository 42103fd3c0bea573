"""The table that pages, notebooks, reports and the command line share: raw numbers inside, exports outside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import pandas as pd

from evalcore.tables import export
from evalcore.tables.escape import csv_text
from evalcore.tables.layout import Column, Layout, arrange, is_null

__all__ = ["Table", "frame_of"]


@dataclass(frozen=True, eq=False)
class Table:
    """A titled table with raw numbers and a rule for showing each column.

    Parameters
    ----------
    title
        Caption.
    frame
        One row an entry, raw numbers; undefined is null, and the column of its reasons says why (see
        :class:`Column`). All columns go into the CSV, those of ``columns`` are shown.
    columns
        What is shown, in this order.
    notes
        Sentences shown below the table.
    incomplete
        ``INCOMPLETE: 3 of 90 units failed``, or None for a complete run. Every export says it.
    best_along
        Whether the best values are sought down a column or along a row.
    """

    title: str
    frame: pd.DataFrame
    columns: tuple[Column, ...]
    notes: tuple[str, ...] = ()
    incomplete: str | None = None
    best_along: Literal["column", "row"] = "column"

    @cached_property
    def layout(self) -> Layout:
        """The table as it is read, before any format."""
        return arrange(
            self.frame,
            self.columns,
            title=self.title,
            incomplete=self.incomplete,
            notes=self.notes,
            best_along=self.best_along,
        )

    @property
    def caption(self) -> str:
        """The title, preceded by what is missing where the run is incomplete."""
        return f"{self.incomplete}. {self.title}" if self.incomplete else self.title

    @property
    def footnotes(self) -> tuple[str, ...]:
        """Reasons of null cells, ``(a) ...``, then the notes."""
        return (*(f"({mark}) {reason}" for mark, reason in self.layout.reasons), *self.layout.notes)

    def display(self) -> pd.DataFrame:
        """The shown columns as text, under their headings; show :attr:`caption` and :attr:`footnotes` with it."""
        headings = _unique(column.heading for column in self.columns)
        return pd.DataFrame(
            [[export.plain_cell(cell) for cell in row] for row in self.layout.rows], columns=headings, dtype=object
        )

    def sortable(self) -> pd.DataFrame:
        """The shown columns as raw numbers, under their headings; an interval becomes two columns, low and high."""
        return self.frame[[key for key, _, _ in self._single()]].set_axis(
            _unique(heading for _, heading, _ in self._single()), axis=1
        )

    def formats(self) -> dict[str, str | None]:
        """Heading in :meth:`sortable` -> printf format of its numbers (``%.3f``), None for text."""
        headings = _unique(heading for _, heading, _ in self._single())
        return {heading: printf for heading, (_, _, printf) in zip(headings, self._single(), strict=True)}

    def _single(self) -> list[tuple[str, str, str | None]]:
        single: list[tuple[str, str, str | None]] = []
        for column in self.columns:
            if column.upper is None:
                single.append((column.key, column.heading, column.printf))
            else:
                single.append((column.key, f"{column.title} low", column.printf))
                single.append((column.upper, f"{column.title} high", column.printf))
        return single

    def to_csv(self) -> str:
        """All columns of the frame in full precision; null is an empty field.

        Text that a spreadsheet would run as a formula gets an apostrophe in front. The first line of an incomplete
        run is a comment (``pandas.read_csv(..., skiprows=1)``).
        """
        lines = [f"# {self.incomplete}"] if self.incomplete else []
        lines.append(",".join(csv_text(str(key)) for key in self.frame.columns))
        lines += [",".join(map(_csv_field, row)) for row in self.frame.itertuples(index=False, name=None)]
        return "\n".join(lines) + "\n"

    def to_markdown(self) -> str:
        """See :func:`evalcore.tables.export.markdown`."""
        return export.markdown(self.layout)

    def to_latex(self) -> str:
        """See :func:`evalcore.tables.export.latex`."""
        return export.latex(self.layout)

    def to_html(self) -> str:
        """See :func:`evalcore.tables.export.html`."""
        return export.html(self.layout)

    def _repr_html_(self) -> str:
        return self.to_html()


def frame_of(rows: Iterable[Sequence[Any]], names: Sequence[str], *, numbers: Iterable[str] = ()) -> pd.DataFrame:
    """A frame with columns ``names``, those in ``numbers`` numeric even where every value is null."""
    frame = pd.DataFrame(list(rows), columns=list(names))
    for name in numbers:
        frame[name] = pd.to_numeric(frame[name])
    return frame


def _csv_field(value: Any) -> str:
    if is_null(value):
        return ""
    if isinstance(value, str):
        return csv_text(value)
    return repr(value.item() if hasattr(value, "item") else value)


def _unique(headings: Iterable[str]) -> list[str]:
    """The headings with a number after repetitions, as widgets need unique names."""
    seen: Counter[str] = Counter()
    unique = []
    for heading in headings:
        seen[heading] += 1
        unique.append(f"{heading} ({seen[heading]})" if seen[heading] > 1 else heading)
    return unique
