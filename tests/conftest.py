"""Fixtures that every test may use."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def cases() -> Path:
    """The folder of real cases beside the project, where somebody has it."""
    folder = Path(__file__).resolve().parents[2] / "shared" / "cases"
    if not folder.is_dir():
        pytest.skip("the folder of real cases (../shared/cases) is not beside this project")
    return folder
