from __future__ import annotations

from dataclasses import replace

import pytest

from evalcore.errors import InputError
from evalcore.judged import JudgeSettings
from evalcore.judged.config import RunConfig
from evalcore.tables.judged_scope import interval_line, one_score, scope_notes, scores_of
from tests.tables.judged import BEST, baselines_result, judged_result, model_score


def test_one_file_of_judgments_is_one_model_with_the_name_of_the_file() -> None:
    result = judged_result()
    assert list(scores_of(result)) == ["best.jsonl"]
    assert one_score(result) == ("best.jsonl", result)
    assert list(scores_of(judged_result(settings=JudgeSettings()))) == ["judgments"]


def test_a_model_has_to_be_named_among_several() -> None:
    result = baselines_result()
    assert one_score(result, "other_1") == ("other_1", result.models["other_1"])
    with pytest.raises(InputError, match=r"the model to show is not named\. There are: best, other_1\."):
        one_score(result)
    with pytest.raises(InputError, match=r"the result has no model 'bset'\. Did you mean 'best'\?"):
        one_score(result, "bset")


def test_scope_judge_and_profile_are_said() -> None:
    assert scope_notes(baselines_result()) == ("Scope two: 6 conditions of 2 tasks; judge j, profile paper-prefix-8.",)
    bare = judged_result(BEST[:1], settings=JudgeSettings())
    assert scope_notes(bare) == ("Scope two: 1 condition of 1 task; judge not recorded.",)
    assert scope_notes(replace(baselines_result(), models={})) == ("Scope two: 0 conditions of 0 tasks; judge j.",)


def test_mixed_settings_are_said_for_the_models_that_have_them() -> None:
    mixed = JudgeSettings(("j",), ("v1", "v2"), ("paper-prefix-8", "observation-8"), mixed=True)
    result = baselines_result(models={"clean": model_score(BEST), "mixed": model_score(BEST, settings=mixed)})
    both = ("judge j, version v1, v2, profile paper-prefix-8, observation-8.", "were mixed on request.")
    assert [note.partition("; ")[2] or note[-22:] for note in scope_notes(result)] == list(both)
    assert len(scope_notes(result, result.models["clean"])) == 1


def test_resamples_and_seed_are_those_of_the_run() -> None:
    assert interval_line(RunConfig("two", seed=7, resamples=500)).endswith("over tasks, B = 500, seed 7")
    assert interval_line(RunConfig("two", resamples=0)) == "No interval was asked for"
