from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from evalcore.review import ReviewData, load
from evalcore.workspace import Workspace
from tests.ui.marking.small import make_review


@pytest.fixture(scope="session")
def made_review(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_review(tmp_path_factory.mktemp("review"))


@pytest.fixture
def review_root(made_review: Path, tmp_path: Path) -> Path:
    """A copy of the small review, to be written to."""
    return shutil.copytree(made_review, tmp_path / "space")


@pytest.fixture
def review(review_root: Path) -> ReviewData:
    return load(Workspace(review_root))
