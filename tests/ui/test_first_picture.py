from __future__ import annotations

import threading
import time
from types import SimpleNamespace

import pytest

from evalcore.ui import first_picture
from evalcore.ui.first_picture import drawn, expect_picture, pictures_first


@pytest.fixture
def session(monkeypatch):
    """A session of a reader with a browser."""
    fake = SimpleNamespace(session_state={}, context=SimpleNamespace(url="http://127.0.0.1:8501"))
    monkeypatch.setattr(first_picture, "st", fake)
    return fake


def test_the_rest_of_the_page_comes_once_the_viewer_has_drawn(session, monkeypatch):
    monkeypatch.setattr(first_picture, "PATIENCE_S", 30)
    name = expect_picture("viewer")
    page = threading.Thread(target=pictures_first, args=("viewer",))
    page.start()
    page.join(0.05)
    assert page.is_alive()
    drawn(name)
    page.join(10)
    assert not page.is_alive()


def test_a_picture_that_is_there_already_is_not_waited_for(session):
    drawn(expect_picture("viewer"))
    began = time.monotonic()
    pictures_first("viewer")
    pictures_first("viewer")  # nor is one that nobody expects any more
    assert time.monotonic() - began < first_picture.PATIENCE_S


def test_a_browser_that_draws_nothing_does_not_keep_the_page(session, monkeypatch):
    monkeypatch.setattr(first_picture, "PATIENCE_S", 0.02)
    expect_picture("viewer")
    pictures_first("viewer")
    assert session.session_state == {}


def test_without_a_browser_nobody_is_waited_for(session, monkeypatch):
    monkeypatch.setattr(first_picture, "PATIENCE_S", 30)
    session.context.url = None
    expect_picture("viewer")
    began = time.monotonic()
    pictures_first("viewer")
    assert time.monotonic() - began < 10


def test_names_cannot_be_guessed_and_go_with_their_session(session):
    name = expect_picture("viewer")
    assert len(name) == 32
    assert name != expect_picture("other")
    drawn("no such name")
    session.session_state.clear()
    drawn(name)
    assert name not in first_picture._EXPECTED
