"""Small review workspaces with real media."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from evalcore.video import write
from evalcore.workspace import Workspace

SCHEMA = """\
annotation_type: rollout_evaluation
name: review
fps: 25
streams:
  - {field: real, role: real, name: Recording}
  - {field: gen, name: Model}
"""


def make_workspace(root: Path, *rows: Mapping[str, Any], schema: str = SCHEMA) -> Workspace:
    """Write schema and items below ``root``."""
    folder = root / "review"
    folder.mkdir(exist_ok=True)
    (folder / "schema.yaml").write_text(schema)
    (folder / "items.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return Workspace(root)


def clip(path: Path, frames: int, *, fps: int = 25) -> Path:
    """A grey clip whose frames get brighter."""
    path.parent.mkdir(parents=True, exist_ok=True)
    levels = np.linspace(40, 200, frames).astype(np.uint8)
    write(path, np.broadcast_to(levels[:, None, None, None], (frames, 32, 32, 3)).copy(), fps=fps)
    return path


def row(item: str, names: Sequence[str] = ("real", "gen"), **more: Any) -> dict[str, Any]:
    """An item whose streams are ``media/<item>/<field>.mp4``."""
    return {"item": item, **{name: f"media/{item}/{name}.mp4" for name in names}, **more}
