from __future__ import annotations

import threading
import time
from contextlib import closing

import pytest

from evalcore.vlm import in_threads


def nothing() -> None:
    pass


@pytest.mark.parametrize("jobs", [1, 3, 50])
def test_every_item_comes_once(jobs: int) -> None:
    outcomes = list(in_threads(lambda n: n * n, range(20), jobs=jobs, on_stop=nothing))
    assert sorted(outcomes) == [(n, n * n) for n in range(20)]


def test_several_items_wait_at_the_same_time() -> None:
    together = threading.Barrier(4, timeout=10)
    assert len(list(in_threads(lambda _: together.wait(), range(8), jobs=4, on_stop=nothing))) == 8


def test_an_error_is_the_outcome_of_its_item() -> None:
    outcomes = dict(in_threads(lambda n: 1 // n, [1, 0], jobs=2, on_stop=nothing))
    assert outcomes[1] == 1
    assert isinstance(outcomes[0], ZeroDivisionError)


def test_a_caller_that_leaves_stops_the_rest_and_what_is_under_way_ends() -> None:
    begun: list[int] = []
    ended: list[int] = []
    stopped = threading.Event()

    def work(item: int) -> None:
        begun.append(item)
        if item:
            stopped.wait(10)
        ended.append(item)

    with closing(in_threads(work, range(100), jobs=2, on_stop=stopped.set)) as outcomes:
        next(outcomes)
    assert stopped.is_set()
    assert sorted(begun) == sorted(ended)
    assert len(begun) <= 4


def test_work_that_hangs_keeps_nobody() -> None:
    release = threading.Event()
    start = time.monotonic()
    with closing(
        in_threads(lambda n: n and release.wait(60), [0, 1], jobs=2, on_stop=nothing, grace_s=0.1)
    ) as outcomes:
        next(outcomes)
    assert time.monotonic() - start < 10
    release.set()
