"""The review of the open workspace and the store of its answers, each opened once a process."""

from __future__ import annotations

import os
from pathlib import Path
from typing import NoReturn

import streamlit as st

from evalcore.errors import EvalcoreError
from evalcore.review import ReviewData, Store, load
from evalcore.review.assignment import Assignments, read_assignments
from evalcore.review.store import VARIABLE
from evalcore.ui.notices import empty_state, show_error
from evalcore.ui.session import workspace
from evalcore.workspace import Workspace

__all__ = ["FOLDER", "open_assignments", "open_review", "open_store"]

FOLDER = "review"

_Stamp = tuple[tuple[str, int, int], ...]


def open_review(title: str) -> ReviewData:
    """The schema and the items of the open workspace, read once for all readers and again when a file of them changes.

    Where there is no review, or it cannot be read, the page says what to do, below ``title``, and stops.
    """
    space = workspace_below(title)
    folder = space.path(FOLDER)
    if not folder.is_dir():
        st.title(title, anchor=False)
        empty_state(
            "Nothing to review yet",
            f"This workspace has no folder `{FOLDER}`: a schema and items, as `data/README.md` lays them out. The "
            "demonstration has one:",
            commands=["evalcore demo demo-workspace", "evalcore app --workspace demo-workspace"],
        )
        st.stop()
    try:
        return _review(str(space.root), _stamp(folder))
    except EvalcoreError as error:
        _stop(title, error, "The review cannot be read")


def open_assignments(title: str, data: ReviewData) -> Assignments | None:
    """Who reviews what, None where everybody reviews everything; read as :func:`open_review` reads."""
    try:
        return read_assignments(data)
    except EvalcoreError as error:
        _stop(title, error, "The assignments cannot be read")


def open_store(title: str, space: Workspace) -> Store:
    """The store of the workspace's answers: one for all readers of the process.

    Where the database cannot be reached, the page says why, below ``title``, and stops.
    """
    try:
        return _store(str(space.root), os.environ.get(VARIABLE))
    except EvalcoreError as error:
        _stop(title, error, "The answers cannot be reached")


def workspace_below(title: str) -> Workspace:
    """The open workspace; where there is none, the page says so below ``title`` and stops."""
    place = st.empty()
    place.title(title, anchor=False)
    space = workspace()
    place.empty()
    return space


def _stop(title: str, error: EvalcoreError, what: str) -> NoReturn:
    st.title(title, anchor=False)
    show_error(error, title=what)
    st.stop()


def _stamp(folder: Path) -> _Stamp:
    """Dates and sizes of what a review is read from; manifests may be anywhere, so every small file counts."""
    found = []
    for path in sorted([*folder.glob("*.yaml"), *folder.glob("*.jsonl"), *folder.rglob("*.json")]):
        stat = path.stat()
        found.append((path.name, stat.st_mtime_ns, stat.st_size))
    return tuple(found)


@st.cache_resource(max_entries=4, show_spinner="Reading the items")
def _review(root: str, stamp: _Stamp) -> ReviewData:
    return load(Workspace(root))


@st.cache_resource(max_entries=4, show_spinner=False)
def _store(root: str, url: str | None) -> Store:
    return Store.of(Workspace(root))
