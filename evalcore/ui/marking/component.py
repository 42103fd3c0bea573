"""The part of the page that runs in the browser: the frame viewer with timelines, keys and the reviewer's answer."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import streamlit as st

from evalcore.review import TIE, Schema
from evalcore.review.clock import clock_text
from evalcore.review.config import RUBRIC_SCALE
from evalcore.ui.marking.desk import Desk
from evalcore.ui.marking.panels import OpenItem, item_token
from evalcore.ui.marking.timing import ClipTiming, ended_at, frames_on_clock
from evalcore.ui.viewer import Stream, shown_stream, viewer_part, viewer_scripts

__all__ = ["mark_component", "page_data"]

_PARTS = Path(__file__).with_name("parts")
_SCRIPTS = ("panel.js", "answer_form.js", "mark_keys.js", "act_log.js", "mark_viewer.js")
HEIGHT = 460  # CSS pixels of a picture, at most

mark_component = st.components.v2.component(
    "evalcore_mark",
    html=(_PARTS / "mark.html").read_text("utf-8").replace("<!-- viewer -->", viewer_part("frame_viewer.html")),
    css="\n".join([viewer_part("frame_viewer.css"), (_PARTS / "mark.css").read_text("utf-8")]),
    js="\n".join([viewer_scripts(), *((_PARTS / name).read_text("utf-8") for name in _SCRIPTS)]),
)


def page_data(desk: Desk, place: Mapping[str, Any]) -> dict[str, Any]:
    """All that the browser is told. Panels are positions from left to right, and nothing else names a stream."""
    return {
        **_viewer_data(desk.item),
        "jumps": item_token(desk.item.item.item),  # another item begins at its first frame
        "opening": desk.opening,
        "taken": desk.taken,
        "revision": desk.revision,
        "panels": [_panel_data(desk, position) for position in range(len(desk.item.panels))],
        "marks": _marks(desk),
        "preference": _preference(desk),
        "verdict": _verdict(desk),
        "pending": [desk.item.order.index(stream) for stream in desk.pending],
        "saving": {"kind": desk.saving, "reason": desk.reason, "at": desk.saved_at},
        "refusal": {"n": desk.refusal[0], "text": desk.refusal[1]},
        "can_undo": desk.can_undo,
        "schema": _schema_data(desk.schema, desk.item),
        "place": dict(place),
    }


def _viewer_data(item: OpenItem) -> dict[str, Any]:
    streams = []
    for position, panel in enumerate(item.panels):
        shown = shown_stream(Stream(f"panel{position}", panel.label, panel.source, note=panel.note))
        timing = panel.timing
        if timing is not None:
            shown["frames"] = frames_on_clock(timing, item.clock).tolist()
            shown["ends"] = ended_at(timing, item.clock)
        streams.append(shown)
    return {
        "streams": streams,
        "length": len(item.clock),
        "times": item.clock.round(6).tolist(),
        "steps": [],
        "boundary": None,
        "difference": None,
        "height": HEIGHT,
        "start": 0,
    }


def _panel_data(desk: Desk, position: int) -> dict[str, Any]:
    panel = desk.item.panels[position]
    timing = panel.timing
    return {
        "label": panel.label,
        "shown": timing is not None,
        "clean": panel.stream in desk.answer.clean,
        "rate": timing.fps if timing else None,
        "ended": f"ended at {clock_text(timing.length)}; its last frame stays" if timing else "",
    }


def _marks(desk: Desk) -> list[dict[str, Any]]:
    """Marks in the order of time; ``at`` is the clock's position where the marked frame is shown first."""
    rows = []
    for mark in desk.answer.violations:
        if mark.stream not in desk.item.order:
            continue  # the item has lost this stream; its marks stay in the answer
        position = desk.item.order.index(mark.stream)
        timing = desk.item.panels[position].timing
        rows.append(
            {
                "panel": position,
                "index": timing.index_at(mark.t) if timing else None,
                "at": _first_position(desk.item, timing, mark.t),
                "text": timing.text(mark.t) if timing else clock_text(mark.t),
                "type": mark.type,
                "severity": mark.severity,
                "note": mark.note,
                "selected": mark == desk.drawn.selected,
            }
        )
    return rows


def _first_position(item: OpenItem, timing: ClipTiming | None, t: float) -> int:
    if timing is None:
        return _nearest(item, t)
    frames = frames_on_clock(timing, item.clock)
    return min(int(np.searchsorted(frames, timing.index_at(t))), len(frames) - 1)


def _nearest(item: OpenItem, t: float) -> int:
    """The position of the clock that is nearest to a time."""
    return int(np.abs(item.clock - t).argmin())


def _preference(desk: Desk) -> dict[str, Any]:
    preference = desk.answer.preference
    winner: int | str | None = preference.winner
    if winner is not None and winner != TIE:
        winner = desk.item.order.index(winner) if winner in desk.item.order else None
    names = list(desk.schema.rubric)
    return {
        "winner": winner,
        "confidence": preference.confidence,
        "rubric": [preference.rubric.get(name) for name in names],
    }


def _verdict(desk: Desk) -> dict[str, Any]:
    given = desk.answer.counterfactual
    return {
        "verdict": given.verdict,
        "text": "" if given.t is None else clock_text(given.t),
        "note": given.note,
    }


def _schema_data(schema: Schema, item: OpenItem) -> dict[str, Any]:
    """The questions, in the order of the schema."""
    intervention = item.item.intervention
    layers = schema.layers
    t = item.item.intervention_t if intervention else None
    low, high = RUBRIC_SCALE
    return {
        "description": schema.description,
        "types": [[one.name, one.description] for one in schema.violation_types],
        "severities": [[level.value, level.name, level.description] for level in schema.severities],
        "rubric": [[name, text] for name, text in schema.rubric.items()],
        "scale": list(range(low, high + 1)),
        "verdicts": list(schema.cf_verdicts),
        "violations": "violations" in layers,
        "preference": "preference" in layers and len(item.panels) > 1,
        "counterfactual": "counterfactual" in layers and bool(intervention),
        "require_clean": schema.require_clean,
        "tie": TIE,
        "prompt": item.item.prompt,
        "intervention": intervention,
        "intervention_t": "" if t is None else clock_text(t),
        "intervention_at": None if t is None else _nearest(item, t),
        "notes": list(item.notes),
    }
