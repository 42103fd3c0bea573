"""Similarity: PSNR and SSIM of generated clips against the reference futures, a diagnostic."""

import streamlit as st

from evalcore.plots import similarity_strip
from evalcore.tables import judged_similarity, judged_similarity_clips
from evalcore.ui import (
    choose_many,
    choose_model,
    choose_scope,
    choose_similarity_metric,
    clip_link,
    compare_with_references,
    follow_click,
    generated_models,
    incomplete_banner,
    judged_data,
    pick_row,
    show_failures,
    show_figure,
    show_table,
    theme,
)

st.title("Similarity", anchor=False)
st.info(
    "**A diagnostic.** These are not the PSNR and SSIM of the published table, which stem from other clips; no ranking "
    "takes them.",
    icon=":material/info:",
)
data = judged_data()
with st.container(horizontal=True, vertical_alignment="bottom"):
    models = choose_many("Models", generated_models(data), query="models")
    subset = choose_scope(data)
if not models:
    st.info("Choose at least one model.", icon=":material/info:")
    st.stop()
results = compare_with_references(data, models, subset)
show_table(judged_similarity(results), name="similarity")
show_failures(results)

st.subheader("Conditions of one model", anchor=False)
with st.container(horizontal=True, vertical_alignment="bottom"):
    model = choose_model(models)
    metric = choose_similarity_metric()
result = results[models.index(model)]
incomplete_banner(result, listed=False)
name = f"similarity-{metric}-{model}"
show_figure(similarity_strip(result, metric, theme=theme()), name=name, select=True)
follow_click(name, "condition")
condition_ids = [row.condition_id for row in result.conditions]
condition_id = pick_row(
    judged_similarity_clips(result), condition_ids, label="Condition", query="condition", name=f"similarity-{model}"
)
if condition_id:
    clip_link(model, condition_id)
