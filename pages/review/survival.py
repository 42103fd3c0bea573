"""Survival and preference: how long rollouts make sense, which are preferred, and whether pixel error tells."""

import streamlit as st

from evalcore.plots import break_scatter, preference_forest, survival_curves
from evalcore.tables import (
    joined_breaks,
    joined_correlations,
    joined_pairs,
    joined_preference,
    joined_rollouts,
    joined_survival,
)
from evalcore.ui import (
    breaks_of,
    choose,
    choose_many,
    choose_metric,
    choose_preference,
    choose_result,
    current_answers,
    incomplete_banner,
    preference_of,
    review_data,
    review_media,
    show_figure,
    show_table,
    stream_names,
    survival_of,
    theme,
)

VIEWS = ("Survival", "Preference", "Pixel error")

st.title("Survival and preference", anchor=False)
st.caption("From the answers as they are now. It names streams: not for those who still have to answer.")
data = review_data()
answers = current_answers(data)
names = stream_names(data)
with st.container(horizontal=True, vertical_alignment="bottom"):
    view = choose("View", VIEWS, query="view", style="buttons")
    figure = choose_preference() if view == "Preference" else ""
    metric = choose_metric() if view == "Pixel error" else "mad"

if view == "Survival":
    survival = survival_of(data, answers, review_media(data))
    streams = choose_many("Streams", list(survival.by_stream), query="streams")
    show_figure(survival_curves(survival, streams=streams, names=names, theme=theme()), name="survival")
    show_table(joined_survival(survival, names=names), name="survival")
    show_table(joined_rollouts(survival), name="rollouts")
elif view == "Preference":
    preference = preference_of(data, answers)
    show_figure(preference_forest(preference, figure, names=names, theme=theme()), name=f"preference-{figure}")
    show_table(joined_preference(preference, names=names), name="preference")
    show_table(joined_pairs(preference), name="preference-pairs")
else:
    run = choose_result("rollout")
    incomplete_banner(run)
    breaks = breaks_of(data, answers, run, metric)
    incomplete_banner(breaks)
    if not breaks.clips:
        st.info("No clip of this run has been reviewed.", icon=":material/info:")
        st.stop()
    show_figure(break_scatter(breaks, methods=list(run.methods), theme=theme()), name=f"break-{metric}")
    show_table(joined_correlations(breaks), name=f"break-correlation-{metric}")
    show_table(joined_breaks(breaks), name=f"breaks-{metric}")
