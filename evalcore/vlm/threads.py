"""Work that waits for an endpoint, several items at a time."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Sequence
from queue import Empty, SimpleQueue
from threading import Event, Thread
from typing import TypeVar

__all__ = ["in_threads"]

Item = TypeVar("Item")
Value = TypeVar("Value")
GRACE_S = 5.0


def in_threads(
    work: Callable[[Item], Value],
    items: Sequence[Item],
    *,
    jobs: int,
    on_stop: Callable[[], None],
    grace_s: float = GRACE_S,
) -> Generator[tuple[Item, Value | Exception], None, None]:
    """Yield each item with what ``work`` gave or raised for it, as they finish, ``jobs`` at a time.

    When the generator is closed early or Ctrl-C comes, no further item begins, ``on_stop`` is called once, and those
    under way get ``grace_s`` seconds to end. The threads are daemons: a request that hangs keeps nobody from leaving.

    >>> sorted(in_threads(abs, [-1, 2], jobs=2, on_stop=lambda: None))
    [(-1, 1), (2, 2)]
    """
    waiting: SimpleQueue[Item] = SimpleQueue()
    finished: SimpleQueue[tuple[Item, Value | Exception]] = SimpleQueue()
    stopped = Event()
    for item in items:
        waiting.put(item)

    def run() -> None:
        while not stopped.is_set():
            try:
                item = waiting.get_nowait()
            except Empty:
                return
            try:
                finished.put((item, work(item)))
            except Exception as error:  # whatever it is, the caller decides what it means
                finished.put((item, error))

    threads = [Thread(target=run, daemon=True) for _ in range(min(jobs, len(items)))]
    for thread in threads:
        thread.start()
    done = 0
    try:
        while done < len(items):
            outcome = finished.get()
            done += 1
            yield outcome
    finally:
        stopped.set()
        if done < len(items):
            on_stop()
        until = time.monotonic() + grace_s
        for thread in threads:
            thread.join(max(0.0, until - time.monotonic()))
