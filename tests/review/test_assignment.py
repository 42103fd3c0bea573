from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.errors import InputError
from evalcore.review import Answers, Progress, assign, load, progress, read_assignments, write_assignments
from evalcore.review.assignment import items_of
from tests.review.made import make_workspace, row
from tests.review.small import answer


@pytest.fixture
def data(tmp_path):
    return load(make_workspace(tmp_path, row("ball"), row("cup"), row("tea")))


@given(items=st.integers(1, 30), reviewers=st.integers(1, 6), seed=st.integers(0, 5), random=st.randoms())
def test_every_item_has_its_reviewers_and_loads_are_even(items, reviewers, seed, random):
    names, per_item = [f"r{k}" for k in range(reviewers)], random.randint(1, reviewers)
    shared = assign([f"i{k:02d}" for k in range(items)], names, per_item=per_item, seed=seed)
    assert list(shared) == names
    assert set(Counter(item for given in shared.values() for item in given).values()) == {per_item}
    loads = [len(given) for given in shared.values()]
    assert max(loads) - min(loads) <= 1
    assert all(list(given) == sorted(set(given)) for given in shared.values())


def test_reviewers_are_paired_with_different_others():
    shared = assign([f"i{k}" for k in range(40)], ["a", "b", "c", "d"], per_item=2)
    pairs = Counter(tuple(sorted(who for who in shared if item in shared[who])) for item in shared["a"])
    assert len(pairs) == 3
    assert assign(["x", "y"], ["a"], per_item=1, seed=1) == {"a": ("x", "y")}


@pytest.mark.parametrize(
    ("items", "reviewers", "per_item", "message"),
    [
        (["x"], ["a"], 2, "1 reviewers cannot give 2 answers"),
        (["x"], ["a"], 0, "cannot give 0 answers"),
        (["x", "x"], ["a"], 1, "item 'x' stands there twice"),
        (["x"], ["a", "a"], 1, "reviewer 'a' stands there twice"),
    ],
)
def test_what_cannot_be_shared(items, reviewers, per_item, message):
    with pytest.raises(InputError, match=message):
        assign(items, reviewers, per_item=per_item)


def test_the_file_of_assignments(data):
    assert read_assignments(data) is None
    assert items_of(data, None, "ann") == ("ball", "cup", "tea")
    write_assignments(data, {"ann": ("tea", "ball"), "bob": ()})
    assert read_assignments(data) == {"ann": ("tea", "ball"), "bob": ()}
    assert items_of(data, read_assignments(data), "ann") == ("tea", "ball")
    assert items_of(data, read_assignments(data), "eve") == ()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"reviewer": "ann", "items": []}', "reviewer 'ann' stands there twice"),
        ('{"reviewer": "bob", "items": ["cap"]}', "there is no item 'cap'. Did you mean 'cup'"),
        ('{"reviewer": "bob", "items": ["cup", "cup"]}', "an item is assigned to 'bob' twice"),
        ('{"reviewer": "bob"}', "missing required field `items`"),
        ('{"reviewer": "", "items": []}', "reviewer '' cannot be a name"),
    ],
)
def test_a_row_at_fault_has_its_line(data, line, message):
    path = data.workspace.path("review", "assignments.jsonl")
    path.write_text('{"reviewer": "ann", "items": ["cup"]}\n' + line + "\n")
    with pytest.raises(InputError, match=rf"assignments\.jsonl:2: .*{message}"):
        read_assignments(data)


def test_progress_counts_panels_and_names_the_next_item(data):
    answers = Answers.of(
        [
            answer("ball", "ann", {"gen": [1.0]}, clean=["real"]),
            answer("cup", "ann", clean=["real"]),
            answer("ball", "bob", clean=["real", "gen"]),
        ]
    )
    ann, bob = progress(data, answers)
    assert ann == Progress("ann", assigned=3, begun=2, complete=1, panels=6, panels_answered=3, next_item="cup")
    assert (bob.complete, bob.next_item) == (1, "cup")
    bob, eve = progress(data, answers, {"bob": ("ball",), "eve": ("tea",)})[1:]
    assert (bob.assigned, bob.complete, bob.next_item) == (1, 1, None)
    assert eve == Progress("eve", assigned=1, begun=0, complete=0, panels=2, panels_answered=0, next_item="tea")
