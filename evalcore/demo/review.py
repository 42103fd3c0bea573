"""The review part of the demo workspace: twelve scenarios of three streams, four reviewers' answers and two judges."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from typing import Any

import msgspec
import numpy as np

from evalcore.batch import Progress
from evalcore.demo.review_judges import JUDGES, predictions
from evalcore.demo.review_reviewers import GUEST, GUEST_ITEMS, REVIEWERS, answers
from evalcore.demo.review_scenarios import FPS, SCENARIOS, STREAMS, Scenario, seconds
from evalcore.files import replacing
from evalcore.review import Store, import_answers, load, write_answers
from evalcore.review.judge_prompt import prompt_sha256
from evalcore.video import write
from evalcore.workspace import Workspace

__all__ = ["ANSWERS", "DATABASE", "GOLD_ITEMS", "PREDICTIONS", "STEPS", "paths", "write_review"]

ANSWERS = "review/answers.jsonl"
DATABASE = "review/answers.sqlite"
PREDICTIONS = {name: f"review/predictions/{name}.jsonl" for name in JUDGES}
GOLD_ITEMS = ("bounce_01", "slow_roll", "slow_fall", "slow_double")
STEPS = len(SCENARIOS)  # what `progress` counts

_SCHEMA_FILE, _ITEMS, _ASSIGNMENTS, _GOLD = (
    f"review/{name}" for name in ("schema.yaml", "items.jsonl", "assignments.jsonl", "gold.jsonl")
)
_CRF = 14  # as in the rollout part: what is planted, not the codec, is to be seen
_SCHEMA = f"""\
annotation_schemes:
  - annotation_type: rollout_evaluation
    name: demo_review
    description: Where does each rollout stop making sense?
    streams:
      - {{field: real, name: Recording, role: real}}
      - {{field: vanish, name: Model vanish}}
      - {{field: blur, name: Model blur}}
    fps: {FPS}
    layers: [violations, preference, counterfactual]
    rubric:
      motion: Things move as they would in the world.
      consistency: Things stay what they are.
    blind: true
    shuffle: true
    require_clean: true
"""


def paths() -> tuple[str, ...]:
    """Every file of this part, relative to the workspace, but for the database: answers that people add stay there."""
    media = [scenario.media(stream) for scenario in SCENARIOS for stream in scenario.made]
    return _SCHEMA_FILE, _ITEMS, _ASSIGNMENTS, _GOLD, ANSWERS, *PREDICTIONS.values(), *media


def write_review(workspace: Workspace, *, progress: Progress | None = None) -> None:
    """Write schema, items, clips, answers, known answers and predictions of judges; needs the rollout part's models.

    The answers also go into the workspace's own database, whatever ``EVALCORE_DATABASE_URL`` says; what others have
    answered there stays. ``progress`` is called with (scenarios done, all of them) from the calling thread.
    """
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for done, _ in enumerate(pool.map(partial(_write_clips, workspace), SCENARIOS), start=1):
            if progress:
                progress(done, STEPS)
    _write(workspace, _SCHEMA_FILE, _SCHEMA.encode())
    _write_rows(workspace, _ITEMS, map(_item, SCENARIOS))
    everything = tuple(scenario.item for scenario in SCENARIOS)
    assigned = {**dict.fromkeys(REVIEWERS, everything), GUEST: GUEST_ITEMS}
    _write_rows(workspace, _ASSIGNMENTS, ({"reviewer": name, "items": items} for name, items in assigned.items()))
    _write_rows(workspace, _GOLD, (row for one in SCENARIOS if one.item in GOLD_ITEMS for row in _known(one)))
    data = load(workspace)
    for name, path in PREDICTIONS.items():
        said = predictions(name, prompt_sha256=prompt_sha256(data.schema, tiles=JUDGES[name].tiles))
        _write_rows(workspace, path, map(msgspec.to_builtins, said))
    write_answers(workspace.path(ANSWERS), answers())
    with Store(workspace.path(DATABASE)) as store:
        import_answers(data, store, workspace.path(ANSWERS))


def _write_clips(workspace: Workspace, scenario: Scenario) -> None:
    look = cache(scenario.shot.build().frame)  # up to the first break the streams show the same
    for stream in scenario.made:
        pictures = np.stack(list(scenario.frames(look, stream)))
        write(workspace.path(scenario.media(stream)), pictures, fps=FPS, crf=_CRF)


def _item(scenario: Scenario) -> dict[str, Any]:
    row: dict[str, Any] = {"item": scenario.item, "prompt": scenario.prompt}
    row |= {stream: scenario.media(stream) for stream in STREAMS}
    if scenario.rollout:
        row["clip_id"] = scenario.shot.clip_id
    if change := scenario.intervention:
        row |= {"intervention": change.text, "intervention_t": change.frame / FPS}
    return row


def _known(scenario: Scenario) -> Iterable[dict[str, Any]]:
    for stream in STREAMS:
        first = next(iter(scenario.breaks.get(stream, ())), None)
        t, kind = (seconds(first.frame), first.type) if first else (None, None)
        yield {"item": scenario.item, "stream": stream, "t": t, "type": kind}


def _write_rows(workspace: Workspace, path: str, rows: Iterable[Mapping[str, Any]]) -> None:
    _write(workspace, path, b"".join(msgspec.json.encode(row) + b"\n" for row in rows))


def _write(workspace: Workspace, path: str, content: bytes) -> None:
    with replacing(workspace.path(path)) as partial_file:
        partial_file.write_bytes(content)
