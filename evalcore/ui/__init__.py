"""What pages are built from; the only part of the package that knows Streamlit.

Names are looked up when they are first used: the command line starts the app through ``evalcore.ui.launch`` and must
not wait for Streamlit to be imported.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from evalcore.ui.candidates import Pick, choose_pick, choose_steps, frames_picture
    from evalcore.ui.charts import clicked_point, show_figure, show_table, theme
    from evalcore.ui.exports import downloads
    from evalcore.ui.first_picture import pictures_first
    from evalcore.ui.frame_store import FrameSource
    from evalcore.ui.literal import literal_heading, literal_remarks
    from evalcore.ui.notices import empty_state, incomplete_banner, notice, show_error, show_errors
    from evalcore.ui.pages import PAGES, PageSpec
    from evalcore.ui.permalinks import choose, choose_many
    from evalcore.ui.rollout import (
        choose_clip,
        choose_comparison,
        choose_method,
        choose_metric,
        choose_panels,
        choose_sample,
        clip_ids_of,
        frame_of_step,
        show_contents,
    )
    from evalcore.ui.rollout_clip import open_data, show_clip
    from evalcore.ui.session import choose_result, read_results, result_files, workspace
    from evalcore.ui.viewer import Stream, frame_viewer

__all__ = [
    "PAGES",
    "FrameSource",
    "PageSpec",
    "Pick",
    "Stream",
    "choose",
    "choose_clip",
    "choose_comparison",
    "choose_many",
    "choose_method",
    "choose_metric",
    "choose_panels",
    "choose_pick",
    "choose_result",
    "choose_sample",
    "choose_steps",
    "clicked_point",
    "clip_ids_of",
    "downloads",
    "empty_state",
    "frame_of_step",
    "frame_viewer",
    "frames_picture",
    "incomplete_banner",
    "literal_heading",
    "literal_remarks",
    "notice",
    "open_data",
    "pictures_first",
    "read_results",
    "result_files",
    "show_clip",
    "show_contents",
    "show_error",
    "show_errors",
    "show_figure",
    "show_table",
    "theme",
    "workspace",
]

_HOMES = {
    "candidates": ("Pick", "choose_pick", "choose_steps", "frames_picture"),
    "charts": ("clicked_point", "show_figure", "show_table", "theme"),
    "exports": ("downloads",),
    "first_picture": ("pictures_first",),
    "frame_store": ("FrameSource",),
    "literal": ("literal_heading", "literal_remarks"),
    "notices": ("empty_state", "incomplete_banner", "notice", "show_error", "show_errors"),
    "pages": ("PAGES", "PageSpec"),
    "permalinks": ("choose", "choose_many"),
    "rollout": (
        "choose_clip",
        "choose_comparison",
        "choose_method",
        "choose_metric",
        "choose_panels",
        "choose_sample",
        "clip_ids_of",
        "frame_of_step",
        "show_contents",
    ),
    "rollout_clip": ("open_data", "show_clip"),
    "session": ("choose_result", "read_results", "result_files", "workspace"),
    "viewer": ("Stream", "frame_viewer"),
}
_HOME = {name: module for module, names in _HOMES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
