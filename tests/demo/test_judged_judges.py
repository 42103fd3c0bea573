from __future__ import annotations

from collections import Counter

import msgspec
import pytest

from evalcore.demo.judged_conditions import CONDITIONS, SPLITS
from evalcore.demo.judged_judges import CONFUSED, FIRST, JUDGES, ODD, SECOND, WIDELY_JUDGED, rows
from evalcore.demo.judged_models import MISSING, MODELS, SHORT, seen
from evalcore.demo.judged_tasks import TASKS

MAIN, CROSS = set(SPLITS["paper-main"]), set(SPLITS["cross-judge"])
PLAIN = [model for model in MODELS if model not in ("hazel", "juniper", "larch", "pine")]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("judge", JUDGES)
def test_a_file_has_a_judgment_a_condition_with_its_settings(judge: str, model: str) -> None:
    written = rows(judge, model)
    assert written == rows(judge, model)
    ids = [row["condition_id"] for row in written]
    assert ids == sorted(set(ids))
    assert {row["judge"] for row in written} == {judge}
    assert {row["profile"] for row in written} == {"observation-8"}


@pytest.mark.parametrize("model", PLAIN)
def test_the_first_judge_says_what_the_clips_show(model: str) -> None:
    clips = seen(model)
    written = {row["condition_id"]: row for row in rows(FIRST, model)}
    assert set(written) == MAIN & set(clips)
    for condition_id, row in written.items():
        clip = clips[condition_id]
        if (model, condition_id) == SHORT:
            assert (row["event"], row["violation"]) == ("uncertain", "uncertain")
        else:
            assert (row["event"], row["violation"]) == (clip.event, "clear" if clip.whole else "flagged")
            assert row["reason"].startswith(TASKS[CONDITIONS[condition_id].task].labels[row["event"]])


def test_what_was_planted_in_the_first_judges_files() -> None:
    assert len(rows(FIRST, "hazel")) == 276 - 55
    assert len(rows(FIRST, "aspen")) == 275
    assert MISSING[1] not in {row["condition_id"] for row in rows(FIRST, "aspen")}
    pine = {row["condition_id"] for row in rows(FIRST, "pine")}
    assert len(pine) == 276 + 12
    assert len(pine - MAIN) == 12

    known = {row["condition_id"]: TASKS[CONDITIONS[row["condition_id"]].task].labels for row in rows(FIRST, "juniper")}
    odd = Counter(row["event"] for row in rows(FIRST, "juniper") if row["event"] not in known[row["condition_id"]])
    assert (odd.pop("other"), odd.pop("uncertain"), odd.pop("nothing happens")) == (20, 14, 4)
    assert sum(odd.values()) == 5
    assert all(event.lower().replace(" ", "_") in {x for labels in known.values() for x in labels} for event in odd)

    values = Counter(msgspec.json.encode(row["violation"]) for row in rows(FIRST, "larch"))
    assert values.pop(b'"clear"') + values.pop(b'"flagged"') == 276 - 44
    assert values == {msgspec.json.encode(value): count for value, count in ODD}


def test_the_second_judge_saw_some_models_in_the_small_scope_only() -> None:
    for model in MODELS:
        scope = MAIN if model in WIDELY_JUDGED else CROSS
        assert {row["condition_id"] for row in rows(SECOND, model)} == scope & set(seen(model))


@pytest.mark.parametrize("model", MODELS)
def test_the_second_judge_confuses_two_tasks_and_errs_in_one_of_ten_elsewhere(model: str) -> None:
    clips = seen(model)
    elsewhere = []
    for row in rows(SECOND, model):
        clip, task = clips[row["condition_id"]], CONDITIONS[row["condition_id"]].task
        if clip.event is None:
            assert row["event"] == "uncertain"
        elif task in CONFUSED:
            one, other = CONFUSED[task]
            assert row["event"] == {one: other, other: one}.get(clip.event, clip.event)
        else:
            assert row["event"] in TASKS[task].labels
            elsewhere.append(row["event"] == clip.event)
    assert len(elsewhere) - sum(elsewhere) == pytest.approx(len(elsewhere) / 10, abs=1)


@pytest.mark.parametrize("model", MODELS)
def test_the_second_judge_forgives_three_of_five(model: str) -> None:
    clips = seen(model)
    verdicts = Counter((clips[row["condition_id"]].whole, row["violation"]) for row in rows(SECOND, model))
    assert verdicts[True, "flagged"] == 0
    broken = verdicts[False, "clear"] + verdicts[False, "flagged"]
    assert verdicts[False, "clear"] == pytest.approx(0.6 * broken, abs=1.5)
