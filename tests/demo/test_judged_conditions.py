from __future__ import annotations

import re
from collections import Counter

from evalcore.demo.judged_conditions import CONDITIONS, MADE, SPLITS, Made, filmed
from evalcore.demo.judged_tasks import TASKS


def members(subset: str) -> list[Made]:
    return [CONDITIONS[condition_id] for condition_id in SPLITS[subset]]


def test_the_scopes_have_their_sizes() -> None:
    assert {subset: len(ids) for subset, ids in SPLITS.items()} == {
        "core": 34 * 5 * 2,
        "auxiliary": 8,
        "paper-pool": 34 * 4 * 2 + 17 * 2 + 4,
        "paper-main": 34 * 4 * 2 + 4,
        "cross-judge": 34 * 3 * 2 + 4,
        "with-clips": 3 * 2 + 1,
    }
    assert all(len(set(ids)) == len(ids) for ids in SPLITS.values())
    assert set(SPLITS["cross-judge"]) < set(SPLITS["paper-main"]) < set(SPLITS["paper-pool"])
    assert set(SPLITS["core"]) | set(SPLITS["auxiliary"]) == set(CONDITIONS)
    assert not set(SPLITS["core"]) & set(SPLITS["auxiliary"])


def test_a_pair_has_two_outcomes_of_one_task_and_one_look() -> None:
    pairs: dict[str, list[Made]] = {}
    for made in members("core"):
        assert made.pair_id
        pairs.setdefault(made.pair_id, []).append(made)
    assert len(pairs) == 170
    for first, second in pairs.values():
        assert (first.task, first.seed, first.nth) == (second.task, second.seed, second.nth)
        assert first.label != second.label
        assert {first.label, second.label} <= set(list(TASKS[first.task].labels)[: TASKS[first.task].flips])
    assert len({made.seed for made in MADE}) == 170 + 8


def test_every_pair_of_the_papers_scope_is_whole() -> None:
    for subset in ("paper-main", "paper-pool", "cross-judge", "with-clips"):
        sizes = Counter(made.pair_id for made in members(subset) if made.pair_id)
        assert set(sizes.values()) == {2}
        assert {made.task for made in members(subset)} == set(TASKS) or subset == "with-clips"


def test_controls_have_no_pair_and_nothing_to_wait_for() -> None:
    controls = members("auxiliary")
    assert all((made.pair_id, made.observation_time) == (None, None) for made in controls)
    assert all(made.label in ("stay", "stays", "stays_level") for made in controls)
    assert len([made for made in members("paper-main") if not made.pair_id]) == 4


def test_names_give_nothing_away() -> None:
    assert all(re.fullmatch(r"c\d{4}", made.condition_id) for made in MADE)
    numbers: dict[str | None, list[int]] = {}
    for made in members("core"):
        numbers.setdefault(made.pair_id, []).append(int(made.condition_id[1:]))
    # Neighbours by chance alone: 2 / 348 of 170 pairs are expected.
    assert sum(abs(first - second) == 1 for first, second in numbers.values()) < 5


def test_references_are_those_of_a_pair_of_three_tasks_and_of_a_control() -> None:
    assert Counter(made.task for made in filmed()) == {"tilted_plank_ball": 3, "gap_ball": 2, "ledge_block": 2}
    assert [made.label for made in filmed() if not made.pair_id] == ["stays"]
    assert CONDITIONS["c0065"].reference == "evaluation/references/c0065.mp4"
