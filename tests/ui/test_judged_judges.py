from __future__ import annotations

import pytest

from evalcore.judged import baselines, load
from evalcore.ui import disagreements
from evalcore.ui.judged_judges import compare_judges
from tests.judged.made import judgment_rows, make_data


def rows_of(*changed):
    """The judgments of judge-a on one model, with other answers for the first conditions."""
    rows = judgment_rows("judge-a", "sharp")
    return [{**row, **change} for row, change in zip(rows, [*changed, *[{}] * len(rows)], strict=False)]


@pytest.fixture
def scored(tmp_path):
    """Two judges who differ on the first four conditions only, in event, verdict or both."""
    changed = ({"event": None}, {"event": " right "}, {"violation": "yes"}, {"event": "other", "violation": None})
    judgments = {"one": {"sharp": rows_of()}, "two": {"sharp": rows_of(*changed)}}
    data = load(make_data(tmp_path, judgments=judgments))
    return data, baselines(data, "core", judge="one"), baselines(data, "core", judge="two")


def said(table):
    return [(row.condition_id, row.said, row.answered) for row in table.frame.itertuples()]


def test_answers_differ_after_trimming_and_an_event_that_is_no_text_is_an_answer(scored):
    _, one, two = scored
    assert said(disagreements(one, two, "event")) == [("ball-1a", "left", None), ("ball-2b", "right", "other")]
    assert said(disagreements(one, two, "structure")) == [
        ("ball-2a", "clear", "flagged"),
        ("ball-2b", "clear", "uncertain"),
    ]


def test_disagreements_are_the_complement_of_the_agreement(scored):
    data, one, two = scored
    for component in ("event", "structure"):
        found = getattr(compare_judges(data, one, two), component)
        assert found.n - round(found.raw * found.n) == len(disagreements(one, two, component).frame)


def test_what_is_null_says_why(scored):
    _, one, two = scored
    table = disagreements(one, two, "event")
    assert [why for _, why in table.layout.reasons] == ["the judge's event is not a text"]


def test_a_task_is_a_scope_of_its_own(scored):
    data, one, two = scored
    found = compare_judges(data, one, two, task="ball")
    assert found.subset == "core, task ball"
    assert (found.event.n, found.event.raw) == (4, 0.5)
    assert found.models["sharp"].judge_score == {"event": 100.0, "structure": 100.0}
    assert found.models["sharp"].other_score == {"event": 50.0, "structure": 50.0}
    assert data.subsets == ("auxiliary", "core", "cross-judge", "paper-main")
    assert len(disagreements(one, two, "event", task="ball").frame) == 2
    assert not len(disagreements(one, two, "event", task="door").frame)
