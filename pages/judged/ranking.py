"""Ranking: the published table's ranks with intervals, and how they change when a model joins the pool."""

import streamlit as st

from evalcore.judged import rank
from evalcore.plots import rank_plot
from evalcore.tables import judged_components, judged_rank_changes, judged_ranks, judged_score
from evalcore.ui import (
    choose_model,
    follow_click,
    incomplete_banner,
    judged_data,
    new_model,
    published_table,
    scores_link,
    show_figure,
    show_table,
    table_scores,
    theme,
    warn_of_settings,
    with_model,
)

st.title("Ranking", anchor=False)
st.caption(
    "Ranks are of one pool of models: with another pool every rank may change. Event and Structure come from "
    "judgments, PSNR and SSIM from the 40-clip evaluation of the published table."
)
data = judged_data()
table = published_table(data)
scores = table_scores(data)
ranks = rank(table, scores=scores)
incomplete_banner(ranks)
show_figure(rank_plot(ranks, theme=theme()), name="ranks", select=True)
show_table(judged_ranks(ranks), name="ranks")
if scores:
    follow_click("ranks", "model")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        scores_link(scores, choose_model(list(scores.models)))
with st.expander("The published table"):
    show_table(judged_components(ranks), name="published-table")

st.subheader("Add a model", anchor=False)
st.caption("From a file of yours, for this visit alone: nothing is saved, and nobody else sees it.")
new = new_model(data)
if new is None:
    st.stop()
show_table(judged_score(new.score), name="new-model")
warn_of_settings(new, scores)
pool = with_model(table, new)
if pool is None:
    st.stop()
if new.psnr is None or new.ssim is None:
    st.info(
        "Without PSNR and SSIM of the published 40 clips the model cannot be ranked. The numbers of "
        "`geoflip similarity` are a diagnostic of other clips and cannot stand in for them.",
        icon=":material/info:",
    )
    st.stop()
changed = rank(pool, scores=scores)
st.warning("**Not saved.** The ranks below hold for a pool that has your model in it.", icon=":material/warning:")
show_table(judged_rank_changes(ranks, changed), name="rank-changes")
show_figure(rank_plot(changed, theme=theme()), name="ranks-with-new-model")
show_table(judged_ranks(changed), name="ranks-with-new-model")
