from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from evalcore.judged import BaselinesResult, JudgedData, agreement, baselines, load
from evalcore.judged.config import JUDGED_COMPONENTS
from evalcore.tables import Table, judged_disagreements
from tests.judged.made import judgment_rows, make_data

Scored = tuple[JudgedData, BaselinesResult, BaselinesResult]


def rows_of(*changed: dict[str, Any]) -> list[dict[str, Any]]:
    """The judgments of judge-a on one model, with other answers for the first conditions."""
    rows = judgment_rows("judge-a", "sharp")
    return [{**row, **change} for row, change in zip(rows, [*changed, *[{}] * len(rows)], strict=False)]


@pytest.fixture
def scored(tmp_path: Path) -> Scored:
    """Two judges who differ on the first four conditions only, in event, verdict or both."""
    changed = ({"event": None}, {"event": " right "}, {"violation": "yes"}, {"event": "other", "violation": None})
    judgments = {"one": {"sharp": rows_of()}, "two": {"sharp": rows_of(*changed)}}
    data = load(make_data(tmp_path, judgments=judgments))
    return data, baselines(data, "core", judge="one"), baselines(data, "core", judge="two")


def said(table: Table) -> list[tuple[Any, ...]]:
    return [(row.condition_id, row.said, row.answered) for row in table.frame.itertuples()]


def test_answers_differ_after_trimming_and_an_event_that_is_no_text_is_an_answer(scored: Scored) -> None:
    _, one, two = scored
    assert said(judged_disagreements(one, two, "event")) == [("ball-1a", "left", None), ("ball-2b", "right", "other")]
    assert said(judged_disagreements(one, two, "structure")) == [
        ("ball-2a", "clear", "flagged"),
        ("ball-2b", "clear", "uncertain"),
    ]


def test_disagreements_are_the_complement_of_the_agreement(scored: Scored) -> None:
    data, one, two = scored
    found = agreement(data, "core", judge="one", other="two")
    for component in JUDGED_COMPONENTS:
        part = getattr(found, component)
        assert part.n - round(part.raw * part.n) == len(judged_disagreements(one, two, component).frame) == 2


def test_one_task_or_model_alone(scored: Scored) -> None:
    _, one, two = scored
    assert len(judged_disagreements(one, two, "event", task="ball").frame) == 2
    assert not len(judged_disagreements(one, two, "event", task="door").frame)
    assert len(judged_disagreements(one, two, "event", model="sharp").frame) == 2
    assert not len(judged_disagreements(one, two, "event", model="another").frame)


def test_what_is_null_says_why(scored: Scored) -> None:
    _, one, two = scored
    table = judged_disagreements(one, two, "event")
    assert [why for _, why in table.layout.reasons] == ["the judge's event is not a text"]
