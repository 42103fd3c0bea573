"""The scene data and runs that the scene pages look at, and the choices that the pages share."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from shlex import quote

import streamlit as st

from evalcore.errors import EvalcoreError
from evalcore.metrics import METRICS as DECLARED
from evalcore.scene import METRICS, SceneData, SceneResult, load
from evalcore.ui.notices import empty_state, show_error
from evalcore.ui.pages import PAGES
from evalcore.ui.permalinks import choose
from evalcore.ui.session import choose_run, read_runs, result_files, workspace
from evalcore.workspace import Workspace

__all__ = [
    "FOLDER",
    "choose_scene_metric",
    "choose_scene_model",
    "choose_scene_result",
    "choose_scene_sample",
    "inspection_link",
    "read_scene_results",
    "scene_data",
    "scene_run_files",
    "scene_space",
    "show_scene_contents",
]

FOLDER = "scene"
INSPECTION = "scene-inspection"  # address of the page


def scene_space() -> Workspace:
    """The data folder of the scene protocol in the open workspace; without one the page says what to do and stops."""
    space = workspace()
    if not space.path(FOLDER).is_dir():
        empty_state(
            "No scenes yet",
            f"This workspace has no folder `{FOLDER}`: ground truth and models' scenes, as `data/README.md` lays them "
            "out. The demonstration has one:",
            commands=["evalcore demo demo-workspace", "evalcore app --workspace demo-workspace"],
        )
        st.stop()
    return Workspace(space.path(FOLDER))


def scene_run_files(space: Workspace) -> dict[str, Path]:
    """The saved runs of the scene protocol by name."""
    return result_files(space, SceneResult.protocol)


def choose_scene_result() -> SceneResult:
    """Let the reader choose one of the scored runs (``?run=``, in the sidebar) and return it.

    Where there is none, or it cannot be read, the page says what to do and stops.
    """
    data = scene_space()
    files = scene_run_files(workspace())
    if not files:
        empty_state(
            "Nothing is scored yet",
            "This workspace has no results of the scene protocol. Score it and reload this page; with Blender, leave "
            "out `--geometry-only`:",
            commands=[f"evalcore scene score --data-root {quote(str(data.root))} --geometry-only"],
        )
        st.stop()
    return choose_run(files, SceneResult)


def read_scene_results() -> dict[str, SceneResult]:
    """All saved runs by name; one that cannot be read is shown as an error in its place."""
    return read_runs(scene_run_files(workspace()), SceneResult)


def scene_data(result: SceneResult | None = None) -> SceneData:
    """The samples and models of the data folder, as far as ``result`` has them; no scene is opened.

    Data that cannot be read is shown as an error, and the page stops.
    """
    space = scene_space()
    try:
        if result is None:
            return load(space)
        config = result.config
        track = space.path(config.track) if (space.root / config.track).is_file() else None
        return load(space, track=track, models=config.models, config=config)
    except EvalcoreError as error:
        show_error(error, title="The scenes of this workspace cannot be listed")
        st.stop()


def choose_scene_metric(metrics: Sequence[str] = METRICS, *, default: str = "object_aabb_iou") -> str:
    """One of the protocol's six figures (``?metric=``)."""
    names = {DECLARED[metric].label: metric for metric in metrics}
    return names[choose("Figure", list(names), query="metric", default=DECLARED[default].label)]


def choose_scene_model(models: Sequence[str], *, label: str = "Model", query: str = "model") -> str:
    """One of ``models`` (``?model=``)."""
    return choose(label, models, query=query)


def choose_scene_sample(sample_ids: Sequence[str]) -> str:
    """One of the samples (``?sample=``)."""
    return choose("Sample", sample_ids, query="sample")


def inspection_link(sample_id: str, model: str) -> None:
    """A link to one sample of a model in 3D."""
    page = next(page for page in PAGES if page.url == INSPECTION)
    asked = {"sample": sample_id, "model": model, "run": str(st.session_state["run"])}
    st.page_link(page.path, label="Look at this sample in 3D", icon=page.icon, query_params=asked)


def show_scene_contents(data: SceneData) -> None:
    """How many samples and models the data has."""
    with st.container(horizontal=True):
        st.metric("Samples", len(data.samples), border=True)
        st.metric("Models", len(data.models), border=True)
