"""The page of candidates never says that a rule picked a clip which it did not pick."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from evalcore.rollout import candidates, load_result
from tests.pages.opening import keep, opened, streams, texts

PAGE = "pages/rollout/candidates.py"


def title(app: AppTest) -> str:
    [picture] = app.get("image")
    return str(picture.proto.imgs[0].alt)


def chosen(root: Path, method: str, rule: str, *, baseline: str = "persistence", metric: str = "mad", rank: int = 0):
    result = load_result(root / "results/rollout/all")
    choice = candidates(result, method, baseline, metric=metric).rules[rule]  # type: ignore[arg-type]
    return [choice.clip_id, *(one.clip_id for one in choice.runners_up)][rank]


@pytest.fixture
def scored(plain: Path) -> Path:
    keep(plain, "all")
    return plain


def test_the_figure_is_called_the_choice_of_the_rule(scored: Path) -> None:
    app = opened(PAGE, method="late", rule="max")
    clip_id = chosen(scored, "late", "max")
    assert title(app) == f"{clip_id}: chosen by rule max, MAD of late - persistence"
    assert app.selectbox(key="rank").options[0] == f"{clip_id} (chosen)"


def test_a_runner_up_is_called_one(scored: Path) -> None:
    app = opened(PAGE, method="late", rule="max", rank="1")
    clip_id = chosen(scored, "late", "max", rank=1)
    assert title(app) == f"{clip_id}: runner-up 1 of rule max, MAD of late - persistence"
    assert app.selectbox(key="rank").options[1] == f"{clip_id} (runner-up 1)"


CHANGES = {
    "method": lambda app: app.selectbox(key="method").select("close"),
    "baseline": lambda app: app.selectbox(key="baseline").select("history_farneback"),
    "metric": lambda app: app.segmented_control(key="metric").set_value("SSIM"),
    "rule": lambda app: app.segmented_control(key="rule").set_value("min"),
}


@pytest.mark.parametrize("changed", CHANGES)
def test_another_comparison_or_rule_goes_back_to_its_own_choice(scored: Path, changed: str) -> None:
    app = opened(PAGE, method="late", rule="max", rank="2")
    assert "runner-up 2" in title(app)
    CHANGES[changed](app).run()
    assert not app.exception
    made = {"method": "late", "rule": "max", "baseline": "persistence", "metric": "mad"}
    made[changed] = {"method": "close", "baseline": "history_farneback", "metric": "ssim", "rule": "min"}[changed]
    clip_id = chosen(scored, made["method"], made["rule"], baseline=made["baseline"], metric=made["metric"])
    expected = f"{clip_id}: chosen by rule {made['rule']}, {made['metric'].upper()} of {made['method']} - "
    assert title(app) == expected + made["baseline"]
    assert app.selectbox(key="rank").value == "0"


def test_what_is_shown_follows_the_method_and_always_has_both_sides(scored: Path) -> None:
    app = opened(PAGE, method="late", also="close")
    assert list(streams(app)) == ["truth", "model:late", "baseline:persistence", "model:close"]
    app.selectbox(key="method").select("close").run()
    assert list(streams(app)) == ["truth", "model:close", "baseline:persistence"]
    assert app.multiselect(key="also").options == ["late", "history_farneback"]


def test_without_a_step_there_is_no_figure(scored: Path) -> None:
    app = opened(PAGE)
    app.multiselect(key="steps").set_value([]).run()
    assert not app.exception
    assert not app.get("image")
    assert "Choose at least one step." in texts(app)


def test_the_figure_of_a_model_with_samples_shows_the_chosen_one(plain: Path) -> None:
    for path in sorted((plain / "rollout/models/late").iterdir()):
        shutil.copy(path, path.with_name(f"{path.stem}.s1.mp4"))
        path.rename(path.with_name(f"{path.stem}.s0.mp4"))
    keep(plain, "all")
    note = "the figure shows the chosen one; the rule took the mean over samples"
    app = opened(PAGE, method="late", sample="s1")
    assert note in texts(app)
    assert streams(app)["model:late"]["note"] == "model, s1"
    assert note not in texts(opened(PAGE, method="close"))


def test_a_method_whose_frames_have_another_size_is_an_error_in_place_of_the_figure(plain: Path) -> None:
    from evalcore.video import write
    from tests.rollout.small import moving

    keep(plain, "all")
    clip_id = chosen(plain, "late", "q25")
    write(plain / f"rollout/models/close/{clip_id}.mp4", moving(0, size=(64, 48)), fps=15)
    app = opened(PAGE, method="late", also="close")
    assert "close has 64 x 48 pixels, the truth 96 x 64." in texts(app).replace("Close", "close")
    assert not app.get("image")
    assert streams(app)["model:close"]["width"] == 64
