"""Each page of the rollout protocol in each state of a run, executed by Streamlit's own test harness."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import streamlit as st

from evalcore.plots import panel_pages, small_multiples
from evalcore.ui import PAGES
from tests.pages.opening import keep, opened, streams, texts

ROLLOUT = [page.path for page in PAGES if page.section == "Rollout"]
ALL = [page.path for page in PAGES if page.section in ("Workspace", "Rollout")]
WITH_VIEWER = [page for page in ROLLOUT if not page.endswith("checks.py")]


@pytest.mark.parametrize("page", ALL)
def test_a_complete_run(plain: Path, page: str) -> None:
    keep(plain, "all")
    app = opened(page)
    assert not app.warning
    assert not app.error
    assert app.dataframe
    assert "INCOMPLETE" not in texts(app)


@pytest.mark.parametrize("page", ALL)
def test_a_run_that_the_gate_stopped_for_one_model(root: Path, page: str) -> None:
    keep(root, "all", gate_per_model=True)
    shown = texts(opened(page))
    assert "stopped by a check" in shown
    assert "INCOMPLETE: a check stopped the run" in shown


@pytest.mark.parametrize("page", ALL)
def test_a_run_that_the_gate_stopped_for_everybody(root: Path, page: str) -> None:
    keep(root, "all")
    app = opened(page)
    assert "stopped by a check" in texts(app)
    if page.endswith(("paired.py", "candidates.py")):
        assert "needs two methods with an aggregate" in texts(app)


@pytest.mark.parametrize("page", ALL)
@pytest.mark.parametrize("allow_partial", [False, True])
def test_a_run_with_failed_clips(plain: Path, page: str, allow_partial: bool) -> None:
    (plain / "rollout/models/close/b.mp4").unlink()
    keep(plain, "all", allow_partial=allow_partial)
    app = opened(page)
    shown = texts(app)
    assert "11 of 12 units have a value" in shown
    if page.endswith(("paired.py", "candidates.py")):
        expected = (
            "close: clip 'b' has a value for persistence" if allow_partial else "needs two methods with an aggregate"
        )
        assert expected in shown
    lists = [one.value.rename(columns=str.lower) for one in app.dataframe]
    assert sum("unit" in one and "close/b" in set(one["unit"]) for one in lists) == 1  # in the banner or in a table


@pytest.mark.parametrize("page", ALL)
def test_a_run_without_a_single_value(plain: Path, page: str) -> None:
    for path in (plain / "rollout/future").iterdir():
        path.unlink()
    keep(plain, "all")
    app = opened(page)
    assert "0 of 12 units have a value" in texts(app)
    assert not app.success


@pytest.mark.parametrize("page", ROLLOUT)
def test_files_that_are_gone_since_scoring_are_named(root: Path, page: str) -> None:
    keep(root, "all", gate_per_model=True)
    (root / "rollout/models/close/a.mp4").unlink()
    (root / "rollout/conditioning/a.mp4").write_bytes(b"other")
    shown = texts(opened(page))
    if page in WITH_VIEWER:
        assert "not those that were scored" in shown
        assert "rollout/models/close/a.mp4" in shown
        assert "rollout/conditioning/a.mp4" in shown


@pytest.mark.parametrize("page", ROLLOUT)
def test_a_workspace_whose_clips_are_gone_still_has_its_numbers(root: Path, page: str) -> None:
    keep(root, "all", gate_per_model=True)
    tables = len(opened(page).dataframe)
    (root / "rollout/clips.jsonl").unlink()
    st.cache_resource.clear()  # what was listed a minute ago
    app = opened(page)
    assert len(app.dataframe) == tables
    if page in WITH_VIEWER:
        assert "The clips of this run cannot be found" in texts(app)
        assert not app.get("bidi_component")


def test_a_link_keeps_metric_view_and_clip(root: Path) -> None:
    keep(root, "all", gate_per_model=True)
    app = opened("pages/rollout/per_step.py", metric="SSIM", clip="b", view="One panel a clip", methods="late")
    assert app.selectbox(key="clip").value == "b"
    assert "Rollout SSIM of each clip" in texts(app)


def test_panels_have_as_many_pages_as_their_methods_have_clips(plain: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for function in (panel_pages, small_multiples):
        monkeypatch.setitem(function.__kwdefaults__, "per_page", 1)
    for name in "bc":
        (plain / f"rollout/models/late/{name}.mp4").unlink()
    keep(plain, "all", allow_partial=True)
    app = opened("pages/rollout/per_step.py", view="One panel a clip", page="3")
    assert app.selectbox(key="page").value == "3"
    app.multiselect(key="methods").set_value(["late"]).run()
    assert not app.exception
    assert not [box for box in app.selectbox if box.key == "page"]


def test_one_clip_has_no_interval_but_says_why(plain: Path) -> None:
    keep(plain, "one", split="one")
    app = opened("pages/rollout/paired.py")
    [row] = app.dataframe[0].value.head(1).to_dict("records")
    assert {name for name, value in row.items() if value != value} == {"SD", "95% CI low", "95% CI high", "MDD"}
    assert "n/a: an interval needs at least 2" in texts(app)


def test_prefixes_are_on_the_page_of_checks(root: Path) -> None:
    keep(root, "all", gate_per_model=True)
    assert "Conditioning prefixes" in texts(opened("pages/rollout/checks.py"))


def test_without_warnings_a_complete_run_is_called_fine_and_a_partial_one_is_not(plain: Path) -> None:
    shutil.rmtree(plain / "rollout/models/late")  # the model that looks one frame off
    keep(plain, "all")
    app = opened("pages/rollout/checks.py")
    assert len(app.success) == 1
    (plain / "rollout/models/close/b.mp4").unlink()
    keep(plain, "all")
    app = opened("pages/rollout/checks.py")
    assert not app.success
    assert "No warning among the 8 units that have a value." in texts(app)


def test_a_model_called_truth_is_a_model_like_others(plain: Path) -> None:
    (plain / "rollout/models/close").rename(plain / "rollout/models/truth")
    keep(plain, "all")
    app = opened("pages/rollout/per_step.py", shown=["truth", "late"])
    shown = streams(app)
    assert list(shown) == ["truth", "model:late", "model:truth"]
    assert [one["label"] for one in shown.values()] == ["Truth", "late", "truth"]
    assert len({one["folder"] for one in shown.values()}) == 3
    for page in WITH_VIEWER:
        assert "model:truth" in streams(opened(page, method="truth", shown="truth"))
