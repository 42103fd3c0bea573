from __future__ import annotations

from dataclasses import replace

from evalcore.plots.steps import StepAxis, sample_spread, value_range
from evalcore.rollout.result import RolloutResult


def test_steps_and_milliseconds_at_the_recorded_rate(result: RolloutResult) -> None:
    assert StepAxis(result, "step").x == [1.0, 2.0, 3.0]
    assert StepAxis(result, "ms").x == [100.0, 200.0, 300.0]
    assert StepAxis(result, "step").layout()["ticktext"] == ["t+1", "t+2", "t+3"]
    assert StepAxis(result, "ms").layout()["ticktext"] == ["100", "200", "300"]


def test_the_protocol_has_eight_steps_in_533_ms(result: RolloutResult) -> None:
    axis = StepAxis(replace(result, record={"config": {}}), "ms")
    assert [round(x, 1) for x in axis.x] == [66.7, 133.3, 200.0, 266.7, 333.3, 400.0, 466.7, 533.3]
    assert axis.layout(few=True)["ticktext"] == ["67", "267", "533"]


def test_a_single_step_still_has_a_range(result: RolloutResult) -> None:
    short = replace(result, record={"config": {"horizon": 1}}, clips=())
    assert StepAxis(short, "step").layout()["range"] == [0.5, 1.5]


def test_hover_text_is_exact(result: RolloutResult) -> None:
    lines = StepAxis(result, "step").hover("mad", [1.23456, 2, 3], head="good", tail=["x", "y", "z"])
    assert lines[0] == "<b>good</b><br>step 1 (100.0 ms)<br>MAD 1.235 grey levels<br>x"
    assert (
        StepAxis(result, "step").hover("ssim", [0.5] * 3, head="a")[2] == "<b>a</b><br>step 3 (300.0 ms)<br>SSIM 0.5000"
    )


def test_spread_of_samples_at_each_step(result: RolloutResult) -> None:
    clip = result.clips[0]
    samples = tuple(replace(clip, sample=k, per_step_ssim=(0.5 + k / 10, 0.5, 0.5)) for k in (2, 0, 1))
    assert sample_spread(clip, "ssim") is None
    assert sample_spread(replace(clip, samples=samples), "ssim") == [
        "mean of 3 samples, 0.5000 to 0.7000",
        "mean of 3 samples, 0.5000 to 0.5000",
        "mean of 3 samples, 0.5000 to 0.5000",
    ]


def test_range_is_tight_and_within_the_bounds() -> None:
    assert value_range("mad", [2.0, 4.0]) == [0.0, 4.12]
    assert value_range("ssim", [0.5, 1.0]) == [0.47, 1.0]
    assert value_range("mad", [0.0]) == [0.0, 0.5]
    assert value_range("mad", []) is None
