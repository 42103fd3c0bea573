"""Run independent units: in parallel, resumable, and without one failure taking others down."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from threading import Condition
from typing import Any, Literal

from evalcore.batch.cache import Cache
from evalcore.batch.result import Failure
from evalcore.batch.task import Outcome, Task
from evalcore.errors import EvalcoreError

__all__ = ["Progress", "run"]

Backend = Literal["threads", "processes"]
Progress = Callable[[int, int], None]

_log = logging.getLogger(__name__)


def run(
    tasks: Sequence[Task],
    *,
    jobs: int | None = None,
    backend: Backend = "threads",
    cache: Cache | None = None,
    progress: Progress | None = None,
    on_stop: Callable[[], None] | None = None,
) -> list[Outcome]:
    """Compute all units of ``tasks`` and return their outcomes in the order of the tasks and their units.

    Parameters
    ----------
    tasks
        Independent groups of units.
    jobs
        Workers; default: one a core that this process may use. The numbers do not depend on it.
    backend
        ``threads`` where the kernels release the GIL (decoding, pixel metrics), ``processes`` where code does not.
    cache
        Where finished units are looked up and kept, one by one as they finish; None: compute everything, keep nothing.
    progress
        Called with (finished units, all units) from the calling thread.
    on_stop
        Called where the run is broken off (Ctrl-C), before tasks that are under way are waited for: it ends what they
        wait for, so that this takes no time.
    """
    import joblib

    total, finished = sum(len(task.units) for task in tasks), 0
    workers = min(jobs or joblib.cpu_count(), max(1, len(tasks)))
    pool = joblib.Parallel(
        n_jobs=workers,
        prefer=backend,
        require="sharedmem" if backend == "threads" else None,
        return_as="generator_unordered",
        batch_size=1,
    )
    done: dict[str, Outcome] = {}
    running = _Running() if backend == "threads" else None
    if progress:
        progress(0, total)
    try:
        for outcomes in pool(joblib.delayed(_run_task)(task, cache, running) for task in tasks):
            done.update((outcome.unit, outcome) for outcome in outcomes)
            finished += len(outcomes)
            if progress:
                progress(finished, total)
    except BaseException:
        if running:
            running.stop(on_stop)
        raise
    return [done[unit] for task in tasks for unit in task.units]


class _Running:
    """Counts tasks that are under way: the interpreter aborts if it ends while a thread is in native code."""

    def __init__(self) -> None:
        self._count, self._stopped, self._changed = 0, False, Condition()

    def begin(self) -> bool:
        """Whether a task may begin; :meth:`end` must follow."""
        with self._changed:
            self._count += 1
            return not self._stopped

    def end(self) -> None:
        with self._changed:
            self._count -= 1
            self._changed.notify_all()

    def stop(self, on_stop: Callable[[], None] | None) -> None:
        """Let no further task begin, and wait for those under way."""
        with self._changed:
            self._stopped = True
        if on_stop:
            on_stop()
        with self._changed:
            self._changed.wait_for(lambda: self._count == 0)


def _run_task(task: Task, cache: Cache | None, running: _Running | None) -> list[Outcome]:
    if running is None:
        return _outcomes(task, cache)
    try:
        return _outcomes(task, cache) if running.begin() else []
    finally:
        running.end()


def _outcomes(task: Task, cache: Cache | None) -> list[Outcome]:
    done: dict[str, Outcome] = {}
    keys: dict[str, str] = {}
    for unit in task.units if cache else ():
        try:
            keys[unit] = task.fingerprint(unit)
        except (EvalcoreError, OSError):
            continue  # an input is missing or unreadable: computing the unit gives the message
        if cache and (value := cache.get(keys[unit], task.value_type)) is not None:
            done[unit] = Outcome(unit, value, cached=True)
    for unit, value in _guarded(task, [unit for unit in task.units if unit not in done]):
        if isinstance(value, Failure):
            done[unit] = Outcome(unit, failure=value)
            continue
        if cache and unit in keys:
            cache.put(keys[unit], value)
        done[unit] = Outcome(unit, value)
    return list(done.values())


def _guarded(task: Task, wanted: Sequence[str]) -> Iterator[tuple[str, Any]]:
    """``task.compute``, with exceptions turned into failures: no unit takes another down."""
    missing = list(wanted)
    while missing:
        kind, message = "internal", "the task ended without a value for this unit; please report this"
        try:
            for unit, value in task.compute(tuple(missing)):
                missing.remove(unit)
                yield unit, value
            lost = list(missing)
        except EvalcoreError as error:
            kind, message, lost = getattr(error, "kind", "input"), str(error), list(missing)
        except Exception as error:  # a defect in one unit must not lose the others; the log has the traceback
            lost = missing[:1]
            _log.exception("unexpected error in %s", lost[0])
            message = f"unexpected {type(error).__name__}; the log has the details, please report this"
        for unit in lost:
            missing.remove(unit)
            yield unit, Failure(unit, kind, message)
