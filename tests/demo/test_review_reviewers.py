from __future__ import annotations

import pytest

from evalcore.demo.review_reviewers import REVIEWERS, answers
from evalcore.demo.review_scenarios import FPS, SCENARIOS, STREAMS

PLANTED = {(one.item, stream): breaks for one in SCENARIOS for stream, breaks in one.breaks.items()}
LENGTH = {one.item: one.length for one in SCENARIOS}


@pytest.mark.parametrize("name", REVIEWERS)
def test_a_reviewer_marks_what_was_planted_later_and_misses_what_is_listed(name: str) -> None:
    reviewer = REVIEWERS[name]
    alarms = {panel: (one,) for panel, one in reviewer.false_alarms.items()}
    expected = {
        panel: [one.frame for one in breaks if one.type != reviewer.never]
        for panel, breaks in {**PLANTED, **alarms}.items()
        if panel not in reviewer.misses and panel[0] not in reviewer.skips
    }
    frames: dict[tuple[str, str], list[int]] = {}
    for answer in answers():
        if answer.reviewer == name:
            for mark in answer.violations:
                frames.setdefault((answer.item, mark.stream), []).append(int(mark.t * FPS))
                assert mark.type != reviewer.never
            left = {stream for stream in STREAMS if (answer.item, stream) in reviewer.unanswered}
            assert set(answer.answered) == set(STREAMS) - left
    assert set(frames) == {panel for panel, starts in expected.items() if starts}
    for panel, marked in frames.items():
        last = LENGTH[panel[0]] - 1
        for start, frame in zip(expected[panel], marked, strict=True):
            assert frame == last or frame - start in reviewer.lags


def test_each_reviewer_answers_all_but_the_skipped_items() -> None:
    counts = {name: sum(answer.reviewer == name for answer in answers()) for name in REVIEWERS}
    assert counts == {name: len(SCENARIOS) - len(one.skips) for name, one in REVIEWERS.items()}
    assert answers() == answers()
