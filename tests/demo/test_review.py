from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from evalcore.demo import review as demo
from evalcore.demo.review_reviewers import GUEST, GUEST_ITEMS, REVIEWERS, answers
from evalcore.demo.review_scenarios import LONG, REAL, SCENARIOS, STREAMS
from evalcore.review import (
    AlignmentRow,
    Answer,
    Answers,
    ReviewData,
    Shown,
    Store,
    agreement,
    align,
    clock_of,
    consensus,
    gold_scores,
    load,
    progress,
    read_answers,
    read_assignments,
    read_gold,
    read_predictions,
)
from evalcore.rollout.config import PAPER
from evalcore.workspace import Workspace


@pytest.fixture(scope="module")
def data(demo_workspace: Path) -> ReviewData:
    return load(Workspace(demo_workspace))


@pytest.fixture(scope="module")
def given(data: ReviewData) -> Answers:
    return read_answers(data.workspace.path(demo.ANSWERS))


def test_the_folder_holds_the_files_that_it_lists_and_the_database(demo_workspace: Path) -> None:
    files = {path.relative_to(demo_workspace).as_posix() for path in (demo_workspace / "review").rglob("*")}
    kept = {path for path in files if (demo_workspace / path).is_file() and not path.startswith(demo.DATABASE)}
    assert kept == set(demo.paths())
    assert len(demo.paths()) == len(set(demo.paths()))
    assert (demo_workspace / demo.DATABASE).is_file()


def test_twelve_scenarios_of_three_streams_half_of_them_of_the_rollout_part(data: ReviewData) -> None:
    assert len(data.items) == 12
    assert {item.stream_ids for item in data.items} == {STREAMS}
    assert [item.item for item in data.items if item.intervention] == ["slow_pendulum", "long_pan"]
    of_rollout = [item for item in data.items if "clip_id" in item.metadata]
    assert len(of_rollout) == 6
    clips = {
        json.loads(line)["clip_id"] for line in data.workspace.path("rollout/clips.jsonl").read_text().splitlines()
    }
    assert {item.metadata["clip_id"] for item in of_rollout} <= clips
    for item in of_rollout:
        assert [one.path for one in item.streams if one.stream != REAL] == [
            f"rollout/models/{name}/{item.metadata['clip_id']}.mp4" for name in STREAMS if name != REAL
        ]


def test_no_item_has_a_warning(data: ReviewData) -> None:
    media = data.media()
    for item in data.items:
        clock = clock_of(item, media[item.item], fps=data.schema.fps)
        frames = PAPER.length if "clip_id" in item.metadata else LONG
        assert (clock.length, clock.notes) == (pytest.approx(frames / PAPER.fps), ())


def test_the_database_holds_the_answers_of_the_file(data: ReviewData, given: Answers) -> None:
    assert given.rows == answers()
    with Store(data.workspace.path(demo.DATABASE)) as store:
        assert store.answers(schema=data.schema.name).rows == given.rows
    data.check(given)


def test_what_others_have_answered_stays(demo_workspace: Path, tmp_path: Path, monkeypatch) -> None:
    shutil.copytree(demo_workspace / "review", tmp_path / "review")
    monkeypatch.setattr(demo, "_write_clips", lambda workspace, scenario: None)
    mine = Answer(item="long_pan", reviewer=GUEST, clean=(REAL,))
    with Store(tmp_path / demo.DATABASE) as store:
        store.save(mine, schema="demo_review", shown=Shown("h"))
    monkeypatch.setenv("EVALCORE_DATABASE_URL", f"sqlite:///{tmp_path / 'other.sqlite'}")
    demo.write_review(Workspace(tmp_path))
    assert not (tmp_path / "other.sqlite").exists()
    with Store(tmp_path / demo.DATABASE) as store:
        assert store.get(schema="demo_review", item=mine.item, reviewer=GUEST).answer == mine
        first = store.get(schema="demo_review", item="long_pan", reviewer="alba")
    assert (first.revision, first.shown.origin) == (1, "import: answers.jsonl")


def test_agreement_shows_what_was_planted(data: ReviewData, given: Answers) -> None:
    result = agreement(given, data=data, resamples=0)
    assert (len(given), result.coverage.answered, result.coverage.shown) == (47, 140, 141)
    assert result.detection.alpha == pytest.approx(0.64, abs=0.005)
    assert result.detection.raw_agreement == pytest.approx(0.82, abs=0.005)
    without = {name: one.detection.alpha for name, one in result.by_reviewer.items()}
    assert max(without, key=without.__getitem__) == "dana"
    assert without["dana"] == pytest.approx(0.81, abs=0.005)
    f1 = [row.matching.f1 for row in result.sweep]
    assert f1[1:3] == pytest.approx([0.60, 0.83], abs=0.005)
    assert f1[2] == f1[4]
    assert result.sweep[4].localization.kappa_loc == pytest.approx(0)
    assert {name: round(one.matching.f1, 2) for name, one in result.by_stream.items()} == {
        "vanish": 0.97,
        "blur": 0.61,
        "real": 0.0,
    }
    assert result.by_stream["blur"].category.alpha < 0
    assert [one.item for one in result.worst_items[:2]] == ["fall_01", "slow_roll"]
    prompt = [answer for answer in given if answer.reviewer != "chen"]
    offsets = [one.headline.localization.mean_offset for one in (result, agreement(prompt, data=data, resamples=0))]
    assert offsets == pytest.approx([0.16, 0.05], abs=0.005)


def test_known_answers_show_each_reviewers_recall_and_lag(data: ReviewData, given: Answers) -> None:
    gold = read_gold(data)
    assert len(gold) == 12
    assert sum(row.t is not None for row in gold) == 6
    scores = {one.reviewer: one for one in gold_scores(given, gold)}
    assert {name: (one.found, one.broken) for name, one in scores.items()} == {
        "alba": (6, 6),
        "bruno": (4, 6),
        "chen": (6, 6),
        "dana": (3, 6),
    }
    assert {name: round(one.mean_lag, 2) for name, one in scores.items()} == {
        "alba": 0.03,
        "bruno": 0.12,
        "chen": 0.31,
        "dana": 0.13,
    }
    assert [name for name, one in scores.items() if one.false_alarms] == ["bruno"]


def counts(row: AlignmentRow) -> tuple[int, ...]:
    return row.both, row.judge_only, row.human_only, row.neither


def test_a_judge_is_left_out_where_it_is_too_coarse(data: ReviewData, given: Answers) -> None:
    together = consensus(given)
    planted = {(one.item, stream) for one in SCENARIOS for stream in one.breaks}
    broken = {(row.item, row.stream) for row in together.streams if row.verdict == "break"}
    assert len(planted) == 20
    assert planted - broken == {("pan_01", "blur"), ("slow_fall", "blur")}
    assert broken <= planted
    fine, coarse = (
        align(together, read_predictions(data.workspace.path(path)), data=data, resamples=0)
        for path in demo.PREDICTIONS.values()
    )
    assert (fine.complete, fine.judge) == (True, "judge-a")
    assert [row.left_out for row in fine.sweep] == [36, 0, 0, 0, 0]
    assert [row.hits for row in fine.sweep[1:4]] == [14, 15, 16]
    assert counts(fine.sweep[2]) == (16, 2, 2, 16)
    assert (coarse.complete, coarse.n_failed) == (False, 1)
    assert [row.left_out for row in coarse.sweep] == [35, 18, 0, 0, 0]
    assert counts(coarse.sweep[2]) == (14, 2, 3, 16)


def test_a_newcomer_has_items_to_mark(data: ReviewData, given: Answers) -> None:
    rows = {one.reviewer: one for one in progress(data, given, read_assignments(data))}
    assert set(rows) == {*REVIEWERS, GUEST}
    assert (rows[GUEST].assigned, rows[GUEST].begun, rows[GUEST].next_item) == (5, 0, GUEST_ITEMS[0])
    assert {name: one.assigned - one.complete for name, one in rows.items()} == {
        "alba": 0,
        "bruno": 1,
        "chen": 1,
        "dana": 0,
        GUEST: 5,
    }
