"""The table finds what a dict finds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.judged.lookup import Lookup

NAMES = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=20)


@given(st.lists(NAMES, unique=True), st.lists(st.text(max_size=25)))
def test_it_finds_what_a_dict_finds(known: list[str], others: list[str]) -> None:
    positions = {name: position for position, name in enumerate(known)}
    sought = [*known, *others, *(f"{name}x" for name in known), *(name[:-1] for name in known)]
    assert Lookup(known).find(sought).tolist() == [positions.get(name, -1) for name in sought]


@pytest.mark.parametrize("stranger", ["ball\0", "ball\0x", "bal", "ball and much more than that", "", "Ball", "bäll"])
def test_near_misses_are_not_found(stranger: str) -> None:
    assert Lookup(["ball", "block"]).find([stranger, "block"]).tolist() == [-1, 1]


def test_ids_that_differ_in_their_last_letter_are_all_found() -> None:
    names = [f"task_{i % 7}-p{i // 2:05}{'ab'[i % 2]}" for i in range(5000)]
    assert Lookup(names).find(names[::-1]).tolist() == list(range(4999, -1, -1))


def test_an_empty_table_finds_nothing() -> None:
    assert Lookup([]).find(["a"]).tolist() == [-1]
    assert Lookup(["a"]).find([]).tolist() == []
