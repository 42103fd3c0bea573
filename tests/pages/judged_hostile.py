"""Judged data whose names and texts would be pictures, links, colours, formulas or tags if taken for markup."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.judged.made import CONDITIONS, LABELS, SPLITS, TASKS, judgment_rows
from tests.pages.hostile import CLIP, METADATA, MODEL, OTHER, SPLIT
from tests.pages.judged_space import make_space

__all__ = ["LABEL", "TASK", "TEXT", "make_hostile_space"]

[TEXT] = METADATA.values()
JUDGES = {"judge-a": MODEL, "judge-b": OTHER}
MODELS = {"sharp": MODEL, "plain": OTHER, "weak": "weak"}
TASK, LABEL = f"{CLIP} task", f"{OTHER} label"
RENAMED = {"ball": TASK, "left": LABEL, "ball-1a": CLIP, "paper-main": SPLIT}
assert set(RENAMED) <= {*LABELS, *LABELS.values(), *TASKS, *SPLITS}


def make_hostile_space(root: Path) -> Path:
    """A workspace with the small data set under such names; return its ``judged`` folder."""
    tasks = {
        _renamed(task): {**one, "labels": list(map(_renamed, one["labels"])), "question": TEXT}
        for task, one in TASKS.items()
    }
    return make_space(
        root,
        conditions=[{key: _renamed(value) for key, value in one.items()} for one in CONDITIONS],
        tasks=tasks,
        manifest=None,
        splits={_renamed(subset): list(map(_renamed, ids)) for subset, ids in SPLITS.items()},
        judgments={name: {MODELS[model]: _rows(judge, model) for model in MODELS} for judge, name in JUDGES.items()},
    )


def _renamed(value: Any) -> Any:
    return RENAMED.get(value, value) if isinstance(value, str) else value


def _rows(judge: str, model: str) -> list[dict[str, Any]]:
    rows = judgment_rows(judge, model)
    rows[1] |= {"event": TEXT, "violation": TEXT}
    return [{**{key: _renamed(value) for key, value in row.items()}, "reason": TEXT, "judge": TEXT} for row in rows]
