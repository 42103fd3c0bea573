"""Each page of the rollout protocol in each state of a run, executed by Streamlit's own test harness."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from evalcore.rollout import default_folder, score
from evalcore.ui import PAGES
from evalcore.ui.launch import app_script
from evalcore.workspace import Workspace
from tests.rollout.small import make_workspace

ROLLOUT = [page.path for page in PAGES if page.section == "Rollout"]
ALL = [page.path for page in PAGES]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = make_workspace(tmp_path_factory.mktemp("made"))
    late = {
        clip.clip_id: clip.rollout_mad for clip in score(Workspace(root), baselines=()).clips if clip.method == "late"
    }
    late["b"] += 1
    (root / "rollout" / "historical").mkdir()
    rows = {clip_id: {"aggregate_rollout_mad": value} for clip_id, value in late.items()}
    (root / "rollout" / "historical" / "late.json").write_text(json.dumps(rows))
    return root


@pytest.fixture
def root(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = shutil.copytree(made, tmp_path / "space")
    monkeypatch.setenv("EVALCORE_WORKSPACE", str(root))
    return root


def keep(root: Path, name: str, **options: object) -> None:
    space = Workspace(root)
    score(space, **options).save(default_folder(space, name))  # type: ignore[arg-type]


def opened(page: str, **query: str) -> AppTest:
    app = AppTest.from_file(str(app_script()), default_timeout=60)
    for key, value in query.items():
        app.query_params[key] = value
    app.run()
    if page != PAGES[0].path:
        app.switch_page(page).run()
    assert not app.exception, [one.message for one in app.exception]
    return app


def texts(app: AppTest) -> str:
    elements = [*app.markdown, *app.text, *app.warning, *app.error, *app.info, *app.caption, *app.code, *app.subheader]
    return "\n".join(str(one.value) for one in elements)


@pytest.mark.parametrize("page", ALL)
def test_a_complete_run(root: Path, page: str) -> None:
    shutil.rmtree(root / "rollout" / "historical")
    keep(root, "all")
    app = opened(page)
    assert not app.warning
    assert not app.error
    assert app.dataframe


@pytest.mark.parametrize("page", ALL)
def test_a_run_that_the_gate_stopped_for_one_model(root: Path, page: str) -> None:
    keep(root, "all", gate_per_model=True)
    shown = texts(opened(page))
    assert "stopped by a check" in shown


@pytest.mark.parametrize("page", ALL)
def test_a_run_that_the_gate_stopped_for_everybody(root: Path, page: str) -> None:
    keep(root, "all")
    app = opened(page)
    assert "stopped by a check" in texts(app)
    if page.endswith(("paired.py", "candidates.py")):
        assert "needs two methods with an aggregate" in texts(app)


@pytest.mark.parametrize("page", ALL)
@pytest.mark.parametrize("allow_partial", [False, True])
def test_a_run_with_failed_clips(root: Path, page: str, allow_partial: bool) -> None:
    shutil.rmtree(root / "rollout" / "historical")
    (root / "rollout/models/close/b.mp4").unlink()
    keep(root, "all", allow_partial=allow_partial)
    app = opened(page)
    shown = texts(app)
    assert "11 of 12 units have a value" in shown
    if page.endswith(("paired.py", "candidates.py")):
        expected = "Clip 'b' has a value for persistence" if allow_partial else "needs two methods with an aggregate"
        assert expected in shown


@pytest.mark.parametrize("page", ALL)
def test_a_run_without_a_single_value(root: Path, page: str) -> None:
    shutil.rmtree(root / "rollout" / "historical")
    for path in (root / "rollout/future").iterdir():
        path.unlink()
    keep(root, "all")
    assert "0 of 12 units have a value" in texts(opened(page))


@pytest.mark.parametrize("page", ROLLOUT)
def test_files_that_are_gone_since_scoring_are_named(root: Path, page: str) -> None:
    keep(root, "all", gate_per_model=True)
    (root / "rollout/models/close/a.mp4").unlink()
    (root / "rollout/conditioning/a.mp4").write_bytes(b"other")
    shown = texts(opened(page))
    if not page.endswith("checks.py"):
        assert "not those that were scored" in shown
        assert "rollout/models/close/a.mp4" in shown
        assert "rollout/conditioning/a.mp4" in shown


@pytest.mark.parametrize("page", ROLLOUT)
def test_a_workspace_whose_table_is_gone(root: Path, page: str) -> None:
    keep(root, "all", gate_per_model=True)
    (root / "rollout/clips.jsonl").unlink()
    app = opened(page)
    if not page.endswith("checks.py"):
        assert "The clips of this run cannot be found" in texts(app)


def test_a_link_keeps_metric_view_and_clip(root: Path) -> None:
    keep(root, "all", gate_per_model=True)
    app = opened("pages/rollout/per_step.py", metric="SSIM", clip="b", view="One panel a clip", methods="late")
    assert app.selectbox(key="clip").value == "b"
    assert "Rollout SSIM of each clip" in texts(app)


def test_one_clip_has_no_interval_but_says_why(root: Path) -> None:
    shutil.rmtree(root / "rollout" / "historical")
    keep(root, "one", split="one")
    app = opened("pages/rollout/paired.py")
    assert "n/a" not in texts(app)
    assert "at least 2" in texts(app)


def test_the_figure_of_a_candidate_names_the_sample_it_shows(root: Path) -> None:
    shutil.rmtree(root / "rollout" / "historical")
    for path in sorted((root / "rollout/models/late").iterdir()):
        shutil.copy(path, path.with_name(f"{path.stem}.s1.mp4"))
        path.rename(path.with_name(f"{path.stem}.s0.mp4"))
    keep(root, "all")
    note = "the figure shows sample 0; the rule took the mean over samples"
    assert note in texts(opened("pages/rollout/candidates.py", method="late"))
    assert note not in texts(opened("pages/rollout/candidates.py", method="close"))


def test_prefixes_are_on_the_page_of_checks(root: Path) -> None:
    keep(root, "all", gate_per_model=True)
    assert "Conditioning prefixes" in texts(opened("pages/rollout/checks.py"))
