"""Blender itself, and small .blend files that it makes: nothing of these is stored."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from evalcore.scene.blender import Blender, find_blender

MAKER = Path(__file__).with_name("make_blends.py")
collect_ignore = [MAKER.name]  # only Blender's own python can import it


@pytest.fixture(scope="session")
def program() -> Path:
    """A python that has bpy."""
    found = find_blender()
    if found is None:
        pytest.skip("there is no Blender: run make blender, or name one in EVALCORE_BLENDER")
    return found


@pytest.fixture(scope="session")
def blender(program: Path) -> Iterator[Blender]:
    with Blender(program, timeout=120) as pool:
        yield pool


@pytest.fixture(scope="session")
def blends(program: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of ``make_blends.py``; a test that writes to it takes a copy."""
    if "python" not in program.name:
        pytest.skip("the .blend files of these tests are made by a python that has bpy: run make blender")
    folder = tmp_path_factory.mktemp("blends")
    subprocess.run([str(program), "-I", str(MAKER), str(folder)], check=True, capture_output=True, timeout=120)
    return folder
