"""Scene table: models by figures with intervals, sample by sample, by alignment, in pairs, and what stands behind."""

import streamlit as st

from evalcore.plots import scene_forest, scene_paired_forest, scene_sensitivity_plot, scene_strip
from evalcore.scene import GEOMETRY, METRICS
from evalcore.tables import (
    failures,
    provenance,
    scene_by_sample,
    scene_coverage,
    scene_notes,
    scene_paired,
    scene_pairs,
    scene_scores,
    scene_sensitivity,
)
from evalcore.ui import (
    align_every_way,
    choose,
    choose_scene_metric,
    choose_scene_model,
    choose_scene_result,
    compare_with,
    follow_click,
    incomplete_banner,
    show_figure,
    show_scene_samples,
    show_table,
    theme,
)

CLICKS = {  # view -> what a click on its figure chooses
    "Models": ("model",),
    "Samples": ("sample", "model"),
    "Alignment": ("model", "sample"),
    "Pairs": ("model",),
}

st.title("Scene table", anchor=False)
result = choose_scene_result()
incomplete_banner(result, listed=False)
with st.container(horizontal=True, vertical_alignment="bottom"):
    view = choose("View", list(CLICKS), query="view", style="buttons")
    metric = choose_scene_metric(GEOMETRY if view == "Alignment" else METRICS)
models, name = list(result.models), f"scene-{view.lower()}-{metric}"
follow_click(name, *CLICKS[view])

figure = table = None
pairs = compare_with(result, metric) if view == "Pairs" else []
if view == "Models":
    figure, table = scene_forest(result, metric, theme=theme()), scene_scores(result)
elif view == "Samples":
    figure, table = scene_strip(result, metric, theme=theme()), scene_by_sample(result, metric)
elif view == "Alignment":
    if rows := align_every_way(result):
        figure = scene_sensitivity_plot(rows, metric, models=models, theme=theme())
        table = scene_sensitivity(rows, metric)
elif pairs:
    figure, table = scene_paired_forest(pairs, models=models, theme=theme()), scene_paired(pairs)
if figure and table:
    show_figure(figure, name=name, select=True)
    st.caption("A click chooses the model, and the sample that it is of, for the lists below.")
    show_table(table, name=name)

st.subheader("Samples of one model", anchor=False)
model = choose_scene_model(models)
for pair in (pair for pair in pairs if pair.model == model):
    show_table(scene_pairs(pair), name=f"{name}-{model}")
show_scene_samples(result, model)

st.subheader("Behind the run", anchor=False)
if result.failures:
    show_table(failures(result), name="scene-failures")
show_table(scene_coverage(result), name="scene-coverage")
show_table(scene_notes(result), name="scene-warnings")
with st.expander("Provenance of this run"):
    show_table(provenance(result.record), name="scene-provenance")
