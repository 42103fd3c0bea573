"""A small data set of the judged-event protocol: three tasks, two judges, three models, every kind of judgment.

Thirteen conditions: two pairs a task and one control. ``paper-main`` lacks ``ball-2b``, so that ``ball-2a`` is there
without its partner. The judgments are strings with one letter a condition, in the order of ``CONDITIONS``.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from evalcore.workspace import Workspace

TASKS: dict[str, dict[str, Any]] = {
    "ball": {"labels": ["left", "right"], "family": "roll", "question": "Where does the ball roll?"},
    "block": {"labels": ["fall", "stay", "tip"], "family": "balance", "question": "What does the block do?"},
    "door": {"labels": ["open", "shut"], "family": "hinge", "question": "Is the door open at the end?"},
}
LABELS = {
    "ball-1a": "left",
    "ball-1b": "right",
    "ball-2a": "left",
    "ball-2b": "right",
    "block-1a": "fall",
    "block-1b": "stay",
    "block-2a": "fall",
    "block-2b": "tip",
    "door-1a": "open",
    "door-1b": "shut",
    "door-2a": "open",
    "door-2b": "shut",
    "control-1": "shut",
}


def _condition(condition_id: str, label: str) -> dict[str, Any]:
    control = condition_id.startswith("control")
    return {
        "condition_id": condition_id,
        "pair_id": None if control else condition_id[:-1],
        "task": "door" if control else condition_id.split("-")[0],
        "label": label,
        "observation_time": 5.0 if condition_id == "block-1a" else None,
        "reference": None,
    }


CONDITIONS: tuple[dict[str, Any], ...] = tuple(_condition(*item) for item in LABELS.items())
MANIFEST: tuple[dict[str, Any], ...] = tuple(
    {"condition_id": one, "first_frame": f"first_frames/{one}.png", "prompt": "Continue the video."} for one in LABELS
)
SPLITS: dict[str, tuple[str, ...]] = {
    "core": tuple(one for one in LABELS if one != "control-1"),
    "auxiliary": ("control-1",),
    "paper-main": tuple(one for one in LABELS if one != "ball-2b"),
    "cross-judge": tuple(one for one in LABELS if not one.startswith("door")),
}

# = the truth, ! another label of the task, x an unknown label, o other, ? uncertain, n null, . no judgment at all
EVENTS = {
    "judge-a": {"sharp": "=============", "plain": "=!===x=o==?=.", "weak": "!!=.?!x!n=!o!"},
    "judge-b": {"sharp": "===========!=", "plain": "=!=!=x=!==?=.", "weak": "!!==?!!!n=!!!"},
}
# c false, f true, y "Yes", w " CLEAR ", 0 the number, 1 the number, n null, m "maybe", a absent
VIOLATIONS = {
    "judge-a": {"sharp": "cccwcccccccfc", "plain": "cfcw0cyfccncc", "weak": "fyc1mcanfcffc"},
    "judge-b": {"sharp": "ccccccccccccc", "plain": "cfcfcccfccfcc", "weak": "ffcfccfcfcffc"},
}
RAW = {"c": False, "f": True, "y": "Yes", "w": " CLEAR ", "0": 0, "1": 1, "n": None, "m": "maybe"}
# What judge-a gives on paper-main, rounded to the decimals of each column.
PUBLISHED = """{
 "sharp": {"event": 100.0, "structure": 93.3, "psnr": 21.5, "ssim": 0.71},
 "plain": {"event": 47.2, "structure": 50.6, "psnr": 21.5, "ssim": 0.68},
 "weak": {"event": 13.9, "structure": 32.8, "psnr": 18.25, "ssim": 0.55}
}
"""


def judgment_rows(judge: str, model: str) -> list[dict[str, Any]]:
    """The rows of ``EVENTS`` and ``VIOLATIONS`` for one model."""
    rows = []
    for condition, event, violation in zip(CONDITIONS, EVENTS[judge][model], VIOLATIONS[judge][model], strict=True):
        if event == ".":
            continue
        others = [label for label in TASKS[condition["task"]]["labels"] if label != condition["label"]]
        events = {"=": condition["label"], "!": others[0], "x": "banana", "o": "other", "?": "uncertain", "n": None}
        row = {"condition_id": condition["condition_id"], "event": events[event]}
        if violation != "a":
            row["violation"] = RAW[violation]
        rows.append({**row, "reason": f"{model} by {judge}", "judge": judge, "profile": "observation-8"})
    return rows


def write_rows(path: Path, rows: Iterable[Mapping[str, Any]]) -> Path:
    """Write JSON lines."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def make_data(
    folder: Path,
    *,
    conditions: Sequence[Mapping[str, Any]] = CONDITIONS,
    tasks: Mapping[str, Any] = TASKS,
    manifest: Sequence[Mapping[str, Any]] | None = MANIFEST,
    splits: Mapping[str, Sequence[str]] = SPLITS,
    judgments: Mapping[str, Mapping[str, Sequence[Mapping[str, Any]]]] | None = None,
    published: str | None = PUBLISHED,
) -> Workspace:
    """Write the data set below ``folder``; every part can be replaced, or left out with None or nothing.

    ``judgments`` maps a judge to its models and their rows. Pictures and clips are not made.
    """
    write_rows(folder / "evaluation" / "conditions.jsonl", conditions)
    (folder / "evaluation" / "tasks.json").write_text(json.dumps(tasks))
    if manifest is not None:
        write_rows(folder / "inputs" / "manifest.jsonl", manifest)
    (folder / "splits").mkdir()
    for subset, ids in splits.items():
        (folder / "splits" / f"{subset}.txt").write_text("".join(f"{one}\n" for one in ids))
    if judgments is None:
        judgments = {
            judge: {model: judgment_rows(judge, model) for model in models} for judge, models in EVENTS.items()
        }
    for judge, models in judgments.items():
        for model, rows in models.items():
            write_rows(folder / "baselines" / "judgments" / judge / f"{model}.jsonl", rows)
    if published is not None:
        (folder / "baselines").mkdir(exist_ok=True)
        (folder / "baselines" / "paper-results.json").write_text(published)
    return Workspace(folder)
