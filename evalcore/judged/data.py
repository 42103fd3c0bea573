"""The files of the judged-event protocol, read and validated (layout: ``data/README.md``)."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import msgspec
import numpy as np
import numpy.typing as npt

from evalcore.errors import InputError, nearest
from evalcore.judged.columns import Coded, encode
from evalcore.judged.lookup import Lookup
from evalcore.judged.problems import Problem
from evalcore.workspace import Workspace, check_encoding, check_name

__all__ = [
    "CONDITIONS",
    "GENERATED",
    "JUDGMENTS",
    "MANIFEST",
    "PUBLISHED",
    "SPLITS",
    "TASKS",
    "Condition",
    "JudgedData",
    "ManifestRow",
    "Scope",
    "TaskDefinition",
    "nearest_condition",
]

CONDITIONS = "evaluation/conditions.jsonl"
TASKS = "evaluation/tasks.json"
MANIFEST = "inputs/manifest.jsonl"
SPLITS = "splits"
JUDGMENTS = "baselines/judgments"
PUBLISHED = "baselines/paper-results.json"
GENERATED = "generated"
COMPARABLE = 5000  # names that a wrong one is compared with in reasonable time


class Condition(msgspec.Struct, frozen=True, gc=False):
    """One row of ``evaluation/conditions.jsonl``: the truth about one condition.

    ``pair_id`` is null for a control. ``observation_time`` is in seconds after the clip's first frame, null where
    nothing in particular has to be waited for. ``reference`` is the path of the reference future in the data folder.
    """

    condition_id: str
    task: str
    label: str
    pair_id: str | None = None
    observation_time: float | None = None
    reference: str | None = None
    partition: str | None = None


@dataclass(frozen=True)
class TaskDefinition:
    """One task of ``evaluation/tasks.json``: the labels that an event may have."""

    labels: tuple[str, ...]
    family: str | None = None
    question: str | None = None


class ManifestRow(msgspec.Struct, frozen=True, gc=False):
    """One row of ``inputs/manifest.jsonl``: all that a generative model may see. ``first_frame`` is below inputs/."""

    condition_id: str
    first_frame: str
    prompt: str


@dataclass(frozen=True, eq=False)
class Scope:
    """A frozen subset: the truth that every denominator comes from, sorted by condition_id.

    ``positions`` (n,) point into ``JudgedData.conditions``; ``tasks`` are those of its conditions, by name.
    ``sha256`` is over the sorted ids, one a line, so that the order of the split file does not matter.
    """

    subset: str
    positions: npt.NDArray[np.int32]
    condition_ids: tuple[str, ...]
    tasks: tuple[str, ...]
    sha256: str

    @classmethod
    def of(cls, subset: str, positions: Iterable[int], conditions: Sequence[Condition]) -> Scope:
        """The scope of the conditions at ``positions``, whatever their order."""
        ordered = sorted(positions, key=lambda position: conditions[position].condition_id)
        ids = tuple(conditions[position].condition_id for position in ordered)
        return cls(
            subset=subset,
            positions=np.array(ordered, dtype=np.int32),
            condition_ids=ids,
            tasks=tuple(sorted({conditions[position].task for position in ordered})),
            sha256=hashlib.sha256("".join(f"{condition_id}\n" for condition_id in ids).encode()).hexdigest(),
        )

    @property
    def n(self) -> int:
        """How many conditions there are."""
        return len(self.condition_ids)


@dataclass(frozen=True, eq=False)
class JudgedData:
    """A data folder as read. ``workspace.root`` is the folder itself (``--data``).

    ``subsets`` are the names that have a split file, ``aliases`` the names that fields have in a file where they are
    not the protocol's (path -> alias -> canonical name), ``problems`` the faults that loading went past.
    ``files`` maps each file that was read to the SHA-256 of its content.
    """

    workspace: Workspace
    conditions: tuple[Condition, ...]
    tasks: Mapping[str, TaskDefinition]
    manifest: tuple[ManifestRow, ...] = ()
    scopes: Mapping[str, Scope] = field(default_factory=dict)
    aliases: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)

    @property
    def subsets(self) -> tuple[str, ...]:
        """Names of the subsets that there are."""
        return tuple(self.scopes)

    @cached_property
    def condition_ids(self) -> tuple[str, ...]:
        """The id of every condition."""
        return tuple(condition.condition_id for condition in self.conditions)

    @cached_property
    def positions(self) -> Mapping[str, int]:
        """condition_id -> position in ``conditions``."""
        return {condition_id: position for position, condition_id in enumerate(self.condition_ids)}

    @cached_property
    def lookup(self) -> Lookup:
        """The positions of many conditions at once."""
        return Lookup(self.condition_ids)

    @cached_property
    def task_column(self) -> Coded:
        """The task of every condition."""
        return encode(condition.task for condition in self.conditions)

    @cached_property
    def class_column(self) -> Coded:
        """The task and reference class of every condition, as a tuple of both."""
        labels = encode(condition.label for condition in self.conditions)
        key = self.task_column.codes.astype(np.int64) * len(labels.values) + labels.codes
        keys, codes = np.unique(key, return_inverse=True)
        pairs = [divmod(one, len(labels.values)) for one in keys.tolist()]
        names = [(self.task_column.values[task], labels.values[label]) for task, label in pairs]
        return Coded(names, codes.astype(np.int32))

    @cached_property
    def pair_column(self) -> Coded:
        """The pair of every condition, None for a control."""
        return encode(condition.pair_id for condition in self.conditions)

    def condition(self, condition_id: str) -> Condition:
        """The condition of this name.

        Raises
        ------
        InputError
            There is none; the message names the nearest.
        """
        position = self.positions.get(condition_id)
        if position is None:
            raise InputError(
                f"there is no condition {condition_id!r}.",
                where=CONDITIONS,
                fix=nearest_condition(condition_id, self.positions),
            )
        return self.conditions[position]

    def scope(self, subset: str) -> Scope:
        """The frozen subset of this name.

        Raises
        ------
        InputError
            There is no ``splits/<subset>.txt``; the message names the nearest.
        """
        if subset not in self.scopes:
            raise InputError(f"there is no subset {subset!r}.", where=SPLITS, fix=nearest(subset, self.scopes))
        return self.scopes[subset]

    @property
    def judges(self) -> tuple[str, ...]:
        """Folders of ``baselines/judgments``, by name."""
        return self._names(JUDGMENTS)

    def models(self, judge: str) -> tuple[str, ...]:
        """Models with released judgments of ``judge``, by name.

        Raises
        ------
        InputError
            There is no such judge; the message names the nearest.
        """
        if judge not in self.judges:
            raise InputError(f"there is no judge {judge!r}.", where=JUDGMENTS, fix=nearest(judge, self.judges))
        return self._names(JUDGMENTS, judge, ending=".jsonl")

    def judgments_path(self, judge: str, model: str) -> Path:
        """Where the released judgments of a model are."""
        return self.workspace.path(JUDGMENTS, judge, f"{model}.jsonl")

    @property
    def generated_models(self) -> tuple[str, ...]:
        """Folders of ``generated``, by name."""
        return self._names(GENERATED)

    def clip(self, model: str, condition_id: str, videos: Path | None = None) -> Path:
        """Where the generated clip of a condition is, or would be.

        ``videos`` is another folder of ``<condition_id>.mp4``, anywhere, instead of ``generated/<model>``.
        """
        check_name(condition_id, what="condition_id")
        if videos is not None:
            return videos / f"{condition_id}.mp4"
        return self.workspace.path(GENERATED, check_name(model, what="model"), f"{condition_id}.mp4")

    def reference(self, condition_id: str) -> Path | None:
        """Where the reference future of a condition is, or None where it has none."""
        name = self.condition(condition_id).reference
        return None if name is None else self.workspace.path(name)

    def _names(self, *folder: str, ending: str = "") -> tuple[str, ...]:
        path = self.workspace.path(*folder)
        if not path.exists():
            return ()
        names = []
        for entry in path.iterdir():
            if entry.name.startswith(".") or not (entry.name.endswith(ending) if ending else entry.is_dir()):
                continue
            check_encoding(entry)
            names.append(check_name(entry.name.removesuffix(ending), what="name", where="/".join(folder)))
        return tuple(sorted(names))


def nearest_condition(condition_id: str, known: Collection[str]) -> str:
    """As :func:`evalcore.errors.nearest`, but only the number where there are very many."""
    return nearest(condition_id, known) if len(known) <= COMPARABLE else f"There are {len(known)} others."
