"""What a protocol gives to :func:`evalcore.batch.run`, and what it gets back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from evalcore.batch.result import Failure

__all__ = ["Outcome", "Task"]


class Task(Protocol):
    """Units that share inputs, so that these are read once (a clip with all its methods, a scene with its models).

    A task is plain data that can be pickled; it runs in one worker. Units are independent of all other tasks.
    """

    @property
    def value_type(self) -> type:
        """What a unit's value is: a dataclass, struct or plain type that JSON holds without loss."""
        ...

    @property
    def units(self) -> Sequence[str]:
        """Names of the units, unique in the run; failures are reported under them."""
        ...

    def fingerprint(self, unit: str) -> str:
        """Hash of everything that can change the unit's value: contents of its inputs, config, versions."""
        ...

    def compute(self, units: Sequence[str]) -> Iterator[tuple[str, Any]]:
        """Yield each unit as soon as it is done, with its value or a :class:`Failure`.

        An :class:`~evalcore.errors.EvalcoreError` raised here fails every unit that is still open (an input that they
        share is at fault); any other exception fails the first of them, and the rest is asked for again."""
        ...


@dataclass(frozen=True)
class Outcome:
    """One finished unit: its ``value``, or ``failure``."""

    unit: str
    value: Any = None
    failure: Failure | None = None
    cached: bool = False
