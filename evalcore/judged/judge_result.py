"""The result of a judge run: which conditions have a judgment, how each came by it, and what it took."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, ClassVar, Literal, get_args

import msgspec

from evalcore.batch import Result
from evalcore.vlm import Usage

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["JudgeRunConfig", "JudgeRunResult", "JudgedUnit", "UnitState"]

UnitState = Literal["judged", "not_reached", "kept", "failed"]


@dataclass(frozen=True)
class JudgeRunConfig:
    """The settings of a judge run, as its record keeps them; of the endpoint's address only the host."""

    model: str
    subset: str | None
    profile: str
    requested_model: str
    endpoint: str
    temperature: float | None
    max_tokens: int | None
    repeat: int
    mixed: bool


@dataclass(frozen=True)
class JudgedUnit:
    """One condition in one pass (``repeat`` counts from 1).

    ``state``: ``judged`` in this run; ``not_reached``, uncertain without asking; ``kept`` from an earlier run; or
    ``failed``, with its failure in the result. ``replies`` counts what the endpoint sent in this run: 2 after a repair.
    ``readable`` is false where no reply was the JSON asked for, so that the judgment is uncertain; null if none was
    asked for in this run.
    """

    condition_id: str
    repeat: int
    state: UnitState
    replies: int = 0
    readable: bool | None = None


@dataclass(frozen=True)
class JudgeRunResult(Result):
    """What :func:`evalcore.judged.judge` returns and writes beside the judgments.

    ``files`` are the names of the judgment files, one a pass. ``judges`` are the model versions that the endpoint
    reported in them. ``usage`` counts the tokens of this run, ``notes`` says what else a reader should know.
    """

    protocol: ClassVar[str] = "judged"

    model: str
    files: tuple[str, ...]
    judges: tuple[str, ...]
    units: tuple[JudgedUnit, ...]
    usage: Usage
    notes: tuple[str, ...] = ()

    @property
    def config(self) -> JudgeRunConfig:
        """The settings of the run, from its record."""
        return msgspec.convert(self.record["config"], JudgeRunConfig)

    @property
    def scores(self) -> pd.DataFrame:
        """One row a pass: how many conditions were judged, kept, not reached and failed, and how many repaired."""
        import pandas as pd

        states = Counter((unit.repeat, unit.state) for unit in self.units)
        repaired = Counter(unit.repeat for unit in self.units if unit.replies > 1)
        unreadable = Counter(unit.repeat for unit in self.units if unit.readable is False)
        rows = [
            {
                "file": file,
                **{state: states[number, state] for state in get_args(UnitState)},
                "repaired": repaired[number] - unreadable[number],
                "unreadable": unreadable[number],
            }
            for number, file in enumerate(self.files, start=1)
        ]
        return pd.DataFrame(rows)

    @property
    def rows(self) -> pd.DataFrame:
        """One row a condition and pass."""
        import pandas as pd

        return pd.DataFrame([asdict(unit) for unit in self.units], columns=list(JudgedUnit.__dataclass_fields__))
