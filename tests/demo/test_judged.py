from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import cv2
import pytest

from evalcore.demo import judged as demo
from evalcore.demo.judged_clips import CLIPS, GENERATED, Clip, write_clip, write_first_frame
from evalcore.demo.judged_conditions import CONDITIONS, MADE, SPLITS, filmed
from evalcore.demo.judged_judges import CONFUSED, FIRST, ODD, SECOND
from evalcore.demo.judged_models import MISSING, MODELS, SHORT
from evalcore.demo.judged_tasks import TASKS
from evalcore.judged import (
    PROFILES,
    AgreementResult,
    BaselinesResult,
    JudgedData,
    RankResult,
    agreement,
    baselines,
    compare,
    load,
    rank,
    read_prompts,
    read_table,
    sample_clip,
    similarity,
)
from evalcore.judged.config import JUDGED_COMPONENTS
from evalcore.video import decode, probe
from evalcore.workspace import Workspace

CONTROLLED = 4  # tasks of two labels to which a control adds a third class


@pytest.fixture(scope="module")
def data(demo_workspace: Path) -> JudgedData:
    return load(Workspace(demo_workspace / "judged"))


@pytest.fixture(scope="module")
def main(data: JudgedData) -> BaselinesResult:
    return baselines(data, "paper-main", judge=FIRST)


@pytest.fixture(scope="module")
def ranking(data: JudgedData, main: BaselinesResult) -> RankResult:
    return rank(read_table(data.workspace.path("baselines", "paper-results.json")), scores=main)


@pytest.fixture(scope="module")
def judges(data: JudgedData) -> AgreementResult:
    return agreement(data, "cross-judge", judge=FIRST, other=SECOND)


def test_the_folder_is_whole_and_holds_the_files_that_it_lists(data: JudgedData, demo_workspace: Path) -> None:
    files = {path.relative_to(demo_workspace).as_posix() for path in (demo_workspace / "judged").rglob("*")}
    assert {path for path in files if (demo_workspace / path).is_file()} == set(demo.paths())
    assert len(demo.paths()) == len(set(demo.paths()))
    assert set(data.subsets) == set(SPLITS)
    assert len(data.tasks) == 34
    assert data.judges == (FIRST, SECOND)
    assert data.models(FIRST) == data.models(SECOND) == tuple(MODELS)
    assert data.generated_models == tuple(GENERATED)
    assert len(data.manifest) == len(data.conditions) == len(MADE)
    assert not data.problems


def test_a_generative_model_sees_nothing_of_the_evaluator(data: JudgedData) -> None:
    for row in data.manifest:
        assert cv2.imread(str(data.workspace.path("inputs", row.first_frame))).shape == (180, 320, 3)
        assert not any(label in row.prompt for label in data.tasks[CONDITIONS[row.condition_id].task].labels)
    prompts: dict[str, set[str]] = {}
    for row in data.manifest:
        prompts.setdefault(CONDITIONS[row.condition_id].task, set()).add(row.prompt)
    assert {len(texts) for texts in prompts.values()} == {1}


def test_the_judge_is_told_to_look(data: JudgedData) -> None:
    text = read_prompts(data).text("gap_ball", (0.0, 1.0))
    assert "not what ought to happen" in text
    assert "- falls_in: The ball falls into the gap." in text
    assert "JSON" in text


def test_the_published_table_agrees(main: BaselinesResult) -> None:
    assert (main.published.checked, main.published.agreed) == (32, 32)
    assert main.complete


def test_the_planted_scores(main: BaselinesResult) -> None:
    scores = main.models
    assert scores["aspen"].event > 80 > 50 > scores["aspen"].structure
    assert scores["linden"].structure > 90 > 50 > scores["linden"].event
    assert scores["birch"].event == pytest.approx(scores["cedar"].event, abs=1e-9)
    assert scores["maple"].structure == pytest.approx(scores["oak"].structure, abs=1e-9)
    assert max(scores, key=lambda name: scores[name].event) == "alder"
    assert min(scores, key=lambda name: scores[name].event) == "willow"


def test_a_constant_answer_has_the_recalls_of_one(main: BaselinesResult) -> None:
    fir = main.models["fir"]
    for task, score in fir.tasks.items():
        constant = next(iter(TASKS[task].labels))
        assert {label: one.recall for label, one in score.classes.items()} == {
            label: float(label == constant) for label in score.classes
        }
    two, three = 25 - CONTROLLED, 8 + CONTROLLED
    assert fir.event == pytest.approx(100 * (two / 2 + three / 3 + 1 / 4) / 34, abs=1e-9)


def test_a_blind_model_has_no_pair_right(main: BaselinesResult) -> None:
    spruce, fir, alder = (main.models[name].pairs for name in ("spruce", "fir", "alder"))
    assert (spruce.n, spruce.correct, fir.correct) == (136, 0, 0)
    assert alder.correct > 90
    assert main.models["spruce"].event == pytest.approx(50, abs=2)


def test_every_kind_of_miss_is_counted(main: BaselinesResult) -> None:
    nothing = {"judged": 276, "missing": 0, "outside": 0, "unknown_label": 0, "other": 0, "uncertain": 0}
    expected = dict.fromkeys(MODELS, nothing) | {
        "aspen": nothing | {"judged": 275, "missing": 1},
        "hazel": nothing | {"judged": 221, "missing": 55},
        "juniper": nothing | {"unknown_label": 9, "other": 20, "uncertain": 14},
        "pine": nothing | {"outside": 12},
        "spruce": nothing | {"uncertain": 1},
    }
    assert {model: asdict(score.counts) for model, score in main.models.items()} == expected


def test_odd_violations_are_shown_as_they_are(main: BaselinesResult) -> None:
    found = dict(main.models["larch"].violations)
    assert found.pop('"clear"') + found.pop('"flagged"') == 276 - 44
    assert found == {json.dumps(value): count for value, count in ODD}
    verdicts = [row.verdict for row in main.models["larch"].conditions if row.reason is None]
    assert {verdict: verdicts.count(verdict) for verdict in set(verdicts)} == {
        "flagged": 17,
        "clear": 13,
        "uncertain": 14,
    }


def test_the_planted_ranks(ranking: RankResult) -> None:
    overall = {name: one.overall_rank for name, one in ranking.models.items()}
    assert sorted(overall.values()) == [1, 2, 2, *range(4, 17)]
    assert (overall["alder"], overall["linden"], overall["pine"], overall["willow"]) == (1, 2, 2, 16)
    assert ranking.models["linden"].mean_rank == ranking.models["pine"].mean_rank == pytest.approx(16 / 3)
    ties = {
        name: {model: getattr(one, name) for model, one in ranking.models.items() if getattr(one, name) % 1}
        for name in ("event_rank", "structure_rank", "psnr_rank")
    }
    assert ties == {
        "event_rank": {"birch": 3.5, "cedar": 3.5},
        "structure_rank": {"maple": 11.5, "oak": 11.5},
        "psnr_rank": {"birch": 7.5, "cedar": 7.5},
    }
    assert [ranking.models[name].ssim_rank for name in ("larch", "maple", "oak")] == [12, 12, 12]


def test_the_order_of_birch_and_cedar_is_a_matter_of_chance(main: BaselinesResult, ranking: RankResult) -> None:
    birch, cedar, alder, willow = (
        ranking.models[name].overall_rank_ci95 for name in ("birch", "cedar", "alder", "willow")
    )
    assert birch and cedar and alder and willow  # noqa: PT018
    assert birch[0] <= cedar[0] <= birch[1]
    assert alder[1] < willow[0]
    for component in JUDGED_COMPONENTS:
        interval = compare(main, "birch", "cedar", component=component).ci95
        assert interval
        assert interval[0] < 0 < interval[1]


def test_the_judges_differ_as_planted(judges: AgreementResult) -> None:
    assert len(judges.models) == 16
    plain = [name for name in MODELS if name not in ("hazel", "juniper", "larch")]
    for name in plain:
        one = judges.models[name]
        assert (one.only_judge, one.only_other) == (0, 0)
        assert set(one.structure.confusion.get("clear", {})) == {"clear"}
        assert one.other_score["structure"] > one.judge_score["structure"]
        # A tenth of 32 tasks, and in two more the labels that are exchanged.
        assert one.event.raw == pytest.approx(0.87, abs=0.03)
    assert judges.models["hazel"].only_other == pytest.approx(208 / 5, abs=8)
    assert judges.models["juniper"].event.raw < 0.80  # type: ignore[operator]


@pytest.mark.parametrize("task", CONFUSED)
def test_two_labels_of_a_confused_task_are_exchanged(data: JudgedData, task: str) -> None:
    one, other = CONFUSED[task]
    first, second = (baselines(data, "cross-judge", judge=judge, resamples=0) for judge in (FIRST, SECOND))
    said = [
        (mine.event, theirs.event)
        for model in ("alder", "birch", "elm")
        for mine, theirs in zip(first.models[model].conditions, second.models[model].conditions, strict=True)
        if mine.task == task
    ]
    assert {theirs for mine, theirs in said if mine == one} == {other}
    assert {theirs for mine, theirs in said if mine == other} == {one}


def test_the_second_judge_has_gaps_in_the_larger_scope(data: JudgedData) -> None:
    wide = agreement(data, "paper-main", judge=FIRST, other=SECOND)
    assert [name for name, one in wide.models.items() if one.only_judge > 1] == list(MODELS)[6:]


def test_every_clip_is_there_with_its_rate(data: JudgedData) -> None:
    rates = GENERATED | {"reference": 30}
    for made in filmed():
        reference = data.reference(made.condition_id)
        assert reference
        for model in rates:
            path = reference if model == "reference" else data.clip(model, made.condition_id)
            if (model, made.condition_id) == MISSING:
                assert not path.exists()
                continue
            info = probe(path)
            seconds = 3.5 if (model, made.condition_id) == SHORT else 5.5
            assert (info.average_rate, info.n_frames) == (rates[model], seconds * rates[model])


def test_the_prefix_ends_before_the_event_and_the_observation_after_it(data: JudgedData) -> None:
    (condition,) = (made for made in filmed() if made.task == "gap_ball" and made.label == "crosses")
    path = data.clip("alder", condition.condition_id)
    short, long = (
        sample_clip(path, profile=PROFILES[name], observation_time=condition.observation_time).choice
        for name in ("paper-prefix-8", "observation-8")
    )
    assert short.times[-1] < 4.05 < long.times[-1] == 5.0
    cut = sample_clip(
        data.clip(*SHORT), profile=PROFILES["observation-8"], observation_time=CONDITIONS[SHORT[1]].observation_time
    ).choice
    assert not cut.reached
    assert long.reached


def test_a_clip_begins_with_its_first_frame_and_shows_what_was_judged(data: JudgedData) -> None:
    (tilted,) = (made for made in filmed() if made.label == "rolls_right")
    picture = cv2.imread(str(data.workspace.path("inputs", tilted.first_frame)))
    shown = decode(data.clip("alder", tilted.condition_id)).frames
    assert abs(shown[0][..., ::-1].astype(int) - picture).mean() < 2
    # `spruce` lets this ball roll to the left.
    wrong = decode(data.clip("spruce", tilted.condition_id)).frames
    right, left = (abs(clip[-1].astype(int) - clip[0]).mean() for clip in (shown, wrong))
    assert min(right, left) > 0.5
    assert abs(shown[48].astype(int) - wrong[32]).mean() > 0.5  # both after 2 s


def test_similarity_is_high_where_the_right_thing_happens(data: JudgedData) -> None:
    alder, aspen, spruce = (similarity(data, model, subset="with-clips") for model in GENERATED)
    broken = [made.condition_id for made in filmed() if made.label == "rolls_left"]
    value = {row.condition_id: row.psnr for row in alder.conditions}
    assert all((psnr > 40) == (name not in broken) for name, psnr in value.items())
    assert [failure.unit for failure in aspen.failures] == [MISSING[1]]
    assert [row.psnr for row in aspen.conditions].count(99.0) == 2
    low = {row.condition_id for row in spruce.conditions if row.psnr < 25}
    assert {CONDITIONS[name].task for name in low} == {"tilted_plank_ball", "ledge_block"}
    assert not aspen.complete


def test_the_same_bytes_each_time(tmp_path: Path, demo_workspace: Path) -> None:
    folder = Workspace(tmp_path)
    clip = next(clip for clip in CLIPS if clip == Clip(CONDITIONS[SHORT[1]], SHORT[0]))
    write_clip(folder, clip)
    write_first_frame(folder, clip.made)
    made = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(made) == 2
    for path in made:
        assert path.read_bytes() == (demo_workspace / "judged" / path.relative_to(tmp_path)).read_bytes()


def test_making_it_again_gives_the_same_texts_and_counts_its_steps(
    tmp_path: Path, demo_workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Pictures and clips are compared above; here they only take time.
    monkeypatch.setattr(demo, "CLIPS", CLIPS[:1])
    monkeypatch.setattr(demo, "write_first_frame", lambda data, made: None)
    calls: list[tuple[int, int]] = []
    demo.write_judged(Workspace(tmp_path), progress=lambda done, total: calls.append((done, total)))
    assert [done for done, _ in calls] == list(range(1, 1 + len(MADE) + 1))
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) == 7 + len(SPLITS) + 2 * len(MODELS)
    for path in files:
        assert path.read_bytes() == (demo_workspace / path.relative_to(tmp_path)).read_bytes()
