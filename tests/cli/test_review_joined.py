"""``evalcore review survival``, ``preference`` and ``breaks`` on the demonstration."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from evalcore.joined import BreaksResult, PreferenceResult, SurvivalResult, breaks, preference, survival
from evalcore.review import load, read_answers
from evalcore.rollout import load_result
from evalcore.workspace import Workspace
from tests.review.small import answer
from tests.review.test_golden import nulls_without_reason


@pytest.fixture(autouse=True)
def _own_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EVALCORE_DATABASE_URL", raising=False)


def test_survival_writes_what_the_library_returns(scored_demo: Path, tmp_path: Path, run) -> None:
    out = tmp_path / "survival.json"
    done = run("review", "survival", "--workspace", scored_demo, "--out", out)
    assert (done.code, "Time to break" in done.out) == (0, True)
    data = load(Workspace(scored_demo))
    expected = survival(read_answers(scored_demo / "review/answers.jsonl"), data=data)
    assert SurvivalResult.read(out).by_stream == expected.by_stream
    assert expected.by_stream["real"].broken == 0  # the recordings, of which one reviewer alone doubts one
    nulls = nulls_without_reason(json.loads(out.read_text()), "x")
    assert [one for one in nulls if not one.endswith(".reason")] == []


def test_preference_of_a_file_alone_and_as_json(scored_demo: Path, tmp_path: Path, run) -> None:
    answers = scored_demo / "review/answers.jsonl"
    done = run("review", "preference", "--answers", answers, "--resamples", 0, "--json")
    assert done.code == 0
    found = json.loads(done.out)["by_stream"]
    expected = preference(read_answers(answers), resamples=0).by_stream
    assert {name: one["strength"] for name, one in found.items()} == {n: one.strength for n, one in expected.items()}
    out = tmp_path / "preference.json"
    assert run("review", "preference", "--workspace", scored_demo, "--out", out).code == 0
    assert max(PreferenceResult.read(out).by_stream.items(), key=lambda one: one[1].strength)[0] == "real"


def test_breaks_of_a_rollout_run(scored_demo: Path, tmp_path: Path, run) -> None:
    results, out = scored_demo / "results/rollout/n5", tmp_path / "breaks.json"
    arguments = ("--workspace", scored_demo, "--results", results, "--metric", "ssim", "--out", out)
    done = run("review", "breaks", *arguments)
    assert (done.code, "Not a substitute for reviewers" in done.out) == (0, True)
    found, data = BreaksResult.read(out), load(Workspace(scored_demo))
    expected = breaks(
        load_result(results), read_answers(scored_demo / "review/answers.jsonl"), data=data, metric="ssim"
    )
    assert (found.clips, found.correlations) == (expected.clips, expected.correlations)
    assert {one.method for one in found.clips} == {"vanish", "blur"}


def test_a_clip_that_is_missing_makes_it_incomplete(scored_demo: Path, tmp_path: Path, run) -> None:
    space = tmp_path / "space"
    shutil.copytree(scored_demo, space, ignore=shutil.ignore_patterns("judged", "scene", "future", "cache"))
    next((space / "review/media").glob("*/real.mp4")).unlink()
    done = run("review", "survival", "--workspace", space)
    assert (done.code, "failed" in done.err, "INCOMPLETE" in done.out) == (3, True, True)
    assert run("review", "survival", "--workspace", space, "--allow-partial").code == 3


def test_the_source_is_not_written_over_and_misfits_are_refused(scored_demo: Path, tmp_path: Path, run) -> None:
    answers = tmp_path / "answers.jsonl"
    shutil.copy(scored_demo / "review/answers.jsonl", answers)
    for command in (["survival", "-w", scored_demo], ["preference"]):
        done = run("review", *command, "--answers", answers, "--out", answers)
        assert (done.code, "--out is the file that was read" in done.err) == (2, True)
    other = tmp_path / "other.jsonl"
    row = answer("nowhere", "ann", clean=["real"])
    other.write_text(json.dumps({"item": row.item, "reviewer": row.reviewer, "clean": list(row.clean)}) + "\n")
    done = run("review", "survival", "-w", scored_demo, "--answers", other)
    assert (done.code, "there is no item 'nowhere'" in done.err) == (2, True)
