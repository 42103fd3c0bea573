"""Paired intervals: every method against one other, and the clips behind each difference."""

import streamlit as st

from evalcore.plots import paired_dots, paired_forest
from evalcore.tables import rollout_paired, rollout_pairs
from evalcore.ui import (
    choose_clip,
    choose_comparison,
    choose_method,
    choose_result,
    choose_sample,
    clicked_point,
    incomplete_banner,
    open_data,
    show_clip,
    show_figure,
    show_table,
    theme,
    workspace,
)

st.title("Paired intervals", anchor=False)
space = workspace()
result = choose_result("rollout")
incomplete_banner(result)
pairs = choose_comparison(result)
metric, methods = pairs[0].metric, list(result.methods)

show_figure(paired_forest(pairs, methods=methods, theme=theme()), name=f"paired-{metric}")
show_table(rollout_paired(pairs), name=f"paired-{metric}")

st.subheader("Clips of one comparison", anchor=False)
pair = choose_method(pairs)
name = f"pairs-{metric}-{pair.method}-{pair.baseline}"
show_figure(paired_dots(pair, methods=methods, theme=theme()), name=name, select=True)
(clicked,) = clicked_point(name) or (None,)
clip_id = choose_clip([row.clip_id for row in pair.pairs], clicked=clicked, page="paired")
shown = [pair.method, pair.baseline]
sample = choose_sample(result, clip_id, shown)
if data := open_data(space, result):
    show_clip(data, result, clip_id, shown, key="paired.viewer", sample=sample)
show_table(rollout_pairs(pair), name=name)
