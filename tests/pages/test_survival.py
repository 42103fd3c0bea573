"""The page of survival and preference, and human breaks on the page of per-step error."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from evalcore.joined import breaks, preference, survival
from evalcore.review import load
from evalcore.rollout import load_result
from evalcore.workspace import Workspace
from tests.joined.space import answers, make_joined
from tests.pages.hostile import OTHER
from tests.pages.judged_space import table
from tests.pages.opening import opened, texts
from tests.pages.review_space import store
from tests.pages.test_hostile_names import markdown

PAGE = "pages/review/survival.py"
PER_STEP = "pages/rollout/per_step.py"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_joined(tmp_path_factory.mktemp("joined")).root


@pytest.fixture
def space(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """A copy of the clips that are scored and reviewed, open in the app."""
    root = shutil.copytree(made, tmp_path / "space")
    monkeypatch.setenv("EVALCORE_WORKSPACE", str(root))
    return Workspace(root)


def spec(app: AppTest) -> dict[str, Any]:
    """The first figure of the page."""
    return dict(json.loads(app.get("plotly_chart")[0].proto.spec))


def rings(app: AppTest) -> list[list[Any]]:
    """Clip, step and method of each human break in the first figure."""
    found = [trace for trace in spec(app)["data"] if trace.get("name") == "Human break"]
    return [custom for trace in found for custom in trace["customdata"]]


def test_survival_is_that_of_the_answers_as_they_are_now(space: Workspace) -> None:
    app = opened(PAGE)
    rows = {row["Stream"]: row for row in table(app, "Stream", "Median (s)")}
    expected = survival(answers(), data=load(space)).by_stream
    assert rows["late"]["Median (s)"] == expected["late"].median
    assert (rows["close"]["Called"], rows["close"]["Broken"]) == ("Close one", 1)
    assert len(table(app, "Item", "Consensus")) == 12
    app.multiselect(key="streams").set_value(["late"]).run()
    assert [trace["name"] for trace in spec(app)["data"] if trace.get("showlegend") is not False] == ["Late one"]


def test_a_clip_that_cannot_be_read_leaves_no_curve_unless_asked(space: Workspace) -> None:
    space.path("review", "media", "copy.mp4").unlink()
    app = opened(PAGE)
    assert any("**This run is incomplete**: 11 of 12 units" in one.value for one in app.warning)
    assert "1 of 12 rollouts have no known length" in json.dumps(spec(app))
    app.toggle(key="partial").set_value(True).run()
    assert any(trace.get("name") == "Late one" for trace in spec(app)["data"])
    assert "INCOMPLETE: 1 of 12 units failed" in json.dumps(spec(app))


def test_preference_as_strength_and_as_win_rate(space: Workspace) -> None:
    app = opened(PAGE, view="Preference", figure="Win rate")
    rows = {row["Stream"]: row for row in table(app, "Stream", "Strength (log-odds) ↑")}
    expected = preference(answers(), data=load(space)).by_stream
    assert rows["close"]["Strength (log-odds) ↑"] == expected["close"].strength
    assert rows["close"]["Win rate (%) ↑"] == pytest.approx(100 * 10 / 12)
    assert "Win rate of each stream" in json.dumps(spec(app))


def test_pixel_error_is_held_against_breaks_of_the_chosen_run(space: Workspace) -> None:
    app = opened(PAGE, view="Pixel error", metric="SSIM")
    run = load_result(space.path("results", "rollout", "all"))
    expected = breaks(run, answers(), data=load(space), metric="ssim").correlations
    rows = table(app, "Methods", "SSIM of")
    assert [row["Rank correlation"] for row in rows] == [one.rho for one in expected]
    assert "Not a substitute for reviewers" in texts(app)
    assert len(table(app, "Clip", "Break (s)")) == 12


def test_without_scored_clips_survival_still_stands_and_pixel_error_says_what_is_missing(space: Workspace) -> None:
    shutil.rmtree(space.results("rollout"))
    app = opened(PAGE, view="Pixel error")
    assert [one.value for one in app.subheader] == ["Nothing is scored yet"]
    app.segmented_control(key="view").set_value("Survival").run()
    assert table(app, "Stream", "Broken")


def test_a_run_of_other_clips_says_that_none_is_reviewed(space: Workspace) -> None:
    for path in space.path("rollout", "models", "late").iterdir():
        path.rename(path.with_name(f"x{path.name}"))
    rows = [{"item": "item-a", "close": "other.mp4", "late": "other.mp4"}]
    shutil.copy(space.path("rollout", "future", "a.mp4"), space.path("other.mp4"))
    space.path("review", "items.jsonl").write_text("".join(json.dumps(row) for row in rows))
    space.path("review", "answers.sqlite").unlink()
    store(space, answers()[:1])
    assert "No clip of this run has been reviewed." in texts(opened(PAGE, view="Pixel error"))
    assert "No clip of this run has been reviewed." in texts(opened(PER_STEP, breaks="true"))


def test_answers_that_do_not_fit_are_an_error(space: Workspace) -> None:
    rows = space.path("review", "items.jsonl").read_text().splitlines()
    space.path("review", "items.jsonl").write_text("\n".join(rows[1:]))
    for view in ("Survival", "Preference", "Pixel error"):
        app = opened(PAGE, view=view)
        assert [one.value for one in app.error] == ["The answers do not fit the items"], view


@pytest.mark.parametrize("view", ["Means", "Means and clips", "One panel a clip"])
def test_breaks_are_drawn_on_the_curves_where_asked(space: Workspace, view: str) -> None:
    app = opened(PER_STEP, view=view)
    assert rings(app) == []
    app.toggle(key="breaks").set_value(True).run()
    assert not app.exception
    assert rings(app) == [["late", clip, step] for step, clip in enumerate("abcde", start=1)]
    assert len(table(app, "Clip", "Break (s)")) == 12
    app.multiselect(key="methods").set_value(["close"]).run()
    assert rings(app) == []


def test_without_a_review_there_is_no_switch(space: Workspace) -> None:
    shutil.rmtree(space.path("review"))
    assert [one.key for one in opened(PER_STEP).toggle] == []


def test_a_review_without_answers_or_at_fault_leaves_the_curves(space: Workspace) -> None:
    space.path("review", "answers.sqlite").unlink()
    app = opened(PER_STEP, breaks="true")
    assert "Nobody has reviewed anything in this workspace yet." in texts(app)
    assert spec(app)["data"]
    space.path("review", "schema.yaml").write_text("streams: []\n")
    app = opened(PER_STEP, breaks="true")
    assert [one.value for one in app.error] == ["The review cannot be laid on these curves"]
    assert spec(app)["data"]


def test_names_are_never_markdown(space: Workspace) -> None:
    schema = space.path("review", "schema.yaml")
    schema.write_text(schema.read_text().replace("Close one", f"'{OTHER}'"))
    for view in ("Survival", "Preference", "Pixel error"):
        app = opened(PAGE, view=view)
        assert not [text for text in markdown(app) if "x.html" in text], view
    assert OTHER in json.dumps(spec(opened(PAGE)))  # but in the figure, where it is no markup
