from __future__ import annotations

from dataclasses import replace

from evalcore.batch import Coverage, Failure, record
from evalcore.judged import JudgePlan, JudgeRunResult, SampledClip, SampleResult
from evalcore.judged.judge_result import JudgedUnit
from evalcore.judged.sample_result import SampleConfig
from evalcore.tables import judged_plan, judged_run, judged_samples
from evalcore.vlm import Usage

PLAN = JudgePlan(
    conditions=5,
    repeat=2,
    requests=4,
    pictures=32,
    prompt_tokens=9000,
    completion_tokens=320,
    seconds=20.0,
    measured=False,
    kept=("a",),
    replaced=("b",),
    not_reached=("c",),
    failures=(Failure("d", "missing", "there is no such file"),),
)


def clip(condition_id: str, *, reached: bool) -> SampledClip:
    return SampledClip(
        condition_id=condition_id,
        profile="observation-8",
        times=(0.0, 3.9),
        frames=(0, 117),
        time_coverage=0.9833,
        reached=reached,
        resize="smaller",
        size=(832, 468),
        video_sha256="f" * 64,
        pictures=("pictures/a/f00000.png", "pictures/a/f00117.png"),
        picture_sha256=("a" * 64, "b" * 64),
        frame_sha256=("c" * 64, "d" * 64),
        prefix_end=119 / 30,
        candidates=118,
        observation_time=None,
        seen_size=(1280, 720),
        stored_size=(1280, 720),
        rotation=0,
        flipped=False,
        sample_aspect="1",
    )


def test_sampled_clips_say_how_far_they_reach() -> None:
    result = SampleResult(
        coverage=Coverage(3, 2, 1),
        failures=(Failure("c", "missing", "there is no such file"),),
        record=record(config=SampleConfig("m", "observation-8", None, "119/30", 8, "smaller"), inputs={}, packages=()),
        model="m",
        profile="observation-8",
        conditions=(clip("a", reached=True), clip("b", reached=False)),
    )
    table = judged_samples(result)
    assert table.title == "Frames sampled of m"
    assert table.display().to_numpy().tolist() == [
        ["a", "2", "3.900", "0.983", "yes", "832 x 468"],
        ["b", "2", "3.900", "0.983", "no: uncertain without asking", "832 x 468"],
    ]
    assert table.notes == ("Profile observation-8: up to 8 frames a clip.",)
    assert table.incomplete == "INCOMPLETE: 1 of 3 units failed"


def test_a_run_counts_each_pass_by_itself() -> None:
    units = (
        JudgedUnit("a", 1, "judged", replies=1, readable=True),
        JudgedUnit("b", 1, "judged", replies=2, readable=True),
        JudgedUnit("c", 1, "judged", replies=2, readable=False),
        JudgedUnit("a", 2, "kept"),
        JudgedUnit("b", 2, "not_reached"),
        JudgedUnit("c", 2, "failed"),
    )
    result = JudgeRunResult(
        coverage=Coverage(6, 5, 1),
        failures=(Failure("c/repeat-2", "timeout", "no answer"),),
        record={},
        model="m",
        files=("j.jsonl", "j.repeat-2.jsonl"),
        judges=("judge-1",),
        units=units,
        usage=Usage(120, 30),
    )
    table = judged_run(result)
    names = ["judged", "kept", "not_reached", "failed", "repaired", "unreadable"]
    assert table.frame.set_index("file")[names].to_numpy().tolist() == [[3, 0, 0, 0, 1, 1], [0, 1, 1, 1, 0, 0]]
    assert table.notes[0] == "Judge: judge-1. Tokens of this run: 120 sent, 30 received."
    assert table.incomplete == "INCOMPLETE: 1 of 6 units failed"
    assert judged_run(replace(result, judges=())).notes[0].startswith("Judge: none replied.")


def test_a_plan_says_what_is_estimated_and_how() -> None:
    table = judged_plan(PLAN)
    assert table.frame["value"].tolist() == [5, 2, 1, 1, 1, 1, 4, 32, 9000, 320, 20]
    assert table.notes[1] == "Time assuming 5 s a request."
    assert judged_plan(replace(PLAN, measured=True)).notes[1] == "Time as measured in the file."
