from __future__ import annotations

from collections import Counter

import pytest

from evalcore.demo.judged_conditions import CONDITIONS, SPLITS
from evalcore.demo.judged_models import MISSING, MODELS, SHORT, seen
from evalcore.demo.judged_tasks import FAMILIES, TASKS

MAIN = [CONDITIONS[condition_id] for condition_id in SPLITS["paper-main"]]


def right(model: str) -> dict[str, bool]:
    clips = seen(model)
    return {
        made.condition_id: made.condition_id in clips and clips[made.condition_id].event == made.label for made in MAIN
    }


def by(model: str, *fields: str) -> Counter[tuple[str, ...]]:
    """How many events are right for each value of the fields."""
    correct = right(model)
    return Counter(tuple(getattr(made, f) for f in fields) for made in MAIN if correct[made.condition_id])


def test_there_are_sixteen_and_each_gives_the_same_again() -> None:
    assert len(MODELS) == 16
    assert all(seen(model) == seen(model) for model in MODELS)


@pytest.mark.parametrize("model", MODELS)
def test_the_shares_are_what_was_planted(model: str) -> None:
    about = MODELS[model]
    clips = [clip for name, clip in seen(model).items() if name in SPLITS["paper-main"]]
    assert sum(clip.whole is True for clip in clips) / 276 == pytest.approx(about.structure, abs=0.02)
    if about.event and not about.families and about.several is None:
        assert sum(right(model).values()) / 276 == pytest.approx(about.event, abs=0.02)


def test_a_clip_shows_a_label_of_its_task() -> None:
    for model in MODELS:
        for condition_id, clip in seen(model).items():
            assert clip.event is None or clip.event in TASKS[CONDITIONS[condition_id].task].labels


def test_elm_knows_rolling_alone() -> None:
    correct, size = by("elm", "task"), Counter(made.task for made in MAIN)
    share = {
        family: sum(correct[(task,)] for task in tasks) / sum(size[task] for task in tasks)
        for family, tasks in FAMILIES.items()
    }
    assert share.pop("rolling") > 0.9
    assert max(share.values()) < 0.5


def test_fir_gives_the_first_label() -> None:
    assert all(clip.event == next(iter(TASKS[CONDITIONS[c].task].labels)) for c, clip in seen("fir").items())


def test_rowan_is_lost_where_more_than_two_things_can_happen() -> None:
    correct, size = by("rowan", "task"), Counter(made.task for made in MAIN)
    share = {
        several: sum(correct[(t,)] for t in TASKS if (TASKS[t].flips > 2) == several)
        / sum(size[t] for t in TASKS if (TASKS[t].flips > 2) == several)
        for several in (False, True)
    }
    assert share[False] > 0.8 > 0.4 > share[True]


def test_spruce_gives_both_members_of_a_pair_one_outcome() -> None:
    outcomes: dict[str, set[str | None]] = {}
    for condition_id, clip in seen("spruce").items():
        if CONDITIONS[condition_id].pair_id and condition_id != SHORT[1]:
            outcomes.setdefault(str(CONDITIONS[condition_id].pair_id), set()).add(clip.event)
    assert {len(events) for events in outcomes.values()} == {1}


def test_one_clip_is_missing_and_one_too_short() -> None:
    assert set(CONDITIONS) - set(seen(MISSING[0])) == {MISSING[1]}
    unseen = {(m, c) for m in MODELS for c, clip in seen(m).items() if clip.event is None or clip.whole is None}
    assert unseen == {SHORT}
