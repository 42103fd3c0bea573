"""The page of scores: every state of its data, every view, and the way from a number to its conditions."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qsl

import pytest

from evalcore.cli.judged import app as command_line
from evalcore.judged import baselines, load
from evalcore.workspace import Workspace
from tests.judged.made import EVENTS, judgment_rows, write_rows
from tests.pages.judged_space import listed, make_space, select, table
from tests.pages.opening import opened, texts

PAGE = "pages/judged/scoring.py"
VIEWS = ("Models", "Tasks", "Classes", "Misses", "Differences")
SCORES = ("Event", "Structure", "Pair accuracy")


def test_a_workspace_without_judged_data_says_what_to_do(empty: Path) -> None:
    app = opened(PAGE)
    assert [one.value for one in app.subheader] == ["Nothing to judge yet"]
    assert app.code[0].value == "evalcore demo demo-workspace"
    assert not app.dataframe


def test_data_that_cannot_be_read_is_an_error_with_file_and_line(judged: Path) -> None:
    with (judged / "evaluation/conditions.jsonl").open("a") as file:
        file.write("{\n")
    app = opened(PAGE)
    assert [one.value for one in app.error] == ["The judged data cannot be read"]
    assert [one.value for one in app.code] == ["evaluation/conditions.jsonl:14"]
    assert not app.dataframe


def test_a_link_out_of_the_workspace_is_refused(empty: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    (empty / "judged").symlink_to(tmp_path_factory.mktemp("elsewhere"))
    assert "leads out of the workspace" in texts(opened(PAGE))


@pytest.mark.parametrize("folder", ["baselines/judgments", "generated"])
@pytest.mark.parametrize("page", [PAGE, "pages/judged/ranking.py", "pages/judged/judges.py"])
def test_no_folder_is_followed_out_of_the_workspace(judged: Path, folder: str, page: str) -> None:
    elsewhere = judged.parent.parent / "elsewhere"
    (judged / "generated").mkdir()
    (judged / folder).rename(elsewhere)
    (judged / folder).symlink_to(elsewhere)
    app = opened(page)
    if folder == "generated" and page.endswith("ranking.py"):
        assert not app.error
    else:
        assert "leads out of the workspace" in texts(app)
    assert bool(app.dataframe) == (folder == "generated")


@pytest.mark.parametrize(
    ("parts", "said"), [({"splits": {}}, "No scope is frozen yet"), ({"judgments": {}}, "Nothing is judged yet")]
)
def test_what_is_not_there_yet_is_named(empty: Path, parts: dict[str, Any], said: str) -> None:
    make_space(empty, **parts)
    app = opened(PAGE)
    assert [one.value for one in app.subheader] == [said]
    assert not app.error
    for line in app.code:
        program, verb, _ = shlex.split(line.value)
        assert program == "geoflip"
        assert verb in [one.callback.__name__ for one in command_line.registered_commands if one.callback]


def test_scores_are_those_of_the_protocol_and_agree_with_the_published_table(judged: Path) -> None:
    app = opened(PAGE)
    assert not app.error
    assert not app.warning
    assert [one.value for one in app.success] == ["6 of 6 published values agree at their printed rounding."]
    result = baselines(load(Workspace(judged)), "paper-main", judge="judge-a")
    rows = {row["Model"]: row for row in table(app, "Model", "Pair accuracy (%) ↑")}
    assert rows["weak"]["Event (%) ↑"] == result.models["weak"].event
    assert rows["weak"]["Structure (%) ↑"] == result.models["weak"].structure
    assert [(name, row["n"], row["Missing"]) for name, row in rows.items()] == [
        ("plain", 12, 1),
        ("sharp", 12, 0),
        ("weak", 12, 0),
    ]


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("score", SCORES)
def test_every_view_opens_for_every_score(judged: Path, view: str, score: str) -> None:
    app = opened(PAGE, view=view, score=score)
    assert not app.error
    assert not app.warning
    assert len(app.get("plotly_chart")) == (view != "Differences")
    shows_event = any("this view shows Event" in one.value for one in app.info)
    assert shows_event == (score == "Pair accuracy" and view != "Models")


def test_a_changed_published_value_is_found(judged: Path) -> None:
    path = judged / "baselines/paper-results.json"
    path.write_text(path.read_text().replace("47.2", "47.3"))
    app = opened(PAGE)
    assert not app.success
    assert [one.value for one in app.warning] == [
        "5 of 6 published values agree at their printed rounding; the others are below."
    ]
    [row] = table(app, "Published (%)")
    assert (row["Model"], row["Score"], row["Published (%)"]) == ("plain", "Event", 47.3)


def test_another_judge_is_held_against_the_published_table_only_where_the_reader_asks(judged: Path) -> None:
    app = opened(PAGE, judge="judge-b")
    assert not app.success
    assert not app.warning
    assert "Published values: not checked (the published table is taken to be of judge judge-a)" in texts(app)
    app.toggle(key="published").set_value(True).run()
    assert "published values agree at their printed rounding; the others are below" in app.warning[0].value
    assert table(app, "Published (%)")


def test_another_scope_is_not_held_against_the_published_table(judged: Path) -> None:
    app = opened(PAGE, subset="core")
    assert not app.success
    assert not app.toggle
    assert "Published values are not checked: the published table is of subset paper-main." in texts(app)


# What judge-a says of these on paper-main, by hand from the letters of the data set.
BEHIND = {
    "missing": ({"model": "plain", "outcome": "missing"}, ["control-1"]),
    "other": ({"model": "plain", "outcome": "other"}, ["block-2b"]),
    "unknown label": ({"model": "weak", "outcome": "unknown_label"}, ["block-2a", "door-1a"]),
    "class": ({"model": "sharp", "task": "door", "label": "open"}, ["door-1a", "door-2a"]),
    "verdict": ({"model": "weak", "verdict": "uncertain"}, ["block-1a", "block-2a", "block-2b"]),
    "both": ({"model": "plain", "outcome": "correct", "verdict": "flagged"}, ["block-2a"]),
}


@pytest.mark.parametrize("case", BEHIND)
def test_a_link_lists_the_conditions_behind_a_number(judged: Path, case: str) -> None:
    query, expected = BEHIND[case]
    app = opened(PAGE, **query)
    assert listed(app) == expected
    assert app.selectbox(key="condition").options == expected


def test_outcomes_without_a_condition_say_so(judged: Path) -> None:
    app = opened(PAGE, model="sharp", outcome="missing")
    assert "No condition is like that." in [one.value for one in app.info]
    assert not [box for box in app.selectbox if box.key == "condition"]


def test_of_very_many_conditions_the_first_are_listed(judged: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("evalcore.ui.judged_conditions.MOST", 3)
    app = opened(PAGE, model="sharp")
    assert listed(app) == ["ball-1a", "ball-1b", "ball-2a"]
    assert "The first 3 of 12 are listed; choose a task, a class or an outcome." in texts(app)
    assert "are listed" not in texts(opened(PAGE, model="sharp", task="ball"))


CLICKS = {
    "Models": (["weak"], {"model": "weak", "task": "*", "outcome": "*"}),
    "Tasks": (["weak", "door"], {"model": "weak", "task": "door", "outcome": "*"}),
    "Classes": (["plain", "block", "tip"], {"model": "plain", "task": "block", "label": "tip"}),
    "Misses": (["plain", "missing"], {"model": "plain", "outcome": "missing", "task": "*"}),
}


@pytest.mark.parametrize("view", CLICKS)
def test_a_click_chooses_what_is_behind_the_number_and_nothing_else_stays(judged: Path, view: str) -> None:
    app = opened(PAGE, view=view, task="ball", outcome="wrong")
    assert app.selectbox(key="task").value == "ball"
    customdata, expected = CLICKS[view]
    point = {"customdata": customdata}
    app.session_state[f"figure.{view.lower()}-event-paper-main-judge-a"] = {"selection": {"points": [point]}}
    app.run()
    assert not app.exception
    assert {name: app.selectbox(key=name).value for name in expected} == expected
    app.run()  # the harness lets a menu change the address one run late
    app.selectbox(key="model").select("sharp").run()  # the click is no news any more
    assert app.selectbox(key="model").value == "sharp"


def test_a_miss_of_structure_leads_to_its_verdict(judged: Path) -> None:
    app = opened(PAGE, view="Misses", score="Structure")
    point = {"customdata": ["plain", "uncertain"]}
    app.session_state["figure.misses-structure-paper-main-judge-a"] = {"selection": {"points": [point]}}
    app.run()
    assert listed(app) == ["block-1a", "door-2a"]


def test_a_row_and_the_menu_choose_the_same_condition(judged: Path) -> None:
    app = opened(PAGE, model="plain", condition="ball-1b")
    assert "Judged event: left, which counts as wrong class." in texts(app)
    select(app, 0)
    assert app.selectbox(key="condition").value == "ball-1a"
    app.run()  # the harness lets a menu change the address one run late
    app.selectbox(key="condition").select("block-1b").run()
    assert app.session_state["list.condition"]["selection"]["rows"] == [4]
    assert listed(app)[4] == "block-1b"
    select(app, 5)
    assert app.selectbox(key="condition").value == listed(app)[5]
    app.selectbox(key="outcome").select("missing").run()  # there is no row 5 any more, and nobody clicked
    assert app.selectbox(key="condition").value == "control-1"
    app.selectbox(key="outcome").select("*").run()
    assert app.selectbox(key="condition").value == "control-1"


FACTS = {
    ("plain", "block-1b"): ("Judged event: banana, which counts as unknown label.", "Raw violation: false, which"),
    ("weak", "door-1a"): ("Judged event: not a text, which counts as unknown label.", "The judge's reason: weak by"),
    ("weak", "block-1a"): (
        "Judged event: uncertain, which counts as uncertain.",
        'Raw violation: "maybe", which counts',
    ),
    ("plain", "block-1a"): ("Raw violation: 0, which counts as uncertain.", "which counts as correct."),
    ("plain", "control-1"): ("There is no judgment", "A control: it is in no pair."),
    ("weak", "block-2a"): ("Judged event: banana, which counts as unknown label.", "Raw violation: null, which counts"),
    ("sharp", "ball-2a"): ("Pair ball-2: the other member is outside this scope.", "Raw violation: false"),
    ("sharp", "block-1a"): (
        "The event can be seen after 5 s.",
        "Pair block-1: the event of the other member, block-1b",
    ),
}


@pytest.mark.parametrize("case", FACTS, ids="/".join)
def test_a_condition_says_what_was_judged_and_what_it_counts_as(judged: Path, case: tuple[str, str]) -> None:
    model, condition = case
    shown = texts(opened(PAGE, model=model, condition=condition))
    for fact in FACTS[case]:
        assert fact in shown
    assert f"generated/{model}/{condition}.mp4" in shown


def test_a_clip_leads_to_the_frames_that_its_judge_saw(judged: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clip = judged / "generated/plain/ball-1b.mp4"
    clip.parent.mkdir(parents=True)
    clip.write_bytes(b"a clip")
    page = SimpleNamespace(url="judged-judge-frames", path="pages/judged/ranking.py", icon=None)
    monkeypatch.setattr("evalcore.ui.judged_conditions.PAGES", [page])
    app = opened(PAGE, model="plain", condition="ball-1b", judge="judge-b", subset="core")
    [link] = app.get("page_link")
    asked = {"model": "plain", "condition": "ball-1b", "subset": "core", "judge": "judge-b", "profile": "observation-8"}
    assert dict(parse_qsl(link.proto.query_string)) == asked
    assert "The clip is not here" not in texts(app)
    app = opened(PAGE, model="plain", condition="ball-1a")
    assert not app.get("page_link")
    assert "The clip is not here, so that its frames cannot be shown: generated/plain/ball-1a.mp4" in texts(app)


def test_judgments_that_changed_are_scored_again(judged: Path) -> None:
    app = opened(PAGE)
    before = {row["Model"]: row["Missing"] for row in table(app, "Model", "Missing")}
    write_rows(judged / "baselines/judgments/judge-a/sharp.jsonl", judgment_rows("judge-a", "sharp")[:-3])
    app.run()
    after = {row["Model"]: row["Missing"] for row in table(app, "Model", "Missing")}
    assert before | {"sharp": 3} == after


def test_a_judgment_at_fault_is_an_error_with_file_and_line(judged: Path) -> None:
    rows = judgment_rows("judge-a", "weak")
    write_rows(judged / "baselines/judgments/judge-a/weak.jsonl", [*rows, rows[0]])
    app = opened(PAGE)
    assert [one.value for one in app.error] == ["These judgments cannot be scored"]
    assert [one.value for one in app.code] == [f"baselines/judgments/judge-a/weak.jsonl:{len(rows) + 1}"]
    assert not app.dataframe
    assert not app.toggle


def test_mixed_judge_versions_are_scored_only_where_the_reader_asks(judged: Path) -> None:
    rows: list[dict[str, Any]] = judgment_rows("judge-a", "weak")
    rows[3]["judge"] = "judge-a2"
    write_rows(judged / "baselines/judgments/judge-a/weak.jsonl", rows)
    app = opened(PAGE)
    assert [one.value for one in app.error] == ["These judgments were made in different ways"]
    assert [one.value for one in app.code] == ["baselines/judgments/judge-a/weak.jsonl:4"]
    assert not app.dataframe
    app.toggle(key="mixed").set_value(True).run()
    assert table(app, "Model", "Missing")
    assert "were mixed" in texts(app)
    assert opened(PAGE, mixed="true").dataframe


def test_one_model_alone_has_no_difference(empty: Path) -> None:
    make_space(empty, judgments={"judge-a": {"sharp": judgment_rows("judge-a", "sharp")}})
    app = opened(PAGE, view="Differences")
    assert "There is one model; a difference needs two." in [one.value for one in app.info]
    assert not app.exception


def test_differences_are_those_of_the_scores(judged: Path) -> None:
    app = opened(PAGE, view="Differences", model="plain", score="Structure")
    rows = {row["Other"]: row["Difference (points) ↑"] for row in table(app, "Other")}
    models = baselines(load(Workspace(judged)), "paper-main", judge="judge-a").models
    assert rows == {
        name: pytest.approx(models["plain"].structure - models[name].structure) for name in ("sharp", "weak")
    }


def test_every_judge_and_subset_can_be_linked(judged: Path) -> None:
    for judge in EVENTS:
        for subset in ("auxiliary", "core", "cross-judge", "paper-main"):
            app = opened(PAGE, judge=judge, subset=subset)
            assert not app.error
            assert app.selectbox(key="judge").value == judge
            assert f"Judged scores on {subset}" in texts(app)


def test_a_manifest_with_a_field_of_the_evaluator_is_an_error(judged: Path) -> None:
    path = judged / "inputs/manifest.jsonl"
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    rows[1]["label"] = "left"
    write_rows(path, rows)
    app = opened(PAGE)
    assert [one.value for one in app.code] == ["inputs/manifest.jsonl:2"]
    assert "belongs to the evaluator" in texts(app)
