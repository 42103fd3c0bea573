"""Scripts of the app, served by a process of their own."""

from __future__ import annotations

import os
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from evalcore.ui.launch import command

PROJECT = Path(__file__).resolve().parents[2]


@contextmanager
def served(script: Path, folder: Path, **environment: str) -> Iterator[str]:
    """Run ``script`` as ``evalcore app`` does, on a free port, until the block ends; give its address."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    log = folder / "server.log"
    with log.open("wb") as output:
        server = subprocess.Popen(
            command(script, port=port), env={**os.environ, **environment}, cwd=PROJECT, stdout=output, stderr=output
        )
    try:
        address = f"http://127.0.0.1:{port}"
        wait_until_healthy(address, server, log)
        yield address
    finally:
        server.terminate()
        with suppress(subprocess.TimeoutExpired):
            server.wait(timeout=60)  # a baseline that is being compiled is compiled to its end
        server.kill()
        server.wait()


def wait_until_healthy(address: str, server: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        if server.poll() is not None:
            break
        try:
            with urlopen(f"{address}/_stcore/health", timeout=2) as answer:
                if answer.status == 200:
                    return
        except (URLError, OSError):
            time.sleep(0.1)
    pytest.fail(f"the app did not start:\n{log.read_text()}")
