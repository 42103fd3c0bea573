"""A workspace whose names would be pictures, links, colours, formulas or tags wherever they are taken for markup."""

from __future__ import annotations

import json
from pathlib import Path

from evalcore.rollout import default_folder, score
from evalcore.workspace import Workspace
from tests.rollout.small import make_workspace

__all__ = ["CLIP", "METADATA", "MODEL", "OTHER", "SPLIT", "make_hostile"]

_MARKUP = "*x* :red[x] $x$ <b>x<b> :material-home: -> www.x.org :smile:"
MODEL = f"![m](x.png) {_MARKUP}"
OTHER = "[link](x.html) `code` ~~x~~ a@x.org"
CLIP = f"![c](x.png) {_MARKUP}"
SPLIT = f"![s](x.png) {_MARKUP}"
METADATA = {"![k](https://host/x.png)": "![v](https://host/x.png) :material/home: <img src='https://host/x.png'>"}


def make_hostile(root: Path, *, broken: bool = False) -> Workspace:
    """Three clips and two models with such names, scored; ``broken``: one clip failed for one model."""
    make_workspace(root, clips=(CLIP, "b", "c"), models=(MODEL, OTHER))
    clips = [{"clip_id": clip, "splits": [SPLIT], **METADATA} for clip in (CLIP, "b", "c")]
    (root / "rollout/clips.jsonl").write_text("".join(f"{json.dumps(clip)}\n" for clip in clips))
    (root / "rollout/historical").mkdir()
    published = {clip: {"aggregate_rollout_mad": 1.0} for clip in (CLIP, "b")}
    (root / "rollout/historical" / f"{OTHER}.json").write_text(json.dumps(published))
    if broken:
        (root / f"rollout/models/{MODEL}/{CLIP}.mp4").unlink()
    space = Workspace(root)
    score(space, split=SPLIT, gate_per_model=True, allow_partial=True).save(default_folder(space, SPLIT))
    return space
