from __future__ import annotations

import pytest

from evalcore.demo.review_judges import JUDGES, predictions
from evalcore.demo.review_scenarios import SCENARIOS, STREAMS

PLANTED = {(one.item, stream) for one in SCENARIOS for stream in one.breaks}


@pytest.mark.parametrize("name", JUDGES)
def test_a_judge_sees_what_was_planted_but_for_what_is_listed(name: str) -> None:
    judge = JUDGES[name]
    rows = {(row.item, row.stream): row for row in predictions(name, prompt_sha256="p")}
    assert len(rows) == len(SCENARIOS) * len(STREAMS)
    assert {(row.judge, row.prompt_sha256) for row in rows.values()} == {(name, "p")}
    assert {panel: row.error for panel, row in rows.items() if row.error} == judge.failed
    seen = {panel for panel, row in rows.items() if row.t is not None}
    assert seen == PLANTED - set(judge.misses) - set(judge.failed) | set(judge.false_alarms)


def test_it_names_the_first_of_its_frames_that_shows_the_break() -> None:
    rows = {(row.item, row.stream): row for row in predictions("judge-b", prompt_sha256="p")}
    # The middles of five intervals of 17 frames show frames 1, 5, 8, 11 and 15; the break is at 13.
    assert rows["bounce_01", "vanish"].t == pytest.approx(0.9 * 17 / 15)
    assert rows["bounce_01", "vanish"].resolution == pytest.approx(17 / 15 / 10)
