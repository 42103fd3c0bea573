"""Workspaces with the small data set of the judged-event protocol, and what its pages list."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from streamlit.testing.v1 import AppTest

from tests.judged.made import make_data

__all__ = ["listed", "make_space", "select", "table"]


def make_space(root: Path, **parts: Any) -> Path:
    """A workspace whose ``judged`` folder :func:`tests.judged.made.make_data` writes; return that folder."""
    (root / "judged").mkdir(parents=True)
    make_data(root / "judged", **parts)
    return root / "judged"


def table(app: AppTest, first: str, *more: str) -> list[dict[str, Any]]:
    """The rows of the one table on the page that has all of these columns."""
    [found] = [one.value for one in app.dataframe if {first, *more} <= set(one.value.columns)]
    return [{str(key): value for key, value in row.items()} for row in found.to_dict("records")]


def listed(app: AppTest) -> list[str]:
    """The conditions in the list of a page."""
    return [row["Condition"] for row in table(app, "Condition")]


def select(app: AppTest, row: int, *, query: str = "condition") -> None:
    """Select a row of the list, as a click on it does."""
    app.session_state[f"list.{query}"] = {"selection": {"rows": [row], "columns": [], "cells": []}}
    app.run()
    assert not app.exception
