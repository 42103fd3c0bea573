"""The judge's prompt and the definitions of the tasks, and the text that a judge is sent."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from evalcore.batch import file_sha256
from evalcore.errors import InputError, nearest
from evalcore.jsonl import read_json
from evalcore.judged.config import OTHER, UNCERTAIN
from evalcore.judged.data import JudgedData, TaskDefinition

__all__ = ["FORM", "PROMPT_FILES", "Prompts", "TaskPrompt", "read_prompts"]

JUDGE, TASKS = PROMPT_FILES = ("prompts/judge.txt", "prompts/tasks.json")
ANSWER = (
    '{"event": <one of the event labels>, "violation": "clear" or "flagged" or "uncertain", '
    '"reason": <one short sentence>}'
)
FORM = f"Answer with one JSON object of this form and nothing else, no Markdown around it:\n{ANSWER}"


@dataclass(frozen=True)
class TaskPrompt:
    """What a judge is told about one task. ``meanings`` explains labels, where the definition does."""

    labels: tuple[str, ...]
    question: str | None = None
    definition: str | None = None
    meanings: Mapping[str, str] = field(default_factory=dict)

    def text(self) -> str:
        """Question, definition and the labels that an event may have."""
        lines = [f"Question: {self.question}"] if self.question else []
        lines += [f"Task: {self.definition}"] if self.definition else []
        lines.append("Event labels:")
        for label in self.labels:
            lines.append(f"- {label}: {self.meanings[label]}" if label in self.meanings else f"- {label}")
        lines += [f"- {OTHER}: something else happens", f"- {UNCERTAIN}: the images do not show what happens"]
        return "\n".join(lines)


@dataclass(frozen=True)
class Prompts:
    """``prompts/judge.txt`` and ``prompts/tasks.json`` as read; ``files`` maps both to the SHA-256 of their content.

    What is sent depends on the task and the times of the frames alone: never on a condition's label, pair or reference.
    """

    judge: str
    tasks: Mapping[str, TaskPrompt]
    files: Mapping[str, str]

    def text(self, task: str, times: Sequence[float]) -> str:
        """The text of a request; the pictures follow it in the order of ``times`` (s after the first frame)."""
        shown = ", ".join(f"{time:.3f}" for time in times)
        frames = f"The images are frames of one video in the order of time, shown at (seconds): {shown}."
        return "\n\n".join([self.judge, self.tasks[task].text(), frames, FORM])

    def sha256(self, task: str) -> dict[str, str]:
        """The hashes that tell requests of different prompts apart, under the names that judgment rows use.

        ``prompt_sha256`` is that of the file ``prompts/judge.txt``. ``task_sha256`` is over what the request says
        beside it and beside the times: question, definition, labels and the form of the answer.
        """
        told = f"{self.tasks[task].text()}\n\n{FORM}"
        return {
            "prompt_sha256": self.files[JUDGE],
            "task_sha256": hashlib.sha256(told.encode()).hexdigest(),
        }


class _Definition(msgspec.Struct, forbid_unknown_fields=True):
    """A task's definition where it is more than a text; other fields could give the truth away and are refused."""

    question: str | None = None
    definition: str | None = None
    description: str | None = None
    labels: list[str] | dict[str, str] | None = None


def read_prompts(data: JudgedData) -> Prompts:
    """Read ``prompts/judge.txt`` and ``prompts/tasks.json``.

    A task's definition is a text, or an object with ``question``, ``definition`` (or ``description``) and ``labels``
    (a list, or label -> what it means). Where there is no question, that of ``evaluation/tasks.json`` is asked.

    Raises
    ------
    InputError
        A file is missing, empty or not UTF-8; a task is unknown, has no definition, or has one that is neither form;
        labels that are not those of ``evaluation/tasks.json``.
    """
    judge_path, tasks_path = (data.workspace.path(name) for name in PROMPT_FILES)
    judge = _text(judge_path)
    raw = read_json(tasks_path, dict[str, Any], what="what the judge is told about each task")
    for task in raw:
        if task not in data.tasks:
            raise InputError(f"there is no task {task!r}.", where=tasks_path, fix=nearest(task, data.tasks))
    if absent := [task for task in data.tasks if task not in raw]:
        raise InputError(f"task {absent[0]!r} has no definition.", where=tasks_path, fix="Add one for each task.")
    tasks = {task: _task(raw[task], data.tasks[task], f"{tasks_path}: task {task!r}") for task in data.tasks}
    files = {data.workspace.relative(path): file_sha256(path) for path in (judge_path, tasks_path)}
    return Prompts(judge, tasks, files)


def _text(path: Path) -> str:
    what = "It holds the judge's prompt; see data/README.md."
    try:
        text = path.read_bytes().decode("utf-8-sig").strip()
    except FileNotFoundError:
        raise InputError("the file is missing.", where=path, fix=what) from None
    except UnicodeDecodeError as error:
        raise InputError(f"byte {error.start + 1} is not UTF-8.", where=path, fix="Save the file as UTF-8.") from None
    except OSError as error:
        raise InputError(f"the file cannot be read ({error.strerror}).", where=path, fix=what) from None
    if not text:
        raise InputError("the file is empty.", where=path, fix=what)
    return text


def _task(raw: Any, known: TaskDefinition, where: str) -> TaskPrompt:
    form = 'Give a text, or {"question": "...", "definition": "...", "labels": {"label": "what it means"}}.'
    try:
        given = _Definition(definition=raw) if isinstance(raw, str) else msgspec.convert(raw, _Definition)
    except msgspec.ValidationError as error:
        raise InputError(f"{error}.", where=where, fix=form) from None
    question = (given.question or known.question or "").strip()
    definition = (given.definition or given.description or "").strip()
    if not definition and not (given.question or "").strip():
        raise InputError("the definition is empty.", where=where, fix=form)
    if given.labels is not None and set(given.labels) != set(known.labels):
        raise InputError(
            f"the labels are {_names(given.labels)}, expected {_names(known.labels)}.",
            where=where,
            fix="Give the labels of evaluation/tasks.json, or leave them out.",
        )
    meanings = given.labels if isinstance(given.labels, dict) else {}
    return TaskPrompt(known.labels, question or None, definition or None, meanings)


def _names(labels: Sequence[str] | Mapping[str, str]) -> str:
    return ", ".join(map(repr, sorted(labels)))
