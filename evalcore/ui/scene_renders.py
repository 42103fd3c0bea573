"""The two renders of one sample and their difference, where a run has made them."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from shlex import quote

import numpy as np
import numpy.typing as npt
import streamlit as st

from evalcore.batch import file_sha256
from evalcore.errors import EvalcoreError, InputError
from evalcore.scene import (
    SampleScore,
    SceneConfig,
    SceneData,
    SceneResult,
    picture_path,
    read_picture,
    renders_folder,
)
from evalcore.scene.data import GROUND_TRUTH
from evalcore.ui.frame_store import FrameSource
from evalcore.ui.literal import literal_remarks
from evalcore.ui.notices import empty_state, show_error
from evalcore.ui.scene import scene_run_files
from evalcore.ui.scene_sample import saved_score
from evalcore.ui.session import workspace
from evalcore.ui.viewer import Stream, frame_viewer
from evalcore.workspace import Workspace

__all__ = ["show_renders"]


def show_renders(run: SceneResult | None, data: SceneData, config: SceneConfig, *, sample_id: str, model: str) -> None:
    """Ground truth and prediction as the run rendered them, their absolute difference, PL and N-CLIP.

    Where there are no pictures, why, and how to make them.
    """
    st.subheader("Renders", anchor=False)
    saved = saved_score(run, sample_id, model)
    try:
        paths = _paths(sample_id, model) if run else {}
        there = {name: path for name, path in paths.items() if path.is_file()}
    except EvalcoreError as error:
        show_error(error, title="The renders of this run cannot be found")
        return
    if len(there) < 2:
        _say_why_not(saved, data, there)
        return
    if run and run.config.align != config.align:
        literal_remarks(f"The renders are the run's, after its alignment {run.config.align}.")
    streams = [
        Stream("gt", "Ground truth", _source(there["gt"]), note="render"),
        Stream("pred", model, _source(there["pred"]), note="render, aligned", captions=[_caption(saved)]),
    ]
    frame_viewer(streams, key="scene.renders", times=[0.0], difference=("gt", "pred"), height=432)
    if run and not run.config.rendering.comparable:
        literal_remarks(
            f"Lights: {run.config.rendering.lights}. Not comparable with published PL, whose renders have each scene's "
            "own lights."
        )


def _paths(sample_id: str, model: str) -> dict[str, Path]:
    result = scene_run_files(workspace())[str(st.session_state["run"])]
    folder = renders_folder(result)
    return {
        name: Workspace(result.parent).path(str(picture_path(folder, sample_id, owner).relative_to(result.parent)))
        for name, owner in (("gt", GROUND_TRUTH), ("pred", model))
    }


def _say_why_not(saved: SampleScore | None, data: SceneData, there: dict[str, Path]) -> None:
    reason = saved.pl_reason if saved else None
    if there:
        reason = "one of the two pictures is missing"
    root = quote(str(data.workspace.root))
    empty_state(
        "Not rendered",
        "The run has no pictures of this sample, and so no PL and no N-CLIP. All above is geometry and holds without "
        "them. With Blender, a scoring run renders every sample:",
        commands=["make blender", f"evalcore scene score --data-root {root}"],
    )
    if reason:
        literal_remarks(f"The run says: {reason}.")


def _caption(saved: SampleScore | None) -> str:
    figures = []
    for label, name in (("PL", "pl"), ("N-CLIP", "n_clip")):
        value = getattr(saved, name) if saved else None
        why = getattr(saved, f"{name}_reason") if saved else "the run has no value"
        figures.append(f"{label} {value:.3f}" if value is not None else f"{label} n/a ({why})")
    return " · ".join(figures)


def _source(path: Path) -> FrameSource:
    return FrameSource(f"render {file_sha256(path)}", partial(_picture, path))


def _picture(path: Path) -> npt.NDArray[np.uint8]:
    try:
        return read_picture(path)[None]
    except OSError as error:
        raise InputError(f"the render cannot be read ({error}).", where=path.name, fix="Score again.") from None
