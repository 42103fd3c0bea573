from __future__ import annotations

from dataclasses import replace

from evalcore.rollout.result import RolloutResult
from evalcore.tables import rollout_gate, rollout_prefixes, rollout_timings, rollout_warnings


def test_gate_shows_what_stops_first(result: RolloutResult) -> None:
    table = rollout_gate(result)
    assert table.to_markdown().splitlines()[4:] == [
        "| good | c2 | 4.5000 | 4.0000 | 0.5000 | no |",
        "| good | c3 | 1.0000 | n/a (a) | n/a (a) | no |",
        "| good | c1 | 2.0000 | 2.0010 | 0.0010 | yes |",
        "",
        "(a) clips.jsonl has no such clip",
        "",
        "Tolerance 0.01 grey levels; 2 of 3 rows stop the aggregate.",
    ]


def test_gate_without_history(result: RolloutResult) -> None:
    table = rollout_gate(replace(result, gate=()))
    assert len(table.frame) == 0
    assert table.notes == ("No model has a historical file, so there is nothing to compare.",)


def test_prefixes_name_the_file_with_the_largest(sampled: RolloutResult) -> None:
    clips = [replace(clip, prefix_mad=2.0) if clip.method == "a_b" else clip for clip in sampled.clips]
    clips[1] = replace(clips[1], prefix_mad=0.5)
    table = rollout_prefixes(replace(sampled, clips=tuple(clips)))
    # good: c1 is (0.5 + 1.5) / 2 = 1 over its samples, c2 is 0.5; the largest file is sample 1 of c1.
    assert table.display().to_numpy().tolist() == [
        ["good", "2", "2", "0.750", "1.500", "c1.s1"],
        ["a_b", "2", "2", "2.000", "2.000", "c1"],
    ]
    assert table.notes[0].startswith("The first 9 frames of a generated clip repeat what the model was given.")


def test_prefixes_without_a_conditioning_file_say_why(result: RolloutResult) -> None:
    why = "the clip has no conditioning file"
    good = [replace(clip, prefix_mad_reason=why) for clip in result.clips if clip.method == "good"]
    table = rollout_prefixes(replace(result, clips=(good[0], replace(good[1], prefix_mad=0.25))))
    assert table.display().to_numpy().tolist() == [
        ["good", "2", "1", "0.250", "0.250", "c2"],
        ["a_b", "0", "0", "n/a (a)", "n/a (a)", "n/a (a)"],
    ]
    assert table.footnotes[0] == "(a) no clip of this method has a value"
    assert rollout_prefixes(result).footnotes[0] == "(a) no value was recorded"
    nowhere = rollout_prefixes(replace(result, clips=tuple(good)))
    assert nowhere.display().iloc[0].tolist() == ["good", "2", "0", "n/a (a)", "n/a (a)", "n/a (a)"]
    assert nowhere.footnotes[0] == f"(a) {why}"


def test_warnings(result: RolloutResult) -> None:
    assert rollout_warnings(result).frame.iloc[0].tolist() == ["a_b/c1", "frame_rate", "the container says 30"]
    assert rollout_warnings(replace(result, warnings=())).footnotes == ("No check gave a warning.",)


def test_timings_keep_decode_and_algorithm_apart(result: RolloutResult) -> None:
    table = rollout_timings(result)
    assert table.display().to_numpy().tolist() == [
        ["good", "model", "2", "20.0", "30.0", "n/a (a)", "n/a (a)"],
        ["a_b", "model", "2", "10.0", "10.0", "n/a (a)", "n/a (a)"],
        ["persistence", "baseline", "2", "10.0", "10.0", "0.500", "0.750"],
    ]
    assert table.footnotes[0] == "(a) not timed here"
    assert "not hardware-normalised" in table.footnotes[1]
    assert "RTX 6000 Ada" in table.footnotes[2]


def test_timings_of_a_method_without_values(result: RolloutResult) -> None:
    table = rollout_timings(replace(result, clips=()))
    assert table.display().iloc[0].tolist() == ["good", "model", "0", *["n/a (a)"] * 4]
    assert table.footnotes[0] == "(a) no clip of this method has a value"
