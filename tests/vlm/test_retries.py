from __future__ import annotations

import random
import time
from email.utils import formatdate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalcore.errors import InputError
from evalcore.vlm import Retries
from evalcore.vlm.retries import retry_after


@given(st.integers(1, 5), st.integers())
def test_waits_double_up_to_the_longest_less_at_most_a_half(attempt: int, seed: int) -> None:
    retries = Retries(attempts=6, first_s=1, longest_s=8)
    full = min(2.0 ** (attempt - 1), 8.0)
    wait = retries.wait_s(attempt, random.Random(seed))
    assert wait is not None
    assert full / 2 <= wait <= full


def test_the_same_seed_gives_the_same_waits() -> None:
    retries = Retries()
    first, second = ([retries.wait_s(n, random.Random(7)) for n in range(1, 6)] for _ in range(2))
    assert first == second


def test_there_is_no_wait_after_the_last_attempt_or_beyond_patience() -> None:
    rng = random.Random(0)
    assert Retries(attempts=2).wait_s(2, rng) is None
    assert Retries(attempts=2, patience_s=10).wait_s(1, rng, asked_s=11) is None
    assert Retries(attempts=2, patience_s=10).wait_s(1, rng, asked_s=10) == 10


@pytest.mark.parametrize(
    ("value", "seconds"), [("0", 0), ("1.5", 1.5), ("-1", None), ("nan", None), ("inf", None), ("", None), ("x", None)]
)
def test_retry_after_is_seconds(value: str, seconds: float | None) -> None:
    assert retry_after({"retry-after": value}) == seconds


def test_retry_after_is_a_date() -> None:
    assert retry_after({"retry-after": formatdate(time.time() + 100, usegmt=True)}) == pytest.approx(100, abs=5)
    assert retry_after({"retry-after": formatdate(time.time() - 100, usegmt=True)}) == 0


def test_impossible_retries_are_an_error() -> None:
    for wrong in ({"attempts": 0}, {"first_s": -1}, {"first_s": 9, "longest_s": 1}):
        with pytest.raises(InputError, match="not possible"):
            Retries(**wrong)  # type: ignore[arg-type]
