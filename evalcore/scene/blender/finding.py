"""Where Blender is."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

from evalcore.errors import InputError

__all__ = ["VARIABLE", "find_blender"]

VARIABLE = "EVALCORE_BLENDER"


def find_blender() -> Path | None:
    """The ``blender`` program, or the python that has bpy; None where there is neither.

    ``EVALCORE_BLENDER`` names it; else it is the interpreter that ``make blender`` made beside this one.

    Raises
    ------
    InputError
        ``EVALCORE_BLENDER`` names no program.
    """
    if named := os.environ.get(VARIABLE):
        found = shutil.which(named)
        if found is None:
            raise InputError(
                f"{VARIABLE} is {named!r}, which is no program.",
                fix="Give the path of `blender`, or of a python that has bpy 5, or unset it.",
            )
        return Path(found)
    made = Path(sys.prefix).parent / ".blender" / "bin" / "python"
    return made if made.exists() else None
