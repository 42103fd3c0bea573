"""Judge frames: one clip as its judge gets it, the truth beside it, every frame, and the request."""

import streamlit as st

from evalcore.plots import sampling_timeline
from evalcore.tables import judged_sampling
from evalcore.ui import (
    FRAMES_BELOW,
    choose_generated_clip,
    choose_profile,
    follow_frame,
    hash_table,
    judged_data,
    look_at,
    open_prompts,
    pictures_first,
    released_judgments,
    show_every_frame,
    show_figure,
    show_judge_frames,
    show_request,
    show_table,
    show_truth,
    theme,
)

st.title("Judge frames", anchor=False)
st.caption("The pictures of one clip that a judge gets, pixel for pixel. A click on one shows its frame below.")
data = judged_data()
with st.container(horizontal=True, vertical_alignment="bottom"):
    clip = choose_generated_clip(data)
    profile = choose_profile()
condition_id = clip.condition.condition_id
name = f"{clip.model}-{condition_id}"
seen = look_at(clip, profile)
if seen:
    clicked = show_judge_frames(seen)
    follow_frame(clicked, figure=f"judge-frames-{name}")
    figure_place = st.container()

st.subheader("Every frame", anchor=FRAMES_BELOW)
show_every_frame(clip, seen, key="judge_frames.viewer")
if seen:
    pictures_first("judge_frames.viewer")
    with figure_place:
        figure = sampling_timeline(seen.timeline, condition_id=condition_id, theme=theme())
        show_figure(figure, name=f"judge-frames-{name}", select=True)

st.subheader("Truth and judgments", anchor=False)
show_truth(clip)
show_table(released_judgments(clip), name=f"judgments-{name}")
if not seen:
    st.stop()

st.subheader("The request, as it would be sent", anchor=False)
prompts = open_prompts(data)
if prompts:
    show_request(seen, prompts)

st.subheader("Hashes", anchor=False)
show_table(judged_sampling(seen.sample, condition_id=condition_id), name=f"frames-{profile.name}-{name}")
show_table(hash_table(seen, prompts), name=f"hashes-{name}")
