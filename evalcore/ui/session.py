"""What every page begins with: the open workspace and the run that is looked at."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from shlex import quote
from typing import Literal, TypeVar

import streamlit as st

from evalcore.batch import Result
from evalcore.errors import EvalcoreError, InputError
from evalcore.rollout.result import RolloutResult
from evalcore.ui.notices import empty_state, show_error, show_errors
from evalcore.ui.permalinks import choose
from evalcore.workspace import Workspace

__all__ = [
    "WORKSPACE_VARIABLE",
    "choose_protocol",
    "choose_result",
    "choose_run",
    "read_results",
    "read_runs",
    "result_files",
    "workspace",
]

Run = TypeVar("Run", bound=Result)

WORKSPACE_VARIABLE = "EVALCORE_WORKSPACE"
PROTOCOLS = ("rollout", "judged", "scene", "review")  # each has a folder of its name in the workspace


def workspace() -> Workspace:
    """The workspace that the app was started with; without one, say how to open one and stop the page."""
    chosen = os.environ.get(WORKSPACE_VARIABLE)
    how = ["evalcore demo demo-workspace", "evalcore app --workspace demo-workspace"]
    if not chosen:
        empty_state(
            "No workspace is open",
            "A workspace is a folder with clips, models' videos and results. Start the app with yours, or make the "
            "demonstration and open that:",
            commands=how,
        )
        st.stop()
    try:
        return Workspace(chosen)
    except InputError as error:
        show_error(error, title="The workspace cannot be opened")
        st.stop()


def choose_protocol(space: Workspace) -> str:
    """One of the protocols that the workspace has a folder of (``?protocol=``); asked only where there are several."""
    found = {name.capitalize(): name for name in PROTOCOLS if space.path(name).is_dir()}
    if len(found) < 2:
        return next(iter(found.values()), PROTOCOLS[0])
    return found[choose("Protocol", list(found), query="protocol", style="buttons")]


def result_files(space: Workspace, protocol: str) -> dict[str, Path]:
    """The protocol's saved runs, by name: ``results/<protocol>/<name>/result.json``."""
    folder = space.results(protocol)
    return {
        path.parent.name: path for path in sorted(folder.glob("*/result.json")) if not path.parent.name.startswith(".")
    }


def choose_result(protocol: Literal["rollout"]) -> RolloutResult:
    """Let the reader choose one of the workspace's runs (``?run=...``, in the sidebar) and return it.

    Where there is none, or it cannot be read, the page says what to do and stops.
    """
    space = workspace()
    files = result_files(space, protocol)
    if not files:
        empty_state(
            "Nothing is scored yet",
            f"This workspace has no results of the {protocol} protocol. Score it and reload this page:",
            commands=[f"evalcore {protocol} score --workspace {quote(str(space.root))}"],
        )
        st.stop()
    return choose_run(files, RolloutResult)


def choose_run(files: Mapping[str, Path], kind: type[Run]) -> Run:
    """Let the reader choose one of the saved runs (``?run=...``, in the sidebar), at least one, and read it.

    A run is read once for all readers and again when its file changes; one that cannot be read is shown as an error,
    and the page stops.
    """
    with st.sidebar:
        name = choose("Run", list(files), query="run", help="The scored runs of this workspace.")
    try:
        return _read(files[name], kind)
    except EvalcoreError as error:
        show_error(error, title="The run cannot be read")
        st.stop()


def read_results(protocol: Literal["rollout"]) -> dict[str, RolloutResult]:
    """All saved runs of the workspace by name; one that cannot be read is shown as an error in its place."""
    return read_runs(result_files(workspace(), protocol), RolloutResult)


def read_runs(files: Mapping[str, Path], kind: type[Run]) -> dict[str, Run]:
    """The runs in ``files`` by name; one that cannot be read is shown as an error in its place."""
    runs = {}
    for name, path in files.items():
        with show_errors("A run cannot be read"):
            runs[name] = _read(path, kind)
    return runs


def _read(path: Path, kind: type[Run]) -> Run:
    stat = path.stat()
    found: Run = _cached(str(path), stat.st_mtime_ns, stat.st_size, kind)
    return found


@st.cache_resource(max_entries=8, show_spinner="Reading the run")
def _cached(path: str, mtime_ns: int, size: int, kind: type[Run]) -> Run:
    return kind.read(Path(path))
