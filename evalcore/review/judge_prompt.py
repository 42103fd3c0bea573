"""What a judge is asked about a contact sheet."""

from __future__ import annotations

import hashlib

from evalcore.review.items import Item
from evalcore.review.schema import Schema

__all__ = ["prompt_sha256", "question"]

TEXT = """\
The picture shows {tiles} frames of one video in the order of time, numbered 1 to {tiles} from left to right and from \
top to bottom. Find the first frame at which the scene stops making sense: where something happens that could not \
happen in the world. Compare each frame with those before it; a break is often visible only as a change.

Name the break by one of these types:
{types}

Answer with one JSON object and nothing else:
{{"break_tile": <number of the first broken frame, 0 if the scene makes sense throughout>, \
"violation_type": "<name of the type, empty if there is no break>", "confidence": <0 to 1>}}
"""


def question(schema: Schema, item: Item, *, tiles: int) -> str:
    """The text that goes with a sheet: the task, the schema's types, and the item's scenario. No name of a stream."""
    scenario = f"\nThe scenario: {item.prompt}\n" if item.prompt else ""
    if item.intervention:
        at = "" if item.intervention_t is None else f" (at {item.intervention_t:g} s)"
        scenario += f"\nWhat was changed in it{at}: {item.intervention}\n"
    return _task(schema, tiles) + scenario


def prompt_sha256(schema: Schema, *, tiles: int) -> str:
    """Hash of the part of the question that is the same for every item, in hex."""
    return hashlib.sha256(_task(schema, tiles).encode()).hexdigest()


def _task(schema: Schema, tiles: int) -> str:
    types = "\n".join(f"- {one.name}: {one.description}".rstrip(": ") for one in schema.violation_types)
    return TEXT.format(tiles=tiles, types=types)
