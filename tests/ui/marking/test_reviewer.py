from __future__ import annotations

import pytest
from streamlit.runtime.context import ContextProxy

from evalcore.ui.marking import reviewer


@pytest.fixture
def browser(monkeypatch):
    """A browser with one cookie: ``browser(value)``."""

    def has(value):
        monkeypatch.setattr(ContextProxy, "url", "http://127.0.0.1/")
        monkeypatch.setattr(ContextProxy, "cookies", {reviewer.COOKIE: value})

    return has


@pytest.mark.parametrize(
    ("kept", "name"),
    [
        ("ann", "ann"),
        ("Zo%C3%AB%20%3B%20B", "Zoë ; B"),
        ("", None),
        ("%20", None),
        ("a%0Ab", None),
        ("x" * 81, None),
    ],
)
def test_the_name_comes_from_the_browser_if_it_can_be_one(browser, kept, name):
    browser(kept)
    assert reviewer._kept() == name
