"""Choices that stand in the page's address, so that a copied link opens the same view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import streamlit as st

from evalcore.ui.notices import notice

__all__ = ["choose", "choose_many"]


def choose(
    label: str,
    options: Sequence[str],
    *,
    query: str,
    default: str | None = None,
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
    style
        A menu, or a row of buttons for a few short options.

    Raises
    ------
    ValueError
        There are no options.
    """
    if not options:
        raise ValueError(f"no options for {query!r}")
    _seed(list(options), query, default if default is not None and default in options else options[0])
    if style == "menu":
        chosen = st.selectbox(label, options, index=None, key=query, bind="query-params", required=True, help=help)
    else:
        chosen = st.segmented_control(
            label,
            options,
            key=query,
            bind="query-params",
            required=True,
            help=help,
        )
    return str(chosen)


def choose_many(
    label: str, options: Sequence[str], *, query: str, default: Sequence[str] | None = None, help: str | None = None
) -> list[str]:
    """Like :func:`choose` for any number of ``options``, in their order; ``default`` is all of them."""
    names = list(options)
    _seed(names, query, names if default is None else [name for name in default if name in names])
    chosen = st.multiselect(label, names, key=query, bind="query-params", help=help)
    return [name for name in names if name in chosen]


def _seed(options: list[str], query: str, default: str | list[str]) -> None:
    """Set the widget before it exists where the address does not: a link with a wrong name must say so, and a view
    that was not chosen by hand must be in the address too, or its link would change with the defaults."""
    many = isinstance(default, list)
    current = st.session_state.get(query)
    if current is not None and set(current if many else [current]) <= set(options):
        return
    asked = st.query_params.get_all(query)
    unknown = [name for name in asked if name not in options]
    if unknown:
        names = ", ".join(repr(name) for name in unknown)
        text = f"There is no {query} {names}; there is {_listed(options)}."
        notice("The link names something that is not here", text, kind="warning")
    if asked and not unknown and (many or len(asked) == 1):
        return
    st.session_state[query] = default
    if current is None:
        # Only before the widget is bound; from then on Streamlit keeps the address.
        st.query_params[query] = default


def _listed(options: list[str], *, most: int = 8) -> str:
    shown = ", ".join(options[:most])
    return shown if len(options) <= most else f"{shown} and {len(options) - most} more"
