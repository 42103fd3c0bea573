"""What a page says of one sample of a model: its figures, how they differ from the run's, what stands in the way."""

from __future__ import annotations

import streamlit as st

from evalcore.metrics import METRICS as DECLARED
from evalcore.scene import GEOMETRY, METRICS, RELEASE, SampleScore, SceneData, SceneError, SceneResult
from evalcore.scene.data import GROUND_TRUTH
from evalcore.tables import scene_boxes, scene_degenerate, scene_figures, scene_warnings
from evalcore.tables.scene_sample import MEANINGS, changed_settings, transform_json, transform_words
from evalcore.ui.charts import show_table
from evalcore.ui.literal import literal_remarks
from evalcore.ui.notices import empty_state, notice, show_error
from evalcore.ui.scene import choose_scene_result, scene_data, scene_run_files, scene_space
from evalcore.ui.scene_inspection import Inspection
from evalcore.ui.session import workspace

__all__ = ["open_scene_run", "saved_score", "show_refusals", "show_sample_details", "show_sample_figures"]

AGREE = 1e-9
NO_RUN = "this workspace has no scored run of the scene protocol"


def open_scene_run() -> tuple[SceneResult | None, SceneData]:
    """The run that the reader chooses, and the data that it was made of; without a run, None and all data."""
    scene_space()
    run = choose_scene_result() if scene_run_files(workspace()) else None
    data = scene_data(run)
    if not data.models:
        empty_state(
            "No model has handed in a scene yet",
            "Put each model's scenes into `scene/<model>/<sample_id>/scene.glb` (or `.gltf`, `.blend`) and reload this "
            "page.",
        )
        st.stop()
    return run, data


def show_sample_figures(inspection: Inspection, run: SceneResult | None, *, sample_id: str, model: str) -> None:
    """The six figures as they are compared now; where settings differ from the run's, what the run has."""
    saved = saved_score(run, sample_id, model)
    changed = changed_settings(inspection.config, run.config if run else RELEASE)
    if run is None:
        st.info(
            "**Not scored yet.** Figures of geometry are computed on this page, with the release's settings unless you "
            "choose others; PL and N-CLIP come from a scoring run.",
            icon=":material/info:",
        )
    elif changed:
        st.info(
            f"**Not the run's settings**: {', '.join(changed)}. Figures of geometry are computed on this page; the "
            "run's own stand below each.",
            icon=":material/info:",
        )
    elif saved and inspection.found and _apart(inspection, saved):
        notice(
            "The scenes are not those that were scored",
            "With the run's own settings the figures come out otherwise than the run has them. Score again.",
            kind="warning",
        )
    elif failure := _failure(run, sample_id, model):
        notice("This sample failed in the run", failure, kind="warning")
    with st.container(horizontal=True):
        for metric in METRICS:
            _card(metric, getattr(inspection.found, metric, None), saved, compared=bool(changed))


def _card(metric: str, now: float | None, saved: SampleScore | None, *, compared: bool) -> None:
    spec = DECLARED[metric]
    kept = getattr(saved, metric) if saved else None
    value = kept if metric in ("pl", "n_clip") else now
    delta = f"run {_text(metric, kept)}" if compared and metric not in ("pl", "n_clip") and kept is not None else None
    direction = "Higher is better." if spec.higher_is_better else "Lower is better."
    st.metric(
        spec.label,
        _text(metric, value),
        delta,
        delta_color="off",
        delta_arrow="off",
        border=True,
        help=f"{MEANINGS[metric]} {direction}",
    )


def _text(metric: str, value: float | None) -> str:
    spec = DECLARED[metric]
    if value is None:
        return "n/a"
    return f"{100 * value if spec.percent else value:.{spec.digits}f}{' %' if spec.percent else ''}"


def show_refusals(inspection: Inspection) -> None:
    """Why a scene is not shown, or why the two are not compared, and what to do about it."""
    for owner, error in inspection.unread.items():
        title = "The ground truth cannot be read" if owner == GROUND_TRUTH else "The prediction cannot be read"
        show_error(error, title=title)
        if isinstance(error, SceneError) and error.kind in ("blender", "decoder"):
            with st.container(border=True):
                st.markdown(
                    "**How to get Blender.** This makes an environment of its own for it beside the project (some "
                    "800 MB, once); or name a Blender that you have. Then reload this page."
                )
                st.code("make blender\n# or\nexport EVALCORE_BLENDER=/path/to/blender", language="bash")
    if inspection.unaligned:
        show_error(inspection.unaligned, title="The two scenes cannot be compared with these settings")


def show_sample_details(inspection: Inspection, run: SceneResult | None, *, sample_id: str, model: str) -> None:
    """Warnings, boxes without volume, the transform, the boxes of the scenes, and the figures with their meaning."""
    name, found = f"{sample_id}-{model}", inspection.found
    warnings = scene_warnings(found, inspection.truth, inspection.prediction)
    if len(warnings.frame):
        show_table(warnings, name=f"warnings-{name}")
    if found and found.degenerate:
        show_table(scene_degenerate(found), name=f"without-volume-{name}")
    st.subheader("Alignment", anchor=False)
    if found and found.transform is not None:
        literal_remarks(
            f"Alignment {inspection.config.align}, prediction to ground truth: {transform_words(found.transform)}"
        )
        st.code(transform_json(found.transform), language="json")
    else:
        literal_remarks("There is no transform: the two scenes are not compared, or one of them is empty.")
    show_table(scene_boxes(inspection.truth, inspection.prediction, found), name=f"scene-boxes-{name}")
    unsaved = NO_RUN if run is None else _failure(run, sample_id, model) or "the run does not have this sample"
    show_table(scene_figures(found, saved_score(run, sample_id, model), unsaved=unsaved), name=f"figures-{name}")


def saved_score(run: SceneResult | None, sample_id: str, model: str) -> SampleScore | None:
    """What the run has of one model on one sample; None, where it has nothing."""
    samples = run.samples if run else ()
    return next((one for one in samples if (one.sample_id, one.model) == (sample_id, model)), None)


def _failure(run: SceneResult | None, sample_id: str, model: str) -> str | None:
    failures = run.failures if run else ()
    return next((one.message for one in failures if one.unit == f"{model}/{sample_id}"), None)


def _apart(inspection: Inspection, saved: SampleScore) -> bool:
    return any(abs(getattr(inspection.found, name) - getattr(saved, name)) > AGREE for name in GEOMETRY)
