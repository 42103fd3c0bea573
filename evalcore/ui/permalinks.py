"""Choices that stand in the page's address, so that a copied link opens the same view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Literal

import streamlit as st
from streamlit.errors import StreamlitAPIException

from evalcore.ui.notices import notice

__all__ = ["choose", "choose_many", "move_choice"]


def choose(
    label: str,
    options: Sequence[str],
    *,
    query: str,
    default: str | None = None,
    labels: Mapping[str, str] | None = None,
    style: Literal["menu", "buttons"] = "menu",
    help: str | None = None,
) -> str:
    """Let the reader choose one of ``options`` and keep the choice in the address as ``?query=...``.

    Parameters
    ----------
    label, help
        Shown beside the control.
    options
        Names, at least one, unique. They are what the address holds.
    query
        Parameter of the address, and key of the widget; the same on several pages means one choice for them all.
    default
        Chosen where the address names none; else the first.
    labels
        What a menu shows for each option, where that is not what the address holds.
    style
        A menu, or a row of buttons for a few short options in the app's own words: a button's text is Markdown.

    Raises
    ------
    ValueError
        There are no options.
    """
    if not options:
        raise ValueError(f"no options for {query!r}")
    _seed(list(options), query, default if default is not None and default in options else options[0])
    if labels is not None:
        # A bound widget would put the label into the address.
        chosen = st.selectbox(
            label, options, index=None, key=query, required=True, help=help, format_func=labels.__getitem__
        )
        _note_in_address(query, str(chosen))
    elif style == "menu":
        chosen = st.selectbox(label, options, index=None, key=query, bind="query-params", required=True, help=help)
    else:
        chosen = st.segmented_control(label, options, key=query, bind="query-params", required=True, help=help)
    return str(chosen)


def choose_many(
    label: str, options: Sequence[str], *, query: str, default: Sequence[str] | None = None, help: str | None = None
) -> list[str]:
    """Like :func:`choose` for any number of ``options``, in their order; ``default`` is all of them."""
    names = list(options)
    _seed(names, query, names if default is None else [name for name in default if name in names])
    chosen = st.multiselect(label, names, key=query, bind="query-params", help=help)
    return [name for name in names if name in chosen]


def move_choice(query: str, value: str) -> None:
    """Set a :func:`choose` that comes later in this run to ``value``, as a click elsewhere on the page asks."""
    st.session_state[query] = value
    # Where the address stands by now is no news: without this it would win over the click.
    st.session_state[f"{query}.asked"] = st.query_params.get_all(query)


def _note_in_address(query: str, value: str) -> None:
    if st.query_params.get(query) != value:
        st.query_params[query] = value
    st.session_state[f"{query}.asked"] = [value]


def _seed(options: list[str], query: str, default: str | list[str]) -> None:
    """Give the widget its value before it exists.

    Streamlit alone would forget the choice when the page changes, leave a default out of the address, so that a
    copied link changes with the defaults, and pass over a wrong name in a link without a word.
    """
    many = isinstance(default, list)
    current, asked = st.session_state.get(query), st.query_params.get_all(query)
    # The address goes before the current choice only when it is the one that changed: a link within the app.
    linked = asked != st.session_state.get(f"{query}.asked", [])
    cleared = many and asked == [""]  # how the address says that nothing is chosen
    unknown = [name for name in asked if name not in options and not cleared]
    if linked and unknown:
        names = ", ".join(repr(name) for name in unknown)
        text = f"There is no {query} {names}; there is {_listed(options)}."
        notice("The link names something that is not here", text, kind="warning")
    if linked and asked and not unknown:
        value: str | list[str] = [] if cleared else asked if many else asked[-1]
    else:
        value = _still_there(current, options, default)
    st.session_state[query] = value
    if value and query not in st.query_params:
        with suppress(StreamlitAPIException):  # once there is a bound widget, it alone writes the address
            st.query_params[query] = value
    st.session_state[f"{query}.asked"] = st.query_params.get_all(query)


def _still_there(current: str | list[str] | None, options: list[str], default: str | list[str]) -> str | list[str]:
    """The current choice as far as there are still such options, else the default."""
    if isinstance(current, list):
        kept = [name for name in current if name in options]
        return kept if kept or not current else default
    return current if current in options else default


def _listed(options: list[str], *, most: int = 8) -> str:
    shown = ", ".join(options[:most])
    return shown if len(options) <= most else f"{shown} and {len(options) - most} more"
