"""A small data folder for judge runs: two tasks, short clips, prompts."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import numpy as np

from evalcore.judged import JudgedData, load
from evalcore.video import write
from evalcore.workspace import Workspace

MODEL = "good"
JUDGE_TEXT = "Look at the frames of a video. Describe the motion that you see."
DEFINITIONS: dict[str, Any] = {
    "roll": "A ball is released on a ramp.",
    "drop": {"definition": "A box stands at an edge.", "labels": {"fall": "it leaves the edge", "stay": "it rests"}},
}
TASKS = {
    "roll": {"labels": ["left", "right"], "family": "balls", "question": "Where does the ball roll?"},
    "drop": {"labels": ["fall", "stay"], "family": "boxes", "question": None},
}


def make_folder(root: Path, n: int = 4, *, observation_time: float | None = None, fps: int = 5) -> JudgedData:
    """``n`` conditions ``c000``, ``c001``, ...; each has the same clip of 20 frames under ``generated/good``."""
    for name in ("evaluation", "prompts", f"generated/{MODEL}", "splits"):
        (root / name).mkdir(parents=True, exist_ok=True)
    (root / "evaluation" / "tasks.json").write_text(json.dumps(TASKS))
    rows = [
        {
            "condition_id": f"c{k:03}",
            "pair_id": None,
            "task": "roll" if k % 2 == 0 else "drop",
            "label": ("left", "fall", "right", "stay")[k % 4],
            "observation_time": observation_time,
        }
        for k in range(n)
    ]
    (root / "evaluation" / "conditions.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (root / "splits" / "half.txt").write_text("".join(f"c{k:03}\n" for k in range(n // 2)))
    (root / "prompts" / "judge.txt").write_text(f"{JUDGE_TEXT}\n")
    (root / "prompts" / "tasks.json").write_text(json.dumps(DEFINITIONS))
    write_clip(root / "clip.mp4", fps=fps)
    for row in rows:
        shutil.copyfile(root / "clip.mp4", clip_path(root, str(row["condition_id"])))
    return reload(root)


def reload(root: Path) -> JudgedData:
    return load(Workspace(root))


def clip_path(root: Path, condition_id: str) -> Path:
    return root / "generated" / MODEL / f"{condition_id}.mp4"


def write_clip(path: Path, *, frames: int = 20, fps: int = 5, shade: int = 0) -> None:
    """A square that moves over 96 x 64 pixels."""
    pictures = np.full((frames, 64, 96, 3), 40 + shade, np.uint8)
    for k in range(frames):
        pictures[k, 20:40, 3 * k : 3 * k + 20] = 230, 60, 20
    write(path, pictures, fps=fps)
