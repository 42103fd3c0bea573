"""Fixtures that every test may use."""

from __future__ import annotations

from pathlib import Path

import pytest

from evalcore import demo


@pytest.fixture(scope="session")
def cases() -> Path:
    """The folder of real cases beside the project, where somebody has it."""
    folder = Path(__file__).resolve().parents[2] / "shared" / "cases"
    if not folder.is_dir():
        pytest.skip("the folder of real cases (../shared/cases) is not beside this project")
    return folder


@pytest.fixture(scope="session")
def demo_workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A demo workspace, not scored; shared, so a test that writes to it takes a copy."""
    folder = tmp_path_factory.mktemp("demo") / "workspace"
    demo.make(folder)
    return folder
