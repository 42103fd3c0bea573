from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from evalcore.batch import Failure
from evalcore.errors import InputError
from evalcore.rollout.result import MethodScore, RolloutResult, Summary
from evalcore.tables import rollout_clips, rollout_samples, rollout_scores


def test_scores_in_markdown(result: RolloutResult) -> None:
    assert rollout_scores(result).to_markdown() == (
        "**Rollout scores**\n"
        "\n"
        "| Method | Kind | n | MAD (grey levels) ↓ | MAD SD | MAD 95% CI | SSIM ↑ | SSIM SD | SSIM 95% CI |\n"
        "| :-- | :-- | --: | --: | --: | --: | --: | --: | --: |\n"
        "| good | model | 2 | **3.000** | 1.500 | [-0.250, 6.250] | **0.9000** | 0.0100 | [0.8500, 0.9500] |\n"
        "| a\\_b | model | 2 | 4.000 | 0.500 | [3.500, 4.500] | 0.8000 | 0.0200 | [0.7500, 0.8500] |\n"
        "| persistence | baseline | 2 | **3.000** | 0.000 | [3.000, 3.000] | 0.7000 | 0.0000 | [0.7000, 0.7000] |\n"
        "\n"
        "Mean over clips of the mean over steps, sample SD, and t-based 95% interval of the mean.\n"
    )


def test_scores_keep_full_precision(result: RolloutResult) -> None:
    lines = rollout_scores(result).to_csv().splitlines()
    assert lines[0].startswith("method,kind,n,rollout_mad,mad_sd,mad_low,mad_high,rollout_mad_reason,")
    assert lines[3].startswith("persistence,baseline,2,3.00049,0.0,3.0,3.0,,")


def test_one_clip_has_no_spread_and_says_why(result: RolloutResult) -> None:
    summaries = [Summary(mean, None, None, sd_reason="one clip", ci95_reason="needs 2") for mean in (3.0, 0.9)]
    alone = MethodScore("model", 1, *summaries)
    table = rollout_scores(replace(result, methods={"good": alone}))
    assert table.display().iloc[0].tolist() == [
        "good", "model", "1", "3.000", "n/a (a)", "n/a (b)", "0.9000", "n/a (a)", "n/a (b)"
    ]  # fmt: skip
    assert table.footnotes[:2] == ("(a) one clip", "(b) needs 2")


def test_means_over_different_clips_are_not_ranked(result: RolloutResult) -> None:
    note = "The means are over different clips, so that no best one is marked."
    partial = replace(result, clips=tuple(c for c in result.clips if (c.method, c.clip_id) != ("a_b", "c2")))
    assert "**3.000**" in rollout_scores(result).to_markdown()
    assert note not in rollout_scores(result).notes
    assert "**3.000**" not in rollout_scores(partial).to_markdown()
    assert note in rollout_scores(partial).notes


def test_as_many_but_other_clips_are_not_ranked_either(result: RolloutResult) -> None:
    lost = {("a_b", "c2"), ("good", "c1"), ("persistence", "c2")}
    partial = replace(result, clips=tuple(c for c in result.clips if (c.method, c.clip_id) not in lost))
    assert "**3.000**" not in rollout_scores(partial).to_markdown()


def test_a_method_without_a_mean_does_not_keep_the_others_from_being_ranked(result: RolloutResult) -> None:
    methods = {**result.methods, "a_b": MethodScore("model", 1, reason="stopped")}
    clips = tuple(c for c in result.clips if (c.method, c.clip_id) != ("a_b", "c2"))
    assert "**3.000**" in rollout_scores(replace(result, methods=methods, clips=clips)).to_markdown()


def test_an_incomplete_run_says_so_in_every_export(
    incomplete: RolloutResult, exports: Callable[[object], list[str]]
) -> None:
    table = rollout_scores(incomplete)
    assert all("INCOMPLETE: 1 of 6 units failed" in text for text in exports(table))
    assert not table.frame["rollout_mad"].notna().any()
    assert table.frame["rollout_mad"].dtype == float
    assert table.footnotes[0] == "(a) the run is incomplete"


def test_custom_protocol_is_named(result: RolloutResult) -> None:
    custom = replace(result, record={"config": {"horizon": 4}})
    assert rollout_scores(custom).notes[-1].startswith("Custom protocol:")
    assert not any("Custom" in note for note in rollout_scores(result).notes)


def test_clips_mark_the_best_method_of_each(result: RolloutResult) -> None:
    table = rollout_clips(result, "mad")
    assert table.title == "Rollout MAD (grey levels) of each clip"
    assert table.to_markdown().splitlines()[2:6] == [
        "| Clip | good ↓ | a\\_b ↓ | persistence ↓ |",
        "| :-- | --: | --: | --: |",
        "| c1 | **2.000** | 3.500 | 3.000 |",
        "| c2 | 4.000 | 4.500 | **3.000** |",
    ]
    assert rollout_clips(result, "ssim").display().iloc[1].tolist() == ["c2", "0.8900", "0.7800", "0.7000"]


def test_a_failed_clip_carries_its_message(incomplete: RolloutResult) -> None:
    table = rollout_clips(incomplete, "mad")
    assert table.display().iloc[1].tolist() == ["c2", "4.000", "n/a (a)", "3.000"]
    assert table.footnotes == ("(a) there is no generated clip | expected one",)


def test_a_clip_that_failed_for_all_methods_is_still_listed(incomplete: RolloutResult) -> None:
    only = replace(incomplete, clips=tuple(clip for clip in incomplete.clips if clip.clip_id == "c1"))
    assert rollout_clips(only, "mad").display().iloc[1].tolist() == ["c2", "n/a (a)", "n/a (b)", "n/a (a)"]


def test_a_clip_that_only_a_historical_file_knows_is_not_listed(result: RolloutResult) -> None:
    gate = Failure("good/c3", "gate", "not compared with its published MAD")
    assert rollout_clips(replace(result, failures=(gate,)), "mad").frame["clip_id"].tolist() == ["c1", "c2"]


def test_reasons_are_apart_from_values_whatever_the_methods_are_called(incomplete: RolloutResult) -> None:
    named = {"good": "a_b_reason", "a_b": "a_b", "persistence": "persistence"}
    renamed = replace(
        incomplete,
        methods={named[name]: score for name, score in incomplete.methods.items()},
        clips=tuple(replace(clip, method=named[clip.method]) for clip in incomplete.clips),
    )
    assert rollout_clips(renamed, "mad").display().iloc[1].tolist() == ["c2", "4.000", "n/a (a)", "3.000"]


def test_samples_show_best_beside_the_mean(sampled: RolloutResult) -> None:
    table = rollout_samples(sampled, "mad")
    assert table.to_csv() == "clip_id,method,samples,mean,best,worst,sd\nc1,good,2,2.0,1.0,3.0,1.4142135623730951\n"
    assert "A clip's value is the mean over its samples." in rollout_scores(sampled).notes


def test_without_samples_there_is_no_table_of_them(result: RolloutResult) -> None:
    with pytest.raises(InputError, match="no clip of this result has several samples"):
        rollout_samples(result, "mad")
