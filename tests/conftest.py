"""Fixtures that every test may use."""

from __future__ import annotations

import fcntl
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

from evalcore import demo
from evalcore.cli.rollout import score_demo

# How long an example takes says more of the machine than of the code.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")


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
    return _once(tmp_path_factory, "demo", demo.make)


@pytest.fixture(scope="session")
def scored_demo(tmp_path_factory: pytest.TempPathFactory, demo_workspace: Path) -> Path:
    """The demo workspace with its rollout results and their cache; a test that writes to it takes a copy."""

    def make(folder: Path) -> None:
        shutil.copytree(demo_workspace, folder)
        score_demo(folder)

    return _once(tmp_path_factory, "scored-demo", make)


def _once(tmp_path_factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """A folder that the first process of a test run makes and all others wait for."""
    shared = tmp_path_factory.getbasetemp()
    if shared.name.startswith("popen-"):  # a worker's own folder, inside that of the run
        shared = shared.parent
    folder, done = shared / name, shared / f"{name}.done"
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            shutil.rmtree(folder, ignore_errors=True)
            make(folder)
            done.touch()
    return folder
