from __future__ import annotations

import io
import re
import sys

import pandas as pd
import pytest

from evalcore.cli.show import print_table
from evalcore.tables import Column, Table

WIDE = Table(
    "Wide",
    pd.DataFrame({"name": ["one", "two"], **{f"c{k}": [k + 0.12345, -k - 0.5] for k in range(12)}}),
    (Column("name", "Name of it"), *(Column(f"c{k}", f"Heading of number {k}", digits=5) for k in range(12))),
    ("A note.",),
)


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def printed(table: Table, monkeypatch: pytest.MonkeyPatch, *, columns: int | None) -> list[str]:
    stream = io.StringIO() if columns is None else Terminal()
    monkeypatch.setattr(sys, "stdout", stream)
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("TERM", "xterm")
    print_table(table)
    return re.sub(r"\x1b\[[\d;]*m", "", stream.getvalue()).splitlines()


@pytest.mark.parametrize("columns", [40, 60, 118, 200])
def test_a_terminal_that_is_too_narrow_gets_blocks_and_every_number_whole(monkeypatch, columns: int) -> None:
    lines = printed(WIDE, monkeypatch, columns=columns)
    assert max(map(len, lines)) <= columns
    words = [word for line in lines for word in line.split()]
    assert {f"{k + 0.12345:.5f}" for k in range(12)} | {f"{-k - 0.5:.5f}" for k in range(12)} <= set(words)
    assert words.count("one") == words.count("two") == words.count("Name") >= (2 if columns < 118 else 1)
    assert (words.count("Wide"), words.count("note.")) == (1, 1)


def test_a_pipe_gets_one_line_a_row(monkeypatch) -> None:
    lines = printed(WIDE, monkeypatch, columns=None)
    row = next(line for line in lines if "one" in line.split())
    assert len(row.split()) == 13
    assert sum("Heading of number 11" in line for line in lines) == 1


def test_long_text_is_folded_and_not_lost(monkeypatch) -> None:
    text = " ".join(f"word{k}" for k in range(30))
    table = Table("T", pd.DataFrame({"n": [1], "t": [text]}), (Column("n", "N", digits=0), Column("t", "Text")))
    lines = printed(table, monkeypatch, columns=60)
    assert max(map(len, lines)) <= 60
    assert " ".join(word for line in lines for word in line.split() if word.startswith("word")) == text
