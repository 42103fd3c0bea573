"""Candidates: the clips that numeric rules choose for a figure, with their frames and runners-up."""

import streamlit as st

from evalcore.plots import candidate_frames, candidate_strip
from evalcore.rollout import RULES, candidates
from evalcore.rollout.frames import observed, prediction, truth
from evalcore.tables import incompleteness, rollout_candidates
from evalcore.ui import (
    choose,
    choose_comparison,
    choose_many,
    choose_result,
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
compared = [pair.method for pair in pairs]
pair = pairs[compared.index(choose("Method", compared, query="method"))]
method, baseline, metric = pair.method, pair.baseline, pair.metric
choice = candidates(result, method, baseline, metric=metric)

show_figure(candidate_strip(choice, pair, methods=list(result.methods), theme=theme()), name=f"candidates-{metric}")
show_table(rollout_candidates(choice), name=f"candidates-{metric}")
st.download_button(
    "JSON with all runners-up",
    choice.to_json(),
    file_name=f"candidates-{metric}.json",
    mime="application/json",
    icon=":material/download:",
    on_click="ignore",
)

st.subheader("Frames of a candidate", anchor=False)
rule = choose("Rule", list(RULES), query="rule", default="q25", style="buttons")
chosen = choice.rules[rule]
ranked = [chosen.clip_id, *(one.clip_id for one in chosen.runners_up)]
clip_id = choose(f"Clip: {rule} takes the first, its runners-up follow", ranked, query=f"clip-{rule}")
shown = choose_many("Shown beside the truth", [*compared, baseline], query="shown", default=[method, baseline])
data = open_data(space, result)
show_clip(data, result, clip_id, shown, key="candidates.viewer")

st.subheader("Figure", anchor=False)
names = [f"t+{k}" for k in range(1, data.config.horizon + 1)]
steps = choose_many("Steps", names, query="steps", default=[names[0], names[len(names) // 2], names[-1]])
sampled = [name for name in shown if data.samples.get(name, 0) > 1]
if sampled:
    st.caption("Of a model with several samples the figure shows sample 0; the rule took the mean over samples.")
if steps and shown:
    with show_errors("The figure cannot be drawn"), st.spinner("Drawing"):
        picture = candidate_frames(
            observed(data, clip_id)[-1],
            truth(data, clip_id),
            {f"{name}, sample 0" if name in sampled else name: prediction(data, clip_id, name) for name in shown},
            steps=[names.index(step) + 1 for step in steps],
            title=f"{clip_id}, rule {rule} of {method} against {baseline}",
            incomplete=incompleteness(result),
            fps=data.config.fps,
            theme=theme(),
        )
        st.image(picture)
        name = f"{clip_id}-{rule}.png"
        st.download_button("PNG", picture, file_name=name, icon=":material/download:", on_click="ignore")
else:
    st.info("Choose at least one step and one method.", icon=":material/info:")
