"""Scene inspection: one sample of a model in 3D against ground truth, its objects, figures, alignment and renders."""

import streamlit as st

from evalcore.ui import (
    choose_scene_model,
    choose_scene_sample,
    choose_settings,
    incomplete_banner,
    inspect_sample,
    open_scene_run,
    show_objects,
    show_refusals,
    show_renders,
    show_sample_details,
    show_sample_figures,
)

st.title("Scene inspection", anchor=False)
run, data = open_scene_run()
with st.container(horizontal=True, vertical_alignment="bottom"):
    sample_id = choose_scene_sample([sample.sample_id for sample in data.samples])
    model = choose_scene_model(data.models)
    config = choose_settings(run.config if run else data.config)
if run:
    incomplete_banner(run, listed=False)
[sample] = [one for one in data.samples if one.sample_id == sample_id]
inspection = inspect_sample(data.files(sample), model, config)
show_refusals(inspection)
show_sample_figures(inspection, run, sample_id=sample_id, model=model)
show_objects(inspection, sample_id=sample_id, model=model)
show_renders(run, data, config, sample_id=sample_id, model=model)
show_sample_details(inspection, run, sample_id=sample_id, model=model)
