"""A small workspace whose clips are both scored and reviewed, and what its reviewers said."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from evalcore.review import TIE, Answer, Mark, Preference, Shown, Store, load
from evalcore.rollout import default_folder, score
from evalcore.workspace import Workspace
from tests.rollout.small import make_workspace

__all__ = ["CLIPS", "FPS", "answers", "make_joined"]

CLIPS = ("a", "b", "c", "d", "e", "f")
FPS = 15
COPIED = "f"  # the clip that is reviewed from a copy, under another name
SCHEMA = """\
annotation_type: rollout_evaluation
name: review
fps: 15
streams:
  - {field: close, name: Close one}
  - {field: late, name: Late one}
"""


def seconds(frame: int) -> float:
    return (frame + 0.5) / FPS


def answers() -> tuple[Answer, ...]:
    """``late`` breaks at step 1 of clip a, at step 2 of b, ..., and not on f; ``close`` on a, at a given frame.

    Ann sees all of it; bob is a frame later. Both prefer ``close``, but for a tie on b, and ann's choice on f.
    """
    found = []
    for place, clip in enumerate(CLIPS):
        for reviewer, lag in (("ann", 0), ("bob", 1)):
            frames = {"late": None if clip == "f" else 9 + place + lag, "close": 3 + lag if clip == "a" else None}
            marks = [
                Mark(stream=s, t=seconds(frame), type="appearance_drift")
                for s, frame in frames.items()
                if frame is not None
            ]
            winner = "late" if (clip, reviewer) == ("f", "ann") else TIE if clip == "b" else "close"
            found.append(
                Answer(
                    item=f"item-{clip}",
                    reviewer=reviewer,
                    violations=tuple(marks),
                    clean=tuple(s for s, frame in frames.items() if frame is None),
                    preference=Preference(winner=winner),
                )
            )
    return tuple(found)


def make_joined(root: Path) -> Workspace:
    """Score the clips as the run ``all``, lay out the review, and keep the answers in its database."""
    space = Workspace(make_workspace(root, clips=CLIPS))
    score(space, jobs=1).save(default_folder(space, "all"))
    rows = []
    for clip in CLIPS:
        media = {model: f"rollout/models/{model}/{clip}.mp4" for model in ("close", "late")}
        if clip == COPIED:
            media["late"] = "review/media/copy.mp4"
        rows.append({"item": f"item-{clip}", **media})
    space.path("review", "media").mkdir(parents=True)
    shutil.copy(space.path("rollout", "models", "late", f"{COPIED}.mp4"), space.path("review", "media", "copy.mp4"))
    space.path("review", "schema.yaml").write_text(SCHEMA)
    space.path("review", "items.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    schema = load(space).schema
    with Store.of(space) as kept:
        kept.add(answers(), schema=schema.name, shown=Shown(schema.sha256))
    return space
