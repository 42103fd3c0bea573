"""The judged part of the demo workspace: 34 tasks of flipped geometry, sixteen made models and two judges."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

import msgspec

from evalcore.batch import Progress
from evalcore.demo.judged_clips import CLIPS, write_clip, write_first_frame
from evalcore.demo.judged_conditions import MADE, SPLITS
from evalcore.demo.judged_judges import FIRST, JUDGES, rows
from evalcore.demo.judged_models import MODELS
from evalcore.demo.judged_tasks import FAMILIES, TASKS
from evalcore.files import replacing
from evalcore.judged import data as layout
from evalcore.judged import load, read_judgments, score
from evalcore.judged.config import PUBLISHED_SUBSET
from evalcore.judged.prompts import PROMPT_FILES
from evalcore.workspace import Workspace

__all__ = ["FOLDER", "SIMILARITY", "STEPS", "Table", "paths", "write_judged"]

Table = dict[str, dict[str, float]]  # the published table: model -> component -> value

FOLDER = "judged"
_JUDGE_PROMPT, _TASK_PROMPTS = PROMPT_FILES

# PSNR (dB) and SSIM of the published table, as if from another set of clips: made up, with ties, and so that `linden`
# and `pine` share an overall rank.
SIMILARITY: dict[str, tuple[float, float]] = {
    "alder": (19.84, 0.742),
    "aspen": (20.41, 0.731),
    "birch": (18.62, 0.705),
    "cedar": (18.62, 0.698),
    "elm": (16.05, 0.623),
    "fir": (15.27, 0.588),
    "hazel": (19.10, 0.716),
    "juniper": (18.03, 0.690),
    "larch": (17.66, 0.661),
    "linden": (21.37, 0.768),
    "maple": (17.20, 0.661),
    "oak": (16.90, 0.661),
    "pine": (18.90, 0.712),
    "rowan": (17.95, 0.684),
    "spruce": (20.02, 0.725),
    "willow": (14.10, 0.541),
}

_PROMPT = """\
You see still images from one short video, in the order of time. The camera does not move. Report what the images
show, not what ought to happen: the shape of the scene may suggest one outcome, and the video may show another.

First, the event. Find the objects that the question is about, follow each of them from image to image, and say which
of the event labels describes that motion. Judge by where the objects are, never by slopes, gaps, weights or supports.
If they do something that no label describes, the event is "other". If the images do not show it, because they end too
early or the objects cannot be followed, the event is "uncertain". Do not guess.

Second, and apart from the event, the structure. Look at whether the scene stays whole from the first image to the
last: every object keeps its shape, size and colour, none appears, splits, merges or vanishes, and what does not move by
itself keeps its place and shape. An object that leaves the picture at its edge has not vanished. Motion that is merely
surprising is no violation. The violation is "clear" if the scene stays whole, "flagged" if it visibly does not, and
"uncertain" if the images do not let you say.

Answer with one JSON object: the event, the violation, and as the reason one short sentence that says what you saw.
"""
_VIEW = "The camera does not move. Left and right are as seen in the images."


def paths() -> tuple[str, ...]:
    """Every file of this part, relative to the workspace."""
    own = [layout.CONDITIONS, layout.TASKS, layout.MANIFEST, layout.PUBLISHED, *PROMPT_FILES]
    own += [_split(subset) for subset in SPLITS]
    own += [_judgments(judge, model) for judge in JUDGES for model in MODELS]
    own += [f"inputs/{made.first_frame}" for made in MADE]
    own += [clip.path for clip in CLIPS]
    return tuple(f"{FOLDER}/{path}" for path in own)


STEPS = len(CLIPS) + len(MADE)  # what `progress` counts


def write_judged(workspace: Workspace, *, progress: Progress | None = None) -> Table:
    """Write tasks, conditions, judgments, pictures and clips, and return the published table that goes with them.

    ``progress`` is called with (pictures and clips done, all of them) from the calling thread.
    """
    folder = workspace.path(FOLDER)
    folder.mkdir(exist_ok=True)
    data = Workspace(folder)
    _write_texts(data)
    work: list[Callable[[], None]] = [partial(write_clip, data, clip) for clip in CLIPS]
    work += [partial(write_first_frame, data, made) for made in MADE]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for done, _ in enumerate(pool.map(lambda write: write(), work), start=1):
            if progress:
                progress(done, STEPS)
    table = _published(data)
    _write_json(data, layout.PUBLISHED, table)
    return table


def _write_texts(data: Workspace) -> None:
    _write_lines(
        data,
        layout.CONDITIONS,
        (
            {
                "condition_id": made.condition_id,
                "pair_id": made.pair_id,
                "task": made.task,
                "label": made.label,
                "observation_time": made.observation_time,
                "reference": made.reference,
            }
            for made in MADE
        ),
    )
    _write_lines(
        data,
        layout.MANIFEST,
        (
            {
                "condition_id": made.condition_id,
                "first_frame": made.first_frame,
                "prompt": f"{TASKS[made.task].prompt} The camera does not move.",
            }
            for made in MADE
        ),
    )
    _write_json(
        data,
        layout.TASKS,
        {
            task: {"labels": list(TASKS[task].labels), "family": family, "question": TASKS[task].question}
            for family, tasks in FAMILIES.items()
            for task in tasks
        },
    )
    _write_json(
        data,
        _TASK_PROMPTS,
        {
            name: {"question": task.question, "definition": f"{task.prompt} {_VIEW}", "labels": task.labels}
            for name, task in TASKS.items()
        },
    )
    _write(data, _JUDGE_PROMPT, _PROMPT.encode())
    for subset, ids in SPLITS.items():
        _write(data, _split(subset), "".join(f"{condition_id}\n" for condition_id in ids).encode())
    for judge in JUDGES:
        for model in MODELS:
            _write_lines(data, _judgments(judge, model), rows(judge, model))


def _published(data: Workspace) -> Table:
    """What the first judge's files give, rounded as in print, beside the made-up similarities."""
    read = load(data, strict=False)  # what others put into the folder is no fault of the demo's
    table = {}
    for model, (psnr, ssim) in SIMILARITY.items():
        judged = read_judgments(read.judgments_path(FIRST, model), read)
        result = score(read, PUBLISHED_SUBSET, judgments=judged, resamples=0)
        event, structure = round(result.event, 1), round(result.structure, 1)
        table[model] = {"event": event, "structure": structure, "psnr": psnr, "ssim": ssim}
    return table


def _split(subset: str) -> str:
    return f"{layout.SPLITS}/{subset}.txt"


def _judgments(judge: str, model: str) -> str:
    return f"{layout.JUDGMENTS}/{judge}/{model}.jsonl"


def _write_lines(data: Workspace, path: str, lines: Iterable[dict[str, Any]]) -> None:
    _write(data, path, b"".join(msgspec.json.encode(line) + b"\n" for line in lines))


def _write_json(data: Workspace, path: str, content: Any) -> None:
    _write(data, path, msgspec.json.format(msgspec.json.encode(content)) + b"\n")


def _write(data: Workspace, path: str, content: bytes) -> None:
    with replacing(data.path(path)) as partial_file:
        partial_file.write_bytes(content)
