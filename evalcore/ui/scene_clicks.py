"""What is clicked in a three-dimensional figure: Streamlit hears of points in flat figures alone."""

from __future__ import annotations

from pathlib import Path

import streamlit as st

__all__ = ["clicked_object"]

_PARTS = Path(__file__).with_name("scene_parts")

_component = st.components.v2.component(
    "evalcore_scene_clicks",
    html='<p class="clicks">A click on an object selects its row; a drag turns the scene, the wheel comes nearer.</p>',
    css=".clicks { margin: 0; font-size: 0.875rem; opacity: 0.72; }",
    js=(_PARTS / "scene_clicks.js").read_text("utf-8"),
)


def clicked_object(figure: str, *, key: str) -> str | None:
    """The ``customdata`` of what was clicked in the figure whose ``layout.meta`` is ``figure``.

    Known in the one run that follows the click, else None. It takes the place of a line below the figure that says
    what the pointer does.
    """
    chosen = _component(key=key, data={"figure": figure}, on_chosen_change=lambda: None).get("chosen")
    return None if chosen is None else str(chosen)
