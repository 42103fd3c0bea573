"""Error by prediction step: one curve a method, the clips behind it, and the frames behind a clip."""

import streamlit as st

from evalcore.plots import mark_breaks, small_multiples, step_curves
from evalcore.tables import joined_breaks, rollout_clips, rollout_samples, rollout_scores
from evalcore.ui import (
    choose,
    choose_breaks,
    choose_clip,
    choose_many,
    choose_metric,
    choose_panels,
    choose_result,
    choose_sample,
    clicked_point,
    clip_ids_of,
    frame_of_step,
    human_breaks,
    incomplete_banner,
    open_data,
    pictures_first,
    show_clip,
    show_figure,
    show_table,
    theme,
    workspace,
)

AXES = {"Step": "step", "Milliseconds": "ms"}
VIEWS = {"Means": None, "Means and clips": "all", "One panel a clip": "panels"}

st.title("Per-step error", anchor=False)
space = workspace()
result = choose_result("rollout")
incomplete_banner(result)
if not result.clips:
    st.info("No clip of this run has a value; the failures above say why.", icon=":material/info:")
    st.stop()

with st.container(horizontal=True, vertical_alignment="bottom"):
    metric = choose_metric()
    axis = AXES[choose("Axis", list(AXES), query="axis", style="buttons", help="After the last conditioning frame.")]
    view = VIEWS[choose("View", list(VIEWS), query="view", style="buttons")]
    with_breaks = choose_breaks()
methods = choose_many("Methods", list(result.methods), query="methods")
if not methods:
    st.info("Choose at least one method above.", icon=":material/info:")
    st.stop()

breaks = human_breaks(result, metric) if with_breaks else None
if view == "panels":
    panels = choose_panels(result, methods)
    figure = small_multiples(result, metric, axis=axis, methods=methods, page=panels, theme=theme())
else:
    clips = view or (breaks and breaks.clip_ids)
    figure = step_curves(result, metric=metric, axis=axis, methods=methods, clips=clips, theme=theme())
if breaks:
    mark_breaks(figure, breaks, theme=theme())
name = f"per-step-{metric}"
figure_place = st.container()
_, clicked, step = clicked_point(name) or (None, None, None)

st.subheader("Frames", anchor=False)
st.caption("Click a point of the figure to stand at its step; a clip's own curve also chooses the clip.")
frame = frame_of_step(step, result.config)
with st.container(horizontal=True, vertical_alignment="bottom"):
    clip_id = choose_clip(clip_ids_of(result), clicked=clicked, frame=frame, page="per_step")
    shown = choose_many("Shown beside the truth", methods, query="shown", default=methods[:3])
sample = choose_sample(result, clip_id, shown)
if data := open_data(space, result):
    show_clip(data, result, clip_id, shown, key="per_step.viewer", sample=sample)
    pictures_first("per_step.viewer")
with figure_place:
    show_figure(figure, name=name, select=True)

if breaks:
    show_table(joined_breaks(breaks), name=f"breaks-{metric}")
show_table(rollout_scores(result), name="rollout-scores")
show_table(rollout_clips(result, metric), name=f"rollout-clips-{metric}")
if any(clip.samples for clip in result.clips):
    show_table(rollout_samples(result, metric), name=f"rollout-samples-{metric}")
