from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Timer
from typing import Any

import pytest

from evalcore.batch import Cache, Failure, fingerprint, run
from evalcore.errors import InputError, VideoError


@dataclass(frozen=True)
class Squares:
    """Squares of some numbers; a negative one fails by itself, and ``broken`` raises before anything is done."""

    numbers: tuple[int, ...]
    log: Path
    broken: Exception | None = None
    value_type = dict

    @property
    def units(self) -> tuple[str, ...]:
        return tuple(f"square/{number}" for number in self.numbers)

    def fingerprint(self, unit: str) -> str:
        return fingerprint({"unit": unit})

    def compute(self, units: Sequence[str]) -> Iterator[tuple[str, Any]]:
        for unit in units:
            number = int(unit.partition("/")[2])
            with self.log.open("a") as file:
                file.write(f"{number}\n")
            if self.broken and number == self.numbers[1]:
                raise self.broken
            yield unit, {"square": number**2} if number >= 0 else Failure(unit, "negative", "expected 0 or more")


def computed(log: Path) -> list[int]:
    return sorted(map(int, log.read_text().split())) if log.exists() else []


@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_outcomes_come_in_the_order_of_the_tasks_whatever_the_workers(tmp_path: Path, backend: Any) -> None:
    tasks = [Squares((n, n + 1), tmp_path / "log") for n in range(0, 20, 2)]
    for jobs in (1, 3):
        outcomes = run(tasks, jobs=jobs, backend=backend)
        assert [outcome.value["square"] for outcome in outcomes] == [n**2 for n in range(20)]


def test_one_failing_unit_takes_no_other_down(tmp_path: Path) -> None:
    outcomes = run([Squares((1, -2, 3), tmp_path / "log")])
    assert [outcome.value for outcome in outcomes] == [{"square": 1}, None, {"square": 9}]
    assert outcomes[1].failure == Failure("square/-2", "negative", "expected 0 or more")


def test_an_unexpected_exception_fails_its_unit_and_no_other(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    tasks = [Squares((1, 2, 3), tmp_path / "log", ZeroDivisionError("by zero")), Squares((4,), tmp_path / "log")]
    with caplog.at_level(logging.ERROR):
        outcomes = run(tasks)
    assert [outcome.failure and outcome.failure.kind for outcome in outcomes] == [None, "internal", None, None]
    failure = outcomes[1].failure
    assert failure is not None
    assert "ZeroDivisionError" in failure.message
    assert "square/2" in caplog.text
    assert "by zero" in caplog.text


def test_an_error_meant_for_the_reader_keeps_its_kind(tmp_path: Path) -> None:
    outcomes = run([Squares((1, 2), tmp_path / "log", VideoError("size", "found 1x1, expected 2x2"))])
    assert outcomes[1].failure == Failure("square/2", "size", "found 1x1, expected 2x2")


def test_an_error_of_a_shared_input_fails_all_that_is_still_open(tmp_path: Path) -> None:
    outcomes = run([Squares((1, 2, 3), tmp_path / "log", VideoError("empty", "the file is empty"))])
    assert [outcome.failure and outcome.failure.kind for outcome in outcomes] == [None, "empty", "empty"]


def test_finished_units_are_not_computed_again(tmp_path: Path) -> None:
    cache, log = Cache(tmp_path / "cache"), tmp_path / "log"
    first = run([Squares((1, 2), log)], cache=cache)
    second = run([Squares((1, 2, 3), log)], cache=cache)
    assert computed(log) == [1, 2, 3]
    assert [outcome.cached for outcome in second] == [True, True, False]
    assert [outcome.value for outcome in second[:2]] == [outcome.value for outcome in first]


def test_failures_are_never_cached(tmp_path: Path) -> None:
    cache, log = Cache(tmp_path / "cache"), tmp_path / "log"
    for _ in range(2):
        run([Squares((-1,), log)], cache=cache)
    assert computed(log) == [-1, -1]


def test_units_done_before_a_crash_are_kept(tmp_path: Path) -> None:
    cache, log = Cache(tmp_path / "cache"), tmp_path / "log"
    run([Squares((1, 2, 3), log, MemoryError())], cache=cache)
    outcomes = run([Squares((1, 2, 3), log)], cache=cache)
    assert [outcome.cached for outcome in outcomes] == [True, False, True]


@pytest.mark.parametrize("content", [b"", b'{"square": 1', b"\xff", b"[]"])
def test_a_damaged_cache_entry_is_made_anew(tmp_path: Path, content: bytes) -> None:
    cache = Cache(tmp_path)
    key = fingerprint({"unit": "square/5"})
    cache.put(key, {"square": 24})
    (entry,) = tmp_path.rglob("*.json")
    entry.write_bytes(content)
    (outcome,) = run([Squares((5,), tmp_path / "log")], cache=cache)
    assert (outcome.value, outcome.cached) == ({"square": 25}, False)
    assert cache.get(key, dict) == {"square": 25}


def test_a_cache_that_cannot_be_written_is_one_error_that_names_it(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file in the way")
    with pytest.raises(InputError, match=r"cannot be written .*EVALCORE_CACHE_DIR"):
        run([Squares((1,), tmp_path / "log")], cache=Cache(tmp_path / "cache"))


def test_progress_counts_units_and_ends_at_all(tmp_path: Path) -> None:
    seen: list[tuple[int, int]] = []
    run([Squares((1, 2), tmp_path / "log"), Squares((3,), tmp_path / "log")], progress=lambda *now: seen.append(now))
    assert seen[0] == (0, 3)
    assert seen[-1] == (3, 3)
    assert seen == sorted(seen)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # joblib's own, on being left
@pytest.mark.parametrize("asked", [True, False])
def test_a_run_that_is_broken_off_ends_what_its_tasks_wait_for(tmp_path: Path, asked: bool) -> None:
    released = Event()

    class Waiting(Squares):
        def compute(self, units: Sequence[str]) -> Iterator[tuple[str, Any]]:
            if self.numbers == (2,):
                assert released.wait(60)
            yield from super().compute(units)

    def interrupted(done: int, total: int) -> None:
        if done:
            if not asked:
                Timer(0.2, released.set).start()  # nothing ends the other task: it is waited for
            raise KeyboardInterrupt

    tasks = [Waiting((number,), tmp_path / "log") for number in (1, 2)]
    with pytest.raises(KeyboardInterrupt):
        run(tasks, jobs=2, progress=interrupted, on_stop=released.set if asked else None)
    assert released.is_set()
    assert computed(tmp_path / "log") == [1, 2]
