"""Overview: what is in this workspace, what was scored, what failed, and from what it was computed."""

import streamlit as st

from evalcore.rollout import load
from evalcore.tables import (
    provenance,
    rollout_clip_list,
    rollout_coverage,
    rollout_failures,
    rollout_runs,
    rollout_scores,
)
from evalcore.ui import choose_result, incomplete_banner, read_results, show_errors, show_table, workspace

space = workspace()
st.title("Overview", anchor=False)
st.text(space.root.name)

with show_errors("The clips of this workspace cannot be read"):
    data = load(space)
    samples = sum(len(files) for files in data.generated.values())
    splits = sorted({name for clip in data.clips for name in clip.splits})
    with st.container(horizontal=True):
        st.metric("Clips", len(data.clips), border=True)
        st.metric("Models", len(data.models), border=True)
        st.metric("Generated files", samples, border=True)
        st.metric("Splits", ", ".join(splits) or "none", border=True)

runs = read_results("rollout")
if runs:
    show_table(rollout_runs(runs), name="runs")
result = choose_result("rollout")
incomplete_banner(result)
show_table(rollout_scores(result), name="rollout-scores")
show_table(rollout_coverage(result), name="coverage")
if result.failures:
    show_table(rollout_failures(result), name="failures")
with st.expander("Clips of the workspace"), show_errors("The clips of this workspace cannot be read"):
    show_table(rollout_clip_list(load(space)), name="clips")
with st.expander("Provenance of this run"):
    show_table(provenance(result.record), name="provenance")
