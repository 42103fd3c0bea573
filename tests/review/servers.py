"""A PostgreSQL server of one test's own, where the programs for it are installed."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

PROGRAMS = ("initdb", "pg_ctl")


def _program(name: str) -> Path | None:
    if found := shutil.which(name):
        return Path(found)
    versions = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))  # Debian keeps them out of the way
    return versions[-1] if versions else None


@contextmanager
def postgres() -> Iterator[str]:
    """Start a server that listens on a socket alone, and give the URL of its database."""
    pytest.importorskip("psycopg", reason="the driver psycopg is not installed")
    found = {name: _program(name) for name in PROGRAMS}
    if missing := [name for name, path in found.items() if path is None]:
        pytest.skip(f"PostgreSQL is not installed here ({', '.join(missing)} not found)")
    other: dict[str, object] = {}
    if os.geteuid() == 0:  # the server refuses to run as root
        try:
            user = pwd.getpwnam("postgres")
        except KeyError:
            pytest.skip("PostgreSQL does not run as root, and there is no user postgres")
        other = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}

    # Not below pytest's folders: a socket's path has room for about a hundred bytes, and another user must reach it.
    folder = Path(tempfile.mkdtemp(prefix="evalcore-pg-"))
    data, log = folder / "data", folder / "log"
    if other:
        os.chown(folder, user.pw_uid, user.pw_gid)

    def call(name: str, *arguments: str) -> None:
        done = subprocess.run(
            [str(found[name]), *arguments],
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            **other,
        )
        if done.returncode:
            said = log.read_text() if log.exists() else ""
            raise RuntimeError(f"{name} failed: {done.stdout}{done.stderr}{said}")

    try:
        call(
            "initdb",
            "--pgdata",
            str(data),
            "--username",
            "reviewer",
            "--auth",
            "trust",
            "--encoding",
            "UTF8",
            "--no-sync",
        )
        options = f"-c listen_addresses= -c unix_socket_directories={folder} -c max_connections=40 -c fsync=off"
        call("pg_ctl", "start", "--pgdata", str(data), "--log", str(log), "--options", options, "--wait")
        try:
            yield f"postgresql://reviewer@/postgres?host={folder}"
        finally:
            call("pg_ctl", "stop", "--pgdata", str(data), "--mode", "immediate", "--wait")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
