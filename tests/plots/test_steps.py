from __future__ import annotations

from dataclasses import replace

import pytest

from evalcore.errors import InputError
from evalcore.plots.steps import StepAxis, choose, value_range
from evalcore.rollout.result import RolloutResult


def test_steps_and_milliseconds_at_the_recorded_rate(result: RolloutResult) -> None:
    assert StepAxis(result, "step").x == [1.0, 2.0, 3.0]
    assert StepAxis(result, "ms").x == [100.0, 200.0, 300.0]
    assert StepAxis(result, "step").layout()["ticktext"] == ["t+1", "t+2", "t+3"]
    assert StepAxis(result, "ms").layout()["ticktext"] == ["100", "200", "300"]


def test_without_a_clip_the_recorded_horizon_holds(result: RolloutResult) -> None:
    axis = StepAxis(replace(result, record={"config": {"fps": 15, "horizon": 8}}, clips=()), "ms")
    assert [round(x, 1) for x in axis.x] == [66.7, 133.3, 200.0, 266.7, 333.3, 400.0, 466.7, 533.3]
    assert axis.layout(few=True)["ticktext"] == ["67", "267", "533"]


def test_a_single_step_still_has_a_range(result: RolloutResult) -> None:
    short = replace(result, clips=tuple(replace(c, per_step_mad=(1.0,), per_step_ssim=(1.0,)) for c in result.clips))
    assert StepAxis(short, "step").layout()["range"] == [0.5, 1.5]


def test_hover_text_is_exact(result: RolloutResult) -> None:
    lines = StepAxis(result, "step").hover("mad", [1.23456, 2, 3], head="good", tail=["x", "y", "z"])
    assert lines[0] == "<b>good</b><br>step 1 (100.0 ms)<br>MAD 1.235 grey levels<br>x"
    assert (
        StepAxis(result, "step").hover("ssim", [0.5] * 3, head="a")[2] == "<b>a</b><br>step 3 (300.0 ms)<br>SSIM 0.5000"
    )


def test_choice_keeps_the_order_of_the_result() -> None:
    assert choose(["b", "a"], ["a", "c", "b"], what="method") == ["a", "b"]
    assert choose(None, ["a", "c", "a"], what="method") == ["a", "c"]
    assert choose([], ["a"], what="method") == []
    with pytest.raises(InputError, match=r"no method 'x'\. It has: a, c\."):
        choose(["a", "x"], ["a", "c"], what="method")


def test_range_is_tight_and_within_the_bounds() -> None:
    assert value_range("mad", [2.0, 4.0]) == [0.0, 4.12]
    assert value_range("ssim", [0.5, 1.0]) == [0.47, 1.0]
    assert value_range("mad", [0.0]) == [0.0, 0.5]
    assert value_range("mad", []) is None
