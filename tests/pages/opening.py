"""Pages opened by Streamlit's own test harness, and what is on them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from streamlit.testing.v1 import AppTest

from evalcore.rollout import default_folder, score
from evalcore.ui import PAGES
from evalcore.ui.launch import app_script
from evalcore.workspace import Workspace

__all__ = ["keep", "opened", "streams", "texts"]


def keep(root: Path, name: str, **options: Any) -> None:
    """Score the workspace and save the run where the app finds it."""
    space = Workspace(root)
    score(space, **options).save(default_folder(space, name))


def opened(page: str, /, **query: str | list[str]) -> AppTest:
    """The app with ``page`` open; ``query`` is its address."""
    app = AppTest.from_file(str(app_script()), default_timeout=60)
    for key, value in query.items():
        app.query_params[key] = value
    app.run()
    if page != PAGES[0].path:
        app.switch_page(page).run()
    assert not app.exception, [one.message for one in app.exception]
    return app


def texts(app: AppTest) -> str:
    """Everything that is written on the page, without tables."""
    elements = [*app.markdown, *app.text, *app.warning, *app.error, *app.info, *app.success, *app.caption, *app.code]
    written = [str(one.value) for one in [*elements, *app.subheader]]
    return "\n".join([*written, *(one.proto.body for one in app.get("html"))])


def streams(app: AppTest) -> dict[str, dict[str, Any]]:
    """The streams of the page's frame viewer by id."""
    [viewer] = app.get("bidi_component")
    return {stream["id"]: stream for stream in json.loads(viewer.proto.json)["streams"]}
