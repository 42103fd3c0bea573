from __future__ import annotations

import sys
from pathlib import Path

import pytest

from evalcore.errors import InputError
from evalcore.scene.blender import find_blender


def executable(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def test_without_a_name_it_is_what_make_blender_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("EVALCORE_BLENDER", raising=False)
    monkeypatch.setattr(sys, "prefix", str(tmp_path / ".venv"))
    assert find_blender() is None
    made = executable(tmp_path / ".blender/bin/python", "")
    assert find_blender() == made


def test_a_program_that_is_named_is_asked_what_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blender = executable(tmp_path / "blender", 'test "$1" = --version && echo Blender 5.0.1')
    monkeypatch.setenv("EVALCORE_BLENDER", str(blender))
    assert find_blender() == blender
    for named, fault in (
        (tmp_path / "absent", "which is no program"),
        (executable(tmp_path / "other", "echo something else"), "which is no Blender and has no bpy"),
        (Path(sys.executable), "which is no Blender and has no bpy"),
    ):
        monkeypatch.setenv("EVALCORE_BLENDER", str(named))
        with pytest.raises(InputError, match=f"{fault}.*or unset it"):
            find_blender()
