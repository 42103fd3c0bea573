"""A small review with real clips, the answers of three reviewers and a judge's predictions."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from evalcore.review import Answer, Counterfactual, Mark, Preference, Shown, Store, load
from evalcore.workspace import Workspace
from tests.review.made import clip, make_workspace, row

__all__ = ["FRAMES", "SCHEMA", "answers", "make_review", "predictions", "store", "write_predictions"]

FRAMES = {"ball": (50, 50), "cup": (50, 40), "pen": (50, 50)}  # of the recording and of the model, at 25 a second
SCHEMA = """\
annotation_type: rollout_evaluation
name: review
fps: 25
streams:
  - {field: real, role: real, name: Recording}
  - {field: gen, name: Model}
violation_types: [{name: flicker}, {name: drift}]
"""
TYPE = "flicker"


def _mark(t: float, **more: Any) -> Mark:
    return Mark(stream="gen", t=t, type=TYPE, severity=2, **more)


def answers() -> tuple[Answer, ...]:
    """On ball all see the same break; on cup ann alone sees one; only ann has begun pen, and left a panel open."""
    late = {"ann": 1.02, "bob": 1.06, "eve": 1.10}
    won = Preference(winner="real", confidence=4)
    found = [
        Answer(item="ball", reviewer=name, violations=(_mark(t),), clean=("real",), preference=won)
        for name, t in late.items()
    ]
    found.append(Answer(item="cup", reviewer="ann", violations=(_mark(0.5, note="gone"),), clean=("real",)))
    found += [Answer(item="cup", reviewer=name, clean=("gen", "real")) for name in ("bob", "eve")]
    said = Counterfactual(verdict="plausible")
    found.append(Answer(item="pen", reviewer="ann", violations=(_mark(0.3),), counterfactual=said))
    return tuple(found)


def predictions() -> list[dict[str, Any]]:
    """A judge that is late on ball, agrees with ann on cup, and failed on one call."""
    rows: list[dict[str, Any]] = [
        {"item": "ball", "stream": "gen", "t": 1.26, "type": TYPE, "confidence": 0.75, "raw": "I see a flicker."},
        {"item": "ball", "stream": "real", "t": None},
        {"item": "cup", "stream": "gen", "t": 0.5, "type": "drift"},
        {"item": "cup", "stream": "real", "t": None, "error": "no reply"},
        {"item": "pen", "stream": "gen", "t": 0.34, "type": TYPE},
    ]
    return [{**one, "judge": "j", "resolution": 0.25} for one in rows]


def make_review(root: Path) -> Workspace:
    """A workspace with three items of two streams: pen has an intervention, the clips of cup differ in length."""
    rows = [row("ball", prompt="A ball rolls."), row("cup"), row("pen", intervention="A push.", intervention_t=0.2)]
    space = make_workspace(root, *rows, schema=SCHEMA)
    for item, (real, gen) in FRAMES.items():
        clip(root / f"media/{item}/real.mp4", real)
        clip(root / f"media/{item}/gen.mp4", gen)
    gold = [{"item": "ball", "stream": "gen", "t": 1.02}, {"item": "ball", "stream": "real", "t": None}]
    (root / "review/gold.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in gold))
    store(space, answers())
    write_predictions(space, predictions())
    return space


def store(space: Workspace, given: Iterable[Answer]) -> None:
    """Save answers as their reviewers would."""
    schema = load(space).schema
    with Store.of(space) as kept:
        kept.add(given, schema=schema.name, shown=Shown(schema.sha256))


def write_predictions(space: Workspace, rows: Iterable[Mapping[str, Any]], *, name: str = "j") -> Path:
    """Write ``review/predictions/<name>.jsonl``."""
    path = space.path("review", "predictions", f"{name}.jsonl")
    path.parent.mkdir(exist_ok=True)
    path.write_text("".join(f"{json.dumps(one)}\n" for one in rows))
    return path
