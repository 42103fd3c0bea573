"""Pictures before figures: on a first visit the browser gets the rest of the page once the viewer has drawn.

The library that draws figures is several megabytes: where it comes first, it keeps the browser from drawing frames for
longer than fetching and drawing them takes.
"""

from __future__ import annotations

import secrets
import threading
from weakref import WeakValueDictionary

import streamlit as st

__all__ = ["drawn", "expect_picture", "pictures_first"]

PATIENCE_S = 1.5  # a browser that draws nothing must not keep the page waiting

_EXPECTED: WeakValueDictionary[str, threading.Event] = WeakValueDictionary()


def expect_picture(key: str) -> str:
    """A name (32 hexadecimal digits) that the browser calls :func:`drawn` with, once the viewer ``key`` has drawn."""
    name = secrets.token_hex(16)
    # The session alone keeps the event alive: what nobody waits for any more goes with it.
    st.session_state[f"{key}.drawn"] = _EXPECTED[name] = threading.Event()
    return name


def drawn(name: str) -> None:
    """The browser has drawn what :func:`expect_picture` gave this name to; other names do nothing."""
    event = _EXPECTED.get(name)
    if event is not None:
        event.set()


def pictures_first(key: str) -> None:
    """Hold back what comes next on the page until the viewer ``key`` has drawn, once a session and 1.5 s at most."""
    event = st.session_state.pop(f"{key}.drawn", None)
    if event is not None and st.context.url:  # without a browser there is nobody to wait for
        event.wait(PATIENCE_S)
