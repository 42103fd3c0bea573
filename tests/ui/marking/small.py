"""A small review with every state that a panel can have, and names that must not reach a blinded reviewer."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from fractions import Fraction
from pathlib import Path

import numpy as np
import numpy.typing as npt

from evalcore.video import write

__all__ = ["SECRETS", "make_item", "make_review", "scene", "write_schema"]

# Field, file, name, role and metadata of what made a video.
SECRETS = ("zebra", "okapi", "camera", "Recording", "ghost_role", "gnu")
STREAMS = """
      - {field: camera, name: "Recording", role: real}
      - {field: zebra_out, name: "Zebra 2", role: ghost_role}
      - {field: okapi_out, name: "Okapi"}
"""
SCHEMA = """annotation_schemes:
  - annotation_type: rollout_evaluation
    name: rollout_review
    description: "Where does each rollout stop making sense?"
    streams: {streams}
    violation_types:
      - {{name: gravity_violation, description: "Something hovers."}}
      - {{name: identity_flicker, description: "A thing turns into another."}}
    rubric: {{physics: "Bodies move as they should"}}
{more}
"""


def scene(count: int, *, seed: int = 0, size: tuple[int, int] = (64, 48)) -> npt.NDArray[np.uint8]:
    """Frames (T, H, W, 3) no two of which are alike: a block that moves over a texture of its own."""
    width, height = size
    rng = np.random.default_rng(seed)
    texture = (rng.random((height // 8, width // 8, 3)) * 120 + 60).repeat(8, 0).repeat(8, 1).astype(np.uint8)
    frames = np.repeat(texture[None], count, 0)
    for k in range(count):
        left = 2 * k % (width - 8)
        frames[k, 16:28, left : left + 8] = 250, 30, 30
    return frames


def write_schema(root: Path, *, streams: str = STREAMS, more: str = "    fps: 8") -> None:
    """``review/schema.yaml``, with any other keys of the entry in ``more``."""
    (root / "review").mkdir(exist_ok=True)
    (root / "review" / "schema.yaml").write_text(SCHEMA.format(streams=streams, more=more))


def make_item(
    root: Path, item: str, counts: Mapping[str, int], *, rates: Mapping[str, int] | None = None, **fields: object
) -> dict[str, object]:
    """Write the clips of one item, ``counts`` frames each at 8 or ``rates`` frames a second; give its row."""
    row: dict[str, object] = {"item": item, **fields}
    for seed, (stream, count) in enumerate(counts.items()):
        name = f"review/media/{item}-{stream}-gnu.mp4"
        write(root / name, scene(count, seed=seed + sum(item.encode())), fps=Fraction((rates or {}).get(stream, 8)))
        row[stream] = name
    return row


def write_items(root: Path, rows: Sequence[Mapping[str, object]]) -> None:
    (root / "review" / "items.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))


def make_review(root: Path) -> Path:
    """Three items: one with an intervention, one of unequal lengths and rates, one with a missing and a broken file."""
    write_schema(root)
    usual = {"camera": 16, "zebra_out": 16, "okapi_out": 16}
    rows = [
        make_item(
            root, "ball", usual, prompt="A ball rolls.", intervention="It is hit.", intervention_t=1.0, source="by gnu"
        ),
        make_item(root, "cup", {**usual, "zebra_out": 9, "okapi_out": 24}, rates={"okapi_out": 16}),
        make_item(root, "door", usual),
    ]
    (root / str(rows[2]["zebra_out"])).unlink()
    (root / str(rows[2]["okapi_out"])).write_bytes(b"no video")
    write_items(root, rows)
    return root
