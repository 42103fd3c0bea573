"""Print results: tables to stdout, what is wrong with them to stderr."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.markup import escape
from rich.table import Table as Grid

from evalcore.errors import InputError

if TYPE_CHECKING:
    from evalcore.batch import Failure, Result
    from evalcore.rollout import Note
    from evalcore.scene.result import UnitNote
    from evalcore.tables import Table

__all__ = ["keep_source", "print_failures", "print_json", "print_table", "print_warnings", "report", "stoppable"]

SHOWN = 12
LONG = 24  # letters: longer cells are text, and may be folded
BETWEEN = 3  # letters between two columns
UNFOLDED = 1000  # letters


@contextmanager
def stoppable() -> Iterator[None]:
    """Say what Ctrl-C leaves behind, and end with the shell's exit code for it."""
    try:
        yield
    except KeyboardInterrupt:
        typer.secho("stopped; finished units are kept, the same command goes on from there", err=True)
        raise typer.Exit(130) from None


def keep_source(source: Path, out: Path) -> None:
    """Refuse to write a result over the file that it was computed from."""
    if out.resolve() == source.resolve():
        raise InputError("--out is the file that was read.", where=out, fix="Give the new result a name of its own.")


def report(result: Result, table: Callable[[], Table], out: Path | None, *, as_json: bool) -> None:
    """Print a result that was written to ``out``; an incomplete one ends the command with exit code 3."""
    if as_json:
        print_json(result)
    else:
        print_table(table())
    if out:
        typer.echo(f"written to {out}", err=True)
    if not result.complete:
        raise typer.Exit(3)


def print_json(result: Result) -> None:
    """The JSON form on stdout, as ``--out`` writes it."""
    sys.stdout.buffer.write(result.to_json())


def print_table(table: Table) -> None:
    """A table with its caption and footnotes on stdout.

    On a terminal that is too narrow for it, the columns stand in several blocks, each with the first column: a cell is
    never cut.
    """
    # A file or pipe has no width: nothing is folded there.
    console, frame = Console(width=None if sys.stdout.isatty() else UNFOLDED, highlight=False), table.display()
    cells = {name: [cell_len(cell) for cell in frame[name]] for name in frame.columns}
    widest = {name: max(lengths, default=0) for name, lengths in cells.items()}
    title: str | None = escape(table.caption)
    for block in _blocks(widest, console.width):
        natural = {name: max(min(widest[name], LONG), cell_len(name)) for name in block}
        folded = not _fits(natural.values(), console.width)
        grid = Grid(title=title, title_justify="left", box=box.SIMPLE_HEAD)
        for name in block:
            text = widest[name] > LONG  # numbers stay in one piece
            grid.add_column(
                escape(name),
                justify="left" if text or name == frame.columns[0] else "right",
                overflow="fold",
                width=None if text else _least(name, widest[name]) if folded else natural[name],
            )
        for row in frame[block].itertuples(index=False, name=None):
            grid.add_row(*(escape(str(cell)) for cell in row))
        console.print(grid)
        title = None
    for note in table.footnotes:
        console.print(escape(note), style="dim")


def _blocks(widest: dict[str, int], width: int) -> Iterator[list[str]]:
    """Columns that fit into ``width`` side by side; a heading may be folded between its words, long text anywhere."""
    needed = {name: _least(name, cells) for name, cells in widest.items()}
    first, *others = needed
    block = [first]
    for name in others:
        if len(block) > 1 and not _fits([needed[one] for one in (*block, name)], width):
            yield block
            block = [first]
        block.append(name)
    yield block


def _least(name: str, cells: int) -> int:
    """Letters that a column needs: its cells in one piece, unless they are long text, and each word of its heading."""
    return max(min(cells, LONG), *map(cell_len, name.split() or [""]))


def _fits(columns: Iterable[int], width: int) -> bool:
    return sum(letters + BETWEEN for letters in columns) + 1 <= width


def print_failures(failures: Iterable[Failure], *, listed: str = "; the result file lists all") -> None:
    """The first failures, one a line, and how many more there are; ``listed`` says where to find those."""
    _print_list([f"{one.unit}: {one.message}" for one in failures], "failed", "red", listed=listed)


def print_warnings(warnings: Iterable[Note | UnitNote]) -> None:
    """How many warnings of each kind a method has, with one example each: a fault of a model repeats in each clip."""
    warnings = list(warnings)
    counts = Counter((one.unit.partition("/")[0], one.kind) for one in warnings)
    first = {(one.unit.partition("/")[0], one.kind): one for one in reversed(warnings)}
    lines = [f"{first[key].unit}: {first[key].message}{f' ({n} such)' if n > 1 else ''}" for key, n in counts.items()]
    _print_list(lines, "warning", "yellow")


def _print_list(lines: list[str], label: str, style: str, *, listed: str = "; the result file lists all") -> None:
    console = Console(stderr=True)
    for line in lines[:SHOWN]:
        console.print(f"[{style}]{label}[/] {escape(line)}", highlight=False, soft_wrap=True)
    if len(lines) > SHOWN:
        console.print(f"[{style}]{label}[/] and {len(lines) - SHOWN} more{listed}", highlight=False)
