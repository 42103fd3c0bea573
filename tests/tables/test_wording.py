from __future__ import annotations

from evalcore.tables.wording import counted


def test_one_is_singular_and_none_is_plural() -> None:
    assert (counted(1, "clip"), counted(0, "clip"), counted(5, "pair")) == ("1 clip", "0 clips", "5 pairs")
