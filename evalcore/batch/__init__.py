"""Run many independent units: backends, progress, cache by fingerprint, result base and provenance record."""

from evalcore.batch.cache import Cache, file_sha256, fingerprint
from evalcore.batch.progress import terminal_progress
from evalcore.batch.record import record
from evalcore.batch.result import Coverage, Failure, Result, write_json
from evalcore.batch.run import Progress, run
from evalcore.batch.task import Outcome, Task

__all__ = [
    "Cache",
    "Coverage",
    "Failure",
    "Outcome",
    "Progress",
    "Result",
    "Task",
    "file_sha256",
    "fingerprint",
    "record",
    "run",
    "terminal_progress",
    "write_json",
]
