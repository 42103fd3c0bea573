"""What the overview says of the scene protocol: samples, models, runs, and how much of the chosen run succeeded."""

from __future__ import annotations

import streamlit as st

from evalcore.tables import (
    failures,
    provenance,
    scene_coverage,
    scene_notes,
    scene_runs,
    scene_sample_list,
    scene_scores,
)
from evalcore.ui.charts import show_table
from evalcore.ui.notices import incomplete_banner
from evalcore.ui.scene import choose_scene_result, read_scene_results, scene_data, show_scene_contents

__all__ = ["show_scene_overview"]


def show_scene_overview() -> None:
    """Samples and models of the workspace, its runs, and the scores, failures and provenance of the chosen one."""
    data = scene_data()
    show_scene_contents(data)
    show_table(scene_sample_list(data), name="scene-samples")
    if runs := read_scene_results():
        show_table(scene_runs(runs), name="scene-runs")
    result = choose_scene_result()
    incomplete_banner(result, listed=False)
    if result.failures:
        show_table(failures(result), name="scene-failures")
    show_table(scene_scores(result), name="scene-scores")
    show_table(scene_coverage(result), name="scene-coverage")
    show_table(scene_notes(result), name="scene-warnings")
    with st.expander("Provenance of this run"):
        show_table(provenance(result.record), name="scene-provenance")
