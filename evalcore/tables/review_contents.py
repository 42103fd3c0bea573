"""Tables of what the review part of a workspace holds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from evalcore.review.answers import Answers
from evalcore.review.data import ReviewData
from evalcore.review.media import ItemClock
from evalcore.tables.layout import Column
from evalcore.tables.review_figures import figure_frame
from evalcore.tables.table import Table

__all__ = ["review_items", "review_schema", "review_warnings"]


def review_items(data: ReviewData, answers: Answers, clocks: Mapping[str, ItemClock]) -> Table:
    """One row an item: its streams, how long it runs, whether it has an intervention, and its answers."""
    answered = Counter(answer.item for answer in answers)
    rows = [
        {
            "item": item.item,
            "streams": len(item.streams),
            "length": clocks[item.item].length or None,
            "length_reason": "no clip of it can be read",
            "fps": clocks[item.item].fps,
            "fps_reason": "no rate is declared",
            "intervention": bool(item.intervention),
            "answers": answered[item.item],
            "warnings": len(clocks[item.item].notes),
            "prompt": item.prompt,
        }
        for item in data.items
    ]
    columns = (
        Column("item", "Item"),
        Column("streams", "Streams", digits=0),
        Column("length", "Length", unit="s", digits=2),
        Column("fps", "Frames a second", digits=2),
        Column("intervention", "Intervention"),
        Column("answers", "Answers", digits=0),
        Column("warnings", "Warnings", digits=0),
        Column("prompt", "Prompt", wrap=True),
    )
    return Table("Items", figure_frame(rows, columns), columns)


def review_schema(data: ReviewData) -> Table:
    """One row a stream of the schema: what it is called, its role and its rate."""
    rows: Sequence[dict[str, object]] = [
        {
            "stream": stream.stream,
            "name": stream.name,
            "role": stream.role,
            "fps": stream.fps,
            "fps_reason": "no rate is declared",
            "items": sum(stream.stream in item.stream_ids for item in data.items),
        }
        for stream in data.schema.streams
    ]
    columns = (
        Column("stream", "Stream"),
        Column("name", "Called"),
        Column("role", "Role"),
        Column("fps", "Frames a second", digits=2),
        Column("items", "Items with it", digits=0),
    )
    notes = () if rows else ("Each item lists its own streams in a manifest.",)
    return Table("Streams", figure_frame(rows, columns), columns, notes)


def review_warnings(clocks: Mapping[str, ItemClock]) -> Table:
    """One row a warning, which the reviewers of the item see as well."""
    rows = [
        {"item": item, "kind": note.kind, "message": note.message}
        for item, clock in clocks.items()
        for note in clock.notes
    ]
    columns = (Column("item", "Item"), Column("kind", "Kind"), Column("message", "Warning", wrap=True))
    notes = () if rows else ("No item has a warning.",)
    return Table("Warnings that reviewers see", figure_frame(rows, columns), columns, notes)
