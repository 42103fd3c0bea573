"""The frame around every page: title, navigation, and which workspace is open."""

from __future__ import annotations

import os
from importlib import import_module
from itertools import groupby
from pathlib import Path
from threading import Thread

import streamlit as st
from streamlit.runtime.pages_manager import PagesManager

from evalcore.ui.launch import reviewers_only
from evalcore.ui.literal import STYLE
from evalcore.ui.pages import PAGES, REVIEWERS_PAGE
from evalcore.ui.session import WORKSPACE_VARIABLE

__all__ = ["prepare_server", "run_page"]

_PICTURES = Path(__file__).with_name("pictures")
# Every choice of the app always has a value; to say "(required)" at each would only be noise.
_STYLE = (
    "<style>[data-testid=stWidgetLabelRequired] { display: none; }"
    # Tables need the width more than the margins do.
    "@media (min-width: 1024px) { [data-testid=stMainBlockContainer] { padding-inline: 2rem; } }"
    f"{STYLE}</style>"
)
_SIDEBAR = 212  # pixels
_BARE = "<style>[data-testid=stHeader] { display: none; }</style>"


def prepare_server() -> None:
    """Make the server ready for its first visitor, before it answers anybody.

    Streamlit takes a folder called ``pages`` for an app of its older kind until the script has run once; a first visit
    by a link to a page would meet "Page not found". What every page imports is imported here, so that nobody waits for
    it; the compiled baseline follows beside the first visit.
    """
    PagesManager.uses_pages_directory = False
    if reviewers_only():
        import_module("evalcore.ui.marking")
        return
    for name in ("evalcore.tables", "evalcore.plots", "evalcore.ui.rollout_clip"):
        import_module(name)
    Thread(target=import_module, args=("evalcore.rollout._advect",), daemon=True).start()


def run_page() -> None:
    """Set the page up, show the navigation and run the page that the address names."""
    if reviewers_only():
        _run_reviewers_page()
        return
    icon = str(_PICTURES / "icon.svg")
    st.set_page_config(page_title="evalcore", page_icon=icon, layout="wide", initial_sidebar_state=_SIDEBAR)
    st.html(_STYLE)
    st.logo(str(_PICTURES / "logo.svg"), size="large", icon_image=icon)
    sections = {
        section: [
            st.Page(page.path, title=page.title, icon=page.icon, url_path=page.url, default=page is PAGES[0])
            for page in pages
        ]
        for section, pages in groupby(PAGES, key=lambda page: page.section)
    }
    chosen = st.navigation(sections, expanded=True)
    if os.environ.get(WORKSPACE_VARIABLE):
        st.sidebar.text(f"Workspace: {Path(os.environ[WORKSPACE_VARIABLE]).name}")
    chosen.run()


def _run_reviewers_page() -> None:
    """The Mark page alone: no other page exists under any address, so that none can tell what is compared."""
    st.set_page_config(page_title="Mark", page_icon=str(_PICTURES / "icon.svg"), layout="wide")
    st.html(_STYLE)
    st.html(_BARE)
    page = st.Page(REVIEWERS_PAGE.path, title=REVIEWERS_PAGE.title, url_path=REVIEWERS_PAGE.url, default=True)
    st.navigation([page], position="hidden").run()
