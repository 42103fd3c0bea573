"""Where Blender is."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from evalcore.errors import InputError

__all__ = ["VARIABLE", "find_blender", "is_python"]

VARIABLE = "EVALCORE_BLENDER"
PATIENCE = 60  # seconds for a program to say what it is


def find_blender() -> Path | None:
    """The ``blender`` program, or the python that has bpy; None where there is neither.

    ``EVALCORE_BLENDER`` names it; else it is the interpreter that ``make blender`` made beside this one.

    Raises
    ------
    InputError
        ``EVALCORE_BLENDER`` names no program, or one that is neither.
    """
    if not (named := os.environ.get(VARIABLE)):
        made = Path(sys.prefix).parent / ".blender" / "bin" / "python"
        return made if made.exists() else None
    found = shutil.which(named)
    if found is None or not _is_blender(Path(found)):
        raise InputError(
            f"{VARIABLE} is {named!r}, which is {'no program' if found is None else 'no Blender and has no bpy'}.",
            fix="Give the path of `blender`, or of a python that has bpy 5, or unset it.",
        )
    return Path(found)


def is_python(program: Path) -> bool:
    """Whether the program is a python, by its name; else it is taken for ``blender``."""
    return "python" in program.name.lower()


def _is_blender(program: Path) -> bool:
    question = ["-I", "-c", "import importlib.util as u; print('Blender' if u.find_spec('bpy') else '')"]
    try:
        answer = subprocess.run(
            [str(program), *(question if is_python(program) else ["--version"])],
            capture_output=True,
            text=True,
            errors="replace",
            stdin=subprocess.DEVNULL,
            timeout=PATIENCE,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return "Blender" in answer.stdout
