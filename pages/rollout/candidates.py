"""Candidates: the clips that numeric rules choose for a figure, with their frames and runners-up."""

import streamlit as st

from evalcore.plots import candidate_strip
from evalcore.rollout import candidates
from evalcore.tables import rollout_candidates
from evalcore.ui import (
    choose_comparison,
    choose_many,
    choose_method,
    choose_pick,
    choose_result,
    choose_sample,
    choose_steps,
    frames_picture,
    incomplete_banner,
    open_data,
    show_clip,
    show_errors,
    show_figure,
    show_table,
    theme,
    workspace,
)

st.title("Candidates", anchor=False)
st.caption("Clips to show are chosen by rules on the paired differences, never by eye; anyone can compute them again.")
space = workspace()
result = choose_result("rollout")
incomplete_banner(result)
pairs = choose_comparison(result)
pair = choose_method(pairs)
choice = candidates(result, pair.method, pair.baseline, metric=pair.metric)

name = f"candidates-{pair.metric}-{pair.method}-{pair.baseline}"
show_figure(candidate_strip(choice, pair, methods=list(result.methods), theme=theme()), name=name)
show_table(rollout_candidates(choice), name=name)
st.download_button(
    "JSON with all runners-up",
    choice.to_json(),
    file_name=f"{name}.json",
    mime="application/json",
    icon=":material/download:",
    on_click="ignore",
)

st.subheader("Frames of a candidate", anchor=False)
others = [one.method for one in pairs if one.method != pair.method]
with st.container(horizontal=True, vertical_alignment="bottom"):
    pick = choose_pick(choice)
    shown = [pair.method, pair.baseline, *choose_many("Also show", others, query="also", default=[])]
sample = choose_sample(result, pick.clip_id, shown)
data = open_data(space, result)
if data is None:
    st.stop()
show_clip(data, result, pick.clip_id, shown, key="candidates.viewer", sample=sample)

st.subheader("Figure", anchor=False)
steps = choose_steps(data.config.horizon)
if not steps:
    st.info("Choose at least one step.", icon=":material/info:")
    st.stop()
if any(data.samples.get(method, 0) > 1 for method in shown):
    st.caption("Of a model with several samples the figure shows the chosen one; the rule took the mean over samples.")
with show_errors("The figure cannot be drawn"), st.spinner("Drawing"):
    picture = frames_picture(data, pick, shown, steps=steps, sample=sample, theme=theme())
    st.image(picture, alt=pick.title, output_format="PNG")
    st.download_button("PNG", picture, file_name=f"{pick.file_name}.png", icon=":material/download:", on_click="ignore")
