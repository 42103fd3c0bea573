from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from evalcore.rollout import score
from evalcore.workspace import Workspace
from tests.pages.judged_space import make_space
from tests.pages.review_space import make_review
from tests.rollout.small import make_workspace


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three clips and two models; the published figures of one differ for one clip."""
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
    """A copy of that workspace, open in the app."""
    root = shutil.copytree(made, tmp_path / "space")
    monkeypatch.setenv("EVALCORE_WORKSPACE", str(root))
    return root


@pytest.fixture
def plain(root: Path) -> Path:
    """The same without published figures, so that no gate stops anything."""
    shutil.rmtree(root / "rollout" / "historical")
    return root


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty workspace, open in the app."""
    folder = tmp_path / "space"
    folder.mkdir()
    monkeypatch.setenv("EVALCORE_WORKSPACE", str(folder))
    return folder


@pytest.fixture
def judged(empty: Path) -> Path:
    """The small data set of the judged-event protocol in it; the folder that holds it."""
    return make_space(empty)


@pytest.fixture(scope="session")
def made_review(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small review, made once."""
    return make_review(tmp_path_factory.mktemp("review")).root


@pytest.fixture
def review(made_review: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workspace:
    """A copy of it, open in the app."""
    root = shutil.copytree(made_review, tmp_path / "space")
    monkeypatch.setenv("EVALCORE_WORKSPACE", str(root))
    monkeypatch.delenv("EVALCORE_DATABASE_URL", raising=False)
    return Workspace(root)
