"""A workspace with judged clips of every kind, and what the page of judge frames shows of one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from streamlit.testing.v1 import AppTest

from evalcore.video import write
from tests.judged.clip_files import MODEL, make_data, numbered, write_clip

__all__ = ["components", "make_clips"]

CONDITIONS: dict[str, dict[str, Any]] = {
    "missing": {},
    "whole": {"pair_id": "p", "observation_time": 2.5, "reference": "evaluation/references/whole.mp4"},
    "other": {"pair_id": "p", "label": "right"},
    "short": {"observation_time": 5.0, "reference": "evaluation/references/gone.mp4"},
    "late": {"observation_time": 5.5},
    "broken": {},
}


def make_clips(root: Path, *, prompts: bool = True) -> Path:
    """Write the workspace ``root`` with clips of one model, references, and one judge; return its ``judged`` folder."""
    folder = root / "judged"
    folder.mkdir(parents=True)
    make_data(folder, CONDITIONS, prompts=prompts)
    for name, frames in {"whole": 30, "other": 30, "short": 12, "late": 60, "broken": 30}.items():
        write_clip(folder, name, frames)
    broken = folder / f"generated/{MODEL}/broken.mp4"
    broken.write_bytes(broken.read_bytes()[:700])
    references = folder / "evaluation/references"
    references.mkdir()
    write(references / "whole.mp4", numbered(50, step=1), fps=15)
    judged = folder / f"baselines/judgments/judge-a/{MODEL}.jsonl"
    judged.parent.mkdir(parents=True)
    row = {"condition_id": "whole", "event": "right", "violation": " YES ", "reason": "it rolls", "profile": "p8"}
    judged.write_text(json.dumps(row) + "\n")
    (folder / "baselines/judgments/judge-b").mkdir()
    return folder


def components(app: AppTest) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
    """What the strip of pictures and the viewer were given, each None where it is not on the page."""
    found: list[dict[str, Any]] = [json.loads(one.proto.json) for one in app.get("bidi_component")]
    strip = next((one for one in found if "pictures" in one), None)
    return strip, next((one for one in found if "streams" in one), None)
