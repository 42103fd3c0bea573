"""What the app says when something is missing, wrong or incomplete.

Texts that come from files or links are shown by ``st.text`` and ``st.code`` alone: Markdown would turn a clip's name
into a link or a picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import Literal

import streamlit as st

from evalcore.batch.result import Result
from evalcore.errors import EvalcoreError, InputError
from evalcore.tables.coverage import not_computed

__all__ = ["empty_state", "incomplete_banner", "internal_error", "notice", "show_error", "show_errors"]

_ICONS = {"error": ":material/error:", "warning": ":material/warning:", "info": ":material/info:"}


def notice(title: str, detail: str = "", *, kind: Literal["error", "warning", "info"] = "info") -> None:
    """A coloured line in the app's own words (``title``, Markdown) and below it any text as it stands (``detail``)."""
    with st.container(border=bool(detail)):
        getattr(st, kind)(title, icon=_ICONS[kind])
        if detail:
            st.text(detail)


def show_error(error: EvalcoreError, *, title: str = "This cannot be shown") -> None:
    """Show what is wrong, where, and what to do about it."""
    if not isinstance(error, InputError):
        notice(title, str(error), kind="error")
        return
    with st.container(border=True):
        st.error(title, icon=_ICONS["error"])
        st.text(error.what[:1].upper() + error.what[1:])
        if error.where:
            st.code(error.where, language=None, wrap_lines=True)
        if error.fix:
            st.text(error.fix)


@contextmanager
def show_errors(title: str) -> Iterator[None]:
    """Show an error that is meant for the reader in place of what the block would have shown."""
    try:
        yield
    except EvalcoreError as error:
        show_error(error, title=title)


def empty_state(title: str, text: str, *, commands: Sequence[str] = ()) -> None:
    """Say that there is nothing here yet, why (``text``, the app's own Markdown), and which commands change that."""
    with st.container(border=True):
        st.subheader(title, anchor=False)
        st.markdown(text)
        for command in commands:
            st.code(command, language="bash", wrap_lines=True)


def incomplete_banner(result: Result, *, listed: bool = True) -> None:
    """Show that ``result`` is incomplete; show nothing for a complete one.

    ``listed``: also list the units that failed, for pages that have no table of them.
    """
    if result.complete:
        return
    coverage = result.coverage
    lacking = not_computed(result)
    st.warning(
        f"**This run is incomplete**: {lacking} could not be computed; the failures say why. All other figures are "
        "there."
        if lacking
        else "**This run was stopped by a check**: every unit has a value, but what a check refused has no aggregate."
        if coverage.done == coverage.requested
        else f"**This run is incomplete**: {coverage.done} of {coverage.requested} units have a value. Figures over "
        "them are not the protocol's.",
        icon=_ICONS["warning"],
    )
    if listed and result.failures:
        with st.expander(f"Failures ({len(result.failures)})"):
            # Only in rows of more than 4 rem does Streamlit break lines.
            wide = {"message": st.column_config.TextColumn(width=560)}
            rows = [asdict(failure) for failure in result.failures]
            st.dataframe(rows, hide_index=True, row_height=74, column_config=wide)


def internal_error(error: Exception) -> bool:
    """What a page shows for a defect of the app itself; for ``st.App(on_script_error=...)``."""
    notice(
        "This page met an internal error",
        f"{type(error).__name__}; the terminal that the app was started from says where. Please report it. "
        "Other pages and other choices may still work.",
        kind="error",
    )
    return True
