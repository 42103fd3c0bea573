from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from evalcore.kernels import kernel

READ_ONLY = """
import numba.core.caching as caching
caching.CacheImpl._locator_classes = []  # as on a read-only installation without a home
from evalcore.kernels import kernel

@kernel("int64(int64)")
def twice(value):
    return 2 * value

print(twice(21))
"""


def test_a_kernel_computes_without_the_lock_and_is_kept() -> None:
    @kernel("int64(int64)")
    def twice(value: int) -> int:
        return 2 * value

    assert twice(21) == 42


def test_without_a_folder_for_it_a_kernel_is_compiled_in_each_process(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(READ_ONLY)
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
    assert done.stdout == "42\n", done.stderr


def test_other_faults_of_a_kernel_are_not_hidden() -> None:
    with pytest.raises(KeyError):
        kernel("int64(int64)", no_such_option=True)(lambda value: value)
