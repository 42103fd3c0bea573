"""A data folder for what is made from clips: conditions with and without references, and files of every kind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from evalcore.judged import JudgedData
from evalcore.judged.loading import load
from evalcore.video import write
from evalcore.workspace import Workspace

Frames = NDArray[np.uint8]
MODEL = "made"


def make_data(root: Path, conditions: dict[str, dict[str, Any]], *, prompts: bool = False) -> JudgedData:
    """``condition_id`` -> fields of its row; the splits ``first`` (its first condition) and ``all``."""
    for name in ("evaluation", "prompts", f"generated/{MODEL}", "splits"):
        (root / name).mkdir(parents=True, exist_ok=True)
    rows = [{"condition_id": name, "task": "roll", "label": "left"} | fields for name, fields in conditions.items()]
    (root / "evaluation/conditions.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (root / "evaluation/tasks.json").write_text(json.dumps({"roll": {"labels": ["left", "right"]}}))
    (root / "splits/first.txt").write_text(f"{next(iter(conditions))}\n")
    (root / "splits/all.txt").write_text("".join(f"{name}\n" for name in conditions))
    if prompts:
        (root / "prompts/judge.txt").write_text("Say what moves.\n")
        (root / "prompts/tasks.json").write_text(json.dumps({"roll": "A ball lies on a ramp."}))
    return load(Workspace(root))


def clip_path(root: Path, condition_id: str) -> Path:
    return root / "generated" / MODEL / f"{condition_id}.mp4"


def numbered(n: int, *, height: int = 48, width: int = 64, step: int = 2) -> Frames:
    """Frames with a bright bar that moves ``step`` pixels a frame, on a shade of its own."""
    frames = np.zeros((n, height, width, 3), np.uint8)
    for index, frame in enumerate(frames):
        frame[...] = (40 + index % 50, 90, 60)
        start = step * index % (width - 8)
        frame[:, start : start + 8] = (230, 220, 40)
    return frames


def write_clip(root: Path, condition_id: str, n: int = 30, *, fps: int = 10, **settings: Any) -> Path:
    """A generated clip of ``n`` numbered frames."""
    path = clip_path(root, condition_id)
    write(path, numbered(n, **settings), fps=fps)
    return path
