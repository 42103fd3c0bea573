"""What a reviewer's hand does to an answer: the acts that the browser sends, by panel and frame."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from evalcore.errors import InputError
from evalcore.review import TIE, Answer, Mark, Schema
from evalcore.review.config import RUBRIC_SCALE
from evalcore.review.marking import add_mark, change_mark, remove_mark, set_clean
from evalcore.ui.marking.panels import OpenItem, Panel
from evalcore.ui.marking.timing import ClipTiming

__all__ = ["Act", "Drawn", "perform"]

LONGEST_NOTE = 4000  # letters


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """One act. ``n`` counts the acts of an opened item from 1; ``panel`` is a position from left to right, ``index`` a
    frame of that panel's own clip, ``value`` what was chosen or typed.
    """

    n: int
    do: str
    panel: int | None = None
    index: int | None = None
    value: Any = None


@dataclass(frozen=True)
class Drawn:
    """An answer on the page: what was said so far, and which mark is selected for the keys that change one."""

    answer: Answer
    selected: Mark | None = None


@dataclass(frozen=True)
class _Hand:
    item: OpenItem
    schema: Schema

    def panel(self, act: Act) -> Panel:
        if act.panel is None or not 0 <= act.panel < len(self.item.panels):
            raise InputError("there is no such panel.")
        return self.item.panels[act.panel]

    def timing(self, panel: Panel) -> ClipTiming:
        if panel.timing is None:
            raise InputError(f"{panel.label} cannot be shown, so it cannot be answered.")
        return panel.timing


def perform(drawn: Drawn, act: Act, *, item: OpenItem, schema: Schema) -> Drawn:
    """The answer after one act.

    Raises
    ------
    InputError
        The act is refused; the message is for the reviewer.
    """
    verb = _VERBS.get(act.do)
    if verb is None:
        raise InputError(f"there is no act {act.do!r}.")
    return verb(_Hand(item, schema), drawn, act)


def _mark(hand: _Hand, drawn: Drawn, act: Act) -> Drawn:
    panel = hand.panel(act)
    t = hand.timing(panel).mark_time(_whole(act.index))
    answer = add_mark(drawn.answer, Mark(stream=panel.stream, t=t, severity=hand.schema.default_severity))
    most = hand.schema.max_violations
    if most is not None and len(answer.violations) > max(most, len(drawn.answer.violations)):
        raise InputError(f"This review allows {most} marks an item.", fix="Delete one first.")
    return Drawn(answer, next(mark for mark in answer.violations if mark.stream == panel.stream and mark.t == t))


def _select(hand: _Hand, drawn: Drawn, act: Act) -> Drawn:
    if act.panel is None:
        return Drawn(drawn.answer)
    panel = hand.panel(act)
    index = _whole(act.index)
    timing = hand.timing(panel)
    found = (mark for mark in drawn.answer.violations if mark.stream == panel.stream)
    return Drawn(drawn.answer, next((mark for mark in found if timing.index_at(mark.t) == index), None))


def _changed(drawn: Drawn, mark: Mark) -> Drawn:
    position = drawn.answer.violations.index(_selected(drawn))
    return Drawn(change_mark(drawn.answer, position, mark), mark)


def _nudge(hand: _Hand, drawn: Drawn, act: Act) -> Drawn:
    mark = _selected(drawn)
    panel = next(panel for panel in hand.item.panels if panel.stream == mark.stream)
    timing = hand.timing(panel)
    t = timing.mark_time(timing.index_at(mark.t) + (1 if _whole(act.value) > 0 else -1))
    return _changed(drawn, msgspec.structs.replace(mark, t=t))


def _delete(_: _Hand, drawn: Drawn, act: Act) -> Drawn:
    return Drawn(remove_mark(drawn.answer, drawn.answer.violations.index(_selected(drawn))))


def _clean(hand: _Hand, drawn: Drawn, act: Act) -> Drawn:
    """Say that a panel has no breaks, or take that back where it was said."""
    panel = hand.panel(act)
    hand.timing(panel)
    try:
        answer = set_clean(drawn.answer, panel.stream, clean=panel.stream not in drawn.answer.clean)
    except InputError:
        raise InputError(
            f"{panel.label} has a mark, so it is not without breaks.", fix="Delete its marks first."
        ) from None
    return Drawn(answer, drawn.selected)


def _type(hand: _Hand, drawn: Drawn, act: Act) -> Drawn:
    value = _one_of(act.value, [one.name for one in hand.schema.violation_types])
    return _changed(drawn, msgspec.structs.replace(_selected(drawn), type=value))


def _severity(hand: _Hand, drawn: Drawn, act: Act) -> Drawn:
    value = _one_of(act.value, [level.value for level in hand.schema.severities])
    return _changed(drawn, msgspec.structs.replace(_selected(drawn), severity=value))


def _note(_: _Hand, drawn: Drawn, act: Act) -> Drawn:
    return _changed(drawn, msgspec.structs.replace(_selected(drawn), note=_text(act.value)))


def _preferred(drawn: Drawn, **changes: Any) -> Drawn:
    preference = msgspec.structs.replace(drawn.answer.preference, **changes)
    return Drawn(msgspec.structs.replace(drawn.answer, preference=preference), drawn.selected)


def _winner(hand: _Hand, drawn: Drawn, act: Act) -> Drawn:
    return _preferred(drawn, winner=TIE if act.value == TIE else None if act.panel is None else hand.panel(act).stream)


def _confidence(_: _Hand, drawn: Drawn, act: Act) -> Drawn:
    return _preferred(drawn, confidence=_one_of(act.value, _scale()))


def _rubric(hand: _Hand, drawn: Drawn, act: Act) -> Drawn:
    names = list(hand.schema.rubric)
    index = _whole(act.index)
    if not 0 <= index < len(names):
        raise InputError("there is no such dimension of the rubric.")
    value = _one_of(act.value, _scale())
    given = {name: mark for name, mark in drawn.answer.preference.rubric.items() if name != names[index]}
    return _preferred(drawn, rubric=given if value is None else {**given, names[index]: value})


def _judged(drawn: Drawn, **changes: Any) -> Drawn:
    verdict = msgspec.structs.replace(drawn.answer.counterfactual, **changes)
    return Drawn(msgspec.structs.replace(drawn.answer, counterfactual=verdict), drawn.selected)


def _verdict(hand: _Hand, drawn: Drawn, act: Act) -> Drawn:
    return _judged(drawn, verdict=_one_of(act.value, hand.schema.cf_verdicts))


def _verdict_time(hand: _Hand, drawn: Drawn, act: Act) -> Drawn:
    if act.index is None:
        return _judged(drawn, t=None)
    clock = hand.item.clock
    return _judged(drawn, t=float(clock[min(max(act.index, 0), len(clock) - 1)]))


def _verdict_note(_: _Hand, drawn: Drawn, act: Act) -> Drawn:
    return _judged(drawn, note=_text(act.value))


_VERBS: Mapping[str, Callable[[_Hand, Drawn, Act], Drawn]] = {
    "mark": _mark,
    "select": _select,
    "nudge": _nudge,
    "delete": _delete,
    "clean": _clean,
    "type": _type,
    "severity": _severity,
    "note": _note,
    "winner": _winner,
    "confidence": _confidence,
    "rubric": _rubric,
    "verdict": _verdict,
    "verdict_time": _verdict_time,
    "verdict_note": _verdict_note,
}


def _selected(drawn: Drawn) -> Mark:
    if drawn.selected is None or drawn.selected not in drawn.answer.violations:
        raise InputError("No mark is selected.", fix="Choose one with [ or ].")
    return drawn.selected


def _scale() -> list[int]:
    low, high = RUBRIC_SCALE
    return list(range(low, high + 1))


def _whole(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise InputError("a whole number was expected.")
    return value


def _one_of(value: Any, known: Any) -> Any:
    if value is not None and (isinstance(value, bool) or value not in known):
        raise InputError(f"{value!r} is not in the schema.")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str) or len(value) > LONGEST_NOTE:
        raise InputError(f"A note has up to {LONGEST_NOTE} letters.")
    return value
