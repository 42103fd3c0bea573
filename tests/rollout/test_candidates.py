from __future__ import annotations

import hashlib

import pytest

from evalcore.rollout import candidates, paired, table_sha256
from tests.rollout.made import result_of


def choose(differences: dict[str, float]) -> dict[str, str]:
    result = result_of({"m": differences, "zero": dict.fromkeys(differences, 0.0)})
    return {rule: choice.clip_id for rule, choice in candidates(result, "m", "zero").rules.items()}


def test_each_rule_takes_the_clip_nearest_to_its_quantile() -> None:
    differences = {"a": 4.0, "b": 0.0, "c": 1.0, "d": 3.0, "e": 2.0}
    assert choose(differences) == {"min": "b", "q25": "c", "median": "e", "q75": "d", "max": "a"}


def test_an_even_number_has_two_middle_clips_and_the_name_decides() -> None:
    # The median 1.5 is as far from 1 as from 2; q25 = 0.75 is nearest to 1.
    assert choose({"z": 1.0, "y": 2.0, "x": 0.0, "w": 3.0})["median"] == "y"
    assert choose({"y": 1.0, "z": 2.0, "x": 0.0, "w": 3.0})["q25"] == "y"


def test_float_noise_does_not_decide() -> None:
    # 0.1 + 0.2 and 0.3 differ in the last bit; both lie 0.15 from the median 0.15 + ...
    assert choose({"b": 0.1 + 0.2, "a": 0.3, "c": 0.0, "d": 0.6})["median"] == "a"


def test_the_runners_up_are_in_order_and_complete() -> None:
    result = result_of({"m": {"a": 4.0, "b": 0.0, "c": 1.0}, "zero": dict.fromkeys("abc", 0.0)})
    choice = candidates(result, "m", "zero").rules["median"]
    assert (choice.value, choice.difference, choice.distance) == (1.0, 1.0, 0.0)
    assert [(one.clip_id, one.difference, one.distance) for one in choice.runners_up] == [("b", 0, 1), ("a", 4, 3)]


def test_the_table_hash_can_be_recomputed_by_hand() -> None:
    result = result_of({"m": {"b": 1.5, "a": 2.0}, "zero": {"a": 0.25, "b": 0.0}})
    lines = (
        '{"clip_id":"a","method":2.0,"baseline":0.25,"difference":1.75}\n'
        '{"clip_id":"b","method":1.5,"baseline":0.0,"difference":1.5}\n'
    )
    expected = hashlib.sha256(lines.encode()).hexdigest()
    assert candidates(result, "m", "zero").table_sha256 == expected
    assert table_sha256(paired(result, "m", "zero").pairs) == expected


@pytest.mark.parametrize("order", [1, -1])
def test_the_choice_does_not_depend_on_the_order_of_the_rows(order: int) -> None:
    names = list("abcdefgh")[::order]
    differences = {name: float(ord(name) % 3) for name in names}
    assert choose(differences) == {"min": "c", "q25": "a", "median": "a", "q75": "b", "max": "b"}
