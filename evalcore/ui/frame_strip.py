"""A numbered strip of pictures, pixel for pixel, each of which leads to its frame in the viewer."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import streamlit as st

from evalcore.ui.frame_route import frame_folder
from evalcore.ui.frame_store import STORE, FrameSource

__all__ = ["frame_strip"]

_PARTS = Path(__file__).with_name("strip_parts")

_component = st.components.v2.component(
    "evalcore_frame_strip",
    html='<ol class="strip" aria-label="Pictures in the order of time"></ol>',
    css=(_PARTS / "frame_strip.css").read_text("utf-8"),
    js=(_PARTS / "frame_strip.js").read_text("utf-8"),
)


def frame_strip(
    source: FrameSource, *, frames: Sequence[int], times: Sequence[float], key: str, target: str = ""
) -> int | None:
    """Show every picture of ``source`` at its own size: one pixel on one pixel of the screen, never interpolated.

    Parameters
    ----------
    source
        The pictures, (T, H, W, 3).
    frames, times
        Index in its clip and seconds after the clip's first frame, of each picture.
    key
        Unique on the page.
    target
        Id of the element that a click scrolls to.

    Returns
    -------
    int or None
        The frame whose picture was clicked, in the one run that follows the click.

    Raises
    ------
    ValueError
        Not one frame and one time for each picture.
    EvalcoreError
        As the source raises it.
    """
    token = STORE.register(source)
    length, height, width, _ = STORE.frames(token).shape
    if not length == len(frames) == len(times):
        raise ValueError(f"{length} pictures have {len(frames)} frames and {len(times)} times")
    data = {
        "folder": frame_folder(token),
        "width": width,
        "height": height,
        "target": target,
        "pictures": [{"frame": frame, "time": time} for frame, time in zip(frames, times, strict=True)],
    }
    chosen = _component(key=key, data=data, on_chosen_change=lambda: None).get("chosen")
    return None if chosen is None else int(chosen)
