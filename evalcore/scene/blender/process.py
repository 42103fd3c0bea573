"""One worker process: a line of JSON to it, a line of JSON back."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import tempfile
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from evalcore.errors import InputError
from evalcore.scene.blender.finding import VARIABLE, is_python

__all__ = ["Ended", "Worker"]

SCRIPT = Path(__file__).with_name("worker.py")
START = 180.0  # seconds for Blender to come up, from a cold disk too
LAST_WORDS = 300  # characters
FOREIGN = ("PYTHON", "BLENDER_", "OCIO", "CYCLES_")  # settings of a user that would change a score


class Ended(Exception):
    """The process is gone without an answer; ``late`` says that it was ended for taking too long."""

    def __init__(self, message: str, *, late: bool = False) -> None:
        self.late = late
        super().__init__(message)


class Worker:
    """A running Blender; ``scenes`` counts the commands it has had.

    Raises
    ------
    InputError
        The program is not one that has bpy.
    """

    def __init__(self, program: Path, folder: Path) -> None:
        self.scenes = 0
        self._closing = threading.Lock()
        self._log = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115 - lives as long as the process
        environment = {name: value for name, value in os.environ.items() if not name.startswith(FOREIGN)}
        try:
            self._process = subprocess.Popen(
                [str(program), *_arguments(program)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._log,
                env=environment | {"BLENDER_USER_RESOURCES": str(folder / "user")},
                cwd=folder,
                start_new_session=True,  # an interrupt is for this process, which then ends its workers
            )
        except OSError as error:
            self._log.close()
            raise _no_blender(program, error.strerror or str(error)) from None
        try:
            hello = self._answer(START)
        except Ended as error:
            self.close()
            raise _no_blender(program, str(error)) from None
        if "version" not in hello:
            self.close()
            raise _no_blender(program, str(hello.get("error", {}).get("message", "it answers in another way")))
        self.version = str(hello["version"])

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    def ask(self, command: Mapping[str, Any], timeout: float) -> dict[str, Any]:
        """The answer to a command; :class:`Ended` where there is none within ``timeout`` seconds."""
        assert self._process.stdin is not None
        self.scenes += 1
        try:
            self._process.stdin.write(json.dumps(command).encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):  # ValueError: another thread has closed it
            raise Ended(self._last_words()) from None
        return self._answer(timeout)

    def close(self) -> None:
        """End the process and wait until it is gone."""
        self._process.kill()
        self._process.wait()
        with self._closing:
            for stream in (self._process.stdin, self._process.stdout, self._log):
                if stream is not None:
                    with contextlib.suppress(OSError):  # unsent bytes of a command to a process that is gone
                        stream.close()

    def _answer(self, timeout: float) -> dict[str, Any]:
        assert self._process.stdout is not None
        late = threading.Event()

        def stop() -> None:
            late.set()
            self._process.kill()

        timer = threading.Timer(timeout, stop)
        timer.daemon = True
        timer.start()
        try:
            for line in self._process.stdout:  # `blender` says its own name first
                with contextlib.suppress(ValueError):
                    if isinstance(answer := json.loads(line), dict):
                        return answer
        except ValueError:  # another thread has closed it
            pass
        finally:
            timer.cancel()
        if late.is_set():
            raise Ended(f"no answer within {timeout:g} seconds", late=True)
        raise Ended(self._last_words())

    def _last_words(self) -> str:
        self._process.kill()
        code = self._process.wait()
        with self._closing:
            if self._log.closed:  # another thread has ended the worker
                return "it was closed"
            self._log.seek(max(0, os.fstat(self._log.fileno()).st_size - LAST_WORDS))
            text = self._log.read().decode(errors="replace")
        last = next((line.strip() for line in reversed(text.splitlines()) if line.strip()), "nothing")
        return f"it ended with code {code}; its last words: {last}"


def _arguments(program: Path) -> list[str]:
    if is_python(program):
        return ["-I", str(SCRIPT)]
    return ["--background", "--factory-startup", "--disable-autoexec", "--python", str(SCRIPT)]


def _no_blender(program: Path, reason: str) -> InputError:
    return InputError(
        f"this is no Blender and no python that has bpy ({reason}).",
        where=program,
        fix=f"Run `make blender`, or give the path of `blender` or of a python with bpy 5 in {VARIABLE}.",
    )
