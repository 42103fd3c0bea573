"""What the Mark page works on, each opened once a process: the review, who reviews what, and the store of answers."""

from __future__ import annotations

import os
from typing import NoReturn

import streamlit as st

from evalcore.errors import EvalcoreError
from evalcore.review import ReviewData, Store
from evalcore.review.assignment import Assignments, read_assignments
from evalcore.review.store import VARIABLE
from evalcore.ui.notices import show_error
from evalcore.ui.review import review_data
from evalcore.workspace import Workspace

__all__ = ["open_assignments", "open_review", "open_store"]


def open_review(title: str) -> ReviewData:
    """The review of the open workspace; where there is none, the page says so below ``title`` and stops."""
    place = st.empty()
    place.title(title, anchor=False)
    data = review_data()
    place.empty()  # an item has a title of its own, which takes less room
    return data


def open_assignments(title: str, data: ReviewData) -> Assignments | None:
    """Who reviews what, None where everybody reviews everything.

    Where the file is at fault, the page says why, below ``title``, and stops.
    """
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


def _stop(title: str, error: EvalcoreError, what: str) -> NoReturn:
    st.title(title, anchor=False)
    show_error(error, title=what)
    st.stop()


@st.cache_resource(max_entries=4, show_spinner=False)
def _store(root: str, url: str | None) -> Store:
    return Store.of(Workspace(root))
